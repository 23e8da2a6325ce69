import OverlookGeometry
import OverlookTileBuilder

/// Lines of equal value in a plane (marching squares), closed at its edges; what is above the level lies on their right.
struct Contours {
  private(set) var rings: [[WorldPoint]] = []

  /// A side of a square between four values: the lower value's column and row, and whether it goes down rather than right.
  private struct Side: Hashable {
    var x: Int32
    var y: Int32
    var isVertical: Bool
  }

  init(_ plane: Plane, level: Float) {
    // Beyond the edges nothing is above the level.
    let value = { (x: Int, y: Int) -> Float in
      x >= 0 && y >= 0 && x < plane.width && y < plane.height ? plane.values[y * plane.width + x] : 0
    }
    var next: [Side: Side] = [:]
    for y in -1..<plane.height {
      for x in -1..<plane.width {
        let (a, b) = (value(x, y) > level, value(x + 1, y) > level)
        let (c, d) = (value(x + 1, y + 1) > level, value(x, y + 1) > level)
        if a == b && b == c && c == d { continue }
        let corners = [a, b, c, d]
        let top = Side(x: Int32(x), y: Int32(y), isVertical: false)
        let bottom = Side(x: Int32(x), y: Int32(y + 1), isVertical: false)
        let left = Side(x: Int32(x), y: Int32(y), isVertical: true)
        let right = Side(x: Int32(x + 1), y: Int32(y), isVertical: true)
        let sides = [top, right, bottom, left]
        // Around the square clockwise: in where the next corner is above the level and this one is not, out the other way round.
        for start in 0..<4 where corners[start] && !corners[(start + 1) % 4] {
          // The side between two corners; the line goes on to the one where what is above begins, against the clock.
          var end = start
          repeat { end = (end + 3) % 4 } while !(corners[(end + 1) % 4] && !corners[end])
          next[sides[start]] = sides[end]
        }
      }
    }
    let place = { (side: Side) -> WorldPoint in
      let a = value(Int(side.x), Int(side.y))
      let b = side.isVertical ? value(Int(side.x), Int(side.y) + 1) : value(Int(side.x) + 1, Int(side.y))
      let share = a == b ? 0.5 : Double((level - a) / (b - a))
      return WorldPoint(
        x: Double(side.x) + (side.isVertical ? 0 : share), y: Double(side.y) + (side.isVertical ? share : 0))
    }
    for start in next.keys.sorted(by: { ($0.y, $0.x, $0.isVertical ? 1 : 0) < ($1.y, $1.x, $1.isVertical ? 1 : 0) }) {
      var ring: [WorldPoint] = []
      var side = start
      while let following = next.removeValue(forKey: side) {
        ring.append(place(side))
        side = following
      }
      if ring.count > 3 { rings.append(ring) }
    }
  }
}

extension Contours {
  /// What is above the level on a map of the whole Earth (plate carree), as areas of the world's square: the largest first, each with
  /// its holes; smaller ones than `smallest` (of the world's square) are left out.
  func areas(width: Int, height: Int, smallest: Double, tolerance: Double) -> [[[WorldPoint]]] {
    let rings = rings.compactMap { ring -> [WorldPoint]? in
      let points = ring.map { point in
        // On beyond the antimeridian, so that no edge shows there.
        let x = point.x < 0.01 ? -40 : point.x > Double(width) - 1.01 ? Double(width) + 40 : point.x
        let latitude = 90 - (point.y + 0.5) / Double(height) * 180
        return WorldPoint(LocationCoordinate(latitude: latitude, longitude: (x + 0.5) / Double(width) * 360 - 180))
      }
      let simple = LineSimplifier.simplified(ring: points, tolerance: tolerance)
      return simple.count > 3 && abs(RingGeometry.signedArea(simple)) > smallest ? simple : nil
    }
    let outer = rings.filter { RingGeometry.signedArea($0) > 0 }.sorted {
      RingGeometry.signedArea($0) > RingGeometry.signedArea($1)
    }
    var areas = outer.map { [$0] }
    for hole in rings where RingGeometry.signedArea(hole) < 0 {
      guard let point = hole.first else { continue }
      // The smallest that holds it is the last.
      if let owner = outer.lastIndex(where: { RingGeometry.contains($0, point) }) { areas[owner].append(hole) }
    }
    return areas
  }
}
