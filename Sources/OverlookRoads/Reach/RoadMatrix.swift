/// What it costs from each of some places to each of others.
package enum RoadMatrix {
  /// Milliseconds by source and target; nil where no way leads. One search a source.
  package static func costs(
    from sources: [[PathEnd]], to targets: [[PathEnd]], metric: RoadMetric, budget: SearchBudget = SearchBudget()
  ) throws(PathFault) -> [[UInt32?]] {
    var rows: [[UInt32?]] = []
    for source in sources {
      guard let tree = try tree(from: source, metric, budget) else {
        rows.append(Array(repeating: nil, count: targets.count))
        continue
      }
      rows.append(targets.map { cost(tree, from: source, to: $0, metric) })
    }
    return rows
  }

  private static func tree(from source: [PathEnd], _ metric: RoadMetric, _ budget: SearchBudget) throws(PathFault) -> CostTree? {
    do throws(PathFault) {
      return try CostTree(from: source, metric, limit: RoadMetric.closed - 1, budget: budget)
    } catch {
      if case .tooFarFromRoad = error { return nil }
      throw error
    }
  }

  private static func cost(_ tree: CostTree, from source: [PathEnd], to target: [PathEnd], _ metric: RoadMetric) -> UInt32? {
    guard let problem = try? PathProblem(metric, source, target) else { return nil }
    var best = problem.direct?.cost ?? RoadMetric.closed
    for end in problem.ends {
      let entry = problem.entry(end)
      for state in [end.position.arc] + metric.rules.copies(of: end.position.arc) {
        metric.eachPredecessor(of: state) { previous, turn in
          let cost = tree.cost(previous)
          if cost < RoadMetric.closed { best = min(best, cost + turn + entry) }
        }
      }
    }
    return best < RoadMetric.closed ? best : nil
  }
}
