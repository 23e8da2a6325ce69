/// One search over a hierarchy, with room that the next one uses again. Belongs to one thread at a time.
final class HierarchyWalk {
  private let hierarchy: RoadHierarchy
  /// By rank.
  private var forward: [UInt32]
  private var backward: [UInt32]
  /// The rank below from which a cost comes.
  private var forwardParents: [Int32]
  private var backwardParents: [Int32]
  private var touched: [Int] = []
  private(set) var bound = RoadMetric.closed
  private(set) var meeting: Int?
  /// Which end a state before it leads to.
  private(set) var ends: [Int: PathEnd] = [:]

  init(_ hierarchy: RoadHierarchy) {
    self.hierarchy = hierarchy
    forward = [UInt32](repeating: RoadMetric.closed, count: hierarchy.states.count)
    backward = forward
    forwardParents = [Int32](repeating: -1, count: hierarchy.states.count)
    backwardParents = forwardParents
  }

  func clear() {
    for rank in touched {
      forward[rank] = RoadMetric.closed
      backward[rank] = RoadMetric.closed
      forwardParents[rank] = -1
      backwardParents[rank] = -1
    }
    touched.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    (bound, meeting) = (RoadMetric.closed, nil)
  }

  func run(_ problem: PathProblem) {
    let metric = hierarchy.metric
    bound = problem.direct?.cost ?? RoadMetric.closed
    var sources: [Int] = []
    for (arc, cost) in problem.sources {
      let rank = Int(hierarchy.ranks[arc])
      forward[rank] = min(forward[rank], cost)
      sources.append(rank)
    }
    var targets: [Int] = []
    for end in problem.ends {
      let entry = problem.entry(end)
      for state in [end.position.arc] + metric.rules.copies(of: end.position.arc) {
        metric.eachPredecessor(of: state) { previous, turn in
          let rank = Int(hierarchy.ranks[previous])
          targets.append(rank)
          if turn + entry < backward[rank] {
            backward[rank] = turn + entry
            ends[previous] = end
          }
        }
      }
    }
    walk(Climb(sources), Climb(targets))
  }

  /// Ranks on the ways from some up to their roots, in rising order.
  private struct Climb {
    private var heads: [Int]

    init(_ ranks: [Int]) { heads = Array(Set(ranks)) }

    var next: Int? { heads.min() }

    /// Steps on from the lowest rank.
    mutating func step(_ rank: Int, _ hierarchy: RoadHierarchy) {
      heads.removeAll { $0 == rank }
      if let parent = hierarchy.parent(rank), !heads.contains(parent) { heads.append(parent) }
    }
  }

  private func walk(_ up: Climb, _ down: Climb) {
    var (up, down) = (up, down)
    while true {
      let (a, b) = (up.next, down.next)
      guard let rank = [a, b].compactMap({ $0 }).min() else { return }
      touched.append(rank)
      if a == rank {
        relaxForward(rank)
        up.step(rank, hierarchy)
      }
      if b == rank {
        relaxBackward(rank)
        down.step(rank, hierarchy)
      }
      if a == rank, b == rank {
        let total = forward[rank] + backward[rank]
        if total < bound { (bound, meeting) = (total, rank) }
      }
    }
  }

  private func relaxForward(_ rank: Int) {
    let cost = forward[rank]
    if cost >= bound { return }
    for edge in hierarchy.edges(rank) {
      let head = Int(hierarchy.heads[edge])
      let sum = cost &+ hierarchy.costs[edge].x
      if sum < forward[head] {
        forward[head] = sum
        forwardParents[head] = Int32(truncatingIfNeeded: rank)
      }
    }
  }

  private func relaxBackward(_ rank: Int) {
    let cost = backward[rank]
    if cost >= bound { return }
    for edge in hierarchy.edges(rank) {
      let head = Int(hierarchy.heads[edge])
      let sum = cost &+ hierarchy.costs[edge].y
      if sum < backward[head] {
        backward[head] = sum
        backwardParents[head] = Int32(truncatingIfNeeded: rank)
      }
    }
  }

  // MARK: The path

  /// States from a start to the last before an end's arc.
  func path() -> [Int] {
    guard let meeting else { return [] }
    var up = [meeting]
    while let last = up.last, forwardParents[last] >= 0 { up.append(Int(forwardParents[last])) }
    up.reverse()
    var down = [meeting]
    while let last = down.last, backwardParents[last] >= 0 { down.append(Int(backwardParents[last])) }
    var ranks = [up[0]]
    for (from, to) in zip(up, up.dropFirst()) { unpack(from, to, into: &ranks) }
    for (from, to) in zip(down, down.dropFirst()) { unpack(from, to, into: &ranks) }
    return ranks.map { Int(hierarchy.states[$0]) }
  }

  /// Appends the ranks after `from` up to `to` that an edge stands for.
  private func unpack(_ from: Int, _ to: Int, into ranks: inout [Int]) {
    var open = [(from, to)]
    while let (from, to) = open.popLast() {
      if let middle = middle(from, to) {
        open.append((middle, to))
        open.append((from, middle))
      } else {
        ranks.append(to)
      }
    }
  }

  /// The lower rank over which an edge leads; nil for a turn of the metric itself.
  private func middle(_ from: Int, _ to: Int) -> Int? {
    let (low, high) = (min(from, to), max(from, to))
    guard let edge = hierarchy.edge(low, high) else { return nil }
    let cost = from < to ? hierarchy.costs[edge].x : hierarchy.costs[edge].y
    if isTurn(from, to, cost) { return nil }
    for place in Int(hierarchy.firstLower[low])..<Int(hierarchy.firstLower[low + 1]) {
      let first = hierarchy.costs[Int(hierarchy.lowerEdges[place])]
      let lower = Int(hierarchy.lowerRanks[place])
      // From low to lower, or from lower to low.
      let part = from < to ? first.y : first.x
      guard part < cost, let other = hierarchy.edge(lower, high) else { continue }
      if part + (from < to ? hierarchy.costs[other].x : hierarchy.costs[other].y) == cost { return lower }
    }
    return nil
  }

  private func isTurn(_ from: Int, _ to: Int, _ cost: UInt32) -> Bool {
    let (state, next) = (Int(hierarchy.states[from]), Int(hierarchy.states[to]))
    let metric = hierarchy.metric
    let (arc, nextArc) = (metric.arc(of: state), metric.arc(of: next))
    guard metric.graph.head(arc) == metric.graph.tail(nextArc), metric.next(state, nextArc) == next else { return false }
    let turn = metric.turnCost(arc, nextArc)
    return turn < RoadMetric.closed && metric.weights[nextArc] < RoadMetric.closed && turn + metric.weights[nextArc] == cost
  }
}
