package import OverlookGeometry
package import OverlookLocation
package import OverlookRouting

/// Guidance along a route: what happens with each fix, as a value. It reads no clock and waits for nothing: `now` is seconds since 1970 and
/// never goes back; the same calls give the same events.
package struct NavigationSession: Sendable {
  package let settings: NavigationSettings
  /// All waypoints behind the start.
  package let destinations: [NavigationWaypoint]
  /// Where the traveller is, and what comes next.
  package internal(set) var progress: NavigationProgress

  let speech: GuidanceSpeech
  var track: RouteTrack
  /// Of the waypoints that are not reached, where they are on the track.
  var targets: [TrackTarget] = []
  var others: [AlternativeWatch]

  // Where the traveller is on the track.
  var position = 0.0
  var stepIndex = 0
  /// Whether the traveller has been on the route.
  var hasJoined = false
  /// Whether the position comes from fixes, so that the next one may be smoothed with it.
  var hasSettled = false
  /// Seconds from the start of the route, as it plans them, to where the last fix was on it.
  var plannedAtFix: Double?
  /// Since when the traveller stands before a stop.
  var standingSince: Double?

  // What comes in.
  var lastNow = -Double.infinity
  var lastUsable: AcceptedFix?
  var lastReckoned = -Double.infinity

  var gate = FixGate()
  var matcher = RouteMatcher()
  var judge = OffRouteJudge()
  var clock = RerouteClock()
  var announcements = AnnouncementState()
  var pace = PaceEstimate()
  var speedWatch = SpeedWatch()
  var travelled = TravelledPath()
  var placesAhead: [LocatedPlace] = []
  var tunnels: [ClosedRange<Double>] = []

  /// Begins on the first of `routes`; the others are taken by driving them. `destinations`: what the route was asked for, without the
  /// start; where they do not fit its legs, the ends of the legs stand in.
  package init(
    routes: [Route], destinations: [NavigationWaypoint] = [], settings: NavigationSettings = NavigationSettings()
  ) throws(RoutingError) {
    guard let first = routes.first else { throw .unusable("there is no route to follow") }
    let track = try RouteTrack(first)
    self.track = track
    self.settings = settings
    speech = GuidanceSpeech(language: settings.language, units: settings.units)
    others = Self.watches(routes.dropFirst())
    let fits = destinations.count(where: \.isStop) == first.legs.count && destinations.last?.isStop == true
    self.destinations =
      fits
      ? destinations : first.legs.indices.map { NavigationWaypoint(location: track.place(at: track.end(ofLeg: $0)).coordinate) }
    let step = track.step(0)
    progress = NavigationProgress(coordinate: track.places[0], step: step, mode: step.mode)
    targets = TrackTarget.targets(Array(self.destinations.enumerated()), on: track)
    fillProgress(at: track.place(at: 0), time: 0)
  }

  /// Routes that nobody can follow are none.
  static func watches(_ routes: some Sequence<Route>) -> [AlternativeWatch] {
    routes.prefix(5).compactMap { route in (try? RouteTrack(route)).map(AlternativeWatch.init) }
  }

  /// The route that is followed.
  package var route: Route { track.route }
  /// Routes that are taken by driving them.
  package var alternatives: [Route] { others.map(\.track.route) }
  /// Whether the last stop is not reached yet.
  package var isActive: Bool { !progress.hasEnded }
  /// The way since the start on roads, without places that lie on the line between their neighbours.
  package var travelledPath: [LocationCoordinate] { travelled.coordinates }
  /// What was said to lie on the way.
  package var knownPlaces: [PlaceAhead] { placesAhead.map(\.place) }
  /// Bounds of what lies ahead.
  package var remainingBounds: CoordinateBounds { track.bounds(from: position) }
  /// The leg that is travelled.
  var leg: Int { track.steps[stepIndex].leg }
  var limits: GuidanceLimits { track.steps[stepIndex].limits }

  /// What is shown and said before the first fix.
  package mutating func start(now: Double) -> [NavigationEvent] {
    advance(now)
    var events: [NavigationEvent] = [.progress(progress)]
    guard isActive else { return events }
    events += bannerIfNew()
    if settings.isGuiding { events.append(departure()) }
    return events
  }

  /// A fix has come.
  package mutating func update(_ fix: LocationFix, now: Double) -> [NavigationEvent] {
    advance(now)
    guard isActive else { return [] }
    switch gate.judge(fix, now: lastNow, limits: limits) {
    case .ignored, .poor: return passTime()
    case .usable(let accepted): return take(accepted)
    }
  }

  /// Time has passed without a fix; once a second is enough.
  package mutating func tick(now: Double) -> [NavigationEvent] {
    advance(now)
    return isActive ? passTime() : []
  }

  /// What lies on the way, in place of what was given before; what was told of it is not told again.
  package mutating func setPlacesAhead(_ places: [PlaceAhead]) {
    let told = Set(placesAhead.filter(\.isTold).map { LocatedPlace.Identity($0.place) })
    placesAhead = places.prefix(LocatedPlace.limit).map {
      LocatedPlace($0, on: track, from: position, isTold: told.contains(LocatedPlace.Identity($0)))
    }
  }

  /// Parts of the route that lie in tunnels, by indices into its geometry, in place of what was given before: there, the loss of the
  /// signal is nothing to be told.
  package mutating func setTunnels(_ ranges: [ClosedRange<Int>]) {
    let last = track.places.count - 1
    tunnels = ranges.prefix(10_000).compactMap { range in
      guard range.lowerBound >= 0, range.upperBound <= last else { return nil }
      return track.meters[range.lowerBound]...track.meters[range.upperBound]
    }
  }

  mutating func advance(_ now: Double) {
    guard now.isFinite, now > lastNow, abs(now) < 1e12 else {
      if lastNow == -.infinity { lastNow = 0 }
      return
    }
    lastNow = now
  }
}
