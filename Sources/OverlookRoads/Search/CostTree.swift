/// The cheapest ways from a place to all states within a cost, or from all of them to it. Costs are counted up to the end of a state's arc,
/// before the turn there.
struct CostTree {
  let metric: RoadMetric
  private(set) var tree: SearchTree
  /// In the order of their costs.
  private(set) var settled: [Int] = []

  /// From `starts`, up to `limit` milliseconds.
  init(from starts: [PathEnd], _ metric: RoadMetric, limit: UInt32, budget: SearchBudget) throws(PathFault) {
    self.metric = metric
    tree = SearchTree(stateCount: metric.stateCount)
    let problem = try PathProblem(metric, starts, starts)
    for (arc, cost) in problem.sources where cost <= limit { tree.reach(arc, cost, from: nil) }
    while let (state, cost) = tree.settle() {
      settled.append(state)
      try budget.check(settled.count)
      metric.eachSuccessor(of: state) { next, weight in
        if cost + weight <= limit { tree.reach(next, cost + weight, from: state) }
      }
    }
  }

  /// To `ends`, from what is at most `limit` milliseconds away.
  init(to ends: [PathEnd], _ metric: RoadMetric, limit: UInt32, budget: SearchBudget) throws(PathFault) {
    self.metric = metric
    tree = SearchTree(stateCount: metric.stateCount)
    let problem = try PathProblem(metric, ends, ends)
    for end in problem.ends {
      let entry = problem.entry(end)
      for state in [end.position.arc] + metric.rules.copies(of: end.position.arc) {
        metric.eachPredecessor(of: state) { previous, turn in
          if turn + entry <= limit { tree.reach(previous, turn + entry, from: nil) }
        }
      }
    }
    while let (state, cost) = tree.settle() {
      settled.append(state)
      try budget.check(settled.count)
      let weight = metric.weights[metric.arc(of: state)]
      metric.eachPredecessor(of: state) { previous, turn in
        if cost + weight + turn <= limit { tree.reach(previous, cost + weight + turn, from: state) }
      }
    }
  }

  /// `RoadMetric.closed` for what was not reached.
  func cost(_ state: Int) -> UInt32 { tree.costs[state] }
}
