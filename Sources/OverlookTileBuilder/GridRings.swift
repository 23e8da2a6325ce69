package import OverlookGeometry

/// A place on the grid of one zoom: units from the north-west corner of the world, `FeatureTiler.extent` of them a tile.
package typealias GridPoint = SIMD2<Int64>

/// Rings on a grid. Rings do not repeat their first point; those of an area lie to its right: outer ones go clockwise on the
/// screen, y being down, holes the other way round.
package enum GridRings {
  package static func grid(_ point: WorldPoint, unitsPerWorld: Double) -> GridPoint {
    GridPoint(whole(point.x * unitsPerWorld), whole(point.y * unitsPerWorld))
  }

  static func whole(_ value: Double) -> Int64 {
    Int64(min(max(value.rounded(), -1e15), 1e15))
  }

  /// Square units, above 0 for outer rings.
  package static func signedArea(_ ring: [GridPoint]) -> Double {
    guard var previous = ring.last, let origin = ring.first else { return 0 }
    var sum = 0.0
    for point in ring {
      let a = previous &- origin
      let b = point &- origin
      sum += Double(a.x) * Double(b.y) - Double(b.x) * Double(a.y)
      previous = point
    }
    return sum / 2
  }

  /// Without points that fall together, spikes, and points on a straight way between others; empty where nothing is left.
  package static func cleaned(_ ring: [GridPoint]) -> [GridPoint] {
    var result: [GridPoint] = []
    result.reserveCapacity(ring.count)
    for point in ring {
      result.append(point)
      while result.count > 1, isNeedless(result) { removeNeedless(&result) }
    }
    // The same across the end.
    while result.count > 2 {
      let count = result.count
      if turns(result[count - 2], result[count - 1], result[0]) == 0 {
        result.removeLast()
      } else if turns(result[count - 1], result[0], result[1]) == 0 {
        result.removeFirst()
      } else {
        break
      }
    }
    return result.count > 2 ? result : []
  }

  private static func isNeedless(_ points: [GridPoint]) -> Bool {
    let last = points.count - 1
    return points[last] == points[last - 1]
      || points.count > 2 && turns(points[last - 2], points[last - 1], points[last]) == 0
  }

  private static func removeNeedless(_ points: inout [GridPoint]) {
    let last = points.count - 1
    points.remove(at: points[last] == points[last - 1] ? last : last - 1)
  }

  /// Above 0 where the way from `a` by `b` to `c` turns right on the screen, 0 where all three lie on a line.
  static func turns(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Int64 {
    (b.x &- a.x) &* (c.y &- b.y) &- (b.y &- a.y) &* (c.x &- b.x)
  }

  /// Whether two segments cross in a point that is an end of neither.
  package static func cross(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint, _ d: GridPoint) -> Bool {
    let sides = (turns(a, b, c).signum(), turns(a, b, d).signum(), turns(c, d, a).signum(), turns(c, d, b).signum())
    return sides.0 * sides.1 < 0 && sides.2 * sides.3 < 0
  }

  /// Whether a place lies in the area of the rings, by the even-odd rule. `x`, `y` must lie between the lines of the grid.
  package static func contain(_ rings: [[GridPoint]], x: Double, y: Double) -> Bool {
    var isInside = false
    for ring in rings {
      guard var previous = ring.last else { continue }
      for corner in ring {
        if (Double(corner.y) > y) != (Double(previous.y) > y) {
          let share = (y - Double(corner.y)) / Double(previous.y - corner.y)
          if x < Double(previous.x - corner.x) * share + Double(corner.x) { isInside.toggle() }
        }
        previous = corner
      }
    }
    return isInside
  }
}
