package import OverlookGeometry

/// A part of a view that something may lie in: a rectangle or a ring that was drawn by hand.
///
/// What a ring winds around counts as inside, also where it crosses itself and however often it goes around.
package struct PickArea: Sendable {
  /// At least three, all finite.
  let corners: [ScreenPoint]
  package let bounds: ScreenRect

  /// A rectangle, also one that was drawn towards the left or upwards; nil when a number of it is not finite.
  package init?(_ rect: ScreenRect) {
    let (a, width, height) = (rect.origin, rect.size.width, rect.size.height)
    let b = ScreenPoint(x: a.x + width, y: a.y + height)
    self.init(lasso: [a, ScreenPoint(x: b.x, y: a.y), b, ScreenPoint(x: a.x, y: b.y)])
    if corners.count != 4 { return nil }
  }

  /// A ring; corners that are not finite are left out. Nil when fewer than three are left.
  package init?(lasso: [ScreenPoint]) {
    let corners = lasso.filter { $0.x.isFinite && $0.y.isFinite }
    guard corners.count >= 3, let first = corners.first else { return nil }
    var (low, high) = (first, first)
    for corner in corners {
      low = ScreenPoint(x: min(low.x, corner.x), y: min(low.y, corner.y))
      high = ScreenPoint(x: max(high.x, corner.x), y: max(high.y, corner.y))
    }
    self.corners = corners
    bounds = ScreenRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// The part of it within `rect`, as far as bounds go; nil when there is none.
  func limited(to rect: ScreenRect) -> ScreenRect? {
    guard bounds.intersects(rect) else { return nil }
    let x = max(bounds.origin.x, rect.origin.x)
    let y = max(bounds.origin.y, rect.origin.y)
    let right = min(bounds.origin.x + bounds.size.width, rect.origin.x + rect.size.width)
    let bottom = min(bounds.origin.y + bounds.size.height, rect.origin.y + rect.size.height)
    return ScreenRect(x: x, y: y, width: right - x, height: bottom - y)
  }

  /// Whether `point` lies inside; the edge counts.
  package func contains(_ point: ScreenPoint) -> Bool {
    guard bounds.contains(point), var a = corners.last else { return false }
    var winding = 0
    for b in corners {
      let side = Self.cross(a, b, point)
      if side == 0, Self.isBetween(point, a, b) { return true }
      // Each edge has its upper end and not its lower one, so that no corner counts twice.
      if a.y <= point.y, b.y > point.y, side > 0 { winding += 1 }
      if a.y > point.y, b.y <= point.y, side < 0 { winding -= 1 }
      a = b
    }
    return winding != 0
  }

  /// Whether a straight piece has a point in common with it.
  func meets(from start: ScreenPoint, to end: ScreenPoint) -> Bool {
    if contains(start) || contains(end) { return true }
    guard var a = corners.last else { return false }
    for b in corners {
      if Self.cross(start, end, a, b) { return true }
      a = b
    }
    return false
  }

  /// Twice the area of the triangle; its sign says on which side of the line from `a` to `b` the point `c` lies.
  private static func cross(_ a: ScreenPoint, _ b: ScreenPoint, _ c: ScreenPoint) -> Double {
    (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
  }

  private static func isBetween(_ point: ScreenPoint, _ a: ScreenPoint, _ b: ScreenPoint) -> Bool {
    point.x >= min(a.x, b.x) && point.x <= max(a.x, b.x) && point.y >= min(a.y, b.y) && point.y <= max(a.y, b.y)
  }

  /// Whether two pieces cross.
  private static func cross(_ a: ScreenPoint, _ b: ScreenPoint, _ c: ScreenPoint, _ d: ScreenPoint) -> Bool {
    let (first, second) = (cross(a, b, c), cross(a, b, d))
    let (third, fourth) = (cross(c, d, a), cross(c, d, b))
    return (first > 0) != (second > 0) && (third > 0) != (fourth > 0)
  }
}
