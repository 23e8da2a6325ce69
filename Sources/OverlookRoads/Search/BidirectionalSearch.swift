/// A search from both ends at once, drawn toward each other by how far apart they lie (bidirectional A* with the average potential of
/// Ikeda et al. 1994): it needs no preparation, so that costs may be others at every query.
package struct BidirectionalSearch: PathSearch {
  package let metric: RoadMetric

  private let landmarks: Landmarks?

  /// `landmarks`: of the same metric; what draws the sides together better than the straight line does, on large graphs.
  package init(metric: RoadMetric, landmarks: Landmarks? = nil) {
    self.metric = metric
    self.landmarks = landmarks
  }

  package func path(
    from starts: [PathEnd], to ends: [PathEnd], budget: SearchBudget = SearchBudget()
  ) throws(PathFault) -> RoadPath {
    let problem = try PathProblem(metric, starts, ends)
    let search = TwoSidedSearch(problem: problem, landmarks: landmarks)
    try search.run(budget)
    if let meeting = search.meeting {
      let (states, end) = search.path(over: meeting)
      return problem.path(states: states, end: end, cost: search.bound)
    }
    guard let direct = problem.direct else { throw problem.fault() }
    return problem.directPath(direct)
  }
}
