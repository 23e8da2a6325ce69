import OverlookRouting
import OverlookVoice

extension NavigationSession {
  /// What is to be shown and said here.
  mutating func announce() -> [NavigationEvent] {
    bannerIfNew() + (nextSentence().map { [$0] } ?? [])
  }

  /// Tells the next maneuver at once, however far it is.
  mutating func announceAtOnce() -> [NavigationEvent] {
    var events = bannerIfNew()
    guard settings.isGuiding, let next = nextManeuver else { return events }
    let stages = stages(next)
    let distance = self.distance(to: next)
    let due = stages.lastIndex { distance <= reach($0, next) }
    for stage in stages.prefix((due ?? 0) + 1) { announcements.finish(stage.kind, of: next) }
    let kind = due.map { stages[$0].kind } ?? .prepare
    events.append(say(kind, text(kind, next, distance: distance), distance: distance, step: next))
    return events
  }

  mutating func bannerIfNew() -> [NavigationEvent] {
    guard announcements.next != nextManeuver, let next = nextManeuver else { return [] }
    announcements.next = next
    guard settings.isGuiding else { return [] }
    let step = track.step(next)
    announcements.seconds = SpeechDuration.seconds(text(.now, next, distance: 0), language: speech.language)
    return [
      .banner(
        NavigationBanner(
          text: speech.banner(for: step, stop: stopNumber(ofLeg: track.steps[next].leg)), distance: distance(to: next),
          legIndex: track.steps[next].leg, stepIndex: track.steps[next].number))
    ]
  }

  private func distance(to step: Int) -> Double { max(track.steps[step].start - position, 0) }

  /// Metres a second now, at least one.
  private var paceSpeed: Double { max(progress.speed, 1) }

  private mutating func nextSentence() -> NavigationEvent? {
    guard settings.isGuiding, lastNow >= announcements.holdUntil, let next = nextManeuver else { return nil }
    let stages = stages(next)
    let distance = distance(to: next)
    guard let due = stages.lastIndex(where: { distance <= reach($0, next) }) else { return nil }
    guard !announcements.isDone(stages[due].kind, of: next) else { return sayAhead(of: next) }
    let kind = stages[due].kind
    // What is far can wait for the end of another sentence.
    if kind == .early || kind == .prepare, lastNow < announcements.busyUntil { return nil }
    // What the sentence that is being said tells anyway does not end it.
    if isTold(next), lastNow < announcements.busyUntil { return nil }
    for stage in stages.prefix(due + 1) { announcements.finish(stage.kind, of: next) }
    let text = text(kind, next, distance: distance)
    let seconds = SpeechDuration.seconds(text, language: speech.language)
    // The nearer announcement would come before this one was heard.
    if due + 1 < stages.count, (distance - reach(stages[due + 1], next)) / paceSpeed < seconds + 1 { return nil }
    if isTold(next), !isWorthRepeating(kind, next, distance: distance, seconds: seconds) { return nil }
    return say(kind, text, distance: distance, step: next)
  }

  /// Three maneuvers that follow each other at once: behind the sentence of the first two there is no time left for the third, so that the
  /// sentence of the second and the third comes before the first is reached.
  private mutating func sayAhead(of next: Int) -> NavigationEvent? {
    guard announcements.isDone(.now, of: next), lastNow >= announcements.busyUntil, let (second, text) = ahead(of: next) else {
      return nil
    }
    for stage in stages(second) { announcements.finish(stage.kind, of: second) }
    return say(.now, text, distance: track.steps[second].start - position, step: second)
  }

  /// The second of three maneuvers that follow each other at once, with its sentence and that of the third.
  private func ahead(of next: Int) -> (step: Int, text: String)? {
    guard let second = linked(to: next), !announcements.isDone(.now, of: second), let third = linked(to: second) else {
      return nil
    }
    let text = text(.now, second, distance: 0)
    let way = track.steps[third].start - track.steps[next].start
    let seconds = way / max(progress.speed, track.steps[next].speed, 1)
    return seconds < SpeechDuration.seconds(text, language: speech.language) + 4 ? (second, text) : nil
  }

