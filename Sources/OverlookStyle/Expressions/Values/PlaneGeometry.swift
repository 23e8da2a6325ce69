internal import Glibc
internal import OverlookGeometry

/// Places and segments on a plane.
enum PlaneGeometry {
  static func cosine(degrees: Double) -> Double { cos(degrees * .pi / 180) }

  static func isOn(_ p: WorldPoint, _ a: WorldPoint, _ b: WorldPoint) -> Bool {
    let turn = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
    return turn == 0 && p.x >= min(a.x, b.x) && p.x <= max(a.x, b.x) && p.y >= min(a.y, b.y) && p.y <= max(a.y, b.y)
  }

  /// Whether two segments cross each other between their ends.
  static func cross(_ a: WorldPoint, _ b: WorldPoint, _ c: WorldPoint, _ d: WorldPoint) -> Bool {
    turn(c, d, a) * turn(c, d, b) < 0 && turn(a, b, c) * turn(a, b, d) < 0
  }

  /// By the even-odd rule over all rings.
  static func isInside(_ p: WorldPoint, _ rings: [[WorldPoint]]) -> Bool {
    var isInside = false
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst())
      where (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
        isInside.toggle()
      }
    }
    return isInside
  }

  static func distance(_ a: WorldPoint, _ b: WorldPoint, _ c: WorldPoint, _ d: WorldPoint) -> Double {
    if cross(a, b, c, d) { return 0 }
    return min(distance(a, c, d), distance(b, c, d), distance(c, a, b), distance(d, a, b))
  }

  /// From a point to the segment from `a` to `b`.
  private static func distance(_ p: WorldPoint, _ a: WorldPoint, _ b: WorldPoint) -> Double {
    let dx = b.x - a.x
    let dy = b.y - a.y
    let square = dx * dx + dy * dy
    let t = square > 0 ? min(max(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0), 1) : 0
    return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy)
  }

  private static func turn(_ a: WorldPoint, _ b: WorldPoint, _ c: WorldPoint) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }
}
