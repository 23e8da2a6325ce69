/// Finds where edges of a polygon cross.
enum CrossingFinder {
  /// The y of every proper crossing of two edges; edges that only touch do not cross. nil when there are too many.
  ///
  /// Half of the steps may go into the search. A polygon for which they do not suffice, one with tens of thousands of edges that
  /// are as wide as itself, is taken as one without crossings.
  static func crossings(of rings: RingList, budget: inout StepBudget) -> [Double]? {
    var searchBudget = budget.takeHalf()
    let edges = edges(of: rings)
    var ys: [Double] = []
    for i in edges.indices {
      let a = edges[i]
      var j = i + 1
      while j < edges.count, edges[j].minX <= a.maxX {
        let b = edges[j]
        j += 1
        guard b.minY <= a.maxY, b.maxY >= a.minY else { continue }
        if let y = crossingY(a, b) { ys.append(y) }
      }
      if ys.count > maximumCrossings { return nil }
      if !searchBudget.spend(j - i) { return [] }
    }
    return ys
  }

  private static let maximumCrossings = 200_000

  private struct Edge {
    let from: SIMD2<Double>
    let to: SIMD2<Double>
    let minX: Double
    let maxX: Double
    let minY: Double
    let maxY: Double

    init(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
      from = a
      to = b
      minX = min(a.x, b.x)
      maxX = max(a.x, b.x)
      minY = min(a.y, b.y)
      maxY = max(a.y, b.y)
    }
  }

  /// All edges, ascending by their smallest x.
  private static func edges(of rings: RingList) -> [Edge] {
    var edges: [Edge] = []
    edges.reserveCapacity(rings.points.count)
    for ring in rings.starts.indices {
      let range = rings.starts[ring]..<rings.end(ofRing: ring)
      var previous = rings.points[range.upperBound - 1]
      for i in range {
        edges.append(Edge(previous, rings.points[i]))
        previous = rings.points[i]
      }
    }
    edges.sort { $0.minX < $1.minX }
    return edges
  }

  private static func crossingY(_ a: Edge, _ b: Edge) -> Double? {
    let d1 = orientation(a.from, a.to, b.from)
    let d2 = orientation(a.from, a.to, b.to)
    guard (d1 > 0 && d2 < 0) || (d1 < 0 && d2 > 0) else { return nil }
    let d3 = orientation(b.from, b.to, a.from)
    let d4 = orientation(b.from, b.to, a.to)
    guard (d3 > 0 && d4 < 0) || (d3 < 0 && d4 > 0) else { return nil }
    return b.from.y + (b.to.y - b.from.y) * (d1 / (d1 - d2))
  }
}
