import OverlookGeometry

extension NavigationSession {
  /// What time alone changes: a place is reckoned, or the signal is lost.
  mutating func passTime() -> [NavigationEvent] {
    guard let last = lastUsable else { return [] }
    let silent = lastNow - last.now
    var events: [NavigationEvent] = []
    if silent > settings.lostSeconds, !progress.isLost, !isInTunnel {
      progress.isLost = true
      events.append(.signalLost)
    }
    guard silent > Self.quietSeconds else { return events }
    return events + reckon(last, silent: silent)
  }

  /// Seconds without a fix that are no silence yet.
  private static let quietSeconds = 1.5
  /// Metres before a stop where reckoning ends: whether somebody has arrived, no clock can tell.
  private static let stopMeters = 30.0

  /// Goes on along the route as fast as before.
  private mutating func reckon(_ last: AcceptedFix, silent: Double) -> [NavigationEvent] {
    let from = max(last.now, lastReckoned)
    guard hasJoined, !judge.isDoubtful, last.speed > 1, silent <= settings.reckoningSeconds else {
      if progress.speed > 0, silent > settings.lostSeconds { progress.speed = 0 }
      return []
    }
    let end = track.end(ofLeg: leg) - max(Self.stopMeters, limits.arrivalMeters)
    let reached = min(position + last.speed * (lastNow - from), end)
    guard reached > position else { return [] }
    lastReckoned = lastNow
    var fix = last
    (fix.now, fix.time, fix.elapsed, fix.isJump) = (lastNow, last.time + silent, lastNow - from, false)
    move(to: reached, fix)
    let place = track.place(at: position)
    travelled.append(place.coordinate)
    progress.isReckoned = true
    progress.speed = last.speed
    progress.accuracy = last.sigma + 0.1 * last.speed * silent
    fillProgress(at: place, time: fix.time)
    return [.location(progress.coordinate, course: progress.course, speed: progress.speed), .progress(progress)]
      + tunnelEvents() + placeEvents() + announce()
  }

  // MARK: Tunnels and places ahead

  var isInTunnel: Bool { tunnels.contains { $0.contains(position) } }

  mutating func tunnelEvents() -> [NavigationEvent] {
    guard isInTunnel != progress.isInTunnel else { return [] }
    progress.isInTunnel.toggle()
    return [.tunnel(isInside: progress.isInTunnel)]
  }

  /// What has come near enough to be told.
  mutating func placeEvents() -> [NavigationEvent] {
    var events: [NavigationEvent] = []
    for index in placesAhead.indices where !placesAhead[index].isTold {
      guard let meters = placesAhead[index].meters else { continue }
      let distance = meters - position
      guard distance >= 0, distance <= placesAhead[index].reach(speed: progress.speed) else { continue }
      placesAhead[index].isTold = true
      events.append(.placeAhead(placesAhead[index].place, distance: distance))
    }
    return events
  }
}
