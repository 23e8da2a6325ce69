import Glibc
package import OverlookGeometry

/// The four corners of a ground overlay's picture in the world, x unwrapped: a rectangle of the Mercator plane, turned about its anchor.
///
/// The picture's rows are spaced evenly in Mercator y, so the mapping from picture to world is linear, without any warp.
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

  /// Where `point` lies in the picture, (0, 0) at its top left corner; nil when the quad has no area.
  package func pictureFraction(of point: WorldPoint) -> UnitPoint? {
    let (ux, uy) = (topRight.x - topLeft.x, topRight.y - topLeft.y)
    let (vx, vy) = (bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y)
    let (dx, dy) = (point.x - topLeft.x, point.y - topLeft.y)
    let (uu, vv) = (ux * ux + uy * uy, vx * vx + vy * vy)
    guard uu > 0, vv > 0 else { return nil }
    return UnitPoint(x: (dx * ux + dy * uy) / uu, y: (dx * vx + dy * vy) / vv)
  }
}
