internal import OverlookGeometry

/// What it costs, without turns, from some far nodes to every node and from every node to them: by the triangle inequality a lower bound of
/// what it costs between any two (Goldberg and Harrelson 2005). For large graphs that have no hierarchy.
package struct Landmarks: Sendable {
  /// By node: to and from each landmark in turn; `RoadMetric.closed` where no way leads.
  private let costs: [UInt32]
  private let width: Int

  package init(_ metric: RoadMetric) {
    let nodes = Self.farNodes(metric)
    let columns = nodes.flatMap { [Self.costs(of: $0, metric, forward: false), Self.costs(of: $0, metric, forward: true)] }
    width = columns.count
    var costs = [UInt32](repeating: 0, count: metric.graph.nodeCount * columns.count)
    for (number, column) in columns.enumerated() {
      for (node, cost) in column.enumerated() { costs[node * columns.count + number] = cost }
    }
    self.costs = costs
  }

  /// The outermost nodes of the largest part of the network in eight directions.
  private static func farNodes(_ metric: RoadMetric) -> [Int] {
    let (graph, components) = (metric.graph, metric.components)
    var far: [(node: Int, reach: Double)?] = Array(repeating: nil, count: 8)
    let axes = [(1.0, 0.0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    for node in 0..<graph.nodeCount where components.size(ofNode: node) == components.largest {
      let place = graph.coordinate(ofNode: node)
      for (number, axis) in axes.enumerated() {
        let reach = axis.0 * place.latitude + axis.1 * place.longitude
        if reach > far[number]?.reach ?? -.infinity { far[number] = (node, reach) }
      }
    }
    return Array(Set(far.compactMap { $0?.node })).sorted()
  }

  private static func costs(of node: Int, _ metric: RoadMetric, forward: Bool) -> [UInt32] {
    var costs = [UInt32](repeating: RoadMetric.closed, count: metric.graph.nodeCount)
    let queue = CostQueue()
    costs[node] = 0
    queue.push(0, UInt32(truncatingIfNeeded: node))
    while let (cost, number) = queue.pop() {
      let node = Int(number)
      if cost != costs[node] { continue }
      for place in metric.graph.outRange(node) {
        let arc = Int(metric.graph.columns.outArcs[place])
        let weight = metric.weights[forward ? arc : arc ^ 1]
        let (next, sum) = (metric.graph.head(arc), cost + weight)
        guard weight < RoadMetric.closed, sum < costs[next] else { continue }
        costs[next] = sum
        queue.push(sum, UInt32(truncatingIfNeeded: next))
      }
    }
    return costs
  }

  /// Milliseconds that it takes at least from one node to another.
  @inline(__always) func least(from: Int, to: Int) -> Int {
    var least = 0
    let (a, b) = (from * width, to * width)
    var number = 0
    while number < width {
      // To the landmark: who cannot come to it cannot come to what leads to it.
      if costs[b + number] < RoadMetric.closed { least = max(least, Int(costs[a + number]) - Int(costs[b + number])) }
      // From the landmark.
      if costs[a + number + 1] < RoadMetric.closed { least = max(least, Int(costs[b + number + 1]) - Int(costs[a + number + 1])) }
      number += 2
    }
    return least
  }
}
