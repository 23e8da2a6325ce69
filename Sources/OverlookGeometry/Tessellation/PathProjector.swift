import Glibc

/// Puts paths of coordinates on the world square: invalid places are dropped, every edge goes the short way around the globe, and
/// geodesic edges become as many pieces as `refinement` asks for.
///
/// An edge of exactly half the globe goes the way that its longitudes say (from 0 to 180 east, from 0 to -180 west), so that a
/// rectangle around the whole world can be written in quarter or half turns.
package struct PathProjector: Sendable {
  package let geodesic: Bool
  package let refinement: CurveRefinement
  /// Whether a curve was left coarser than the tolerance because it lies outside the refinement's region.
  package private(set) var sparedCurves = false

  package init(geodesic: Bool, refinement: CurveRefinement) {
    self.geodesic = geodesic
    self.refinement = refinement
  }

  /// The lines of an open path: one, or several where the path leaves the square over a pole or goes around the
  /// Earth.
  package mutating func lines(of coordinates: [LocationCoordinate]) -> [WorldLine] {
    let track = track(of: coordinates, closed: false)
    return Self.visibleLines(of: track, closed: false, wrapX: 0).flatMap { $0.splitByWorlds() }
  }

  /// The ring of a closed path; nil when fewer than two different places are left.
  package mutating func ring(of coordinates: [LocationCoordinate]) -> WorldLine? {
    var track = track(of: coordinates, closed: true)
    guard track.points.count > 2, let first = track.points.first, let last = track.points.popLast() else { return nil }
    track.positions.removeLast()
    return WorldLine(
      points: track.points, positions: track.positions, isClosed: true, wrapX: (last.x - first.x).rounded())
  }

  /// What is drawn of a ring or a path: pieces that run along the edge of the square, past which the map ends, are left out.
  package static func visibleLines(of line: WorldLine, closed: Bool, wrapX: Double) -> [WorldLine] {
    let points = line.points
    guard points.count > 1 else { return [] }
    let pieceCount = closed ? points.count : points.count - 1
    let firstHidden = (0..<pieceCount).first { isHidden(points[$0], points[($0 + 1) % points.count]) }
    guard let firstHidden else {
      return [WorldLine(points: points, positions: line.positions, isClosed: closed, wrapX: wrapX)]
    }
    var lines: [WorldLine] = []
    var current = WorldLine(points: [])
    // A closed ring starts behind a hidden piece, so that no line is cut in two where the ring happens to begin.
    let start = closed ? firstHidden + 1 : 0
    for step in 0..<pieceCount {
      let i = (start + step) % points.count
      let j = (i + 1) % points.count
      if isHidden(points[i], points[j]) {
        if current.points.count > 1 { lines.append(current) }
        current = WorldLine(points: [])
        continue
      }
      if current.points.isEmpty { current.append(points[i], line.positions.isEmpty ? nil : line.positions[i], shift: 0) }
      let shift = current.points.last.map { (($0.x - points[i].x).rounded()) } ?? 0
      let turn = j < i ? wrapX : 0
      current.append(points[j], line.positions.isEmpty ? nil : line.positions[j], shift: shift + turn)
    }
    if current.points.count > 1 { lines.append(current) }
    return lines
  }

  /// Whether a piece runs along the north or south edge of the square, where latitudes beyond the limit were clamped to.
  package static func isHidden(_ a: WorldPoint, _ b: WorldPoint) -> Bool {
    (a.y < edgeWidth && b.y < edgeWidth) || (a.y > 1 - edgeWidth && b.y > 1 - edgeWidth)
  }

  /// More than the rounding error of the projection at the limit, less than anything visible.
  private static let edgeWidth = 1e-13

  /// All points in order; for a closed path the last one is the first again, on the copy of the world where the ring arrives.
  private mutating func track(of coordinates: [LocationCoordinate], closed: Bool) -> WorldLine {
    var line = WorldLine(points: [])
    line.points.reserveCapacity(coordinates.count + 1)
    line.positions.reserveCapacity(coordinates.count + 1)
    var first: LocationCoordinate?
    var previous: LocationCoordinate?
    var index = 0.0
    for coordinate in coordinates where coordinate.isValid {
      let place = abs(coordinate.longitude) <= 360 ? coordinate : coordinate.normalized
      if let previous {
        appendEdge(from: previous, to: place, position: index, to: &line)
      } else {
        first = place
        line.append(WorldPoint(place).wrapped, 0, shift: 0)
      }
      previous = place
      index += 1
    }
    if closed, let first, let previous { appendEdge(from: previous, to: first, position: index, to: &line, keepingLast: true) }
    return line
  }

  private mutating func appendEdge(
    from a: LocationCoordinate, to b: LocationCoordinate, position: Double, to line: inout WorldLine, keepingLast: Bool = false
  ) {
    guard let start = line.points.last else { return }
    let end = Self.next(after: start, from: a, to: b)
    let arc = geodesic ? SphereArc(greatCircleFrom: a, to: b) : nil
    guard let arc, arc.sweep > 1e-9 else {
      if end != start || keepingLast { line.append(end, position, shift: 0) }
      return
    }
    let before = line.points.count
    let spared = refinement.append(arc, from: start, last: end, to: &line.points)
    sparedCurves = sparedCurves || spared
    let added = line.points.count - before
    for i in 0..<added {
      line.positions.append(position - 1 + Double(i + 1) / Double(added))
    }
    Self.fixPositions(of: &line, from: before, arcStart: start, position: position)
  }

  /// Positions along a geodesic edge by the length of its pieces, so that a gradient runs evenly on the map.
  private static func fixPositions(of line: inout WorldLine, from index: Int, arcStart: WorldPoint, position: Double) {
    var total = 0.0
    var previous = arcStart
    for p in line.points[index...] {
      total += hypot(p.x - previous.x, p.y - previous.y)
      previous = p
    }
    guard total > 0 else { return }
    var length = 0.0
    previous = arcStart
    for i in index..<line.points.count {
      length += hypot(line.points[i].x - previous.x, line.points[i].y - previous.y)
      previous = line.points[i]
      line.positions[i] = position - 1 + min(length / total, 1)
    }
  }

  private static func next(after start: WorldPoint, from a: LocationCoordinate, to b: LocationCoordinate) -> WorldPoint {
    let raw = WorldPoint(b)
    let worlds = start.x - raw.x
    var shift = worlds.rounded()
    let step = shift - worlds
    if abs(step) == 0.5 && (step > 0) != (b.longitude > a.longitude) { shift -= 2 * step }
    return WorldPoint(x: raw.x + shift, y: raw.y)
  }
}

extension WorldLine {
  fileprivate mutating func append(_ point: WorldPoint, _ position: Double?, shift: Double) {
    points.append(WorldPoint(x: point.x + shift, y: point.y))
    if let position { positions.append(position) }
  }
}
