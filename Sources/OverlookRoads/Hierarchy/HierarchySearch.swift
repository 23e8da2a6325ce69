internal import Synchronization

/// Searches over a hierarchy: from both ends only upward, which on any road network is a few thousand states.
package final class HierarchySearch: PathSearch {
  package let hierarchy: RoadHierarchy
  package var metric: RoadMetric { hierarchy.metric }
  private let free = Mutex<[HierarchyWalk]>([])

  package init(hierarchy: RoadHierarchy) {
    self.hierarchy = hierarchy
  }

  package func path(
    from starts: [PathEnd], to ends: [PathEnd], budget: SearchBudget = SearchBudget()
  ) throws(PathFault) -> RoadPath {
    let problem = try PathProblem(metric, starts, ends)
    try budget.check(0)
    let walk = free.withLock { $0.popLast() } ?? HierarchyWalk(hierarchy)
    defer {
      walk.clear()
      free.withLock { $0.append(walk) }
    }
    walk.run(problem)
    if walk.meeting != nil {
      let states = walk.path()
      let end = states.last.flatMap { walk.ends[$0] } ?? problem.ends[0]
      return problem.path(states: states, end: end, cost: walk.bound)
    }
    guard let direct = problem.direct else { throw problem.fault() }
    return problem.directPath(direct)
  }
}

// A walk is in the list of the free ones or in the hands of the one search that took it out.
extension HierarchyWalk: @unchecked Sendable {}
