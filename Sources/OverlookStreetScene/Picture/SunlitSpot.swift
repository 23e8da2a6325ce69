/// What a pixel of a picture shows of a surface, for the light that falls there.
struct SunlitSpot {
  var place: SIMD3<Float>
  /// Across the surface, of length 1.
  var normal: SIMD3<Float>
  /// From the eye, of length 1.
  var direction: SIMD3<Float>
  /// Metres from the middle of the pixel to its rim, across the view.
  var radius: Float

  /// The pixel as the sun sees it, in its picture with these axes; no farther than `most` to any side.
  func spread(_ right: SIMD3<Float>, _ up: SIMD3<Float>, most: Float) -> SunSpread {
    let ahead = normal.dot(direction)
    // The more a surface is seen from its edge, the longer is what a pixel shows of it.
    let along = direction - normal * ahead
    let stretch = SIMD2(along.dot(right), along.dot(up)) / max(abs(ahead), 0.06)
    let across = SIMD2(normal.dot(right), normal.dot(up))
    let spread = SunSpread(
      xx: 1 - across.x * across.x + stretch.x * stretch.x, xy: stretch.x * stretch.y - across.x * across.y,
      yy: 1 - across.y * across.y + stretch.y * stretch.y)
    let limit = most * most / max(spread.xx, spread.yy, 1e-9)
    return spread.scaled(by: min(radius * radius, limit))
  }
}

/// An ellipse around a place, by the squares of how far it reaches along two axes, and what ties them (a covariance, but for a factor).
struct SunSpread {
  var xx: Float
  var xy: Float
  var yy: Float

  func scaled(by factor: Float) -> SunSpread { SunSpread(xx: xx * factor, xy: xy * factor, yy: yy * factor) }

  /// What becomes of it when each of its places is blurred to a disc, of whose radius this is the square.
  func widened(by square: Float) -> SunSpread { SunSpread(xx: xx + square, xy: xy, yy: yy + square) }
}
