import ArgumentParser
import Foundation
import Overlook

/// Who draws.
struct RendererOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Who draws what both the graphics driver and Overlook's own rasterizers can draw: automatic, driver or software. Default: what OVERLOOK_RENDERER says, or automatic, which takes what is faster.",
      valueName: "choice"),
    transform: { try RendererChoice(named: $0, in: "--renderer") })
  var renderer: RendererChoice?

  /// Sets it for all maps that are drawn afterwards.
  @MainActor func apply() throws(CommandFailure) {
    if let renderer { return MapServices.renderer = renderer }
    do throws(RendererChoiceFault) {
      MapServices.renderer = try RendererChoice(environment: ProcessInfo.processInfo.environment)
    } catch {
      throw CommandFailure(description: error.description, status: 2)
    }
  }
}
