import OverlookGeometry
import OverlookRouting

extension NavigationSession {
  /// What one fix changes.
  mutating func take(_ fix: AcceptedFix) -> [NavigationEvent] {
    var events: [NavigationEvent] = []
    if progress.isLost {
      progress.isLost = false
      events.append(.signalBack)
    }
    progress.isReckoned = false
    lastUsable = fix
    match(fix)
    if let taken = takenAlternative(fix) { events += follow(alternative: taken, fix) }
    let change = judge.judge(fix, matcher.best, limits: limits, hasJoined: hasJoined)
    events += tell(change)
    if judge.isOff {
      events += goOff(fix)
    } else {
      events += goOn(fix)
    }
    return events
  }

  /// Where the fix lies on the present leg: behind a stop that is not reached there is nothing.
  private mutating func match(_ fix: AcceptedFix) {
    let range = track.start(ofLeg: leg)...max(track.end(ofLeg: leg), track.start(ofLeg: leg))
    guard matcher.guesses.isEmpty || fix.isJump, hasJoined || judge.isOff else {
      return matcher.update(fix, on: track, limits: limits, in: range)
    }
    // Back on the route is a place near where it was left, or ahead; behind an outlier, near where the traveller was.
    let from = min(max(position - Self.returnMeters, range.lowerBound), range.upperBound)
    matcher.search(
      fix, on: track, limits: limits, in: from...range.upperBound, about: judge.isOff ? from : max(position, from))
    if matcher.guesses.isEmpty, !judge.isOff {
      matcher.search(fix, on: track, limits: limits, in: range, about: position)
    }
  }

  private static let returnMeters = 300.0

  private mutating func tell(_ change: OffRouteJudge.Change?) -> [NavigationEvent] {
    switch change {
    case .left:
      matcher.forget()
      return [.offRoute]
    case .wrongWay: return [.wrongWay, .offRoute]
    case .returned: return [.backOnRoute]
    case nil: return []
    }
  }

  // MARK: Off the route

  private mutating func goOff(_ fix: AcceptedFix) -> [NavigationEvent] {
    standingSince = nil
    progress.isOffRoute = true
    progress.isWrongWay = judge.isWrongWay
    progress.coordinate = fix.coordinate
    progress.course = fix.course ?? progress.course
    setMotion(of: fix)
    plannedAtFix = nil
    travelled.append(fix.coordinate)
    // The limit was that of the road that is left.
    let isSpeedNews = watchSpeed(fix, limit: nil)
    var events: [NavigationEvent] = [
      .location(fix.coordinate, course: progress.course, speed: fix.speed), .progress(progress),
    ]
    if isSpeedNews { events.append(.speedLimit(speedWatch.limit, excess: speedWatch.excess)) }
    events += arrivalBesideRoute(fix)
    guard isActive, judge.isOff else { return events }
    if let request = rerouteRequest(fix) { events.append(.rerouteWanted(request)) }
    return events
  }

  private mutating func setMotion(of fix: AcceptedFix) {
    progress.speed = fix.speed
    progress.accuracy = fix.sigma
    progress.time = fix.time
  }

  // MARK: On the route

  private mutating func goOn(_ fix: AcceptedFix) -> [NavigationEvent] {
    let before = position
    if let match = matcher.best, match.offset <= max(limits.offRouteMeters, 2 * fix.sigma), hasJoined || isJoining(match, fix) {
      hasJoined = true
      var rest = fix
      // The way until then is reckoned already.
      rest.elapsed = min(fix.elapsed, max(fix.now - lastReckoned, 0))
      move(to: match.meters, rest)
      if !judge.isDoubtful { clock.settle(now: lastNow) }
    }
    observePace(fix)
    let place = track.place(at: position)
    appendTravelled(from: before, to: place)
    setMotion(of: fix)
    (progress.isOffRoute, progress.isWrongWay) = (false, false)
    fillProgress(at: place, time: fix.time)
    if !hasJoined {
      progress.coordinate = fix.coordinate
      progress.course = fix.course ?? progress.course
    }
    var events: [NavigationEvent] = []
    let isSpeedNews = watchSpeed(fix, limit: hasJoined ? progress.step.speedLimit : nil)
    events.append(.location(progress.coordinate, course: progress.course, speed: fix.speed))
    events.append(.progress(progress))
    if isSpeedNews { events.append(.speedLimit(speedWatch.limit, excess: speedWatch.excess)) }
    events += tunnelEvents()
    guard hasJoined else { return events }
    events += arrivals(fix)
    guard isActive else { return events }
    return events + placeEvents() + announce()
  }

  /// Whether the traveller has come onto the leg: on the way to its begin, somebody goes elsewhere than the leg does.
  private func isJoining(_ match: TrackMatch, _ fix: AcceptedFix) -> Bool {
    match.meters > track.start(ofLeg: leg) || match.offset <= max(limits.strayMeters, 1.2 * fix.sigma)
  }

  /// Compares the time since the last fix with what the route plans; what was reckoned in between is no observation.
  private mutating func observePace(_ fix: AcceptedFix) {
    let planned = track.time(at: position, step: stepIndex)
    if hasJoined, let plannedAtFix { pace.observe(planned: planned - plannedAtFix, elapsed: fix.elapsed) }
    plannedAtFix = hasJoined ? planned : nil
  }

  /// Whether there is something to tell of the speed.
  private mutating func watchSpeed(_ fix: AcceptedFix, limit: Double?) -> Bool {
    let isNews = speedWatch.update(limit: limit, speed: fix.speed, settings: settings)
    (progress.speedLimit, progress.speeding) = (speedWatch.limit, speedWatch.excess)
    return isNews
  }

  /// Forward with the match, smoothed by how far the speed says that it went; back only where that is no error of the receiver.
  mutating func move(to meters: Double, _ fix: AcceptedFix) {
    let expected = position + fix.speed * min(fix.elapsed, 5)
    let error = meters - expected
    if !hasSettled || fix.isJump || abs(error) > max(25, 3 * fix.sigma) {
      position = meters
    } else {
      // The vaguer the places, the more the speed counts, if it is no more than what they make of it.
      let gain = fix.hasSpeed ? min(max(4 / fix.sigma, 0.25), 0.8) : 0.8
      position = min(max(position, expected + error * gain), track.end(ofLeg: leg))
    }
    hasSettled = true
    let steps = track.legSteps[leg]
    if position < track.steps[stepIndex].start - 60 { stepIndex = max(track.stepIndex(at: position), steps.lowerBound) }
    // On the arrival another rule decides.
    while stepIndex < track.lastTravelledStep(ofLeg: leg), position >= passed(stepIndex + 1) { stepIndex += 1 }
  }

  /// Metres from the start from where on a maneuver lies behind; a few behind it, for a receiver errs.
  private func passed(_ step: Int) -> Double { track.steps[step].start + min(4, track.steps[step].length / 2) }

  private mutating func appendTravelled(from before: Double, to place: TrackPlace) {
    guard hasJoined else { return }
    if place.meters > before {
      let first = track.segment(at: before) + 1
      for index in first..<max(min(place.index + 1, first + 1000), first) where track.meters[index] > before {
        travelled.append(track.places[index])
      }
    }
    travelled.append(place.coordinate)
  }
}
