import OverlookFormats
import OverlookGeometry

/// The sea in a box, from coastlines: lines that have land on their left and water on their right.
struct Coastline {
  /// World units.
  let box: TileClipper

  /// The sea's area; nil where no coastline tells of any. A place of a line that is not in the data is nil.
  func sea(_ lines: [[WorldPoint?]]) -> MapFeature.Shape? {
    var pieces: [[WorldPoint]] = []
    var islands: [[WorldPoint]] = []
    for line in lines.flatMap(known) {
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

  /// The parts of a line that are in the data. What was cut out of a map without the places beyond its edge, or without the ways
  /// that go on there, ends before the edge of the box: there a part goes on straight to it.
  private func known(_ line: [WorldPoint?]) -> [[WorldPoint]] {
    var line = line
    // A ring begins at a gap, so that it has no ends elsewhere.
    if let gap = line.firstIndex(of: nil), let first = line.first, first != nil, first == line.last {
      line = Array(line[gap...] + line[1...gap])
    }
    let isRing = line.count > 3 && line.first == line.last
    return line.split { $0 == nil }.filter { $0.count > 1 }.map { part in
      var points = part.compactMap { $0 }
      if part.startIndex > line.startIndex || !isRing, let first = points.first { points.insert(nearestOnEdge(first), at: 0) }
      if part.endIndex < line.endIndex || !isRing, let last = points.last { points.append(nearestOnEdge(last)) }
      return points
    }
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

  /// The point itself beyond the edge.
  private func nearestOnEdge(_ point: WorldPoint) -> WorldPoint {
    guard box.contains(point) else { return point }
    let ends = [
      WorldPoint(x: box.minX, y: point.y), WorldPoint(x: box.maxX, y: point.y), WorldPoint(x: point.x, y: box.minY),
      WorldPoint(x: point.x, y: box.maxY),
    ]
    let distance = { (end: WorldPoint) in abs(end.x - point.x) + abs(end.y - point.y) }
    return ends.min { distance($0) < distance($1) } ?? point
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
