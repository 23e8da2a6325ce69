/// Other good paths beside the best: those over long plateaus, which are stretches that the cheapest ways from the start and to the end
/// have in common (Abraham, Delling, Goldberg and Werneck 2013: limited sharing, bounded stretch, local optimality).
package struct AlternativePaths: Sendable {
  package let search: any PathSearch
  /// How much dearer than the best one may be.
  package var stretch = 1.3
  /// How much of its cost it may share with those before.
  package var sharing = 0.75
  /// The least plateau, by the cost of the best: shorter detours are seen at a glance to be none.
  package var plateau = 0.15

  package init(search: any PathSearch) {
    self.search = search
  }

  /// The best path and up to `count` others, the best first.
  package func paths(
    from starts: [PathEnd], to ends: [PathEnd], count: Int, budget: SearchBudget = SearchBudget()
  ) throws(PathFault) -> [RoadPath] {
    let best = try search.path(from: starts, to: ends, budget: budget)
    guard count > 0, best.arcs.count > 2 else { return [best] }
    let limit = UInt32(min(Double(best.cost) * stretch, Double(RoadMetric.closed - 1)))
    let metric = search.metric
    let ahead = try CostTree(from: starts, metric, limit: limit, budget: budget)
    let behind = try CostTree(to: ends, metric, limit: limit, budget: budget)
    let problem = try PathProblem(metric, starts, ends)
    var paths = [best]
    for candidate in plateaus(ahead, behind, best: best.cost, limit: limit) {
      if paths.count > count { break }
      var states = ahead.tree.states(to: candidate.state)
      states += behind.tree.states(to: candidate.state).reversed().dropFirst()
      guard let last = states.last, let end = end(after: last, problem) else { continue }
      let path = problem.path(states: states, end: end, cost: candidate.cost)
      if isSimple(path), paths.allSatisfy({ shared(path, $0) <= sharing * Double(best.cost) }) { paths.append(path) }
    }
    return paths
  }

  /// The end that it is cheapest to go to from a state.
  private func end(after state: Int, _ problem: PathProblem) -> PathEnd? {
    let metric = problem.metric
    let arc = metric.arc(of: state)
    var best: (cost: UInt32, end: PathEnd)?
    for end in problem.ends where metric.graph.tail(end.position.arc) == metric.graph.head(arc) {
      let turn = metric.turnCost(arc, end.position.arc)
      guard turn < RoadMetric.closed, metric.next(state, end.position.arc) != nil else { continue }
      let cost = turn + problem.entry(end)
      if cost < best?.cost ?? .max { best = (cost, end) }
    }
    return best?.end
  }

  private struct Plateau {
    var state: Int
    var cost: UInt32
    /// Long plateaus of short detours first.
    var worth: Int
  }

  private func plateaus(_ ahead: CostTree, _ behind: CostTree, best: UInt32, limit: UInt32) -> [Plateau] {
    var plateaus: [Plateau] = []
    // Costs at which the plateau through a state began.
    var began: [Int: UInt32] = [:]
    for state in ahead.settled where behind.cost(state) < RoadMetric.closed {
      let cost = ahead.cost(state)
      let total = cost + behind.cost(state)
      guard total <= limit else { continue }
      // The arc of the state belongs to it.
      var start = cost - min(cost, search.metric.weights[search.metric.arc(of: state)])
      if let parent = ahead.tree.parent(state), behind.tree.parent(parent) == state { start = began[parent] ?? start }
      began[state] = start
      // It ends where the way on is another one.
      if let next = behind.tree.parent(state), ahead.tree.parent(next) == state { continue }
      let length = cost - start
      guard total > best, Double(length) >= plateau * Double(best) else { continue }
      plateaus.append(Plateau(state: state, cost: total, worth: 2 * Int(length) - Int(total)))
    }
    return plateaus.sorted { $0.worth != $1.worth ? $0.worth > $1.worth : $0.state < $1.state }
  }

  private func isSimple(_ path: RoadPath) -> Bool {
    Set(path.arcs.map { search.metric.graph.head($0) }).count == path.arcs.count
  }

  private func shared(_ path: RoadPath, _ other: RoadPath) -> Double {
    let arcs = Set(other.arcs)
    return path.arcs.reduce(0) { arcs.contains($1) ? $0 + Double(search.metric.cost($1)) : $0 }
  }
}
