import ArgumentParser
import Overlook
import OverlookPanoramaView
import OverlookPlatform

/// `overlook panorama view`.
struct PanoramaViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "view", abstract: "Shows a panorama in a window (the default).")

  @OptionGroup var options: PanoramaOptions
  @OptionGroup var look: PanoramaLookOptions
  @OptionGroup var network: NetworkOptions

  @Option(
    help: ArgumentHelp("Size of the window in points; 1280x720 when left out.", valueName: "WxH"), transform: SizeArgument.parse)
  var size = SizeArgument(width: 1280, height: 720)

  func validate() throws { try look.check(for: options) }

  func run() throws {
    try MainActor.assumeIsolated {
      network.apply()
      let shown = try PanoramaOrder(options, look).open()
      var window = GLFWWindow.Options()
      window.size = size.points
      window.title = shown.title
      let listener = PanoramaWarnings()
      shown.view.delegate = listener
      let frames = FrameLoop(
        window: try Report.withoutStandardError { () throws(PlatformError) -> GLFWWindow in try GLFWWindow(window) },
        content: shown.view)
      frames.onTurn = { if shown.view.graphicsError != nil { frames.stop() } }
      try frames.run()
      if let fault = shown.view.graphicsError { throw CommandFailure(description: fault) }
    }
  }
}
