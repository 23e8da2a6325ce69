import OverlookGeometry
import OverlookRoads

/// Finds what has to be told on a path.
struct StepFinder {
  let walk: PathWalk

  /// Between departure and arrival, in order.
  func events() -> [StepEvent] {
    var events: [StepEvent] = []
    var index = 1
    while index < walk.arcs.count {
      let span = span(at: index)
      events += span.events
      // What goes on behind a slip lane is looked at from its end.
      index = max(span.next, index + 1)
    }
    return StepMerging(walk: walk).merged(events)
  }

  /// What is to be told at the begin of an arc, and the next arc to look at.
  private func span(at index: Int) -> (events: [StepEvent], next: Int) {
    let (from, to) = (walk.road(index - 1), walk.road(index))
    if from.isFerry != to.isFerry { return ([boarding(at: index, isOn: to.isFerry)], index + 1) }
    let junction = Junction(walk, before: index)
    // Walkers cross at roundabouts and ramps, as they do elsewhere.
    if isOnFoot { return (turn(at: index, junction).map { [$0] } ?? [], index + 1) }
    if to.isRound, !from.isRound { return roundabout(at: index) }
    if from.isRound, !to.isRound { return ([leaving(at: index)], index + 1) }
    if to.isRound { return ([], index + 1) }
    if to.isLink, !from.isLink, let span = link(at: index, junction) { return span }
    if from.isLink, !to.isLink, let merge = merge(at: index, junction) { return ([merge], index + 1) }
    return (turn(at: index, junction).map { [$0] } ?? [], index + 1)
  }

  private var isOnFoot: Bool { walk.metric.options.mode.isPedestrian }

  private func boarding(at index: Int, isOn: Bool) -> StepEvent {
    let angle = walk.turn(from: index - 1, to: index)
    let modifier = Maneuver.Modifier.turning(angle)
    if isOn { return StepEvent(.notification, modifier, at: index, angle: angle) }
    return StepEvent(modifier == .straight ? .continue : .turn, modifier, at: index, angle: angle)
  }

  // MARK: Roundabouts

  private func roundabout(at index: Int) -> (events: [StepEvent], next: Int) {
    var end = index
    while end + 1 < walk.arcs.count, walk.road(end + 1).isRound { end += 1 }
    let leaves = end + 1 < walk.arcs.count
    let round = walk.road(index)
    let name = round.name
    let isOwnName = !name.isEmpty && name != walk.road(index - 1).name && !(leaves && name == walk.road(end + 1).name)
    let isRotary = isOwnName && circumference(at: index) > Self.rotaryMeters
    var event = StepEvent(isRotary ? .rotary : .roundabout, nil, at: index)
    if isRotary { event.rotaryName = name }
    if leaves {
      event.exit = exits(in: index...end)
      event.angle = walk.turn(from: index - 1, to: end + 1)
      event.modifier = Maneuver.Modifier.turning(event.angle)
      event.roadIndex = end + 1
    } else {
      event.modifier = Maneuver.Modifier.turning(walk.turn(from: index - 1, to: index))
    }
    return ([event] + (leaves ? [leaving(at: end + 1)] : []), end + 2)
  }

  private func leaving(at index: Int) -> StepEvent {
    let angle = walk.turn(from: index - 1, to: index)
    return StepEvent(.exitRoundabout, Maneuver.Modifier.turning(angle), at: index, angle: angle)
  }

  /// Metres around, from which a roundabout with a name is known by it.
  private static let rotaryMeters = 100.0

  /// The length of the ring that an arc is of, as far as the ring goes on.
  private func circumference(at index: Int) -> Double {
    let first = walk.arcs[index]
    var (arc, length) = (first, 0.0)
    for _ in 0..<64 {
      length += walk.graph.length(arc)
      let next = walk.graph.outgoing(walk.graph.head(arc)).first {
        $0 != walk.graph.opposite(arc) && walk.graph.attributes($0).isRound && walk.metric.isOpen($0)
      }
      guard let next, next != first else { break }
      arc = next
    }
    return length
  }

  /// How many ways out one passes and takes, on the arcs of a roundabout.
  private func exits(in range: ClosedRange<Int>) -> Int {
    var count = 0
    for index in range {
      let arc = walk.arcs[index]
      let taken = index == range.upperBound ? walk.arcs[index + 1] : nil
      let hasExit = walk.graph.outgoing(walk.graph.head(arc)).contains { out in
        guard out != walk.graph.opposite(arc), walk.metric.isOpen(out) else { return false }
        let road = walk.graph.attributes(out)
        return !road.isRound && (out == taken || !road.isMinor)
      }
      if hasExit { count += 1 }
    }
    return max(count, 1)
  }

  // MARK: Ramps and slip lanes

  /// The first arc behind the links that begin at one; nil where the path ends on them.
  private func behindLinks(_ index: Int) -> Int? {
    (index..<walk.arcs.count).first { !walk.road($0).isLink }
  }

