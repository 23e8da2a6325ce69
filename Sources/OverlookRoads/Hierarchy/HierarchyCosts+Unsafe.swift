/// What the edges of a hierarchy cost under a metric.
enum HierarchyCosts {
  static func customized(
    _ structure: HierarchyStructure, _ lower: HierarchyStructure.Lower, _ metric: RoadMetric, states: [UInt32], ranks: [UInt32]
  ) -> [SIMD2<UInt32>] {
    var costs = own(structure, metric, states: states, ranks: ranks)
    let count = states.count
    var row = [SIMD2<UInt32>](repeating: SIMD2(repeating: RoadMetric.closed), count: count)
    // Invariant: edges and ranks of the structure lie below the counts of the arrays that they index, which are not changed in length
    // here; the rank at the end of a lower edge's later sisters is always among the heads of the row.
    costs.withUnsafeMutableBufferPointer { costs in
      row.withUnsafeMutableBufferPointer { row in
        structure.heads.withUnsafeBufferPointer { heads in
          structure.firstEdge.withUnsafeBufferPointer { firstEdge in
            for rank in 0..<count {
              let edges = Int(firstEdge[rank])..<Int(firstEdge[rank + 1])
              if edges.isEmpty { continue }
              for edge in edges { row[Int(heads[edge])] = costs[edge] }
              for place in Int(lower.first[rank])..<Int(lower.first[rank + 1]) {
                let edge = Int(lower.edges[place])
                // From this rank down to the lower one, and from there back.
                let there = SIMD2(costs[edge].y, costs[edge].x)
                if there.x >= RoadMetric.closed, there.y >= RoadMetric.closed { continue }
                for sister in edge + 1..<Int(firstEdge[Int(lower.ranks[place]) + 1]) {
                  let head = Int(heads[sister])
                  let sum = costs[sister] &+ there
                  row[head] = pointwiseMin(row[head], sum)
                }
              }
              for edge in edges { costs[edge] = row[Int(heads[edge])] }
            }
          }
        }
      }
    }
    return costs
  }

  /// Of the metric itself.
  private static func own(
    _ structure: HierarchyStructure, _ metric: RoadMetric, states: [UInt32], ranks: [UInt32]
  ) -> [SIMD2<UInt32>] {
    var costs = [SIMD2<UInt32>](repeating: SIMD2(repeating: RoadMetric.closed), count: structure.heads.count)
    for state in 0..<states.count where metric.weights[metric.arc(of: state)] < RoadMetric.closed {
      let rank = Int(ranks[state])
      metric.eachSuccessor(of: state) { next, cost in
        let other = Int(ranks[next])
        guard other != rank else { return }
        let (low, high) = (min(rank, other), max(rank, other))
        var (first, end) = (Int(structure.firstEdge[low]), Int(structure.firstEdge[low + 1]))
        while first < end {
          let middle = (first + end) / 2
          if Int(structure.heads[middle]) < high { first = middle + 1 } else { end = middle }
        }
        if rank < other { costs[first].x = min(costs[first].x, cost) } else { costs[first].y = min(costs[first].y, cost) }
      }
    }
    return costs
  }
}
