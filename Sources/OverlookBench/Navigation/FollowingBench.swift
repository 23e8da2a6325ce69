import Foundation
import Overlook
import OverlookMeasurement
import OverlookNavigation
import OverlookRouting
import OverlookSupport

/// The part of `overlook bench guidance` about the map: frames in which the camera follows a drive, beside the same pan of a map
/// without navigation: the same cameras one after the other, with their bearings, tilts and zooms, over tiles that are there.
@MainActor enum FollowingBench {
  /// Of the drive that is measured.
  private static let seconds = 15
  private static let framesPerSecond = 60

  /// Says the fixes of a simulated drive when it is told to.
  private final class DriveLocation: LocationProvider {
    var onUpdate: (@MainActor (LocationUpdate) -> Void)?
    private(set) var status = LocationStatus.stopped
    private(set) var lastFix: LocationFix?
    private var simulator: RouteSimulator

    init(_ route: Route) throws(RoutingError) {
      simulator = try RouteSimulator(route, time: Date().timeIntervalSince1970)
    }

    func start() { status = .searching }
    func stop() { status = .stopped }

    func goOn() {
      let fix = simulator.next()
      (lastFix, status) = (fix, .fixed)
      onUpdate?(.fix(fix))
    }
  }

  /// Knows one route.
  private struct KnownRoute: RoutingProvider {
    let route: Route

    func routes(for request: RouteRequest) async throws(RoutingError) -> [Route] { [route] }
  }

  /// Measures both along `route`.
  static func measure(_ route: Route, into report: inout BenchReport) throws {
    guard let start = route.geometry.first else { return }
    let stage = try BenchStage(camera: CameraPosition(target: start, zoom: 16), mapType: .normal)
    defer { stage.loop.close() }
    // The first drive brings the tiles, and says where the camera goes.
    let cameras = try follow(route, on: stage).cameras
    let begin = ProcessorClock.process()
    let pan = Samples(cameras.map { camera in time(stage) { stage.map.moveCamera(.setCamera(camera)) } })
    let panning = ProcessorClock.process() - begin
    let followed = try follow(route, on: stage)
    let frames = Samples(followed.times)
    report.add("a frame of the camera that follows, to finished pixels", frames.median * 1e3, "ms")
    report.add("the same pan without navigation", pan.median * 1e3, "ms")
    // Of all threads, so that others on the machine do not count.
    report.add("that as a share of it, in processor time", followed.processor / max(panning, 1e-9), "x", goal: 1.15)
    if AllocationCounter.isAvailable {
      report.add("heap blocks of such a frame", Double(followed.blocks) / Double(framesPerSecond / 4), "", goal: 0)
    }
  }

  /// Drives for a while, and tells where the camera was, how long each frame took, what all took of the processors, and what those of a quarter
  /// of a second took from the heap.
  private static func follow(
    _ route: Route, on stage: BenchStage
  ) throws -> (cameras: [CameraPosition], times: [Double], processor: Double, blocks: Int) {
    let location = try DriveLocation(route)
    let navigator = Navigator(routing: KnownRoute(route: route), speaker: Speaker(outputs: []))
    navigator.startLocation = route.geometry.first
    navigator.navigationUISettings.mode = .normal
    navigator.startControlling(stage.map)
    defer { navigator.stopControllingMap() }
    var status: RouteStatus?
    navigator.setDestinations([NavigationWaypoint(location: route.geometry[route.geometry.count - 1])]) { status = $0 }
    guard stage.loop.run(timeoutSeconds: 60, until: { status != nil }), status == .ok else {
      throw BenchError(description: "the route could not be followed")
    }
    navigator.locationProvider = location
    navigator.startGuidance()
    navigator.followMyLocation(perspective: .tilted)
    location.goOn()
    try stage.settle()
    var (cameras, times) = ([CameraPosition](), [Double]())
    let begin = ProcessorClock.process()
    for _ in 0..<seconds {
      location.goOn()
      for _ in 0..<framesPerSecond {
        times.append(time(stage) {})
        cameras.append(stage.map.camera)
      }
    }
    let processor = ProcessorClock.process() - begin
    let report = AllocationCounter.steadiestCount { for _ in 0..<framesPerSecond / 4 { _ = time(stage) {} } }
    return (cameras, times, processor, report.blocks)
  }

  /// Seconds from a change to the finished pixels of its frame.
  private static func time(_ stage: BenchStage, _ change: () -> Void) -> Double {
    let start = MonotonicClock.now()
    change()
    stage.loop.advance(by: 1 / Double(framesPerSecond), framesPerSecond: Double(framesPerSecond))
    stage.finish()
    return MonotonicClock.now() - start
  }
}
