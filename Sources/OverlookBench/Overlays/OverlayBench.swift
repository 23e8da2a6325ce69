import Overlook
import OverlookGPU
import OverlookGeometry
import OverlookPlatform
import OverlookScene
import OverlookSupport

/// `overlook bench overlays`: many markers as they come to a map, out of view, changing, and against a bare draw.
@MainActor public enum OverlayBench {
  /// What can be measured by itself.
  public enum Part: String, CaseIterable, Sendable {
    /// How long markers take to come to a map.
    case attaching
    /// What ten times as many cost a frame that shows none of them.
    case hidden
    /// Changes among ten times as many.
    case changes
    /// Markers in view against a bare draw of the same pictures.
    case visible
  }

  /// Measures with `count` markers; ten times as many are at most a million.
  public static func run(count: Int, parts: [Part] = Part.allCases) throws -> BenchReport {
    let empty = try BenchStage(camera: camera, mapType: .none)
    defer { empty.loop.close() }
    var report = BenchReport(benchmark: "overlays", renderer: empty.renderer, drawnBy: empty.drawnBy)
    let many = max(count, min(10 * count, 1_000_000))
    if parts.contains(.attaching) {
      for number in [max(count / 10, 1), count] { measureAttaching(number, into: &report) }
    }
    if parts.contains(.hidden) { try measureHidden(many, against: empty, into: &report) }
    if parts.contains(.changes) { try ChangeBench.measure(many, into: &report) }
    if parts.contains(.visible) { try measureVisible(count, into: &report) }
    return report
  }

  static let camera = CameraPosition(latitude: 51.5, longitude: -0.12, zoom: 11)
  private static let frames = 120
  private static let rounds = 9

  // MARK: Attaching

  private static func measureAttaching(_ count: Int, into report: inout BenchReport) {
    let seconds = (0..<3).map { _ in
      let map = MapView(camera: camera, mapType: .none)
      let markers = hiddenMarkers(count)
      let start = MonotonicClock.now()
      for marker in markers { marker.map = map }
      return MonotonicClock.now() - start
    }
    // Two microseconds each.
    report.add("attaching \(count) markers", Samples(seconds).median * 1e3, "ms", goal: 0.002 * Double(count))
  }

  /// Over Asia, half a world away from the view.
  private static func hiddenMarkers(_ count: Int) -> [Marker] {
    var generator = SeededGenerator(seed: 7)
    return (0..<count).map { _ in
      Marker(position: LocationCoordinate(latitude: 10 + 40 * generator.unit(), longitude: 80 + 40 * generator.unit()))
    }
  }

  // MARK: Off screen

  private static func measureHidden(_ count: Int, against empty: BenchStage, into report: inout BenchReport) throws {
    let full = try BenchStage(camera: camera, mapType: .none)
    defer { full.loop.close() }
    for marker in hiddenMarkers(count) { marker.map = full.map }
    try full.settle()
    var withNone: [Double] = []
    var withAll: [Double] = []
    // In turn, so that whatever else the machine does meets both alike.
    for _ in 0..<rounds {
      withNone.append(processorSecondsOfPanning(empty))
      withAll.append(processorSecondsOfPanning(full))
    }
    let (none, all) = (Samples(withNone).median, Samples(withAll).median)
    report.add("frame with no overlays, processor time", none * 1e3, "ms")
    report.add("frame with \(count) off screen, processor time", all * 1e3, "ms")
    report.add("off screen against none", all / max(none, 1e-9), "x", goal: 1.1)
    let (asked, usual) = (full.statistics, empty.statistics)
    report.add("off screen, draws beyond those of none", Double(asked.drawCalls - usual.drawCalls), "", goal: 0)
    report.add("off screen, bytes uploaded beyond those of none", Double(asked.uploadedBytes - usual.uploadedBytes), "B", goal: 0)
  }

  /// Main-thread processor time of one frame of a pan, from the camera's change to the last GL call.
  private static func processorSecondsOfPanning(_ stage: BenchStage) -> Double {
    let start = ProcessorClock.thread()
    for frame in 0..<frames {
      stage.map.moveCamera(.scrollBy(x: frame % 2 == 0 ? 3 : -3, y: 0))
      stage.loop.renderFrame()
    }
    return (ProcessorClock.thread() - start) / Double(frames)
  }

  // MARK: In view

  /// Where `count` markers lie that are all in view.
  static func visiblePlaces(_ count: Int, on map: MapView) -> [LocationCoordinate] {
    var generator = SeededGenerator(seed: 11)
    let projection = map.projection
    return (0..<count).map { _ in
      let (x, y) = (generator.unit() * BenchStage.size.width, generator.unit() * BenchStage.size.height)
      return projection.coordinate(for: ScreenPoint(x: x, y: y))
    }
  }

  private static func measureVisible(_ count: Int, into report: inout BenchReport) throws {
    let stage = try BenchStage(camera: camera, mapType: .none)
    defer { stage.loop.close() }
    let places = visiblePlaces(count, on: stage.map)
    for place in places { Marker(position: place).map = stage.map }
    try stage.settle()
    guard let device = stage.map.device else { throw BenchError(description: "the map has no GL context") }
    stage.loop.context.makeCurrent()
    let look = BareSprites.Look.icon(Marker.markerImage(color: nil), above: true)
    let bare = try BareSprites(device, places.map(WorldPoint.init), .quads, look)
    let target = try BareTarget(device)
    let view = stage.map.cameraController.view
    var ours: [Double] = []
    var baseline: [Double] = []
    // A picture that stands would be shown again; a point to either side is drawn anew.
    let cameras = [1.0, -1, 0].map { points in
      let target = LocationCoordinate(
        latitude: camera.target.latitude, longitude: camera.target.longitude + 360 * points / view.pointsPerWorld)
      return CameraPosition(target: target, zoom: camera.zoom, bearing: camera.bearing, viewingAngle: camera.viewingAngle)
    }
    for round in 0..<rounds + 1 {
      let map = Samples(cameras.map(stage.drawFrame)).median
      stage.loop.context.makeCurrent()
      let draws = try (0..<3).map { _ in try target.seconds(of: bare, view) }
      device.state.reset()
      // The first round warms caches and shader variants.
      if round == 0 { continue }
      ours.append(map)
      baseline.append(Samples(draws).median)
    }
    try device.throwProgramFault()
    report.add("\(count) markers in view, panning, to finished pixels", Samples(ours).median * 1e3, "ms")
    report.add("bare instanced draw of the same quads", Samples(baseline).median * 1e3, "ms")
    let ratios = zip(ours, baseline).map { $0 / max($1, 1e-9) }
    report.add("markers against the bare draw", Samples(ratios).median, "x", goal: 1.3)
  }
}
