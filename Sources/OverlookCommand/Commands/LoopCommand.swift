import ArgumentParser
import Glibc
import Overlook
import OverlookPlatform

/// `overlook loop`: a row of pictures over time, in a window or as files.
struct LoopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "loop", abstract: "Shows a weather loop, or writes it as one picture a frame.",
    discussion: """
      The location is a folder with a frames.json, such a file here or on a server, capabilities of a weather office, a manifest of radar \
      tiles, or a WMS whose layers have times (wms: before its address). Without one, rain that is made up.
      """)

  @Argument(help: ArgumentHelp("The catalogue of the pictures.", valueName: "location"))
  var location: String?

  @Option(name: .shortAndLong, help: ArgumentHelp("Writes a PNG a frame into this folder, which is made.", valueName: "folder"))
  var output: String?

  @Option(help: "The newest so many frames, 1 to 1000.")
  var frames = 120

  @Option(help: ArgumentHelp("How long a frame is shown, 0.001 to 3600.", valueName: "seconds"), transform: FiniteArgument.parse)
  var interval = FiniteArgument(1)

  @Option(help: ArgumentHelp("How long a frame takes to become the next.", valueName: "seconds"), transform: FiniteArgument.parse)
  var fade = FiniteArgument(0)

  @Option(help: "Of the pictures, 0 to 1.", transform: FiniteArgument.parse)
  var opacity = FiniteArgument(0.85)

  @Flag(help: "Leaves the time and the legend in the pictures that are written.")
  var controls = false

  @Option(
    help: ArgumentHelp("How long frames may take to arrive when they are written.", valueName: "seconds"),
    transform: FiniteArgument.parse)
  var timeout = FiniteArgument(60)

  @Option(help: ArgumentHelp("Size of the view in points.", valueName: "WxH"), transform: SizeArgument.parse)
  var size = SizeArgument(width: 1024, height: 768)

  @OptionGroup var choice: SourceChoiceOptions
  @OptionGroup var camera: CameraOptions
  @OptionGroup var style: StyleOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var drawing: RendererOptions

  func validate() throws {
    guard (1...1000).contains(frames) else { throw ValidationError("--frames must lie in 1 to 1000") }
    guard (0.001...3600).contains(interval.value) else { throw ValidationError("--interval must lie in 0.001 to 3600") }
    guard fade.value >= 0, timeout.value >= 0 else { throw ValidationError("--fade and --timeout must not be negative") }
    guard (0...1).contains(opacity.value) else { throw ValidationError("--opacity must lie in 0 to 1") }
  }

  func run() throws {
    let sources = try SourceOptions.parse([])
    try MainActor.assumeIsolated {
      network.apply()
      try drawing.apply()
      var order = MapOrder(sources: sources, camera: camera, style: style, isStill: output != nil, size: size.points)
      order.scene = LoopScene()
      let prepared = try output == nil ? order.startMap() : order.makeMap(timeoutSeconds: timeout.value)
      let overlay = try add(to: prepared.map)
      if let output { try write(overlay, prepared, into: output) } else { try show(overlay, prepared) }
    }
  }

  /// Once it is known where the pictures lie.
  @MainActor private static func lookAtWhole(of overlay: TimedOverlay) {
    guard !overlay.frames.isEmpty, let bounds = overlay.overlay.bounds else { return }
    overlay.onChange = nil
    overlay.map?.moveCamera(.fit(bounds, padding: 24))
  }

  @MainActor private func add(to map: MapView) throws -> TimedOverlay {
    let overlay = TimedOverlay(catalogue: try catalogue(for: map))
    overlay.selectLayer(choice.layer, frames: frames)
    overlay.interval = interval.value
    overlay.crossFade = fade.value
    overlay.opacity = opacity.value
    // The light of --sun-light goes with the frames.
    overlay.followsClock = true
    overlay.showsControls = output == nil || controls
    if camera.center == nil, camera.zoom == nil { overlay.onChange = Self.lookAtWhole(of:) }
    overlay.map = map
    return overlay
  }

  @MainActor private func catalogue(for map: MapView) throws -> TimedOverlayCatalogue {
    guard let location else { return .rainField(seed: 7) }
    let (services, options) = (map.services, try choice.options(for: [location]))
    return try SourceOpening.wait(for: location, SourceOpening.patience(with: location, timeout.value)) {
      () async throws(TileSourceError) in
      try await TimedOverlayCatalogue.open(location, options: options, services: services)
    }
  }

  @MainActor private func show(_ overlay: TimedOverlay, _ prepared: PreparedMap) throws {
    prepared.map.settings.compassButton = true
    prepared.map.settings.compassTilt = true
    let viewer = try Viewer(map: prepared.map, size: size.points)
    prepared.openRest()
    prepared.warn()
    overlay.play()
    try viewer.run()
  }
}

// The loop as files.
extension LoopCommand {
  @MainActor private func write(_ overlay: TimedOverlay, _ prepared: PreparedMap, into folder: String) throws {
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
      throw CommandFailure(description: "cannot make the folder \(folder): \(String(cString: strerror(errno)))")
    }
    let map = prepared.map
    let loop = try HeadlessLoop(content: map, size: size.points)
    defer { loop.close() }
    _ = loop.run(timeoutSeconds: timeout.value) { !isLoading(overlay) || map.graphicsError != nil }
    if case .failed(let reason) = overlay.state { throw CommandFailure(description: reason) }
    CommandLog.keep()
    var emptyCount = 0
    var reason: String?
    for index in overlay.frames.indices {
      overlay.showFrame(at: index)
      _ = loop.run(timeoutSeconds: timeout.value) { overlay.frame?.state != .waiting && map.isAtRest || map.graphicsError != nil }
      if let fault = map.graphicsError { throw CommandFailure(description: fault) }
      guard let image = loop.image(), let frame = overlay.frame else {
        throw CommandFailure(description: "the driver did not hand out the picture")
      }
      if frame.state != .ready {
        emptyCount += 1
        if case .noData(let fault) = frame.state { reason = reason ?? fault }
      }
      try PictureFile.write(image, to: "\(folder)/\(Self.name(of: frame, index: index))")
    }
    for warning in overlay.warnings { Report.warning(warning) }
    prepared.warn()
    _ = CommandLog.take()
    let count = overlay.frames.count
    guard emptyCount > 0 else { return print("\(count) frames in \(folder)") }
    let name = location.map { TileSource.displayName(of: $0) } ?? "the loop"
    let share = emptyCount == count ? "none of the \(count) frames has data" : "\(emptyCount) of \(count) frames are without data"
    throw CommandFailure(
      description:
        "\(name): \(share) (\(reason ?? "no answer within \(PackText.number(timeout.value)) s")); \(folder) shows the rest",
      status: emptyCount == count ? 1 : 3, isWarning: emptyCount < count)
  }

  @MainActor private func isLoading(_ overlay: TimedOverlay) -> Bool {
    if case .loading = overlay.state { true } else { false }
  }

  /// Sorted by name is sorted by time.
  private static func name(of frame: TimedFrame, index: Int) -> String {
    let number = "\(index + 1)"
    let time = frame.timeText.replacing(" UTC", with: "Z").replacing(" ", with: "T").replacing(":", with: "")
    return "frame-\(String(repeating: "0", count: max(4 - number.count, 0)))\(number)-\(time).png"
  }
}

/// The map below a loop, seen as a whole until the loop says where it is.
@MainActor private final class LoopScene: DemoScene {
  let camera = CameraPosition(latitude: 54.5, longitude: -3.5, zoom: 4.5)

  func add(to map: MapView) {}
}
