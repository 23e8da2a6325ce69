package import OverlookLocation
package import OverlookRouting

/// What is done to a session: all that its events depend on.
package enum SessionInput: Hashable, Sendable {
  case start
  case fix(LocationFix)
  case tick
  /// Routes for the request of a number.
  case accept([Route], request: Int)
  /// No routes for the request of a number.
  case refuse(RoutingError, request: Int)
  case continueToNextDestination
  case placesAhead([PlaceAhead])
  case tunnels([ClosedRange<Int>])
}

/// What a session begins with.
package struct SessionBegin: Hashable, Sendable {
  package var routes: [Route]
  package var destinations: [NavigationWaypoint]
  package var settings: NavigationSettings

  package init(routes: [Route], destinations: [NavigationWaypoint] = [], settings: NavigationSettings = NavigationSettings()) {
    self.routes = routes
    self.destinations = destinations
    self.settings = settings
  }

  /// A session that begins so.
  package func session() throws(RoutingError) -> NavigationSession {
    try NavigationSession(routes: routes, destinations: destinations, settings: settings)
  }
}

extension NavigationSession {
  /// Does one thing, and tells what happens.
  package mutating func apply(_ input: SessionInput, now: Double) -> [NavigationEvent] {
    switch input {
    case .start: return start(now: now)
    case .fix(let fix): return update(fix, now: now)
    case .tick: return tick(now: now)
    case .accept(let routes, let number):
      return accept(routes, for: RerouteRequest(waypoints: [], number: number), now: now)
    case .refuse(let error, let number):
      return refuse(error, for: RerouteRequest(waypoints: [], number: number), now: now)
    case .continueToNextDestination:
      continueToNextDestination(now: now)
      return [.progress(progress)] + (isActive ? [] : [.ended])
    case .placesAhead(let places):
      setPlacesAhead(places)
      return []
    case .tunnels(let ranges):
      setTunnels(ranges)
      return []
    }
  }
}
