/// The rows of pixels whose middles lie in a triangle, and where in each of them. Of two triangles with a common edge a middle
/// lies in one: on an edge in what is right of it or, of a level one, above it.
struct TriangleRows {
  // Of each edge, the last being none.
  private let upperX: SIMD4<Float>
  private let upperY: SIMD4<Float>
  private let lowerY: SIMD4<Float>
  private let slope: SIMD4<Float>

  @inline(__always)
  init(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>) {
    let (fromX, fromY) = (SIMD4(a.x, b.x, c.x, a.x), SIMD4(a.y, b.y, c.y, a.y))
    let (toX, toY) = (SIMD4(b.x, c.x, a.x, a.x), SIMD4(b.y, c.y, a.y, a.y))
    let isUp = fromY .> toY
    upperX = fromX.replacing(with: toX, where: isUp)
    upperY = fromY.replacing(with: toY, where: isUp)
    lowerY = toY.replacing(with: fromY, where: isUp)
    slope = (toX.replacing(with: fromX, where: isUp) - upperX) / (lowerY - upperY)
  }

  /// From where to where a line of height `y` lies in it; the other way round where it does not.
  @inline(__always)
  func span(_ y: Float) -> (left: Float, right: Float) {
    let x = upperX + (y - upperY) * slope
    let isMet = (upperY .< y) .& (lowerY .>= y)
    let left = SIMD4(repeating: Float.infinity).replacing(with: x, where: isMet)
    let right = SIMD4(repeating: -Float.infinity).replacing(with: x, where: isMet)
    return (min(min(left.x, left.y), left.z), max(max(right.x, right.y), right.z))
  }
}
