/// What one side of a search has reached.
private final class SearchSide {
  // Invariant: both have a place for each state of the metric, and states come from it alone.
  let costs: UnsafeMutablePointer<UInt32>
  let parents: UnsafeMutablePointer<Int32>
  let queue = CostQueue()
  var count = 0

  init(stateCount: Int) {
    costs = .allocate(capacity: stateCount)
    costs.initialize(repeating: RoadMetric.closed, count: stateCount)
    // Read only where a cost was noted.
    parents = .allocate(capacity: stateCount)
  }

  deinit {
    costs.deallocate()
    parents.deallocate()
  }
}

/// One search from both ends. Costs of both sides are counted up to the end of a state's arc, before the turn there.
final class TwoSidedSearch {
  private let problem: PathProblem
  private let metric: RoadMetric
  private let forward: SearchSide
  private let backward: SearchSide
  private let potential: PathPotential
  /// Half the difference of what lies ahead and behind, by node; and what lies ahead and behind.
  // Invariant: one for each node; `ahead` and `behind` are read only where `pulls` is known.
  private let pulls: UnsafeMutablePointer<Int32>
  private let ahead: UnsafeMutablePointer<UInt32>
  private let behind: UnsafeMutablePointer<UInt32>
  private static let unknown = Int32.min
  /// Keys are no negative numbers.
  private static let shift = 1 << 30

  /// The best cost that is known.
  private(set) var bound: UInt32
  /// The state that both sides have reached on the best path; nil while the best stays on one arc, or there is none.
  private(set) var meeting: Int?
  /// Which end a state of the backward side's beginning leads to.
  private var ends: [Int: PathEnd] = [:]

  init(problem: PathProblem, landmarks: Landmarks?) {
    self.problem = problem
    metric = problem.metric
    forward = SearchSide(stateCount: metric.stateCount)
    backward = SearchSide(stateCount: metric.stateCount)
    potential = PathPotential(problem, landmarks)
    pulls = .allocate(capacity: metric.graph.nodeCount)
    pulls.initialize(repeating: Self.unknown, count: metric.graph.nodeCount)
    ahead = .allocate(capacity: metric.graph.nodeCount)
    behind = .allocate(capacity: metric.graph.nodeCount)
    bound = problem.direct?.cost ?? RoadMetric.closed
  }

  deinit {
    pulls.deallocate()
    ahead.deallocate()
    behind.deallocate()
  }

  func run(_ budget: SearchBudget) throws(PathFault) {
    for (arc, cost) in problem.sources { reachForward(arc, cost, from: -1) }
    for end in problem.ends {
      let entry = problem.entry(end)
      for state in [end.position.arc] + metric.rules.copies(of: end.position.arc) {
        metric.eachPredecessor(of: state) { previous, turn in
          if turn + entry < backward.costs[previous] { ends[previous] = end }
          reachBackward(previous, turn + entry, from: -1)
        }
      }
    }
    var settled = 0
    while let a = forward.queue.least, let b = backward.queue.least {
      // The potentials of both sides are opposite, so that the sum of their keys is what a path through both would cost at least.
      if Int(a) + Int(b) - 2 * Self.shift >= Int(bound) { break }
      settled += 1
      try budget.check(settled)
      if forward.count <= backward.count { stepForward() } else { stepBackward() }
    }
  }

  private func stepForward() {
    guard let (key, number) = forward.queue.pop() else { return }
    let state = Int(number)
    let cost = forward.costs[state]
    let pull = pull(state)
    guard Int(key) == Int(cost) + pull + Self.shift else { return }
    // The other side knows the cheapest way on from what it has settled, and both met there.
    if let least = backward.queue.least, Int(backward.costs[state]) - pull + Self.shift < Int(least) { return }
    forward.count += 1
    metric.eachSuccessor(of: state) { next, weight in reachForward(next, cost + weight, from: state) }
  }

  private func stepBackward() {
    guard let (key, number) = backward.queue.pop() else { return }
    let state = Int(number)
    let cost = backward.costs[state]
    let pull = pull(state)
    guard Int(key) == Int(cost) - pull + Self.shift else { return }
    if let least = forward.queue.least, Int(forward.costs[state]) + pull + Self.shift < Int(least) { return }
    backward.count += 1
    let weight = metric.weights[metric.arc(of: state)]
    metric.eachPredecessor(of: state) { previous, turn in reachBackward(previous, cost + weight + turn, from: state) }
  }

  @inline(__always) private func reachForward(_ state: Int, _ cost: UInt32, from parent: Int) {
    guard cost < forward.costs[state], cost < bound else { return }
    let node = metric.graph.head(metric.arc(of: state))
    let pull = pull(ofNode: node)
    guard Int(cost) + Int(ahead[node]) < Int(bound) else { return }
    forward.costs[state] = cost
    forward.parents[state] = Int32(truncatingIfNeeded: parent)
    forward.queue.push(UInt32(clamping: Int(cost) + pull + Self.shift), UInt32(truncatingIfNeeded: state))
    meet(state)
  }

  @inline(__always) private func reachBackward(_ state: Int, _ cost: UInt32, from parent: Int) {
    guard cost < backward.costs[state], cost < bound else { return }
    let node = metric.graph.head(metric.arc(of: state))
    let pull = pull(ofNode: node)
    guard Int(cost) + Int(behind[node]) < Int(bound) else { return }
    backward.costs[state] = cost
    backward.parents[state] = Int32(truncatingIfNeeded: parent)
    backward.queue.push(UInt32(clamping: Int(cost) - pull + Self.shift), UInt32(truncatingIfNeeded: state))
    meet(state)
  }

  @inline(__always) private func meet(_ state: Int) {
    let total = forward.costs[state] + backward.costs[state]
    if total < bound { (bound, meeting) = (total, state) }
  }

  private func pull(_ state: Int) -> Int { pull(ofNode: metric.graph.head(metric.arc(of: state))) }

  /// Rounded down, a potential that suits whole costs still does.
  @inline(__always) private func pull(ofNode node: Int) -> Int {
    let known = pulls[node]
    if known != Self.unknown { return Int(known) }
    let (ahead, behind) = potential.bounds(node)
    let limit = Double(RoadMetric.closed - 1)
    let pull = min(max(((min(ahead, limit) - min(behind, limit)) / 2).rounded(.down), -limit), limit)
    pulls[node] = Int32(pull)
    self.ahead[node] = UInt32(min(ahead, limit).rounded(.down))
    self.behind[node] = UInt32(min(behind, limit).rounded(.down))
    return Int(pull)
  }

  /// The states up to the last before an end's arc, and that end.
  func path(over meeting: Int) -> (states: [Int], end: PathEnd) {
    var states = [meeting]
    while let last = states.last, forward.parents[last] >= 0 { states.append(Int(forward.parents[last])) }
    states.reverse()
    while let last = states.last, backward.parents[last] >= 0 { states.append(Int(backward.parents[last])) }
    return (states, states.last.flatMap { ends[$0] } ?? problem.ends[0])
  }
}
