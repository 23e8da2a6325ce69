/// The point of a polygon that lies farthest from its edges, by dividing squares (Garcia-Castellanos and Lombardo's pole of
/// inaccessibility, in the form of a search for the best square first).
package struct PolygonCenter {
  private struct Cell {
    var center: SIMD2<Double>
    var half: Double
    /// To the edges, negative outside.
    var distance: Double
    /// No point of the cell lies farther.
    var reach: Double
  }

  private static let maximumSteps = 2000
  /// Each step looks at all edges four times: of outlines with very many, the middle is known less well.
  private static let maximumEdges = 2_000_000

  private let rings: [[SIMD2<Double>]]

  /// Whether a point lies inside of `rings`, none of which is empty, by the even-odd rule.
  package static func isInside(_ point: SIMD2<Double>, _ rings: [[SIMD2<Double>]]) -> Bool {
    PolygonCenter(rings: rings).signedDistance(point) > 0
  }

  /// `rings`: the outer one first. `precision` in units of the rings.
  package static func of(_ rings: [[SIMD2<Double>]], precision: Double) -> SIMD2<Double>? {
    guard let outer = rings.first, let first = outer.first else { return nil }
    var (low, high) = (first, first)
    for point in outer {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    let size = high - low
    let side = min(size.x, size.y)
    guard side > 0 else { return low }
    return PolygonCenter(rings: rings).search(low, high, side: side, precision: precision)
  }

  private func search(_ low: SIMD2<Double>, _ high: SIMD2<Double>, side: Double, precision: Double) -> SIMD2<Double> {
    var queue = CellQueue()
    let columns = min(((high.x - low.x) / side).rounded(.up), 64)
    let rows = min(((high.y - low.y) / side).rounded(.up), 64)
    for column in 0..<max(Int(columns), 1) {
      for row in 0..<max(Int(rows), 1) {
        queue.push(cell(low + SIMD2<Double>(Double(column) + 0.5, Double(row) + 0.5) * side, side / 2))
      }
    }
    var best = cell(centroid, 0)
    let limit = min(Self.maximumSteps, max(Self.maximumEdges / rings.reduce(1) { $0 + $1.count }, 16))
    var steps = 0
    while let next = queue.pop(), steps < limit {
      steps += 1
      if next.distance > best.distance { best = next }
      if next.reach - best.distance <= precision { continue }
      let half = next.half / 2
      for (x, y) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
        queue.push(cell(next.center + SIMD2(x, y), half))
      }
    }
    return best.center
  }

  private var centroid: SIMD2<Double> {
    let ring = rings[0]
    var (sum, area) = (SIMD2<Double>.zero, 0.0)
    var previous = ring[ring.count - 1]
    for point in ring {
      let f = point.x * previous.y - previous.x * point.y
      sum += (point + previous) * f
      area += f * 3
      previous = point
    }
    return area == 0 ? ring[0] : sum / area
  }

  private func cell(_ center: SIMD2<Double>, _ half: Double) -> Cell {
    let distance = signedDistance(center)
    return Cell(center: center, half: half, distance: distance, reach: distance + half * 2.0.squareRoot())
  }

  private func signedDistance(_ p: SIMD2<Double>) -> Double {
    var isInside = false
    var nearest = Double.infinity
    for ring in rings {
      var b = ring[ring.count - 1]
      for a in ring {
        if (a.y > p.y) != (b.y > p.y), p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x { isInside.toggle() }
        let along = b - a
        let length = along.x * along.x + along.y * along.y
        let t = length == 0 ? 0 : min(max(((p.x - a.x) * along.x + (p.y - a.y) * along.y) / length, 0), 1)
        let d = p - (a + along * t)
        nearest = min(nearest, d.x * d.x + d.y * d.y)
        b = a
      }
    }
    return (isInside ? 1 : -1) * nearest.squareRoot()
  }

  /// A heap, the cell that reaches farthest on top.
  private struct CellQueue {
    private var cells: [Cell] = []

    mutating func push(_ cell: Cell) {
      cells.append(cell)
      var index = cells.count - 1
      while index > 0, cells[(index - 1) / 2].reach < cells[index].reach {
        cells.swapAt(index, (index - 1) / 2)
        index = (index - 1) / 2
      }
    }

    mutating func pop() -> Cell? {
      guard let top = cells.first, let last = cells.popLast() else { return nil }
      if cells.isEmpty { return top }
      cells[0] = last
      var index = 0
      while true {
        var largest = index
        for child in [2 * index + 1, 2 * index + 2] where child < cells.count && cells[child].reach > cells[largest].reach {
          largest = child
        }
        if largest == index { return top }
        cells.swapAt(index, largest)
        index = largest
      }
    }
  }
}
