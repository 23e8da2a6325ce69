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
  /// Of an open line that is a part of a longer one: the points before its first and after its last one, for the joins there.
  package var before: WorldPoint?
  package var after: WorldPoint?
  /// Of an open line that was clipped while it was measured: the length of what lay before it.
  package var lengthBefore = 0.0

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

  /// The open lines between two positions; nothing without positions.
  package func part(_ range: Range<Double>) -> [WorldLine] {
    guard positions.count == points.count, points.count > 1 else { return [] }
    var part = WorldLine(points: [])
    for i in 0..<(points.count - 1)
    where positions[i] < min(range.upperBound, positions[i + 1]) && positions[i + 1] > range.lowerBound {
      let (a, b) = (points[i], points[i + 1])
      func place(_ position: Double) -> WorldPoint {
        let t = (position - positions[i]) / (positions[i + 1] - positions[i])
        return WorldPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
      }
      let (from, to) = (max(positions[i], range.lowerBound), min(positions[i + 1], range.upperBound))
      if part.points.isEmpty {
        part.points.append(place(from))
        part.positions.append(from)
      }
      part.points.append(to == positions[i + 1] ? b : place(to))
      part.positions.append(to)
    }
    return part.points.count > 1 ? [part] : []
  }

  /// The line in parts that are at most a world wide (longer pieces apart), each of which begins in 0 ..< 1: a track that goes
  /// around the Earth a hundred times needs no hundred copies of itself to be seen. Closed lines stay as they are.
  package func splitByWorlds() -> [WorldLine] {
    guard !isClosed, let rect = WorldRect(around: points), rect.maxX - rect.minX > 1 else { return [self] }
    let hasPositions = positions.count == points.count
    var lines: [WorldLine] = []
    var start = 0
    while start < points.count - 1 {
      var (low, high) = (points[start].x, points[start].x)
      var end = start + 1
      while end < points.count {
        low = min(low, points[end].x)
        high = max(high, points[end].x)
        if high - low > 1 && end > start + 1 { break }
        end += 1
      }
      let shift = points[start].x.rounded(.down)
      func moved(_ p: WorldPoint) -> WorldPoint { WorldPoint(x: p.x - shift, y: p.y) }
      var line = WorldLine(points: points[start..<end].map(moved), positions: hasPositions ? Array(positions[start..<end]) : [])
      line.before = start > 0 ? moved(points[start - 1]) : before.map(moved)
      line.after = end < points.count ? moved(points[end]) : after.map(moved)
      lines.append(line)
      start = end - 1
    }
    return lines
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
