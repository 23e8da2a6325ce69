package import OverlookGeometry

/// Where the units of a tile come to lie in the target, as a shader computes it.
package struct TileScreen {
  /// Columns of a matrix whose products are pixels from the left and from below, both times the depth, and the depth.
  private let column0: SIMD4<Float>
  private let column1: SIMD4<Float>
  private let column3: SIMD4<Float>
  /// Width and height of the target, in pixels.
  let size: SIMD2<Float>

  /// `clipFromTile` is that of the ground; `size` the target's, in pixels.
  package init(_ clipFromTile: FloatMatrix4, size: SIMD2<Float>) {
    func pixels(_ column: SIMD4<Float>) -> SIMD4<Float> {
      SIMD4((column.x + column.w) * 0.5 * size.x, (column.y + column.w) * 0.5 * size.y, column.w, 0)
    }
    column0 = pixels(clipFromTile.column0)
    column1 = pixels(clipFromTile.column1)
    column3 = pixels(clipFromTile.column3)
    self.size = size
  }

  /// In pixels from the lower left corner, and the depth, which is not above 0 behind the eye, where there is no place.
  @inline(__always)
  func place(_ units: SIMD2<Float>) -> (SIMD2<Float>, depth: Float) {
    let product = column0 * units.x + column1 * units.y + column3
    return (product.lowHalf / product.z, product.z)
  }
}
