/// A line of the world square: straight pieces between points, x unwrapped so that no piece is longer than it looks.
package struct WorldLine: Equatable, Sendable {
  /// No two consecutive points are equal. x of the first is in 0 ..< 1 unless the line was clipped or cut from a longer one.
  package var points: [WorldPoint]
  /// For each point how many segments of the path it came from lie before it, with fractions; as many as points, or none.
  package var positions: [Double]
  /// Whether a last piece leads from the last point to the first one, moved by `wrapX`.
  package var isClosed: Bool
  /// Whole worlds in x from the first point to where the closing piece arrives; not 0 for a ring around a pole.
  package var wrapX: Double

  package init(points: [WorldPoint], positions: [Double] = [], isClosed: Bool = false, wrapX: Double = 0) {
    self.points = points
    self.positions = positions
    self.isClosed = isClosed
    self.wrapX = wrapX
  }

  /// Number of straight pieces.
  package var pieceCount: Int {
    points.count < 2 ? 0 : isClosed ? points.count : points.count - 1
  }

  /// The smallest rectangle around all pieces; nil without points.
  package var bounds: WorldRect? {
    guard var rect = WorldRect(around: points) else { return nil }
    if isClosed, let first = points.first {
      rect.minX = min(rect.minX, first.x + wrapX)
      rect.maxX = max(rect.maxX, first.x + wrapX)
    }
    return rect
  }
}

extension WorldRect {
  /// The smallest rectangle around `points`; nil when there are none.
  package init?(around points: [WorldPoint]) {
    guard let first = points.first else { return nil }
    self.init(minX: first.x, minY: first.y, maxX: first.x, maxY: first.y)
    for p in points {
      minX = min(minX, p.x)
      maxX = max(maxX, p.x)
      minY = min(minY, p.y)
      maxY = max(maxY, p.y)
    }
  }
}
