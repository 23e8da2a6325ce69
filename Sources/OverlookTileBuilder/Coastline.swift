import OverlookFormats
import OverlookGeometry

/// The sea in a box, from coastlines: lines that have land on their left and water on their right.
struct Coastline {
  /// World units.
  let box: TileClipper

  /// The sea's area; nil where no coastline tells of any.
  func sea(_ lines: [[WorldPoint]]) -> MapFeature.Shape? {
    var pieces: [[WorldPoint]] = []
    var islands: [[WorldPoint]] = []
    for line in lines {
      if line.count > 3, line.first == line.last, line.allSatisfy(box.contains) {
        islands.append(line)
      } else {
        pieces += box.clipped(line: line).filter { isOnEdge($0.first) && isOnEdge($0.last) }
      }
    }
    var rings = closed(pieces)
    if rings.isEmpty, !islands.isEmpty { rings = [corners] }
    guard !rings.isEmpty else { return nil }
    var result: [[WorldPoint]] = []
    for ring in rings.compactMap({ RingGeometry.ring($0, isOuter: true) }) {
      result.append(ring)
      result += islands.filter { $0.first.map { RingGeometry.contains(ring, $0) } ?? false }
        .compactMap { RingGeometry.ring($0, isOuter: false) }
    }
    return result.isEmpty ? nil : .area(result)
  }

  /// Rings of water: along a coastline to the edge of the box, then along the edge, with the water on the right, to where the
  /// next coastline comes in.
  private func closed(_ pieces: [[WorldPoint]]) -> [[WorldPoint]] {
    var isUsed = pieces.map { _ in false }
    var rings: [[WorldPoint]] = []
    for start in pieces.indices where !isUsed[start] {
      var ring: [WorldPoint] = []
      var current = start
      while !isUsed[current] {
        isUsed[current] = true
        ring += pieces[current]
        guard let leave = pieces[current].last.map(position) else { break }
        let arrivals = pieces.indices.map { index in
          (index, distance(from: leave, to: pieces[index].first.map(position) ?? leave))
        }
        guard let next = arrivals.min(by: { $0.1 < $1.1 }) else { break }
        ring += edge(from: leave, length: next.1)
        current = next.0
      }
      rings.append(ring)
    }
    return rings
  }

  // MARK: The edge, as a line of length 4: clockwise on the screen, from the north-west corner

  private var corners: [WorldPoint] {
    [
      WorldPoint(x: box.minX, y: box.minY), WorldPoint(x: box.maxX, y: box.minY), WorldPoint(x: box.maxX, y: box.maxY),
      WorldPoint(x: box.minX, y: box.maxY),
    ]
  }

  private var slack: Double { (box.maxX - box.minX) * 1e-9 }

  private func isOnEdge(_ point: WorldPoint?) -> Bool {
    guard let point else { return false }
    return abs(point.x - box.minX) < slack || abs(point.x - box.maxX) < slack || abs(point.y - box.minY) < slack
      || abs(point.y - box.maxY) < slack
  }

  private func position(_ point: WorldPoint) -> Double {
    let u = (point.x - box.minX) / (box.maxX - box.minX)
    let v = (point.y - box.minY) / (box.maxY - box.minY)
    if abs(point.y - box.minY) < slack { return u }
    if abs(point.x - box.maxX) < slack { return 1 + v }
    if abs(point.y - box.maxY) < slack { return 3 - u }
    return 4 - v
  }

  /// Water lies on the right of a coastline, so the way along the edge goes clockwise on the screen.
  private func distance(from: Double, to: Double) -> Double {
    let forward = (to - from).truncatingRemainder(dividingBy: 4)
    return forward < 0 ? forward + 4 : forward
  }

  /// The corners that are passed.
  private func edge(from start: Double, length: Double) -> [WorldPoint] {
    var points: [WorldPoint] = []
    var corner = start.rounded(.down) + 1
    while corner < start + length {
      points.append(corners[Int(corner) % 4])
      corner += 1
    }
    return points
  }
}
