import OverlookLocation
package import OverlookRouting
import OverlookVoice

/// A drive along a route by the simulator with guidance beside it, and what was good and bad about it.
package struct SimulatedDrive: Sendable {
  /// What counts.
  package struct Outcome: Sendable {
    /// Faults that are kept.
    static let faultLimit = 20
    package var meters = 0.0
    package var fixes = 0
    /// Wishes for a new route.
    package var reroutes = 0
    package var drives = 1
    package var arrivals = 0
    /// Maneuvers that have to be told, and those of them whose last sentence ended at least two seconds before them.
    package var maneuvers = 0
    package var inTime = 0
    /// Announcements that were made twice for a maneuver at one stage.
    package var repetitions = 0
    /// Announcements that were due by the plan of the drive and not made.
    package var missing = 0
    package var announcements = 0
    /// Sentences of what went wrong.
    package var faults: [String] = []

    /// Of no drive.
    package init() { drives = 0 }

    var hasRoom: Bool { faults.count < Self.faultLimit }

    init(meters: Double) { self.meters = meters }

    /// Both together.
    package mutating func add(_ other: Outcome) {
      meters += other.meters
      fixes += other.fixes
      reroutes += other.reroutes
      drives += other.drives
      arrivals += other.arrivals
      maneuvers += other.maneuvers
      inTime += other.inTime
      repetitions += other.repetitions
      missing += other.missing
      announcements += other.announcements
      faults += other.faults.prefix(max(Self.faultLimit - faults.count, 0))
    }
  }

  /// Seconds before a maneuver at which its sentence has to be over.
  private static let leastSeconds = 2.0

  /// Seconds in which the driver hears how to set off.
  private static let departure = 10.0

  private let route: Route
  private let options: RouteSimulator.Options
  private let settings: NavigationSettings

  package init(_ route: Route, options: RouteSimulator.Options, settings: NavigationSettings = NavigationSettings()) {
    self.route = route
    self.options = options
    self.settings = settings
  }

  /// Drives to the end; `hourLimit`: hours behind which it is given up.
  package func run(hourLimit: Double = 100) throws(RoutingError) -> Outcome {
    var session = try NavigationSession(routes: [route], settings: settings)
    var simulator = try RouteSimulator(route, options: options, time: Self.departure)
    var told: [Told] = []
    let track = session.track
    var passed = [Double](repeating: .infinity, count: track.steps.count)
    var now = 0.0
    var outcome = Outcome(meters: track.length)
    note(session.start(now: 0), now: 0, session, &told, &outcome)
    while session.isActive, now < hourLimit * 3600 {
      let (before, fix) = (simulator.distanceTravelled, simulator.next())
      now = fix.time
      note(session.update(fix, now: now), now: now, session, &told, &outcome)
      outcome.fixes += 1
      markPassed(from: before, to: simulator.distanceTravelled, now: now, track, &passed)
      if simulator.hasArrived, now > (passed.last ?? 0) + 30 { break }
    }
    outcome.arrivals = session.isActive ? 0 : 1
    judge(told, passed, session, &outcome)
    return outcome
  }

  private struct Told {
    var step: Int
    var kind: NavigationInstruction.Kind
    /// The steps that its sentence names behind its own.
    var others: Set<Int>
    var now: Double
    /// Infinity for one that was not heard to its end.
    var end: Double
    var meters: Double
  }

  private func note(
    _ events: [NavigationEvent], now: Double, _ session: NavigationSession, _ told: inout [Told], _ outcome: inout Outcome
  ) {
    for event in events {
      switch event {
      case .rerouteWanted: outcome.reroutes += 1
      case .instruction(let instruction):
        outcome.announcements += 1
        let step = session.track.legSteps[instruction.legIndex].lowerBound + instruction.stepIndex
        let end = now + SpeechDuration.seconds(instruction.text, language: settings.language)
        let isNear = instruction.kind == .now || instruction.kind == .turn
        // For what is near, a voice ends what it says.
        if isNear, let last = told.indices.last, told[last].end > now { told[last].end = .infinity }
        let others = isNear ? Set([session.linked(to: step), session.announcements.linked].compactMap { $0 }) : []
        told.append(
          Told(step: step, kind: instruction.kind, others: others, now: now, end: end, meters: instruction.distance))
      default: break
      }
    }
  }

  /// When the simulator passes the maneuvers between two distances, between two fixes in even motion.
  private func markPassed(
    from: Double, to: Double, now: Double, _ track: RouteTrack, _ passed: inout [Double]
  ) {
    guard to > from else { return }
    for index in track.stepIndex(at: from)..<track.steps.count {
      let start = track.steps[index].start
      guard start <= to else { return }
      if passed[index] == .infinity { passed[index] = now + (max(start, from) - from) / (to - from) * options.interval }
    }
  }

  private func judge(_ told: [Told], _ passed: [Double], _ session: NavigationSession, _ outcome: inout Outcome) {
    let track = session.track
    var byStep: [Int: [Told]] = [:]
    for item in told { byStep[item.step, default: []].append(item) }
    for (leg, steps) in track.legSteps.enumerated() {
      for step in steps.dropFirst() where isTold(track, step) && passed[step].isFinite {
        outcome.maneuvers += 1
        let own = byStep[step] ?? []
        let kinds = own.map(\.kind)
        outcome.repetitions += kinds.count - Set(kinds).count
        let before = (max(step - 4, 0)..<step).flatMap { byStep[$0] ?? [] }
        // Told behind the one before it, both in one sentence.
        let linked = before.filter { $0.others.contains(step) }
        let isInTime = (own.filter { $0.kind != .early } + linked).contains { $0.end <= passed[step] - Self.leastSeconds }
        if isInTime {
          outcome.inTime += 1
        } else if outcome.hasRoom {
          let times = (own + linked).map { "\($0.kind) from \($0.now) to \($0.end) at \($0.meters) m" }
          outcome.faults.append(
            "leg \(leg), step \(step) (\(track.step(step).maneuver.kind)), \(track.steps[step - 1].length) m, passed at \(passed[step]): \(times)"
          )
        }
        outcome.missing += missing(kinds, step, track, &outcome.faults)
      }
    }
  }

  private func isTold(_ track: RouteTrack, _ step: Int) -> Bool {
    track.step(step).isWorthAWord && !(track.step(step).maneuver.kind == .exitRoundabout && track.step(step - 1).hasToldExit)
  }

  /// Stages whose announcement is due on the way to a maneuver, by a reckoning of its own: the way before it is much longer than where the
  /// stage begins, at the speed of the plan.
  private func missing(
    _ kinds: [NavigationInstruction.Kind], _ step: Int, _ track: RouteTrack, _ faults: inout [String]
  ) -> Int {
    // Names that change on the way are no end of it.
    var first = step - 1
    while first > 0, !track.step(first).isWorthAWord { first -= 1 }
    let approach = track.steps[step - 1]
    let length = track.steps[step].start - track.steps[first].start
    let speed = approach.speed * options.factor
    let isArrival = track.step(step).maneuver.kind == .arrive
    var count = 0
    for stage in approach.limits.stages where stage.kind != .early && !(isArrival && stage.kind == .now) {
      if track.step(step).maneuver.kind == .newName, stage.kind == .prepare { continue }
      let reach = max(stage.meters, stage.seconds * speed) + 8 * speed + 4 * options.noise
      guard length > reach * 1.25 + 50, !kinds.contains(stage.kind) else { continue }
      count += 1
      if faults.count < Outcome.faultLimit { faults.append("step \(step): \(stage.kind) is missing of \(kinds), \(length) m") }
    }
    return count
  }
}
