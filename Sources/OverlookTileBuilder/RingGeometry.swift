package import OverlookGeometry

/// Areas of rings, and what lies in them. Rings do not repeat their first point.
package enum RingGeometry {
  /// Square world units, above 0 for rings that are clockwise on the screen, y being down: outer rings.
  package static func signedArea(_ ring: [WorldPoint]) -> Double {
    guard var previous = ring.last, let origin = ring.first else { return 0 }
    var sum = 0.0
    // About a point of the ring: far from the origin the products would lose what matters.
    for point in ring {
      sum += (previous.x - origin.x) * (point.y - origin.y) - (point.x - origin.x) * (previous.y - origin.y)
      previous = point
    }
    return sum / 2
  }

  /// Without the repeated point at the end, and turned as it must be; nil for one without area.
  package static func ring(_ points: [WorldPoint], isOuter: Bool) -> [WorldPoint]? {
    var ring = points
    if ring.count > 1, ring.first == ring.last { ring.removeLast() }
    guard ring.count >= 3 else { return nil }
    let area = signedArea(ring)
    guard area != 0 else { return nil }
    return (area > 0) == isOuter ? ring : ring.reversed()
  }

  /// The smallest rectangle around a ring; inside out around none.
  package static func box(around ring: [WorldPoint]) -> WorldRect {
    ring.reduce(into: WorldRect(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)) { box, point in
      box = box.union(WorldRect(minX: point.x, minY: point.y, maxX: point.x, maxY: point.y))
    }
  }

  package static func contains(_ ring: [WorldPoint], _ point: WorldPoint) -> Bool {
    guard var previous = ring.last else { return false }
    var isInside = false
    for corner in ring {
      if (corner.y > point.y) != (previous.y > point.y),
        point.x < (previous.x - corner.x) * (point.y - corner.y) / (previous.y - corner.y) + corner.x
      {
        isInside.toggle()
      }
      previous = corner
    }
    return isInside
  }

  /// A place inside the ring: halfway between the two outermost crossings of a line through its middle that lie next to each
  /// other.
  static func interiorPoint(_ ring: [WorldPoint]) -> WorldPoint? {
    let ys = ring.map(\.y)
    guard let low = ys.min(), let high = ys.max(), var previous = ring.last else { return nil }
    let y = (low + high) / 2
    var crossings: [Double] = []
    for corner in ring {
      if (corner.y > y) != (previous.y > y) {
        crossings.append((previous.x - corner.x) * (y - corner.y) / (previous.y - corner.y) + corner.x)
      }
      previous = corner
    }
    crossings.sort()
    var best: (width: Double, x: Double)?
    for index in stride(from: 0, to: crossings.count - 1, by: 2) {
      let width = crossings[index + 1] - crossings[index]
      if width > best?.width ?? -1 { best = (width, (crossings[index] + crossings[index + 1]) / 2) }
    }
    return best.map { WorldPoint(x: $0.x, y: y) }
  }
}
