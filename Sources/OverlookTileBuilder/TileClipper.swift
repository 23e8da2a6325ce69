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

  /// The parts of a line inside the box. Ends that are not cut stay exactly what they are, so that parts fit together.
  func clipped(line: [WorldPoint]) -> [[WorldPoint]] {
    let rect = WorldRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
    var parts: [[WorldPoint]] = []
    var part: [WorldPoint] = []
    for (a, b) in zip(line, line.dropFirst()) where a != b {
      guard let piece = WorldClip.piece(a, b, in: rect), piece.a != piece.b else {
        if part.count > 1 { parts.append(part) }
        part = []
        continue
      }
      if part.last != piece.a {
        if part.count > 1 { parts.append(part) }
        part = [piece.a]
      }
      part.append(piece.b)
    }
    if part.count > 1 { parts.append(part) }
    return parts
  }
}
