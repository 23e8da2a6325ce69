/// Cutting lines and triangles at a rectangle, in Double: what is far outside of the view would reach the GPU with errors of many
/// pixels.
///
/// Each side of the rectangle is treated in the same order, and a cut edge is always computed from its lower end, so that
/// triangles which share an edge still share it afterwards.
package enum WorldClip {
  /// The piece from `a` to `b` inside `rect`; nil when nothing is.
  package static func piece(_ a: WorldPoint, _ b: WorldPoint, in rect: WorldRect) -> (a: WorldPoint, b: WorldPoint)? {
    var (a, b) = (a, b)
    for side in Side.allCases {
      let (insideA, insideB) = (side.contains(a, rect), side.contains(b, rect))
      if !insideA && !insideB { return nil }
      if !insideA { a = side.cut(a, b, rect) } else if !insideB { b = side.cut(a, b, rect) }
    }
    return (a, b)
  }

  /// Replaces `polygon`, which must be convex, by its part inside `rect`; `scratch` is overwritten.
  package static func clip(_ polygon: inout [WorldPoint], to rect: WorldRect, scratch: inout [WorldPoint]) {
    for side in Side.allCases {
      guard var previous = polygon.last else { return }
      scratch.removeAll(keepingCapacity: true)
      var wasInside = side.contains(previous, rect)
      for p in polygon {
        let isInside = side.contains(p, rect)
        if isInside != wasInside { scratch.append(side.cut(previous, p, rect)) }
        if isInside { scratch.append(p) }
        previous = p
        wasInside = isInside
      }
      swap(&polygon, &scratch)
    }
  }

  private enum Side: CaseIterable {
    case minX, maxX, minY, maxY

    func contains(_ p: WorldPoint, _ rect: WorldRect) -> Bool {
      switch self {
      case .minX: p.x >= rect.minX
      case .maxX: p.x <= rect.maxX
      case .minY: p.y >= rect.minY
      case .maxY: p.y <= rect.maxY
      }
    }

    func cut(_ a: WorldPoint, _ b: WorldPoint, _ rect: WorldRect) -> WorldPoint {
      let (low, high) = (a.x, a.y) < (b.x, b.y) ? (a, b) : (b, a)
      switch self {
      case .minX: return Self.atX(rect.minX, low, high)
      case .maxX: return Self.atX(rect.maxX, low, high)
      case .minY: return Self.atY(rect.minY, low, high)
      case .maxY: return Self.atY(rect.maxY, low, high)
      }
    }

    private static func atX(_ x: Double, _ a: WorldPoint, _ b: WorldPoint) -> WorldPoint {
      WorldPoint(x: x, y: a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x)))
    }

    private static func atY(_ y: Double, _ a: WorldPoint, _ b: WorldPoint) -> WorldPoint {
      WorldPoint(x: a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)), y: y)
    }
  }
}

extension WorldLine {
  /// The parts inside `rect`, as open lines; positions are kept. Where `length` says how long a piece is, `lengthBefore` is set.
  package func clipped(to rect: WorldRect, length: ((WorldPoint, WorldPoint) -> Double)? = nil) -> [WorldLine] {
    var lines: [WorldLine] = []
    var lengthSoFar = lengthBefore
    var current = WorldLine(points: [])
    let hasPositions = positions.count == points.count
    for i in 0..<pieceCount {
      let (a, b) = piece(i)
      let lengthOfPiece = length?(a, b) ?? 0
      defer { lengthSoFar += lengthOfPiece }
      guard let inside = WorldClip.piece(a, b, in: rect), inside.a != inside.b else { continue }
      let (from, to) = hasPositions ? (positions[i], i + 1 < positions.count ? positions[i + 1] : positions[i] + 1) : (0, 0)
      if current.points.last != inside.a {
        if current.points.count > 1 { lines.append(current) }
        current = WorldLine(points: [inside.a])
        current.lengthBefore = lengthSoFar + lengthOfPiece * Self.fraction(inside.a, a, b)
        if inside.a == a { current.before = pointBefore(i) }
        if hasPositions { current.positions.append(from + (to - from) * Self.fraction(inside.a, a, b)) }
      }
      current.points.append(inside.b)
      current.after = inside.b == b ? pointAfter(i) : nil
      if hasPositions { current.positions.append(from + (to - from) * Self.fraction(inside.b, a, b)) }
    }
    if current.points.count > 1 { lines.append(current) }
    return lines
  }

  /// The ends of piece `i`, 0 ..< `pieceCount`.
  package func piece(_ i: Int) -> (a: WorldPoint, b: WorldPoint) {
    if i + 1 < points.count { return (points[i], points[i + 1]) }
    return (points[i], WorldPoint(x: points[0].x + wrapX, y: points[0].y))
  }

  /// Whether `isMet` holds for a piece in any copy of the world in which it may reach into `area`.
  package func hasPiece(near area: WorldRect, where isMet: (_ a: WorldPoint, _ b: WorldPoint) -> Bool) -> Bool {
    for i in 0..<pieceCount {
      var (a, b) = piece(i)
      let shift = (area.minX - max(a.x, b.x)).rounded(.up)
      a.x += shift
      b.x += shift
      while min(a.x, b.x) <= area.maxX {
        if isMet(a, b) { return true }
        a.x += 1
        b.x += 1
      }
    }
    return false
  }

  /// The point before the start of piece `i`.
  private func pointBefore(_ i: Int) -> WorldPoint? {
    if i > 0 { return points[i - 1] }
    guard isClosed, let last = points.last else { return before }
    return WorldPoint(x: last.x - wrapX, y: last.y)
  }

  /// The point after the end of piece `i`.
  private func pointAfter(_ i: Int) -> WorldPoint? {
    if i + 2 < points.count { return points[i + 2] }
    guard isClosed else { return after }
    let p = points[(i + 2) % points.count]
    return WorldPoint(x: p.x + wrapX, y: p.y)
  }

  private static func fraction(_ p: WorldPoint, _ a: WorldPoint, _ b: WorldPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    if abs(dx) >= abs(dy) { return dx == 0 ? 0 : (p.x - a.x) / dx }
    return (p.y - a.y) / dy
  }
}
