import OverlookGeometry
import OverlookRouting

extension NavigationSession {
  /// The stops that are reached here; more than one where they are the same place.
  mutating func arrivals(_ fix: AcceptedFix) -> [NavigationEvent] {
    passTargets()
    var events: [NavigationEvent] = []
    while isActive, isAtStop(fix) { events += arrive() }
    return events
  }

  /// Off the route, at the stop all the same: in the yard beside the road.
  mutating func arrivalBesideRoute(_ fix: AcceptedFix) -> [NavigationEvent] {
    guard hasJoined, let target = targets.first(where: { $0.leg == leg }), target.meters - position <= Self.yardMeters else {
      return []
    }
    let place = destinations[target.destination].location
    guard SphericalGeometry.distance(from: fix.coordinate, to: place) <= limits.arrivalMeters + fix.sigma else { return [] }
    return arrive()
  }

  /// Metres before the end of a leg from which a stop may be reached beside the road.
  private static let yardMeters = 150.0

  private mutating func isAtStop(_ fix: AcceptedFix) -> Bool {
    let left = track.end(ofLeg: leg) - position
    if left <= limits.arrivalMeters { return true }
    guard left <= limits.parkingMeters, fix.speed < 0.7 else {
      standingSince = nil
      return false
    }
    let since = standingSince ?? fix.now
    standingSince = since
    return fix.now - since >= GuidanceLimits.standingSeconds
  }

  /// Passes what is not stopped at.
  private mutating func passTargets() {
    while let first = targets.first, first.leg == nil, position >= first.meters - limits.arrivalMeters { targets.removeFirst() }
  }

  private mutating func arrive() -> [NavigationEvent] {
    standingSince = nil
    let (old, arrival) = (leg, track.legSteps[leg].upperBound - 1)
    let isLast = old + 1 >= track.legSteps.count
    let waypoint = targets.first { $0.leg == old }.map { $0.destination + 1 } ?? old + 1
    var events: [NavigationEvent] = [.arrived(waypoint: waypoint, isLast: isLast)]
    if settings.isGuiding, arrival >= 0, track.step(arrival).maneuver.kind == .arrive {
      let text = speech.announcement(for: track.step(arrival), distance: nil, stop: stopNumber(ofLeg: old))
      events.append(say(.now, text, distance: max(track.steps[arrival].start - position, 0), step: arrival))
      announcements.holdUntil = announcements.busyUntil
    }
    while let first = targets.first, first.leg.map({ $0 <= old }) ?? (first.meters <= track.end(ofLeg: old)) {
      targets.removeFirst()
    }
    if isLast {
      progress.hasEnded = true
      progress.remaining = []
      return events + [.ended]
    }
    beginLeg(old + 1)
    return events
  }

  private mutating func beginLeg(_ next: Int) {
    stepIndex = track.legSteps[next].lowerBound
    position = max(position, track.start(ofLeg: next))
    // Who stands a little before the stop is on the next leg when its begin is reached.
    (hasJoined, hasSettled) = (false, false)
    matcher.forget()
    others = []
    fillProgress(at: track.place(at: position), time: progress.time)
  }
}
