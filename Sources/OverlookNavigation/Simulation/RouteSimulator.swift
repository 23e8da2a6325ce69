package import OverlookLocation
package import OverlookRouting

/// Drives along a route as a receiver would tell it, as a value: the same fixes for the same seed.
package struct RouteSimulator: Sendable {
  /// How a drive differs from the plan.
  package struct Options: Hashable, Sendable {
    /// How much faster than planned; default 1.
    package var factor = 1.0
    /// Metres of the noise to each side (one standard deviation); default 0.
    package var noise = 0.0
    /// Metres that all fixes lie to the right of the way; default 0.
    package var bias = 0.0
    /// Seconds between fixes; default 1.
    package var interval = 1.0
    package var seed: UInt64 = 1

    package init() {}
  }

  /// Begins at the start of the route at a time, in seconds since 1970.
  package init(_ route: Route, options: Options = Options(), time: Double) throws(RoutingError) {
    track = try RouteTrack(route)
  }

  private let track: RouteTrack

  /// Whether the end of the route is reached.
  package var hasArrived: Bool { true }

  /// The next fix; goes on from the end of the route, standing there.
  package mutating func next() -> LocationFix { LocationFix(track.places[0], time: 0) }

  /// Goes on along another route from where the simulator is.
  package mutating func follow(_ route: Route) throws(RoutingError) {}

  /// Leaves the route at the next maneuver: goes straight on over it for so many metres.
  package mutating func missNextManeuver(by meters: Double) {}
}
