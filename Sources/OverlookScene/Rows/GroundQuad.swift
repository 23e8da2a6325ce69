import Glibc
package import OverlookGeometry

/// The four corners of a ground overlay's picture in the world, x unwrapped: a rectangle of the Mercator plane that may be turned
/// about its anchor, or any convex quadrilateral.
package struct GroundQuad: Hashable, Sendable {
  package var topLeft: WorldPoint
  package var topRight: WorldPoint
  package var bottomRight: WorldPoint
  package var bottomLeft: WorldPoint

  /// `rect`, turned clockwise by `bearingDegrees` about the point at `anchor` of it.
  package init(rect: WorldRect, anchor: UnitPoint, bearingDegrees: Double) {
    let center = WorldPoint(
      x: rect.minX + (rect.maxX - rect.minX) * anchor.x, y: rect.minY + (rect.maxY - rect.minY) * anchor.y)
    let angle = bearingDegrees * Angle.radiansPerDegree
    let (s, c) = bearingDegrees == 0 ? (0, 1) : (sin(angle), cos(angle))
    // y points south, so this turn is clockwise as seen from above.
    func turned(_ x: Double, _ y: Double) -> WorldPoint {
      let (dx, dy) = (x - center.x, y - center.y)
      return WorldPoint(x: center.x + dx * c - dy * s, y: center.y + dx * s + dy * c)
    }
    topLeft = turned(rect.minX, rect.minY)
    topRight = turned(rect.maxX, rect.minY)
    bottomRight = turned(rect.maxX, rect.maxY)
    bottomLeft = turned(rect.minX, rect.maxY)
  }

  package var bounds: WorldRect {
    WorldRect(
      minX: min(min(topLeft.x, topRight.x), min(bottomLeft.x, bottomRight.x)),
      minY: min(min(topLeft.y, topRight.y), min(bottomLeft.y, bottomRight.y)),
      maxX: max(max(topLeft.x, topRight.x), max(bottomLeft.x, bottomRight.x)),
      maxY: max(max(topLeft.y, topRight.y), max(bottomLeft.y, bottomRight.y)))
  }

  /// Four corners anywhere.
  package init(topLeft: WorldPoint, topRight: WorldPoint, bottomRight: WorldPoint, bottomLeft: WorldPoint) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// Where `point` lies in the picture, (0, 0) at its top left corner; nil when the quad has no area or is not convex, and for
  /// points that no point of the picture's plane lies on.
  package func pictureFraction(of point: WorldPoint) -> UnitPoint? {
    guard let mapping = GroundMapping(self) else { return nil }
    let (u, v, w) = mapping.fraction(x: point.x - topLeft.x, y: point.y - topLeft.y)
    guard w > 0 else { return nil }
    return UnitPoint(x: u / w, y: v / w)
  }
}

/// The projective map that takes the unit square to a quad and keeps straight lines straight (Heckbert, Fundamentals of Texture
/// Mapping and Image Warping, 1989, section 2.2.3): with offsets from the top left corner,
///
///     x = (a u + b v) / (g u + h v + 1)        y = (d u + e v) / (g u + h v + 1)
package struct GroundMapping: Sendable {
  package let a: Double
  package let b: Double
  package let d: Double
  package let e: Double
  package let g: Double
  package let h: Double
  private let determinant: Double

  /// Nil when the quad is not convex or has no area: then no such map exists.
  package init?(_ quad: GroundQuad) {
    let origin = quad.topLeft
    let (x1, y1) = (quad.topRight.x - origin.x, quad.topRight.y - origin.y)
    let (x2, y2) = (quad.bottomRight.x - origin.x, quad.bottomRight.y - origin.y)
    let (x3, y3) = (quad.bottomLeft.x - origin.x, quad.bottomLeft.y - origin.y)
    // All corners turn the same way.
    let turns = SIMD4(
      x1 * y2 - y1 * x2, (x2 - x1) * (y3 - y1) - (y2 - y1) * (x3 - x1), x2 * y3 - y2 * x3, x1 * y3 - y1 * x3)
    guard turns.min() > 0 || turns.max() < 0 else { return nil }
    let (dx1, dy1, dx2, dy2) = (x1 - x2, y1 - y2, x3 - x2, y3 - y2)
    let (sumX, sumY) = (x2 - x1 - x3, y2 - y1 - y3)
    let area = dx1 * dy2 - dx2 * dy1
    guard area != 0 else { return nil }
    g = (sumX * dy2 - dx2 * sumY) / area
    h = (dx1 * sumY - sumX * dy1) / area
    a = x1 * (1 + g)
    d = y1 * (1 + g)
    b = x3 * (1 + h)
    e = y3 * (1 + h)
    determinant = a * e - b * d
    guard determinant != 0, determinant.isFinite else { return nil }
  }

  /// The fractions u / w and v / w of the point at an offset from the top left corner; w is 1 there, and above 0 wherever a point
  /// of the picture's plane lies.
  package func fraction(x: Double, y: Double) -> (u: Double, v: Double, w: Double) {
    (
      (e * x - b * y) / determinant, (a * y - d * x) / determinant,
      1 + ((d * h - e * g) * x + (b * g - a * h) * y) / determinant
    )
  }

  /// The least w of the points of the picture.
  package var leastWeight: Double { 1 / max(max(1, 1 + g), max(1 + h, 1 + g + h)) }
}
