/// Leaves out what is too small to be seen on paper.
package enum PageSimplifier {
  /// A line without the points that lie closer than `tolerance` to what is left (Douglas and Peucker). Its ends stay.
  package static func line(_ points: [SIMD2<Double>], tolerance: Double) -> [SIMD2<Double>] {
    guard points.count > 2, tolerance > 0 else { return points }
    var kept = [Bool](repeating: false, count: points.count)
    kept[0] = true
    kept[points.count - 1] = true
    var open = [(0, points.count - 1)]
    while let (first, last) = open.popLast() {
      guard last - first > 1 else { continue }
      let (a, along) = (points[first], points[last] - points[first])
      let square = along.x * along.x + along.y * along.y
      var (farthest, distance) = (first, tolerance * tolerance)
      for index in first + 1..<last {
        let way = points[index] - a
        let share = square > 0 ? min(max((way.x * along.x + way.y * along.y) / square, 0), 1) : 0
        let off = way - along * share
        let squareOff = off.x * off.x + off.y * off.y
        if squareOff > distance { (farthest, distance) = (index, squareOff) }
      }
      guard farthest > first else { continue }
      kept[farthest] = true
      open.append((first, farthest))
      open.append((farthest, last))
    }
    return points.indices.compactMap { kept[$0] ? points[$0] : nil }
  }

  /// A ring likewise, which keeps at least three corners or is left out.
  package static func ring(_ points: [SIMD2<Double>], tolerance: Double) -> [SIMD2<Double>] {
    guard points.count > 4 else { return points }
    let start = points[0]
    func square(_ point: SIMD2<Double>) -> Double {
      let way = point - start
      return way.x * way.x + way.y * way.y
    }
    // Two halves, between a corner and the one farthest from it.
    guard let far = points.indices.max(by: { square(points[$0]) < square(points[$1]) }), far > 0 else { return points }
    let there = line(Array(points[0...far]), tolerance: tolerance)
    let back = line(Array(points[far...]) + [start], tolerance: tolerance)
    let ring = there.dropLast() + back.dropLast()
    return ring.count > 2 ? Array(ring) : []
  }
}
