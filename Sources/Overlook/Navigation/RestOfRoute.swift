import OverlookGeometry
import OverlookNavigation
import OverlookRouting
import OverlookSearch

/// What of a route lies ahead: where it passes the destinations, and how long it plans. Made once for all places that are looked at.
struct RestOfRoute {
  /// Seconds that the route plans for it: what another route plans is compared with that, and not with a pace that was seen.
  let plannedTime: Double
  /// Metres from the start of the route at which it begins.
  private let start: Double
  /// Metres at which the route passes the destinations; nil for those that it does not pass behind the one before. Nil for a route that
  /// cannot be measured.
  private let passings: [Double?]?

  /// How far from a destination a route still passes it, metres.
  private static let reach = 250.0

  init(_ route: Route, from start: Double, over destinations: [LocationCoordinate]) {
    self.start = start
    guard let track = try? RouteTrack(route) else {
      (plannedTime, passings) = (route.duration, nil)
      return
    }
    plannedTime = track.duration > 0 ? route.duration * (1 - track.time(at: start) / track.duration) : route.duration
    var passed = start
    passings = destinations.map { destination in
      guard let there = track.passing(destination, within: Self.reach, from: passed)?.meters else { return nil }
      passed = there
      return there
    }
  }

  /// The number of the first destination that the route passes behind a place; behind the last one there is no route. The first one
  /// where the route cannot be measured.
  func stopIndex(before place: PlaceAlongRoute) -> Int {
    guard let passings else { return 0 }
    let meters = start + place.distance
    return passings.firstIndex { $0.map { $0 > meters } ?? false } ?? max(passings.count - 1, 0)
  }
}
