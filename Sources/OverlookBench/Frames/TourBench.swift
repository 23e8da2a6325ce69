import Overlook
import OverlookCamera
import OverlookGeometry
import OverlookGPU
import OverlookMeasurement
import OverlookPlatform
import OverlookRender
import OverlookScene
import OverlookSupport

/// The part of `overlook bench frame` about what is drawn for the first time: a scripted tour over a city, whose frames are
/// measured one by one against the usual one of their leg.
@MainActor package enum TourBench {
  /// What a leg of the tour is the first of.
  package enum Leg: String, CaseIterable {
    /// The map moves.
    case pan
    /// Names come into view.
    case labels
    /// Houses do, with which a frame takes five times as long as without: a leg that began before them would compare the two.
    case houses
    case tilt, turn
    /// Moving pictures are laid over the map.
    case weather
    /// One overlay of each of some kinds.
    case overlays
  }

  /// The frames of a leg, in seconds.
  package struct Frames {
    /// Of the main thread, which also compiles what the driver draws with.
    package var processor: [Double] = []
    package var wall: [Double] = []

    /// How many times as long as the usual one the slowest took.
    package var slowestShare: Double { Self.share(processor) }
    fileprivate var slowestWallShare: Double { Self.share(wall) }

    private static func share(_ seconds: [Double]) -> Double {
      guard let slowest = seconds.max() else { return 0 }
      return slowest / max(Samples(seconds).median, 1e-6)
    }
  }

  private static let start = CameraPosition(latitude: 60.17, longitude: 24.94, zoom: 12)
  /// Just before the first houses.
  private static let zoomOfNames = 14.45
  private static let zoomOfHouses = 15.5
  private static let framesPerSecond = 60.0
  package static let legFrames = 60
  /// A frame that takes longer than this many usual ones is seen as a hitch.
  private static let goal = 3.0

  static func measure(into report: inout BenchReport) throws {
    for (leg, frames) in try run() {
      report.add("tour, \(leg): slowest frame against the usual one, main thread", frames.slowestShare, "x", goal: goal)
      report.add("tour, \(leg): the same, to finished pixels", frames.slowestWallShare, "x")
      report.add("tour, \(leg): usual frame, main thread", Samples(frames.processor).median * 1e3, "ms")
    }
  }

  /// Goes the way of the tour on a new map.
  package static func run() throws -> [(leg: Leg, frames: Frames)] {
    let stage = try BenchStage(camera: start, mapType: .normal)
    defer { stage.loop.close() }
    stage.map.maximumViewingAngle = { _ in 60 }
    stage.map.rehearsesAhead = true
    let rain = TimedOverlay(
      catalogue: .rainField(
        seed: 7,
        bounds: CoordinateBounds(
          southWest: LocationCoordinate(latitude: 60.0, longitude: 24.6),
          northEast: LocationCoordinate(latitude: 60.34, longitude: 25.28)), frameCount: 4, side: 256))
    rain.interval = 1 / framesPerSecond
    rain.opacity = 0.8
    return try Leg.allCases.map { leg in
      if leg == .weather {
        rain.map = stage.map
        guard stage.loop.run(timeoutSeconds: 120, until: { rain.state == .ready }) else {
          throw BenchError(description: "the pictures of the loop were not made within two minutes")
        }
      }
      // What came on the way is there, and has been waited for.
      try stage.settle()
      _ = stage.loop.run(timeoutSeconds: 60) { stage.map.isAtRest && !stage.map.hasRehearsed }
      if leg == .weather { rain.play() }
      if leg == .overlays { rain.map = nil }
      var frames = Frames()
      for number in 0..<legFrames { draw(leg, number, stage, into: &frames) }
      return (leg, frames)
    }
  }

  private static func draw(_ leg: Leg, _ number: Int, _ stage: BenchStage, into frames: inout Frames) {
    let (processor, wall) = (ProcessorClock.thread(), MonotonicClock.now())
    move(leg, number, stage.map)
    stage.map.requestFrame(.forced)
    stage.loop.advance(by: 1 / framesPerSecond, framesPerSecond: framesPerSecond)
    stage.finish()
    frames.processor.append(ProcessorClock.thread() - processor)
    frames.wall.append(MonotonicClock.now() - wall)
  }

  private static func move(_ leg: Leg, _ number: Int, _ map: MapView) {
    let share = Double(number + 1) / Double(legFrames)
    let middle = start.target
    switch leg {
    case .pan: map.moveCamera(.scrollBy(x: 3, y: 0))
    case .labels:
      map.moveCamera(.setCamera(CameraPosition(target: middle, zoom: start.zoom + (zoomOfNames - start.zoom) * share)))
    case .houses:
      map.moveCamera(.setCamera(CameraPosition(target: middle, zoom: zoomOfNames + (zoomOfHouses - zoomOfNames) * share)))
    case .tilt: map.moveCamera(.setCamera(CameraPosition(target: middle, zoom: zoomOfHouses, viewingAngle: 55 * share)))
    case .turn:
      map.moveCamera(.setCamera(CameraPosition(target: middle, zoom: zoomOfHouses, bearing: 60 * share, viewingAngle: 55)))
    case .weather, .overlays: map.moveCamera(.scrollBy(x: number.isMultiple(of: 2) ? 3 : -3, y: 0))
    }
    if leg == .overlays, number.isMultiple(of: 10) { add(number / 10, to: map, at: middle) }
  }

  private static func add(_ number: Int, to map: MapView, at place: LocationCoordinate) {
    let ring = [(0.001, 0.0), (0.0, 0.002), (-0.001, 0.0)].map {
      LocationCoordinate(latitude: place.latitude + $0.0, longitude: place.longitude + $0.1)
    }
    switch number {
    case 0: Marker(position: place).map = map
    case 1: Polyline(path: Path(ring)).map = map
    case 2: Circle(position: place, radius: 100).map = map
    case 3: PointLayer(positions: ring).map = map
    case 4: PathLayer(paths: [ring]).map = map
    default: PolygonLayer(polygons: [[ring]]).map = map
    }
  }
}
