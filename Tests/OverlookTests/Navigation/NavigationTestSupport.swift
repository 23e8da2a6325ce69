import Foundation
import Overlook
import Synchronization

/// A town of two roads: a kilometre to the north, then one to the east.
struct CornerTown: RoutingProvider {
  static let start = LocationCoordinate(latitude: 53.55, longitude: 13.26)
  static let corner = SphericalGeometry.offset(from: start, distanceMeters: 1000, headingDegrees: 0)
  static let end = SphericalGeometry.offset(from: corner, distanceMeters: 1000, headingDegrees: 90)

  var error: RoutingError?
  var pauseMilliseconds = 0

  func routes(for request: RouteRequest) async throws(RoutingError) -> [Route] {
    if pauseMilliseconds > 0 { try? await Task.sleep(for: .milliseconds(pauseMilliseconds)) }
    if let error { throw error }
    return [Self.route]
  }

  static let route = Route(
    geometry: [start, corner, end],
    legs: [
      RouteLeg(
        steps: [
          RouteStep(
            maneuver: Maneuver(kind: .depart, location: start, bearingBefore: 0, bearingAfter: 0), range: 0...1,
            name: "North Road",
            mode: .car, distance: 1000, duration: 100, speedLimit: 50, instruction: "Head north"),
          RouteStep(
            maneuver: Maneuver(kind: .turn, modifier: .right, location: corner, bearingBefore: 0, bearingAfter: 90), range: 1...2,
            name: "East Road", mode: .car, distance: 1000, duration: 100, instruction: "Turn right"),
          RouteStep(
            maneuver: Maneuver(kind: .arrive, location: end, bearingBefore: 90, bearingAfter: 90), range: 2...2, mode: .car,
            distance: 0, duration: 0, instruction: "You have arrived"),
        ], distance: 2000, duration: 200)
    ], distance: 2000, duration: 200, mode: .car)

  static let destination = NavigationWaypoint(location: end, title: "The end")
}

/// The same town, whose roads a test can close.
final class ClosingTown: RoutingProvider {
  private let closed = Mutex(false)

  var isClosed: Bool {
    get { closed.withLock { $0 } }
    set { closed.withLock { $0 = newValue } }
  }

  func routes(for request: RouteRequest) async throws(RoutingError) -> [Route] {
    if isClosed { throw .noRoute("closed") }
    return [CornerTown.route]
  }
}

/// Tells what a test says.
final class SaidLocation: LocationProvider {
  var onUpdate: (@MainActor (LocationUpdate) -> Void)?
  var status = LocationStatus.stopped
  var lastFix: LocationFix?
  private(set) var starts = 0
  private(set) var stops = 0

  func start() {
    starts += 1
    status = .searching
  }

  func stop() {
    stops += 1
    status = .stopped
  }

  func say(_ place: LocationCoordinate, speed: Double = 0, course: Double? = nil) {
    let fix = LocationFix(place, time: Date().timeIntervalSince1970, accuracy: 8, speed: speed, course: course)
    lastFix = fix
    status = .fixed
    onUpdate?(.fix(fix))
  }
}

/// What a navigator told, in order.
@MainActor final class GuidanceLog: NavigatorDelegate {
  private(set) var events: [String] = []
  var onEvent: ((String) -> Void)?

  func note(_ event: String) {
    events.append(event)
    onEvent?(event)
  }

  func navigator(_ navigator: Navigator, didUpdateLocation location: LocationFix) { note("location") }
  func navigator(_ navigator: Navigator, didArriveAt waypoint: NavigationWaypoint) { note("arrived \(waypoint.title ?? "")") }
  func navigatorDidChangeRoute(_ navigator: Navigator) { note("route") }
  func navigator(_ navigator: Navigator, didUpdateRemaining remaining: TimeAndDistance) { note("remaining") }
  func navigator(_ navigator: Navigator, didUpdateRemainingTime time: Double) { note("time") }
  func navigator(_ navigator: Navigator, didUpdateRemainingDistance distance: Double) { note("distance") }
  func navigator(_ navigator: Navigator, didAnnounce sentence: String) { note("said") }
}

extension Navigator {
  /// Asks for the way to a place and waits for the answer.
  func status(to waypoints: [NavigationWaypoint] = [CornerTown.destination]) async -> RouteStatus {
    await withCheckedContinuation { continuation in
      setDestinations(waypoints) { continuation.resume(returning: $0) }
    }
  }
}
