/// Cuts any set of rings, crossing or not, into trapezoids by the even-odd rule.
///
/// Between two neighbouring heights at which an edge begins, ends or crosses another, the edges have a fixed order from left to
/// right, and the inside lies between the first and second, third and fourth, and so on. A trapezoid grows downwards as long as
/// its two edges stay neighbours.
struct SlabTriangulator {
  private struct Edge {
    var top: SIMD2<Double>
    var bottom: SIMD2<Double>
    /// The right edge of the trapezoid that is open at this left edge, or -1.
    var openRight: Int32 = -1
    var openY = 0.0
    var lastSlab: Int32 = -1

    func x(at y: Double) -> Double {
      // Exact at both ends, so that neighbouring trapezoids share their corners.
      if y <= top.y { return top.x }
      if y >= bottom.y { return bottom.x }
      return top.x + (bottom.x - top.x) * ((y - top.y) / (bottom.y - top.y))
    }
  }

  private var edges: [Edge] = []
  private var ys: [Double]
  private var result = Triangulation()
  private var firstAddedIndex = 0

  init(rings: RingList, crossingYs: [Double]) {
    ys = crossingYs
    for ring in rings.starts.indices {
      let range = rings.starts[ring]..<rings.end(ofRing: ring)
      var previous = rings.points[range.upperBound - 1]
      for i in range {
        let p = rings.points[i]
        ys.append(p.y)
        if previous.y < p.y { edges.append(Edge(top: previous, bottom: p)) }
        if previous.y > p.y { edges.append(Edge(top: p, bottom: previous)) }
        previous = p
      }
    }
    ys.sort()
    edges.sort { $0.top.y < $1.top.y }
  }

  /// The triangles, all of added points numbered from `firstAddedIndex`; nil when the budget ran out.
  mutating func triangulation(firstAddedIndex: Int, budget: inout StepBudget) -> Triangulation? {
    self.firstAddedIndex = firstAddedIndex
    var active: [Int32] = []
    var open: [Int32] = []
    var nextEdge = 0
    var slab: Int32 = 0
    for (upper, lower) in zip(ys, ys.dropFirst()) where upper < lower {
      active.removeAll { edges[Int($0)].bottom.y <= upper }
      while nextEdge < edges.count, edges[nextEdge].top.y <= upper {
        if edges[nextEdge].bottom.y > upper { active.append(Int32(nextEdge)) }
        nextEdge += 1
      }
      guard budget.spend(8 * active.count + 8), result.indices.count < Self.maximumIndices else { return nil }
      let middle = upper + (lower - upper) / 2
      active.sort { edges[Int($0)].x(at: middle) < edges[Int($1)].x(at: middle) }
      extend(pairs: active, from: upper, slab: slab, open: &open)
      close(&open, at: upper, unlessSeenIn: slab)
      slab += 1
    }
    close(&open, at: ys.last ?? 0, unlessSeenIn: slab)
    return result
  }

  private static let maximumIndices = 30_000_000

  private mutating func extend(pairs active: [Int32], from y: Double, slab: Int32, open: inout [Int32]) {
    for i in stride(from: 0, to: active.count - 1, by: 2) {
      let (left, right) = (active[i], active[i + 1])
      if edges[Int(left)].openRight == right {
        edges[Int(left)].lastSlab = slab
        continue
      }
      if edges[Int(left)].openRight >= 0 {
        emit(left, until: y)
      } else {
        open.append(left)
      }
      edges[Int(left)].openRight = right
      edges[Int(left)].openY = y
      edges[Int(left)].lastSlab = slab
    }
  }

  private mutating func close(_ open: inout [Int32], at y: Double, unlessSeenIn slab: Int32) {
    var kept = 0
    for left in open {
      if edges[Int(left)].lastSlab == slab {
        open[kept] = left
        kept += 1
      } else {
        emit(left, until: y)
        edges[Int(left)].openRight = -1
      }
    }
    open.removeLast(open.count - kept)
  }

  private mutating func emit(_ left: Int32, until y: Double) {
    let (l, r) = (edges[Int(left)], edges[Int(edges[Int(left)].openRight)])
    let base = UInt32(firstAddedIndex + result.addedPoints.count)
    result.addedPoints.append(WorldPoint(x: l.x(at: l.openY), y: l.openY))
    result.addedPoints.append(WorldPoint(x: r.x(at: l.openY), y: l.openY))
    result.addedPoints.append(WorldPoint(x: l.x(at: y), y: y))
    result.addedPoints.append(WorldPoint(x: r.x(at: y), y: y))
    result.indices.append(contentsOf: [base, base + 1, base + 2, base + 2, base + 1, base + 3])
  }
}
