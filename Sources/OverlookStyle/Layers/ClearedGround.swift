package import OverlookGeometry

/// Ground on which a style raises no buildings, because their insides are shown there.
package struct ClearedGround: Hashable, Sendable {
  /// A polygon of the world square.
  package struct Area: Hashable, Sendable {
    /// The outer one, then those of its holes; each has a point.
    package let rings: [[WorldPoint]]
    package let bounds: WorldRect
    /// What lies farthest from its edges, to 0.6 m at the equator.
    package let middle: WorldPoint?

    /// Nil for a polygon without points.
    package init?(rings: [[LocationCoordinate]]) {
      self.rings = rings.filter { !$0.isEmpty }.map { $0.map { WorldPoint($0) } }
      guard let first = self.rings.first?.first else { return nil }
      bounds = self.rings.joined().reduce(WorldRect(minX: first.x, minY: first.y, maxX: first.x, maxY: first.y)) {
        $0.union(WorldRect(minX: $1.x, minY: $1.y, maxX: $1.x, maxY: $1.y))
      }
      middle = PolygonCenter.of(self.rings.map { $0.map { SIMD2($0.x, $0.y) } }, precision: 0x1p-26)
        .map { WorldPoint(x: $0.x, y: $0.y) }
    }
  }

  package var areas: [Area]
  /// Of the style's zooms: clear from here on.
  package var minimumZoom: Double

  package init(areas: [Area], minimumZoom: Double) {
    self.areas = areas
    self.minimumZoom = minimumZoom
  }
}
