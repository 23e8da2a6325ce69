import OverlookRoads

/// The steps of one leg over a path.
struct LegSteps {
  let walk: PathWalk
  private let mode: TravelMode

  init(_ path: RoadPath, metric: RoadMetric) {
    walk = PathWalk(path, metric: metric)
    mode = metric.options.mode
  }

  /// From departure to arrival. `side`: where the destination is, left or right.
  func steps(arrivingOn side: Maneuver.Modifier?) -> [DraftStep] {
    var events = [StepEvent(.depart, nil, at: 0)] + StepFinder(walk: walk).events()
    let bearing = takeTurnAtStart(&events)
    var steps: [DraftStep] = []
    for (number, event) in events.enumerated() {
      let end = number + 1 < events.count ? events[number + 1].index : walk.arcs.count
      let following = number + 1 < events.count ? events[number + 1] : nil
      steps.append(step(event, to: end, following: following))
    }
    if let bearing { steps[0].bearingAfter = bearing }
    var arrival = DraftStep(kind: .arrive, modifier: side, begin: last, end: last, mode: mode)
    let road = walk.road(walk.arcs.count - 1)
    (arrival.name, arrival.ref) = (road.name, road.ref)
    return steps + [arrival]
  }

  private var last: Int { walk.shape.count - 1 }

  /// Who starts a few metres before a bend of their street sets out along it, and is not told of the bend: takes it away. The bearing
  /// behind it; nil where there is none.
  private func takeTurnAtStart(_ events: inout [StepEvent]) -> Double? {
    guard events.count > 1, events[1].isPlain, events[1].modifier != .uturn,
      walk.length(0..<events[1].index) <= Self.startMeters, walk.road(0).isSame(as: walk.road(events[1].roadIndex))
    else { return nil }
    return walk.graph.startBearing(walk.arcs[events.remove(at: 1).roadIndex])
  }

  /// Metres from where one starts to a bend that is not told.
  private static let startMeters = 12.0

  private func step(_ event: StepEvent, to end: Int, following: StepEvent?) -> DraftStep {
    var step = DraftStep(
      kind: event.kind, modifier: event.modifier, exit: event.exit, begin: walk.starts[event.index], end: walk.starts[end],
      mode: mode)
    if end == walk.arcs.count { step.end = last }
    let (name, ref) = self.name(event, to: end)
    (step.name, step.ref) = (name, ref)
    step.destinations = event.destinations
    step.exitNumber = event.exitNumber
    step.rotaryName = event.rotaryName
    step.isFerry = walk.road(event.index).isFerry
    step.distance = walk.length(event.index..<end)
    step.duration = walk.times[end] - walk.times[event.index]
    step.speedLimit = limit(event.index..<end)
    if event.kind != .depart {
      let isNear = step.distance < Self.laneReachMeters
      step.lanes = LaneGuide(walk: walk).lanes(
        before: event.index, towards: event.modifier, angle: event.angle, next: isNear ? following?.modifier : nil)
    }
    return step
  }

  /// Metres within which the next maneuver decides about the lane.
  private static let laneReachMeters = 400.0
  /// Metres within which a road without a name has that of the next piece.
  private static let nameReachMeters = 50.0

  private func name(_ event: StepEvent, to end: Int) -> (name: String, ref: String) {
    let first = walk.road(event.roadIndex)
    if first.hasName || first.isLink || event.kind == .onRamp || event.kind == .offRamp { return (first.name, first.ref) }
    var index = event.roadIndex
    while index < end, walk.length(event.roadIndex..<index) < Self.nameReachMeters {
      let road = walk.road(index)
      if road.hasName { return (road.name, road.ref) }
      index += 1
    }
    return ("", "")
  }

  /// What is allowed first on a step, where signs say it.
  private func limit(_ range: Range<Int>) -> Double? {
    guard mode.isMotorized else { return nil }
    for index in range {
      switch walk.road(index).speedLimit {
      case .unknown: continue
      case .none: return nil
      case .kilometersPerHour(let speed): return speed
      }
    }
    return nil
  }
}
