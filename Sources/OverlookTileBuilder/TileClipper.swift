import OverlookGeometry

/// Cuts lines to a box (world units).
struct TileClipper {
  let minX: Double
  let minY: Double
  let maxX: Double
  let maxY: Double

  func contains(_ point: WorldPoint) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  /// The parts of a line inside the box (Liang and Barsky, 1984, for each segment).
  func clipped(line: [WorldPoint]) -> [[WorldPoint]] {
    var parts: [[WorldPoint]] = []
    var part: [WorldPoint] = []
    for (a, b) in zip(line, line.dropFirst()) {
      guard let (from, to) = clipped(a, b) else {
        if part.count > 1 { parts.append(part) }
        part = []
        continue
      }
      if part.last != from {
        if part.count > 1 { parts.append(part) }
        part = [from]
      }
      part.append(to)
    }
    if part.count > 1 { parts.append(part) }
    return parts
  }

  private func clipped(_ a: WorldPoint, _ b: WorldPoint) -> (WorldPoint, WorldPoint)? {
    var enter = 0.0
    var leave = 1.0
    let dx = b.x - a.x
    let dy = b.y - a.y
    for (p, q) in [(-dx, a.x - minX), (dx, maxX - a.x), (-dy, a.y - minY), (dy, maxY - a.y)] {
      if p == 0 {
        if q < 0 { return nil }
      } else if p < 0 {
        enter = max(enter, q / p)
      } else {
        leave = min(leave, q / p)
      }
    }
    guard enter < leave || (enter == leave && contains(a) && a == b) else { return nil }
    // Ends that are not cut stay exactly what they are, so that parts fit together.
    let from = enter == 0 ? a : WorldPoint(x: a.x + enter * dx, y: a.y + enter * dy)
    let to = leave == 1 ? b : WorldPoint(x: a.x + leave * dx, y: a.y + leave * dy)
    return (from, to)
  }
}
