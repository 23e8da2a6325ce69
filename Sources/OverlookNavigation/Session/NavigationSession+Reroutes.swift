import OverlookGeometry
package import OverlookRouting

extension NavigationSession {
  /// A wish for a new route, when the time for one has come.
  mutating func rerouteRequest(_ fix: AcceptedFix) -> RerouteRequest? {
    let ahead = targets.map { destinations[$0.destination].stop }
    guard !ahead.isEmpty, let number = clock.request(now: lastNow, place: fix.coordinate) else { return nil }
    // Nobody turns round on the road because a route begins the other way.
    let start = RouteWaypoint(fix.coordinate, heading: fix.course, headingTolerance: 60)
    return RerouteRequest(waypoints: [start] + ahead, number: number)
  }

  /// The routes that were found for `rerouteWanted`: the first is followed if the traveller is still off the route. Routes that nobody can
  /// follow are told as `rerouteFailed`; an answer to an older request is not used.
  package mutating func accept(_ routes: [Route], for request: RerouteRequest, now: Double) -> [NavigationEvent] {
    advance(now)
    guard clock.answer(request.number), isActive, judge.isOff else { return [] }
    let track: RouteTrack
    do throws(RoutingError) {
      guard let first = routes.first else { throw .noRoute("there is no route") }
      track = try RouteTrack(first)
      guard track.legSteps.count == targets.count(where: { $0.leg != nil }) else {
        throw .unusable("the route has \(track.legSteps.count) legs, which are not those that were asked for")
      }
    } catch {
      return [.rerouteFailed(error)]
    }
    follow(track, others: Self.watches(routes.dropFirst()))
    if let fix = lastUsable {
      let range = 0...track.end(ofLeg: 0)
      matcher.search(fix, on: track, limits: limits, in: range, about: 0)
      if let match = matcher.best, match.offset <= max(limits.offRouteMeters, 2 * fix.sigma) { move(to: match.meters, fix) }
    }
    fillProgress(at: track.place(at: position), time: progress.time)
    return [.rerouted(distance: track.length, duration: track.duration), .progress(progress)] + announceAtOnce()
  }

  /// No routes were found for `rerouteWanted`; it is asked for again when its time comes.
  package mutating func refuse(_ error: RoutingError, for request: RerouteRequest, now: Double) -> [NavigationEvent] {
    advance(now)
    guard clock.answer(request.number), isActive, judge.isOff else { return [] }
    return [.rerouteFailed(error)]
  }

  /// Drops the next stop and wants a route to the one behind it with the next fix; the new target, or nil when there is none, which ends
  /// the guidance.
  @discardableResult package mutating func continueToNextDestination(now: Double) -> NavigationWaypoint? {
    advance(now)
    guard isActive else { return nil }
    if let index = targets.firstIndex(where: { $0.leg != nil }) { targets.removeFirst(index + 1) }
    guard let next = targets.first(where: { $0.leg != nil }) else {
      progress.hasEnded = true
      progress.remaining = []
      return nil
    }
    progress.waypointIndex = next.destination + 1
    judge.leave()
    matcher.forget()
    clock.restart()
    // They lead over the stop that is dropped.
    others = []
    return destinations[next.destination]
  }

  /// Goes on along another route from its start.
  private mutating func follow(_ track: RouteTrack, others: [AlternativeWatch]) {
    let waypoints = targets.map { (offset: $0.destination, element: destinations[$0.destination]) }
    self.track = track
    self.others = others
    targets = TrackTarget.targets(waypoints, on: track)
    (position, stepIndex, hasJoined, hasSettled, standingSince) = (0, 0, false, false, nil)
    plannedAtFix = nil
    matcher = RouteMatcher()
    judge.forget()
    announcements.forget()
    tunnels = []
    (progress.isOffRoute, progress.isWrongWay) = (false, false)
    placesAhead = placesAhead.map { LocatedPlace($0.place, on: track, from: 0, isTold: $0.isTold) }
  }

  // MARK: Alternatives

  /// The number of the other route that the traveller drives on, if there is one.
  mutating func takenAlternative(_ fix: AcceptedFix) -> Int? {
    guard hasJoined, !others.isEmpty else { return nil }
    let offset = matcher.best?.offset ?? .infinity
    var taken: Int?
    for index in others.indices where others[index].update(fix, limits: limits, offset: offset) { taken = taken ?? index }
    return taken
  }

  /// Follows one of the other routes; the old one takes its place among them.
  mutating func follow(alternative index: Int, _ fix: AcceptedFix) -> [NavigationEvent] {
    let (taken, old) = (others[index], track)
    var rest = others
    rest[index] = AlternativeWatch(old)
    follow(taken.track, others: rest)
    matcher = taken.matcher
    hasJoined = true
    if let match = matcher.best {
      position = match.meters
      stepIndex = min(track.stepIndex(at: position), track.lastTravelledStep(ofLeg: 0))
    }
    fillProgress(at: track.place(at: position), time: fix.time)
    return [.alternativeTaken(index)]
  }
}
