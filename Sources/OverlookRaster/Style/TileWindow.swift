/// The part of a tile that can be seen: a quadrangle, in tile units.
package struct TileWindow: Hashable, Sendable {
  /// Of each side the direction that points outwards, and how far inside lies that way.
  private var outwardX: SIMD4<Float>
  private var outwardY: SIMD4<Float>
  private var limits: SIMD4<Float>

  /// Of a convex quadrangle whose corners follow one another counter-clockwise on a map whose y grows south, and `reach` units
  /// around it.
  package init(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>, reach: Double) {
    let (x, y) = (SIMD4(a.x, b.x, c.x, d.x), SIMD4(a.y, b.y, c.y, d.y))
    let (nextX, nextY) = (SIMD4(b.x, c.x, d.x, a.x), SIMD4(b.y, c.y, d.y, a.y))
    let (wayX, wayY) = (nextX - x, nextY - y)
    let length = (wayX * wayX + wayY * wayY).squareRoot()
    let (outwardX, outwardY) = (-wayY / length, wayX / length)
    self.outwardX = SIMD4<Float>(outwardX)
    self.outwardY = SIMD4<Float>(outwardY)
    limits = SIMD4<Float>(outwardX * x + outwardY * y + reach)
  }

  /// Whether a box with these corners may touch it; true for what cannot be computed.
  package func touches(_ low: SIMD2<Int16>, _ high: SIMD2<Int16>) -> Bool {
    // The corner of the box that lies farthest inwards.
    let x = lesser(outwardX * Float(low.x), outwardX * Float(high.x))
    let y = lesser(outwardY * Float(low.y), outwardY * Float(high.y))
    return !any(x + y .> limits)
  }
}
