/// What a search is to find: its ends in costs, and the path of what it found.
struct PathProblem {
  let metric: RoadMetric
  let starts: [PathEnd]
  let ends: [PathEnd]

  /// The best that is known.
  struct Best {
    var cost: UInt32
    /// For a path on one arc alone.
    var start: PathEnd?
    var end: PathEnd
  }

  /// Throws when none of the starts or ends is open.
  init(_ metric: RoadMetric, _ starts: [PathEnd], _ ends: [PathEnd]) throws(PathFault) {
    self.metric = metric
    func open(_ list: [PathEnd]) -> [PathEnd] {
      list.filter { metric.weights.indices.contains($0.position.arc) && metric.isOpen($0.position.arc) }
    }
    self.starts = open(starts)
    self.ends = open(ends)
    if self.starts.isEmpty { throw .tooFarFromRoad(place: 0) }
    if self.ends.isEmpty { throw .tooFarFromRoad(place: 1) }
  }

  private func part(_ arc: Int, _ fraction: Double) -> UInt32 {
    UInt32((Double(metric.weights[arc]) * fraction).rounded())
  }

  /// The arcs of the starts, each with what it costs to come to its end.
  var sources: [(arc: Int, cost: UInt32)] {
    starts.map { ($0.position.arc, exit($0)) }
  }

  func exit(_ start: PathEnd) -> UInt32 {
    start.penalty + metric.weights[start.position.arc] - part(start.position.arc, start.position.fraction)
  }

  /// What it costs to go from an arc's start to an end on it.
  func entry(_ end: PathEnd) -> UInt32 { part(end.position.arc, end.position.fraction) + end.penalty }

  var targetsByArc: [Int: [PathEnd]] { Dictionary(grouping: ends, by: \.position.arc) }

  /// The best path that stays on one arc.
  var direct: Best? {
    var best: Best?
    for start in starts {
      for end in ends where start.position.arc == end.position.arc && start.position.fraction <= end.position.fraction {
        let arc = start.position.arc
        let cost = part(arc, end.position.fraction) - part(arc, start.position.fraction) + start.penalty + end.penalty
        if cost < best?.cost ?? .max { best = Best(cost: cost, start: start, end: end) }
      }
    }
    return best
  }

  func directPath(_ best: Best) -> RoadPath {
    let start = best.start ?? best.end
    return path(
      arcs: [best.end.position.arc], startFraction: start.position.fraction, endFraction: best.end.position.fraction,
      cost: best.cost)
  }

  /// The path over states, then into the arc of an end.
  func path(states: [Int], end: PathEnd, cost: UInt32) -> RoadPath {
    var arcs = states.map { metric.arc(of: $0) }
    let first = arcs[0]
    // Of starts on one arc the one that is cheapest.
    let start = starts.filter { $0.position.arc == first }.min { exit($0) < exit($1) }
    arcs.append(end.position.arc)
    return path(arcs: arcs, startFraction: start?.position.fraction ?? 0, endFraction: end.position.fraction, cost: cost)
  }

  private func path(arcs: [Int], startFraction: Double, endFraction: Double, cost: UInt32) -> RoadPath {
    var (length, duration) = (0.0, 0.0)
    for (number, arc) in arcs.enumerated() {
      let from = number == 0 ? startFraction : 0
      let to = number == arcs.count - 1 ? endFraction : 1
      length += metric.graph.length(arc) * (to - from)
      duration += metric.duration(arc) * (to - from)
      if number > 0 { duration += metric.turnDuration(from: arcs[number - 1], to: arc) }
    }
    return RoadPath(
      arcs: arcs, startFraction: startFraction, endFraction: endFraction, cost: cost, duration: duration, length: length)
  }

  /// Why nothing was found.
  func fault() -> PathFault {
    let components = metric.components
    func nodes(_ list: [PathEnd]) -> [Int] { list.map { metric.graph.tail($0.position.arc) } }
    let startParts = Set(nodes(starts).map { components.part(ofNode: $0) })
    let endParts = Set(nodes(ends).map { components.part(ofNode: $0) })
    if startParts.isDisjoint(with: endParts) {
      let startSize = nodes(starts).map { components.size(ofNode: $0) }.max() ?? 0
      let endSize = nodes(ends).map { components.size(ofNode: $0) }.max() ?? 0
      return .island(place: startSize < endSize ? 0 : 1)
    }
    let away = reach(from: starts, forward: true)
    let toward = reach(from: ends, forward: false)
    // From a trap one gets to little of what leads to the other place.
    if away * 2 <= toward { return .oneWayTrap(place: 0) }
    if toward * 2 <= away { return .oneWayTrap(place: 1) }
    return .unroutable(from: 0, to: 1)
  }

  /// How many arcs one gets to, or comes from.
  private func reach(from list: [PathEnd], forward: Bool) -> Int {
    var isSeen = [Bool](repeating: false, count: metric.stateCount)
    var open = list.map(\.position.arc)
    for arc in open { isSeen[arc] = true }
    var count = 0
    while let state = open.popLast() {
      count += 1
      func see(_ next: Int, _ cost: UInt32) {
        guard !isSeen[next] else { return }
        isSeen[next] = true
        open.append(next)
      }
      if forward { metric.eachSuccessor(of: state, see) } else { metric.eachPredecessor(of: state, see) }
    }
    return count
  }
}
