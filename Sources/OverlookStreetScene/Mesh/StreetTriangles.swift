import OverlookGeometry

/// Cuts outlines and lines of the scene.
enum StreetTriangles {
  typealias Corner = SIMD2<Double>

  static func triangles(of rings: [[Corner]]) -> [(Corner, Corner, Corner)] {
    var points: [WorldPoint] = []
    var starts: [Int] = []
    for ring in rings {
      starts.append(points.count)
      points += ring.map { WorldPoint(x: $0.x, y: $0.y) }
    }
    let result = Triangulator.triangulation(of: points, ringStarts: starts, stepBudget: 2_000_000)
    let all = (points + result.addedPoints).map { Corner($0.x, $0.y) }
    return stride(from: 0, to: result.indices.count - 2, by: 3).compactMap { index in
      let corners = (0..<3).map { Int(result.indices[index + $0]) }
      guard corners.allSatisfy(all.indices.contains) else { return nil }
      return (all[corners[0]], all[corners[1]], all[corners[2]])
    }
  }

  static func dashes(_ line: [Corner], dash: Double, gap: Double, _ body: (Corner, Corner) -> Void) {
    var position = 0.0
    for (start, end) in zip(line, line.dropFirst()) {
      let way = end - start
      let length = (way * way).sum().squareRoot()
      guard length > 1e-6, length < 100_000 else { continue }
      var place = 0.0
      while place < length {
        let phase = (position + place).truncatingRemainder(dividingBy: dash + gap)
        let step = min(phase < dash ? dash - phase : dash + gap - phase, length - place)
        if phase < dash { body(start + way * (place / length), start + way * ((place + step) / length)) }
        place += max(step, 0.01)
      }
      position += length
    }
  }

  /// Twice the area; positive for rings that turn to the left.
  static func doubledArea(_ ring: [Corner]) -> Double {
    guard var before = ring.last, let origin = ring.first else { return 0 }
    var sum = 0.0
    for corner in ring {
      sum += (before.x - origin.x) * (corner.y - origin.y) - (corner.x - origin.x) * (before.y - origin.y)
      before = corner
    }
    return sum
  }
}
