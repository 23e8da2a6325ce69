package import OverlookGeometry

/// Where the units of a tile come to lie in a picture, in pixels from its upper left corner, as the shaders compute it.
package struct TileProjection {
  /// Of the columns of a matrix whose products are pixels, both times the depth, and the depth.
  private let fromX: SIMD4<Float>
  private let fromY: SIMD4<Float>
  private let origin: SIMD4<Float>
  /// In points of the screen, both times the depth, of a point of the ground in either direction.
  private let wayX: SIMD2<Float>
  private let wayY: SIMD2<Float>
  /// What is nearer to the eye is not drawn.
  let nearDepth: Float

  /// `clipFromTile` is that of the ground; `size` the picture's, in pixels.
  package init(_ clipFromTile: FloatMatrix4, size: SIMD2<Float>, pixelsPerPoint: Float, unitsPerPoint: Float, nearDepth: Float) {
    func pixels(_ column: SIMD4<Float>) -> SIMD4<Float> {
      SIMD4(column.pixelsTimesDepth(width: size.x, height: size.y), 0)
    }
    func way(_ column: SIMD4<Float>) -> SIMD2<Float> {
      column.lowHalf * (size * (0.5 / pixelsPerPoint)) * unitsPerPoint
    }
    fromX = pixels(clipFromTile.column0)
    fromY = pixels(clipFromTile.column1)
    origin = pixels(clipFromTile.column3)
    wayX = way(clipFromTile.column0)
    wayY = way(clipFromTile.column1)
    self.nearDepth = nearDepth
  }

  /// Pixels times depth in x and y, the depth in z.
  @inline(__always)
  func project(_ units: SIMD2<Float>) -> SIMD4<Float> { fromX * units.x + fromY * units.y + origin }

  /// A place in whole 256ths of a pixel, as drivers count them: what lies on the middle of a pixel is drawn by the same rule
  /// then.
  @inline(__always)
  static func snapped(_ place: SIMD2<Float>) -> SIMD2<Float> { place + 0x1.8p15 - 0x1.8p15 }

  /// How many times longer a way on the ground is than it is seen, divided by the depth; 0 for no way.
  @inline(__always)
  func stretchPerDepth(_ way: SIMD2<Float>) -> Float {
    let seen = wayX * way.x + wayY * way.y
    let square = (seen * seen).sum()
    return square > 0 ? ((way * way).sum() / square).squareRoot() : 0
  }
}
