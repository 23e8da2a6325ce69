import OverlookGeometry
import OverlookRouting

extension NavigationSession {
  /// Sets what follows from the position on the track.
  mutating func fillProgress(at place: TrackPlace, time: Double) {
    let part = track.steps[stepIndex]
    progress.coordinate = place.coordinate
    progress.course = place.bearing
    progress.time = time
    progress.distanceTravelled = place.meters
    (progress.geometryIndex, progress.geometryFraction) = (place.index, place.fraction)
    (progress.legIndex, progress.stepIndex) = (part.leg, part.number)
    progress.step = track.step(stepIndex)
    progress.mode = progress.step.mode
    fillNext(place.meters)
    fillRemaining(place.meters)
  }

  private mutating func fillNext(_ meters: Double) {
    guard let next = nextManeuver else {
      (progress.nextStep, progress.stepAfterNext) = (nil, nil)
      (progress.distanceToManeuver, progress.timeToManeuver, progress.lanes) = (0, 0, [])
      return
    }
    let part = track.steps[stepIndex]
    progress.nextStep = track.step(next)
    progress.stepAfterNext = linked(to: next).map { track.step($0) }
    let distance = max(track.steps[next].start - meters, 0)
    progress.distanceToManeuver = distance
    let planned = max(track.steps[next].time - track.time(at: meters, step: stepIndex), 0)
    progress.timeToManeuver = progress.speed > part.speed * 0.3 ? distance / progress.speed : planned
    let lanes = progress.nextStep?.lanes ?? []
    let isNear = distance <= max(400, 20 * progress.speed)
    progress.lanes = isNear && (1...16).contains(lanes.count) && lanes.contains(where: \.isValid) ? lanes : []
  }

  private mutating func fillRemaining(_ meters: Double) {
    let passed = track.time(at: meters, step: stepIndex)
    progress.remaining.removeAll(keepingCapacity: true)
    for leg in leg..<track.legSteps.count {
      let (time, distance) = (track.endTime(ofLeg: leg) - passed, track.end(ofLeg: leg) - meters)
      let expected = max(pace.expected(max(time, 0)), 0) + delay(from: meters, to: track.end(ofLeg: leg))
      progress.remaining.append(TimeAndDistance(time: expected, distance: max(distance, 0)))
    }
    if let target = targets.first(where: { $0.leg == leg }) { progress.waypointIndex = target.destination + 1 }
  }

  /// Seconds that what lies between two places of the route is known to cost. Within a jam, the pace of the traveller says it.
  private func delay(from start: Double, to end: Double) -> Double {
    var seconds = 0.0
    for ahead in placesAhead {
      guard let delay = ahead.place.delay, let meters = ahead.meters, meters > start, meters <= end else { continue }
      seconds += min(max(delay.isFinite ? delay : 0, 0), Self.longestDelay)
    }
    return seconds
  }

  /// A day: more is no delay, but a fault of who tells it.
  private static let longestDelay = 86_400.0

  /// The step that begins with the next maneuver: of those that somebody has to be told, for a road that is only called otherwise from here
  /// on must not hide the turn behind it.
  var nextManeuver: Int? {
    let end = track.legSteps[leg].upperBound
    guard stepIndex + 1 < end else { return nil }
    return track.steps[stepIndex].nextWorthy ?? end - 1
  }

  /// The maneuver that follows another one so closely that both are told in one sentence.
  func linked(to step: Int) -> Int? {
    let latest = track.steps[step].time + limits.linkSeconds
    var next = track.steps[step].nextWorthy
    // Who was told the exit of a roundabout needs no word about leaving it.
    while let exit = next, track.steps[exit].kind == .exitRoundabout, track.steps[exit].time <= latest {
      next = track.steps[exit].nextWorthy
    }
    return next.flatMap { track.steps[$0].time <= latest ? $0 : nil }
  }
}

extension RouteStep {
  /// Whether somebody who is told nothing might go wrong, so that it has more than a line on the screen.
  var isWorthAWord: Bool {
    switch maneuver.kind {
    case .depart: false
    case .newName, .notification, .continue: isFerry || maneuver.modifier != nil && maneuver.modifier != .straight
    case .turn, .merge, .onRamp, .offRamp, .fork, .endOfRoad, .roundabout, .rotary, .exitRoundabout, .arrive: true
    }
  }
}

extension RouteTrack {
  /// Metres from the start to the begin of a leg.
  func start(ofLeg leg: Int) -> Double { legSteps[leg].first.map { steps[$0].start } ?? 0 }
}
