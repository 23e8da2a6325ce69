package import OverlookGeometry
package import OverlookRoads
package import OverlookRouting

/// Where a traveller is on a route, and what comes next: all that a header, a footer, a camera and a dot are made of.
package struct NavigationProgress: Hashable, Sendable {
  /// On the route while the traveller is on it, else where the fix is.
  package var coordinate: LocationCoordinate
  /// Degrees clockwise from north: of the road while on the route, else as the receiver said; nil where neither is known.
  package var course: Double?
  /// Metres per second; 0 when it stands or is not known.
  package var speed: Double = 0
  /// Metres within which `coordinate` is right, as far as it is known.
  package var accuracy: Double?
  /// Seconds since 1970: of the fix, or of the moment a place was reckoned for.
  package var time: Double = 0

  /// The leg of the route that is travelled.
  package var legIndex = 0
  /// The step of that leg that is travelled.
  package var stepIndex = 0
  /// The step that is travelled.
  package var step: RouteStep
  /// The step that the next maneuver begins; nil behind the last one.
  package var nextStep: RouteStep?
  /// The step behind it, when its maneuver follows so closely that both are told together.
  package var stepAfterNext: RouteStep?
  /// Metres to the next maneuver.
  package var distanceToManeuver = 0.0
  /// Seconds to the next maneuver.
  package var timeToManeuver = 0.0

  /// From here to each stop that is not reached yet, in their order.
  package var remaining: [TimeAndDistance] = []
  /// The number of the waypoint of the request that is travelled to, from 1: waypoint 0 is the start.
  package var waypointIndex = 1

  /// Kilometres per hour; nil where it is not known or there is none.
  package var speedLimit: Double?
  /// Whether the traveller is faster than that.
  package var speeding = SpeedExcess.none
  /// The lanes before the next maneuver, when it is near enough to choose one; else empty.
  package var lanes: [Lane] = []
  /// How the present step is travelled.
  package var mode: TravelMode
  /// Whether it is a crossing by ferry.
  package var isOnFerry: Bool { step.isFerry }
  /// Whether the traveller has left the route.
  package var isOffRoute = false
  /// Whether the traveller goes along the route the wrong way.
  package var isWrongWay = false
  /// Whether there have been no fixes for a while.
  package var isLost = false
  /// Whether `coordinate` is reckoned from the last speed, for want of fixes.
  package var isReckoned = false
  /// Whether the place lies in a tunnel, as far as tunnels are known.
  package var isInTunnel = false
  /// Whether guidance has ended at the last stop.
  package var hasEnded = false

  /// Metres along the route from its start.
  package var distanceTravelled = 0.0
  /// The piece of the route's geometry that the traveller is on begins at this index.
  package var geometryIndex = 0
  /// How far along that piece, 0 ... 1.
  package var geometryFraction = 0.0

  /// The name of the road; its number where it has no name; empty where it has neither.
  package var roadName: String { step.name.isEmpty ? step.ref : step.name }
  /// From here to the next stop; nil when there is none.
  package var toNextStop: TimeAndDistance? { remaining.first }
  /// From here to the destination; nil when it is reached.
  package var toDestination: TimeAndDistance? { remaining.last }
}

/// How much too fast somebody is.
package enum SpeedExcess: String, Hashable, Sendable {
  case none, minor, major
}
