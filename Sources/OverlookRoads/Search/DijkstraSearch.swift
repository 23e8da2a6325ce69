/// The plain search of Dijkstra over states: slow on large graphs, and what others are compared with.
package struct DijkstraSearch: PathSearch {
  package let metric: RoadMetric

  package init(metric: RoadMetric) {
    self.metric = metric
  }

  package func path(
    from starts: [PathEnd], to ends: [PathEnd], budget: SearchBudget = SearchBudget()
  ) throws(PathFault) -> RoadPath {
    let route = try PathProblem(metric, starts, ends)
    var best = route.direct
    let targets = route.targetsByArc
    var tree = SearchTree(stateCount: metric.stateCount)
    for (arc, cost) in route.sources { tree.reach(arc, cost, from: nil) }
    var goal: (state: Int, end: PathEnd)?
    var settled = 0
    while let (state, cost) = tree.settle() {
      if let best, cost >= best.cost { break }
      settled += 1
      try budget.check(settled)
      let from = metric.arc(of: state)
      for place in metric.graph.outRange(metric.graph.head(from)) {
        let to = Int(metric.graph.columns.outArcs[place])
        let (turn, weight) = (metric.turnCost(from, to), metric.weights[to])
        guard turn < RoadMetric.closed, weight < RoadMetric.closed, let next = metric.next(state, to) else { continue }
        for end in targets[to] ?? [] {
          let total = cost + turn + route.entry(end)
          if total < best?.cost ?? RoadMetric.closed {
            best = PathProblem.Best(cost: total, start: nil, end: end)
            goal = (state, end)
          }
        }
        tree.reach(next, cost + turn + weight, from: state)
      }
    }
    guard let best else { throw route.fault() }
    guard best.start == nil, let goal else { return route.directPath(best) }
    let states = tree.states(to: goal.state)
    return route.path(states: states, end: goal.end, cost: best.cost)
  }
}
