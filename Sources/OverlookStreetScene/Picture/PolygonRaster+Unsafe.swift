/// Which triangle is nearest in each pixel of a square picture, and how near it is: a number that grows towards the eye and is linear
/// over the picture (one over the depth, or a height above a plane).
///
/// Invariant of the unsafe parts: `nearness` and `triangles` hold `side * side` elements, and rows and columns are held to
/// 0 ..< side before they are used.
package struct PolygonRaster: Sendable {
  package let side: Int
  package private(set) var nearness: [Float]
  /// -1 where nothing is.
  package private(set) var triangles: [Int32]

  init(side: Int) {
    self.side = side
    nearness = Array(repeating: -.greatestFiniteMagnitude, count: side * side)
    triangles = Array(repeating: -1, count: side * side)
  }

  /// A plane over the picture.
  struct Slope {
    var x: Double
    var y: Double
    var constant: Double
  }

  /// Draws a convex polygon, whose corners are pixels from the upper left corner. `covers`: whether it hides what is as near as it.
  /// `isThere`: whether a pixel, by its column and row, has something of it; nil for one without holes.
  mutating func fill(
    _ corners: some Collection<SIMD2<Double>>, _ slope: Slope, triangle: Int32, covers: Bool,
    isThere: ((Int, Int) -> Bool)? = nil
  ) {
    var (top, bottom) = (Double.infinity, -Double.infinity)
    for corner in corners {
      guard corner.x.isFinite, corner.y.isFinite else { return }
      (top, bottom) = (min(top, corner.y), max(bottom, corner.y))
    }
    guard top.isFinite, bottom.isFinite, top < Double(side), bottom > 0 else { return }
    // The pixels whose middles lie inside.
    let first = Int(max((top - 0.5).rounded(.up), 0))
    let last = Int(min((bottom - 0.5).rounded(.up), Double(side))) - 1
    guard first <= last else { return }
    for row in first...last { fillRow(row, corners, slope, triangle, covers, isThere) }
  }

  @inline(__always)
  private mutating func fillRow(
    _ row: Int, _ corners: some Collection<SIMD2<Double>>, _ slope: Slope, _ triangle: Int32, _ covers: Bool,
    _ isThere: ((Int, Int) -> Bool)?
  ) {
    let y = Double(row) + 0.5
    var (left, right) = (Double.infinity, -Double.infinity)
    guard var before = corners.suffix(1).first else { return }
    for corner in corners {
      if (before.y <= y) != (corner.y <= y) {
        let x = before.x + (corner.x - before.x) * (y - before.y) / (corner.y - before.y)
        (left, right) = (min(left, x), max(right, x))
      }
      before = corner
    }
    let first = Int(max((max(left, -1) - 0.5).rounded(.up), 0))
    let end = Int(min((min(right, Double(side) + 1) - 0.5).rounded(.up), Double(side)))
    guard first < end else { return }
    var value = Float(slope.constant + slope.y * y + slope.x * (Double(first) + 0.5))
    let step = Float(slope.x)
    let start = row * side
    if let isThere {
      for index in (start + first)..<(start + end) {
        if covers || value > nearness[index], isThere(index - start, row) {
          (nearness[index], triangles[index]) = (value, triangle)
        }
        value += step
      }
      return
    }
    nearness.withUnsafeMutableBufferPointer { nearness in
      triangles.withUnsafeMutableBufferPointer { triangles in
        for index in (start + first)..<(start + end) {
          if covers || value > nearness[index] {
            nearness[index] = value
            triangles[index] = triangle
          }
          value += step
        }
      }
    }
  }
}
