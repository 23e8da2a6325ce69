package import OverlookGeometry
package import OverlookLocation
package import OverlookRouting

/// Guidance along a route: what happens with each fix, as a value. It reads no clock and waits for nothing: `now` is seconds since 1970 and
/// never goes back; the same calls give the same events.
package struct NavigationSession: Sendable {
  package let settings: NavigationSettings
  /// All waypoints behind the start.
  package internal(set) var destinations: [NavigationWaypoint]
  /// Where the traveller is, and what comes next.
  package internal(set) var progress: NavigationProgress
  var track: RouteTrack
  var others: [RouteTrack]

  /// Begins on the first of `routes`; the others are taken by driving them. `destinations`: what the route was asked for, without the
  /// start; where they do not fit its legs, the ends of the legs stand in.
  package init(
    routes: [Route], destinations: [NavigationWaypoint] = [], settings: NavigationSettings = NavigationSettings()
  ) throws(RoutingError) {
    guard let first = routes.first else { throw .unusable("there is no route to follow") }
    track = try RouteTrack(first)
    others = routes.dropFirst().compactMap { try? RouteTrack($0) }
    self.settings = settings
    self.destinations = destinations
    let step = track.step(0)
    progress = NavigationProgress(coordinate: track.places[0], step: step, mode: step.mode)
  }

  /// The route that is followed.
  package var route: Route { track.route }
  /// Routes that are taken by driving them.
  package var alternatives: [Route] { others.map(\.route) }
  /// Whether the last stop is not reached yet.
  package var isActive: Bool { !progress.hasEnded }
  /// The way since the start on roads, without places that lie on the line between their neighbours.
  package var travelledPath: [LocationCoordinate] { [] }
  /// Bounds of what lies ahead.
  package var remainingBounds: CoordinateBounds { track.bounds(from: progress.distanceTravelled) }

  /// What is shown and said before the first fix.
  package mutating func start(now: Double) -> [NavigationEvent] { [] }

  /// A fix has come.
  package mutating func update(_ fix: LocationFix, now: Double) -> [NavigationEvent] { [] }

  /// Time has passed without a fix; once a second is enough.
  package mutating func tick(now: Double) -> [NavigationEvent] { [] }

  /// The routes that were found for `rerouteWanted`: the first is followed if the traveller is still off the route.
  package mutating func accept(_ routes: [Route], for request: RerouteRequest, now: Double) -> [NavigationEvent] { [] }

  /// No routes were found for `rerouteWanted`.
  package mutating func refuse(_ error: RoutingError, for request: RerouteRequest, now: Double) -> [NavigationEvent] { [] }

  /// Drops the next stop, as if it had been reached; the new target, or nil when there is none.
  @discardableResult package mutating func continueToNextDestination(now: Double) -> NavigationWaypoint? { nil }

  /// What lies on the way, in place of what was given before.
  package mutating func setPlacesAhead(_ places: [PlaceAhead]) {}
}
