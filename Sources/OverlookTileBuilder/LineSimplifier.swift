package import OverlookGeometry

/// Leaves out points that hardly change a line (Douglas and Peucker, 1973).
package enum LineSimplifier {
  /// The points of `line` of which none of the others lies farther than `tolerance` (world units) from the line through those
  /// kept.
  package static func simplified(_ line: [WorldPoint], tolerance: Double) -> [WorldPoint] {
    guard line.count > 2, tolerance > 0 else { return line }
    var isKept = [Bool](repeating: false, count: line.count)
    isKept[0] = true
    isKept[line.count - 1] = true
    var open = [0..<(line.count - 1)]
    while let part = open.popLast() {
      var farthest = part.lowerBound
      var distance = tolerance * tolerance
      for index in (part.lowerBound + 1)..<max(part.upperBound, part.lowerBound + 1) {
        let square = squareDistance(line[index], line[part.lowerBound], line[part.upperBound])
        if square > distance {
          distance = square
          farthest = index
        }
      }
      guard farthest > part.lowerBound else { continue }
      isKept[farthest] = true
      open.append(part.lowerBound..<farthest)
      open.append(farthest..<part.upperBound)
    }
    return zip(line, isKept).filter { $0.1 }.map { $0.0 }
  }

  /// A ring is opened at the two points that lie farthest apart along it, which stay.
  package static func simplified(ring: [WorldPoint], tolerance: Double) -> [WorldPoint] {
    guard ring.count > 4, let first = ring.first else { return ring }
    let far = ring.indices.max { squareDistance(ring[$0], first, first) < squareDistance(ring[$1], first, first) } ?? 0
    let there = simplified(Array(ring[...far]), tolerance: tolerance)
    let back = simplified(Array(ring[far...]) + [first], tolerance: tolerance)
    return Array(there.dropLast() + back.dropLast())
  }

  /// From `p` to the segment from `a` to `b`.
  private static func squareDistance(_ p: WorldPoint, _ a: WorldPoint, _ b: WorldPoint) -> Double {
    let dx = b.x - a.x
    let dy = b.y - a.y
    let square = dx * dx + dy * dy
    let t = square > 0 ? min(max(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0), 1) : 0
    let x = p.x - a.x - t * dx
    let y = p.y - a.y - t * dy
    return x * x + y * y
  }
}
