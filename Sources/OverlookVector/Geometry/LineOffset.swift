/// Moves lines aside, as roads with two edges need it.
package enum LineOffset {
  /// The line so far to the right of the way that it runs (y down); negative to the left. Corners are mitred, sharp ones cut.
  package static func moved(_ line: [SIMD2<Double>], by distance: Double) -> [SIMD2<Double>] {
    let points = line.indices.filter { $0 == 0 || line[$0] != line[$0 - 1] }.map { line[$0] }
    guard points.count > 1, distance != 0 else { return points }
    let normals = points.indices.dropLast().map { index in
      let way = points[index + 1] - points[index]
      let length = (way.x * way.x + way.y * way.y).squareRoot()
      return SIMD2(-way.y, way.x) / length
    }
    var moved = [points[0] + normals[0] * distance]
    for index in 1..<points.count - 1 {
      let (a, b) = (normals[index - 1], normals[index])
      let sum = a + b
      let square = sum.x * sum.x + sum.y * sum.y
      // The miter is as long as 2 / |a + b|.
      if square > 1 {
        moved.append(points[index] + sum * (2 * distance / square))
      } else {
        moved.append(points[index] + a * distance)
        moved.append(points[index] + b * distance)
      }
    }
    moved.append(points[points.count - 1] + normals[normals.count - 1] * distance)
    return moved
  }
}
