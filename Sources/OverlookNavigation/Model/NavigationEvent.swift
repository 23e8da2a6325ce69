package import OverlookGeometry
package import OverlookRouting

/// What has happened on the way.
package enum NavigationEvent: Hashable, Sendable {
  /// The traveller is elsewhere: the place, the course and the speed of the progress that follows.
  case location(LocationCoordinate, course: Double?, speed: Double)
  /// What lies ahead has changed.
  case progress(NavigationProgress)
  /// A sentence to be spoken.
  case instruction(NavigationInstruction)
  /// A line to be shown until the next one comes.
  case banner(NavigationBanner)
  /// The traveller has left the route; nothing is announced until `rerouted`, `backOnRoute` or `alternativeTaken`.
  case offRoute
  /// The traveller is back on the route without a new one.
  case backOnRoute
  /// A new route is wanted; the answer goes to `accept` or `refuse` of the session.
  case rerouteWanted(RerouteRequest)
  /// A new route is followed.
  case rerouted(distance: Double, duration: Double)
  /// There was no new route; it is asked for again later.
  case rerouteFailed(RoutingError)
  /// The traveller goes along the route in the wrong direction.
  case wrongWay
  /// Another limit, or another side of it.
  case speedLimit(Double?, excess: SpeedExcess)
  /// A stop is reached: its number among the waypoints of the request, from 1, and whether it is the last one.
  case arrived(waypoint: Int, isLast: Bool)
  /// The last stop is reached; nothing follows.
  case ended
  /// There are no usable fixes.
  case signalLost
  /// There are fixes again.
  case signalBack
  /// The traveller has driven into a tunnel or out of it.
  case tunnel(isInside: Bool)
  /// The traveller has taken one of the other routes, by its number among them; it is now the route.
  case alternativeTaken(Int)
  /// Something on the route comes near.
  case placeAhead(PlaceAhead, distance: Double)
}

/// A sentence to be spoken at a moment.
package struct NavigationInstruction: Hashable, Sendable {
  /// How near the maneuver is.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case early, prepare, turn, now
  }

  package var kind: Kind
  package var text: String
  /// Metres to the maneuver.
  package var distance: Double
  /// The leg and the step whose maneuver it tells.
  package var legIndex: Int
  package var stepIndex: Int
}

/// A line to be shown above the map.
package struct NavigationBanner: Hashable, Sendable {
  package var text: String
  /// Metres to the maneuver when the line appears.
  package var distance: Double
  /// The leg and the step whose maneuver it tells.
  package var legIndex: Int
  package var stepIndex: Int
}

/// A wish for a new route.
package struct RerouteRequest: Hashable, Sendable {
  /// From where the traveller is, looking where the traveller goes, over what was not reached yet, to the destination.
  package var waypoints: [RouteWaypoint]
  /// Counted from 1; an answer to an older one is not used.
  package var number: Int
}

/// Something on the way that a traveller wants to know of before.
package struct PlaceAhead: Hashable, Sendable {
  package var kind: GuidanceNotice.Hazard
  package var coordinate: LocationCoordinate
  /// What people call it; empty for nothing.
  package var title: String
  /// Seconds that it costs; nil where it is not known.
  package var delay: Double?

  package init(_ kind: GuidanceNotice.Hazard, at coordinate: LocationCoordinate, title: String = "", delay: Double? = nil) {
    self.kind = kind
    self.coordinate = coordinate
    self.title = title
    self.delay = delay
  }
}