  private func link(at index: Int, _ junction: Junction) -> (events: [StepEvent], next: Int)? {
    let from = walk.road(index - 1)
    let end = behindLinks(index)
    let target = end.map { walk.road($0) }
    let length = walk.length(index..<(end ?? walk.arcs.count))
    let angle = end.map { walk.graph.turnAngle(from: walk.arcs[index - 1], to: walk.arcs[$0]) } ?? 0
    let isRamp = from.isHighway || target?.isHighway == true || target == nil && length > Self.slipLaneMeters
    let isShort = length < Self.slipLaneMeters && abs(angle) > 30 && from.roadClass != .motorway && target?.roadClass != .motorway
    if isRamp, !isShort {
      if junction.rivals.isEmpty && junction.others.isEmpty { return nil }
      return ([ramp(at: index, junction, leaves: from.isHighway)], index + 1)
    }
    guard let end, length < Self.slipLaneMeters * 2 else { return nil }
    // A slip lane is told as the turn that it is.
    let modifier = Maneuver.Modifier.turning(angle)
    let isSame = walk.road(end).isSame(as: from)
    var event = StepEvent(isSame ? .continue : .turn, modifier, at: index, angle: angle)
    if modifier == .uturn || isSame && modifier == .uturn { event.kind = .continue }
    event.roadIndex = end
    return ([event], end + 1)
  }

  /// Metres up to which a link is a lane of a crossing and no road.
  private static let slipLaneMeters = 100.0

  private func ramp(at index: Int, _ junction: Junction, leaves: Bool) -> StepEvent {
    let side = junction.others.map(\.angle).filter { abs($0) < 90 }
    let angle = junction.to.angle
    // On which side of what goes on it is, however little it turns.
    let modifier: Maneuver.Modifier =
      side.allSatisfy({ $0 > angle }) && !side.isEmpty
      ? (abs(angle) < 40 ? .slightLeft : .turning(angle))
      : side.allSatisfy({ $0 < angle }) && !side.isEmpty ? (abs(angle) < 40 ? .slightRight : .turning(angle)) : .turning(angle)
    var event = StepEvent(leaves ? .offRamp : .onRamp, modifier, at: index, angle: angle)
    let signs = RoadSigns(walk: walk, at: index)
    event.exitNumber = leaves ? signs.exitNumber : ""
    event.destinations = signs.destinations
    return event
  }

  /// A ramp that ends on a road beside its traffic.
  private func merge(at index: Int, _ junction: Junction) -> StepEvent? {
    guard junction.to.road.isHighway, abs(junction.to.angle) < 40, junction.rivals.isEmpty else { return nil }
    let (graph, ramp) = (walk.graph, walk.arcs[index - 1])
    let through = graph.incoming(graph.tail(junction.to.arc)).first { arc in
      arc != ramp && arc != graph.opposite(junction.to.arc) && walk.metric.isOpen(arc) && !graph.attributes(arc).isLink
        && abs(graph.turnAngle(from: arc, to: junction.to.arc)) < 40
    }
    guard let through else { return nil }
    // What heads more to the right comes from the left.
    let lean = Angle.shortestTurn(fromDegrees: graph.endBearing(through), toDegrees: graph.endBearing(ramp))
    return StepEvent(.merge, lean > 0 ? .slightRight : .slightLeft, at: index, angle: junction.to.angle)
  }

  // MARK: Turns

  private func turn(at index: Int, _ junction: Junction) -> StepEvent? {
    let (from, to) = (junction.from, junction.to.road)
    let angle = junction.isTurnBack ? 180 : junction.to.angle
    func event(_ kind: Maneuver.Kind, _ modifier: Maneuver.Modifier) -> StepEvent {
      var event = StepEvent(kind, modifier, at: index, angle: angle)
      if to.isLink || kind == .fork {
        let signs = RoadSigns(walk: walk, at: index)
        (event.exitNumber, event.destinations) = (kind == .fork ? "" : signs.exitNumber, signs.destinations)
      }
      return event
    }
    if junction.isTurnBack { return event(.continue, .uturn) }
    if !isOnFoot, let ways = junction.forkWays, !junction.isObvious || to.isLink && from.isLink {
      let place = ways.firstIndex { $0.arc == junction.to.arc } ?? 0
      let isMiddle = place > 0 && place < ways.count - 1
      return event(.fork, isMiddle ? .straight : place == 0 ? .slightLeft : .slightRight)
    }
    if junction.isObvious {
      return to.isRenamed(from: from) && !to.isLink ? event(.newName, .turning(angle)) : nil
    }
    let modifier = junction.modifier
    if to.isSame(as: from), !junction.others.contains(where: { $0.road.isSame(as: from) }) {
      // Straight on along the road where others cross is nothing to tell.
      return modifier == .straight && abs(angle) < 20 && !junction.others.contains { abs($0.angle) < 20 }
        ? nil : event(.continue, modifier)
    }
    if junction.isEndOfRoad { return event(.endOfRoad, modifier) }
    if modifier == .straight, !junction.rivals.contains(where: { abs($0.angle) < 40 }) {
      return to.isRenamed(from: from) ? event(.newName, .straight) : nil
    }
    return event(.turn, modifier)
  }
}
