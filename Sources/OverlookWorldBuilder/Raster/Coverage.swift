import Foundation

/// How much of each pixel lies inside a set of features, 0 ... 1; within a feature by the even-odd rule, so that holes are holes.
struct Coverage {
  /// A projection of the Earth to a picture.
  enum Grid {
    /// Plate carree, the poles at the top and the bottom.
    case plateCarree(width: Int, height: Int)
    /// Web Mercator, `side` x `side` pixels.
    case mercator(side: Int)

    var width: Int {
      switch self {
      case .plateCarree(let width, _): width
      case .mercator(let side): side
      }
    }

    func y(_ latitude: Double) -> Double {
      switch self {
      case .plateCarree(_, let height): return (90 - latitude) / 180 * Double(height)
      case .mercator(let side):
        let clamped = min(max(latitude, -89.5), 89.5) * .pi / 180
        return Double(side) * (0.5 - atanh(sin(clamped)) / (2 * .pi))
      }
    }
  }

  private struct Edge {
    var feature: UInt32
    var topX: Double
    var topY: Double
    var bottomY: Double
    var slope: Double
  }

  private let width: Int
  private let edges: [Edge]
  private static let linesPerPixel = 8

  init(_ outlines: [Outline], on grid: Grid) {
    width = grid.width
    var edges: [Edge] = []
    for outline in outlines {
      let xs = outline.longitudes.map { ($0 + 180) / 360 * Double(grid.width) }
      let ys = outline.latitudes.map(grid.y)
      for i in xs.indices {
        let j = i + 1 < xs.count ? i + 1 : 0
        guard ys[i] != ys[j] else { continue }
        let (top, bottom) = ys[i] < ys[j] ? (i, j) : (j, i)
        let slope = (xs[bottom] - xs[top]) / (ys[bottom] - ys[top])
        edges.append(
          Edge(feature: outline.feature, topX: xs[top], topY: ys[top], bottomY: ys[bottom], slope: slope))
      }
    }
    self.edges = edges
  }

  /// Rows `rows` of the picture, one after the other.
  func values(rows: Range<Int>) -> [Float] {
    var result = [Float](repeating: 0, count: rows.count * width)
    let near = edges.filter { $0.bottomY > Double(rows.lowerBound) && $0.topY < Double(rows.upperBound) }
    var crossings: [(feature: UInt32, x: Double)] = []
    for row in rows {
      let rowEdges = near.filter { $0.bottomY > Double(row) && $0.topY < Double(row + 1) }
      let base = (row - rows.lowerBound) * width
      for line in 0..<Self.linesPerPixel {
        let y = Double(row) + (Double(line) + 0.5) / Double(Self.linesPerPixel)
        crossings.removeAll(keepingCapacity: true)
        for edge in rowEdges where edge.topY <= y && edge.bottomY > y {
          crossings.append((edge.feature, edge.topX + (y - edge.topY) * edge.slope))
        }
        for span in Self.spans(&crossings) { addSpan(from: span.start, to: span.end, at: base, &result) }
      }
    }
    return result
  }

  /// The parts of a line that lie in any feature, from left to right; features may overlap.
  private static func spans(_ crossings: inout [(feature: UInt32, x: Double)]) -> [(start: Double, end: Double)] {
    crossings.sort { ($0.feature, $0.x) < ($1.feature, $1.x) }
    var spans: [(start: Double, end: Double)] = []
    for i in stride(from: 0, to: crossings.count - 1, by: 2) { spans.append((crossings[i].x, crossings[i + 1].x)) }
    spans.sort { $0.start < $1.start }
    var merged: [(start: Double, end: Double)] = []
    for span in spans {
      if let last = merged.last, span.start <= last.end {
        merged[merged.count - 1].end = max(last.end, span.end)
      } else {
        merged.append(span)
      }
    }
    return merged
  }

  private func addSpan(from start: Double, to end: Double, at base: Int, _ result: inout [Float]) {
    let left = min(max(start, 0), Double(width))
    let right = min(max(end, 0), Double(width))
    guard right > left else { return }
    let share = 1 / Float(Self.linesPerPixel)
    let first = Int(left)
    let last = min(Int(right), width - 1)
    if first >= last {
      result[base + min(first, width - 1)] += share * Float(right - left)
      return
    }
    result[base + first] += share * Float(Double(first + 1) - left)
    for x in (first + 1)..<max(last, first + 1) { result[base + x] += share }
    result[base + last] += share * Float(right - Double(last))
  }
}
