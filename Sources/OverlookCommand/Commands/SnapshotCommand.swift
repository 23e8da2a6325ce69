import ArgumentParser
import Overlook
import OverlookPlatform
import OverlookRender

/// `overlook snapshot`: one picture, without a window.
struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Renders one picture without a display, when everything has loaded.",
    discussion:
      "Exit status 3: the picture shows what was there when the time ran out, or when what was missing could not come any more.")

  @OptionGroup var camera: CameraOptions
  @OptionGroup var sources: SourceOptions
  @OptionGroup var choice: SourceChoiceOptions
  @OptionGroup var style: StyleOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var tracing: TraceOptions
  @OptionGroup var drawing: RendererOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The picture to write: .png, .jpg or .webp; - for PNG on standard output.", valueName: "file"))
  var output: String

  @Option(help: ArgumentHelp("Size of the view in points.", valueName: "WxH"), transform: SizeArgument.parse)
  var size = SizeArgument(width: 1024, height: 768)

  @Option(help: "Pixels per point, 0.25 to 8.", transform: FiniteArgument.parse)
  var scale = FiniteArgument(1)

  @Option(help: ArgumentHelp("How long tiles may take to arrive.", valueName: "seconds"), transform: FiniteArgument.parse)
  var timeout = FiniteArgument(30)

  @Option(
    help:
      "What to draw in place of the picture: overdraw (how often each pixel is drawn), picking (what a tap would find) or tiles (their borders and how they stand)."
  )
  var show = DebugView.none

  @Flag(help: "Draws the panel with the figures of the frames.")
  var hud = false

  func validate() throws {
    try sources.check(choice)
    guard (0.25...8).contains(scale.value) else { throw ValidationError("--scale must lie in 0.25 to 8") }
    guard timeout.value >= 0 else { throw ValidationError("--timeout must not be negative") }
  }

  func run() throws {
    try MainActor.assumeIsolated {
      try drawing.apply()
      try PictureFile.check(output)
      let trace = try tracing.open()
      defer { TraceOptions.close(trace) }
      network.apply()
      let order = MapOrder(sources: sources, choice: choice, camera: camera, style: style, isStill: true, size: size.points)
      let prepared = try order.makeMap(timeoutSeconds: timeout.value)
      prepared.map.trace = trace
      prepared.map.debugView = show
      prepared.map.isHUDVisible = hud
      try Snapshot(prepared: prepared, timeoutSeconds: timeout.value).write(size: size.points, scale: scale.value, to: output)
    }
  }
}

/// Renders a map once everything has loaded, and writes the picture.
@MainActor struct Snapshot {
  let prepared: PreparedMap
  let timeoutSeconds: Double

  private var map: MapView { prepared.map }

  func write(size: ScreenSize, scale: Double, to path: String) throws {
    // What tiles lack is known before the first frame.
    CommandLog.keep()
    let loop = try HeadlessLoop(content: map, size: size, scale: scale)
    defer { loop.close() }
    try draw(loop, to: path)
  }

  /// Draws what is still to come in `loop`, and writes the last picture.
  func write(_ loop: HeadlessLoop, to path: String) throws {
    CommandLog.keep()
    try draw(loop, to: path)
  }

  private func draw(_ loop: HeadlessLoop, to path: String) throws {
    for runtime in map.tileLayers { runtime.layer.fadeIn = false }
    let (isWhole, isOver) = loop.settle(map, timeoutSeconds: timeoutSeconds)
    let causes = CommandLog.take().joined(separator: "; ")
    if let fault = map.graphicsError ?? prepared.fileProblem { throw CommandFailure(description: fault) }
    if isWhole, let source = prepared.sources.first(where: isLost) {
      throw CommandFailure(
        description: causes.isEmpty ? "\(source.name) has none of the tiles in view" : "no tile in view can be shown: \(causes)")
    }
    if isWhole || isOver, let source = prepared.drawnSource, isLost(source, isWhole: isWhole) {
      // What is wrong with a style is logged only where somebody looks on.
      let causes = causes.isEmpty ? map.styleMessages.joined(separator: "; ") : causes
      throw CommandFailure(
        description: "\(source.messageName) has none of the tiles in view" + (causes.isEmpty ? "" : " (\(causes))")
          + prepared.hintAtOrder)
    }
    guard let image = loop.image() else { throw CommandFailure(description: "the driver did not hand out the picture") }
    try PictureFile.write(image, to: path)
    prepared.warn()
    try tell(path, isWhole: isWhole, isOver: isOver, causes: causes)
  }

  /// Says what the picture at `path` lacks; throws when it was not whole. `isOver`: before the time ran out.
  private func tell(_ path: String, isWhole: Bool, isOver: Bool, causes: String) throws {
    let counts = map.tileCounts
    if map.isStill { for message in map.styleMessages { Report.warning(message) } }
    if let fault = map.trafficError { Report.warning("traffic: \(fault)") }
    let path = path == "-" ? "the picture" : path
    guard isWhole else {
      let isSilent = causes.isEmpty && prepared.sources.contains { $0.isServer && self.counts($0).loading > 0 }
      let because = isSilent ? " (no answer)" : causes.isEmpty ? "" : " (\(causes))"
      let time = PackText.number(timeoutSeconds)
      let tiles = Self.tiles(counts.loading)
      let fault = isOver ? "\(tiles) left out, and would not come within \(time) s" : "after \(time) s \(tiles) still missing"
      throw CommandFailure(description: "\(fault)\(because); \(path) shows what was there", status: 3, isWarning: true)
    }
    if counts.failed > 0 {
      Report.warning("\(Self.tiles(counts.failed)) left out\(causes.isEmpty ? "" : " (\(causes))"); \(path) shows the rest")
    }
    var empty = prepared.sources.filter(isEmpty).map(\.name)
    if let source = prepared.drawnSource, map.tileCounts(ofStyleSource: source.messageName).ready == 0 {
      empty.append(source.messageName)
    }
    for name in empty { Report.warning("\(name) has no tiles in view\(prepared.hintAtOrder)") }
  }

  private func counts(_ source: PreparedMap.Source) -> TileCounts {
    map.tileLayers.first { $0.layer === source.layer }?.counts ?? TileCounts()
  }

  private func isLost(_ source: PreparedMap.Source) -> Bool {
    let counts = counts(source)
    return counts.ready == 0 && (counts.failed > 0 || source.isServer && counts.missing > 0)
  }

  /// Whether vector tiles were asked for, and none came. An archive may be of another place.
  private func isLost(_ source: TileSource, isWhole: Bool) -> Bool {
    let counts = map.tileCounts(ofStyleSource: source.messageName)
    let isOfWorld = source.isRemote && source.extent.bounds == nil
    return counts.ready == 0 && (counts.failed + (isWhole ? 0 : counts.loading) > 0 || isOfWorld && counts.missing > 0)
  }

  private func isEmpty(_ source: PreparedMap.Source) -> Bool {
    let counts = counts(source)
    return counts.ready == 0 && counts.failed == 0
  }

  private static func tiles(_ count: Int) -> String {
    count == 1 ? "1 tile was" : "\(count) tiles were"
  }
}