  /// How to set off, and what comes too soon behind it for a sentence of its own: one instruction, for a second one would end the first.
  mutating func departure() -> NavigationEvent {
    let ahead = ahead(of: 0)
    let next = ahead == nil ? linked(to: 0).map { track.step($0) } : nil
    var text = speech.announcement(for: track.step(0), distance: nil, then: next, stop: stopNumber(ofLeg: 0))
    if let ahead { text = speech.joined(text, ahead.text) }
    announcements.finish(.now, of: 0)
    let event = say(.now, text, distance: 0, step: 0)
    if let second = ahead?.step {
      for stage in stages(second) { announcements.finish(stage.kind, of: second) }
      announcements.linked = linked(to: second)
    }
    return event
  }

  /// Whether the sentence of the maneuver before has told this one too.
  private func isTold(_ next: Int) -> Bool {
    announcements.linked == next
      || next > 0 && track.step(next).maneuver.kind == .exitRoundabout && track.step(next - 1).hasToldExit
  }

  /// Whether a maneuver that was told behind the last one is told again.
  private func isWorthRepeating(_ kind: NavigationInstruction.Kind, _ next: Int, distance: Double, seconds: Double) -> Bool {
    guard kind == .now || track.step(next).maneuver.kind == .arrive && kind == .turn else { return false }
    return distance / paceSpeed >= seconds + 2 || linked(to: next) != nil
  }

  mutating func say(_ kind: NavigationInstruction.Kind, _ text: String, distance: Double, step: Int) -> NavigationEvent {
    announcements.busyUntil = lastNow + SpeechDuration.seconds(text, language: speech.language)
    if kind == .turn || kind == .now, let linked = linked(to: step) { announcements.linked = linked }
    return .instruction(
      NavigationInstruction(
        kind: kind, text: text, distance: distance, legIndex: track.steps[step].leg, stepIndex: track.steps[step].number))
  }

  private func text(_ kind: NavigationInstruction.Kind, _ next: Int, distance: Double) -> String {
    let step = track.step(next)
    let isNear = kind == .now || kind == .turn
    return speech.announcement(
      for: step, distance: kind == .now ? nil : distance, then: isNear ? linked(to: next).map { track.step($0) } : nil,
      stop: stopNumber(ofLeg: track.steps[next].leg))
  }

  /// The number of the stop that a leg ends at, nil for the destination.
  func stopNumber(ofLeg leg: Int) -> Int? {
    guard leg + 1 < track.legSteps.count else { return nil }
    let before = destinations.prefix(targets.first?.destination ?? 0).count(where: \.isStop)
    return before + leg - (targets.first(where: { $0.leg != nil })?.leg ?? 0) + 1
  }

  // MARK: Stages

  /// What is said of a maneuver, from the first to the last.
  func stages(_ next: Int) -> [AnnouncementStage] {
    let step = track.step(next)
    let all = limits.stages.filter { $0.kind != .early || progress.speed >= 20 }
    switch step.maneuver.kind {
    case .exitRoundabout: return all.filter { $0.kind == .now }
    // What is said on arriving comes with the arrival.
    case .arrive: return all.filter { $0.kind == .prepare || $0.kind == .turn }
    case .newName: return all.filter { $0.kind == .turn || $0.kind == .now }
    default: return all
    }
  }

  /// Metres before the maneuver within which a stage is due; near ones are earlier by the time that the sentence takes.
  private func reach(_ stage: AnnouncementStage, _ next: Int) -> Double {
    let speaking = stage.kind == .now || stage.kind == .turn ? announcements.seconds * progress.speed : 0
    return max(stage.meters, progress.speed * stage.seconds) + speaking
  }
}

extension RouteStep {
  /// Whether its sentence says where a roundabout is left.
  var hasToldExit: Bool { (maneuver.kind == .roundabout || maneuver.kind == .rotary) && maneuver.exit != nil }
}
