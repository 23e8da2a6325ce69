import ArgumentParser
import Overlook
import OverlookPlatform

/// `overlook snapshot`: one picture, without a window.
struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Renders one picture without a display, when everything has loaded.",
    discussion: "Exit status 3: the time ran out, and the picture shows what was there.")

  @OptionGroup var camera: CameraOptions
  @OptionGroup var sources: SourceOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("The PNG to write.", valueName: "file"))
  var output: String

  @Option(help: ArgumentHelp("Size of the view in points.", valueName: "WxH"))
  var size = SizeArgument(width: 1024, height: 768)

  @Option(help: "Pixels per point, 0.25 to 8.")
  var scale = FiniteArgument(1)

  @Option(help: ArgumentHelp("How long tiles may take to arrive.", valueName: "seconds"))
  var timeout = FiniteArgument(30)

  func validate() throws {
    guard (0.25...8).contains(scale.value) else { throw ValidationError("--scale must lie in 0.25 to 8") }
    guard timeout.value >= 0 else { throw ValidationError("--timeout must not be negative") }
  }

  func run() throws {
    try MainActor.assumeIsolated {
      let map = try sources.makeMap(camera: camera, size: size.points)
      try Snapshot(map: map, size: size, scale: scale.value, timeoutSeconds: timeout.value).write(to: output)
    }
  }
}

/// Renders a map once everything has loaded, and writes the picture.
@MainActor struct Snapshot {
  let map: MapView
  let size: SizeArgument
  let scale: Double
  let timeoutSeconds: Double

  func write(to path: String) throws {
    for attached in map.tileLayers { attached.layer.fadeIn = false }
    let loop: HeadlessLoop
    do {
      loop = try HeadlessLoop(content: map, size: size.points, scale: scale)
    } catch {
      throw CommandFailure(error)
    }
    defer { loop.close() }
    let isWhole = loop.run(timeoutSeconds: timeoutSeconds) { map.graphicsError != nil || map.isAtRest }
    if let fault = map.graphicsError { throw CommandFailure(description: fault) }
    guard let image = loop.image() else { throw CommandFailure(description: "the driver did not hand out the picture") }
    try PictureFile.write(image, to: path)
    let counts = map.tileCounts
    if counts.failed > 0 { Report.warning("\(counts.failed) tiles could not be loaded") }
    if !isWhole {
      throw CommandFailure(
        description: "after \(timeoutSeconds) s \(counts.loading) tiles were still missing; \(path) shows what was there",
        status: 3, isWarning: true)
    }
  }
}
