import OverlookGeometry

/// Leaves out the points of a line that lie so near to the straight way between those that are kept that nobody sees the difference, as they
/// come: from the last kept point all that follow are seen through a cone, and the first one beside it needs the one before it to be kept
/// (after Williams, 1978).
struct LineThinning {
  /// Points.
  private static let tolerance = 0.08

  /// The point kept last; nil at the beginning of a part.
  private var anchor: SIMD2<Double>?
  /// The newest point, while it is not kept.
  private var newest: SIMD2<Double>?
  /// Ways from the anchor between which those to all points since lie.
  private var left = SIMD2<Double>.zero
  private var right = SIMD2<Double>.zero
  private var isOpen = true

  /// Takes the next point of the line.
  mutating func add(_ point: ScreenPoint, to points: inout [ScreenPoint]) {
    let point = SIMD2(point.x, point.y)
    guard let anchor else { return keep(point, &points) }
    if let newest, !isStraight(anchor, newest, point) { keep(newest, &points) }
    narrow(to: point - (self.anchor ?? anchor))
    newest = point
  }

  /// Ends a part: its last point is kept.
  mutating func end(_ points: inout [ScreenPoint]) {
    if let newest { points.append(ScreenPoint(x: newest.x, y: newest.y)) }
    (anchor, newest) = (nil, nil)
  }

  private mutating func keep(_ point: SIMD2<Double>, _ points: inout [ScreenPoint]) {
    points.append(ScreenPoint(x: point.x, y: point.y))
    (anchor, newest, isOpen) = (point, nil, true)
  }

  private func isStraight(_ anchor: SIMD2<Double>, _ newest: SIMD2<Double>, _ point: SIMD2<Double>) -> Bool {
    let way = point - anchor
    // Not where the line turns back.
    guard (way * (point - newest)).sum() >= 0 else { return false }
    return isOpen || Self.turn(right, way) >= 0 && Self.turn(way, left) >= 0
  }

  private mutating func narrow(to way: SIMD2<Double>) {
    let length = (way * way).sum().squareRoot()
    guard length > Self.tolerance else { return }
    let aside = SIMD2(-way.y, way.x) * (Self.tolerance / length)
    let (first, last) = (way - aside, way + aside)
    if isOpen || Self.turn(right, first) > 0 { right = first }
    if isOpen || Self.turn(last, left) > 0 { left = last }
    isOpen = false
  }

  /// More than 0 where the second way lies to the left of the first, with x to the right and y up.
  private static func turn(_ first: SIMD2<Double>, _ second: SIMD2<Double>) -> Double { first.x * second.y - first.y * second.x }
}
