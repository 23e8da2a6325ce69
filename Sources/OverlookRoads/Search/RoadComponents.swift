/// Parts of a network: nodes that open arcs join, whichever way they go.
struct RoadComponents: Sendable {
  /// The part of each node: the number of one of its nodes.
  private var parts: [UInt32]
  /// How many arcs each part has, at the node that names it.
  private var sizes: [UInt32]

  init(_ metric: RoadMetric) {
    let graph = metric.graph
    var parents = (0..<UInt32(clamping: graph.nodeCount)).map { $0 }
    for segment in 0..<graph.segmentCount where metric.isOpen(2 * segment) || metric.isOpen(2 * segment + 1) {
      let (a, b) = (
        Self.root(graph.columns.segmentFrom[segment], &parents), Self.root(graph.columns.segmentTo[segment], &parents)
      )
      if a != b { parents[Int(max(a, b))] = min(a, b) }
    }
    parts = (0..<UInt32(clamping: graph.nodeCount)).map { Self.root($0, &parents) }
    sizes = [UInt32](repeating: 0, count: graph.nodeCount)
    for arc in 0..<graph.arcCount where metric.isOpen(arc) { sizes[Int(parts[graph.tail(arc)])] += 1 }
  }

  /// Shortens the way to it for those that ask next.
  private static func root(_ node: UInt32, _ parents: inout [UInt32]) -> UInt32 {
    var node = Int(node)
    while Int(parents[node]) != node {
      parents[node] = parents[Int(parents[node])]
      node = Int(parents[node])
    }
    return UInt32(truncatingIfNeeded: node)
  }

  func part(ofNode node: Int) -> Int { Int(parts[node]) }
  /// Open arcs of the part that a node lies in.
  func size(ofNode node: Int) -> Int { Int(sizes[Int(parts[node])]) }
  var largest: Int { Int(sizes.max() ?? 0) }
}
