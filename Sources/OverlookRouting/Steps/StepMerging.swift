import OverlookRoads

/// Tells what belongs together as one: crossings of two carriageways, staggered crossings, names that last for a bridge.
struct StepMerging {
  let walk: PathWalk

  /// Metres within which two turns are one.
  private var reach: Double { walk.metric.options.mode.isPedestrian ? 12 : 30 }
  /// Metres that a name must last to be told, if the old one comes back.
  private static let nameMeters = 150.0

  func merged(_ events: [StepEvent]) -> [StepEvent] {
    var result: [StepEvent] = []
    for event in withoutBriefNames(events).map(turnedBack) {
      guard let last = result.last, let together = together(last, event) else {
        result.append(event)
        continue
      }
      result.removeLast()
      if let event = together.event { result.append(event) }
    }
    return result
  }

  /// A turn over the middle of two carriageways, behind which the road leads back, is a U-turn.
  private func turnedBack(_ event: StepEvent) -> StepEvent {
    guard event.isPlain, abs(event.angle) > 45 else { return event }
    let before = walk.road(event.index - 1)
    var index = event.index + 1
    while index < walk.arcs.count, walk.length(event.index..<index) <= reach {
      let angle = walk.turn(from: event.index - 1, to: index)
      if abs(angle) > 150, walk.road(index).isSame(as: before) {
        var turn = event
        (turn.kind, turn.modifier, turn.angle, turn.roadIndex) = (.continue, .uturn, angle, index)
        return turn
      }
      index += 1
    }
    return event
  }

  private struct Outcome {
    /// Nil where nothing is left to tell.
    var event: StepEvent?
  }

  /// Two that follow each other at once as one; nil where they are two.
  private func together(_ first: StepEvent, _ second: StepEvent) -> Outcome? {
    guard first.isPlain, second.isPlain, second.index > first.roadIndex || second.index > first.index,
      walk.length(first.index..<second.index) <= reach
    else { return nil }
    let before = walk.road(first.index - 1)
    let after = walk.road(second.roadIndex)
    let angle = walk.turn(from: first.index - 1, to: second.roadIndex)
    var event = first
    event.roadIndex = second.roadIndex
    event.angle = angle
    event.destinations = first.destinations.isEmpty ? second.destinations : first.destinations
    let isSame = after.isSame(as: before)
    // Over to the other carriageway and back.
    if first.angle * second.angle > 0, abs(angle) > 150, isSame {
      (event.kind, event.modifier) = (.continue, .uturn)
      return Outcome(event: event)
    }
    if first.angle * second.angle < 0, abs(angle) < 30, abs(first.angle) > 40, abs(second.angle) > 40 {
      if isSame { return Outcome(event: nil) }
      (event.kind, event.modifier) = (after.isRenamed(from: before) ? .newName : .turn, .straight)
      return Outcome(event: event)
    }
    if second.kind == .newName, abs(second.angle) < 40 {
      event.modifier = first.modifier
      return Outcome(event: event)
    }
    let between = walk.road(first.index)
    let isLittle = min(abs(first.angle), abs(second.angle)) < 45
    guard first.angle * second.angle > 0, isLittle, !between.hasName || between.isSame(as: before) || between.isSame(as: after)
    else { return nil }
    event.kind = isSame ? .continue : .turn
    event.modifier = .turning(angle)
    return Outcome(event: event)
  }

  /// Without the names of bridges and squares on a road that goes on behind them.
  private func withoutBriefNames(_ events: [StepEvent]) -> [StepEvent] {
    var result: [StepEvent] = []
    var skipped: Int?
    for (number, event) in events.enumerated() {
      if skipped == number {
        skipped = nil
        continue
      }
      if event.kind == .newName, number + 1 < events.count, events[number + 1].kind == .newName,
        walk.road(events[number + 1].index).isSame(as: walk.road(event.index - 1)),
        walk.length(event.index..<events[number + 1].index) < Self.nameMeters
      {
        skipped = number + 1
        continue
      }
      result.append(event)
    }
    return result
  }
}
