import Glibc
package import OverlookGeometry

/// A way over the ground, measured in metres from its start.
package struct TravelPath: Sendable {
  /// x runs on over the edge of the world; two at least, or none.
  package let points: [WorldPoint]
  /// Metres from the start to each point, never falling.
  package let meters: [Double]

  /// The way through valid places; none where there are fewer than two.
  package init(_ places: [LocationCoordinate]) {
    var points: [WorldPoint] = []
    var meters: [Double] = []
    var last: LocationCoordinate?
    for place in places where place.isValid {
      var point = WorldPoint(place)
      if let before = points.last { point.x += (before.x - point.x).rounded() }
      meters.append((meters.last ?? 0) + (last.map { SphericalGeometry.distance(from: $0, to: place) } ?? 0))
      points.append(point)
      last = place
    }
    (self.points, self.meters) = points.count >= 2 ? (points, meters) : ([], [])
  }

  /// Metres.
  package var length: Double { meters.last ?? 0 }

  /// The point at which the edge begins that lies so many metres from the start.
  package func edge(at distance: Double) -> Int {
    guard points.count >= 2 else { return 0 }
    var (low, high) = (0, points.count - 2)
    while low < high {
      let middle = (low + high + 1) / 2
      if meters[middle] <= distance { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Where one is after so many metres, within the way; nil on none.
  package func point(at distance: Double) -> WorldPoint? {
    guard points.count >= 2, !distance.isNaN else { return nil }
    let index = edge(at: distance)
    let span = meters[index + 1] - meters[index]
    let part = span > 0 ? min(max((distance - meters[index]) / span, 0), 1) : 0
    let (from, to) = (points[index], points[index + 1])
    return WorldPoint(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part)
  }

  /// Which way it goes there, in degrees clockwise from north, over a few metres, so that corners are turned and not jumped.
  package func course(at distance: Double, behind: Double = 5, ahead: Double = 9) -> Double? {
    guard let from = point(at: distance - behind), let to = point(at: distance + ahead) else { return nil }
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    return dx == 0 && dy == 0 ? nil : Angle.bearingDegrees(atan2(dx, -dy) * Angle.degreesPerRadian)
  }

  /// Metres from the start to the place of the way that is nearest on the map, of what lies `from` so many metres on; nil on none.
  package func nearest(to place: WorldPoint, from start: Double = 0) -> Double? {
    guard points.count >= 2, !start.isNaN else { return nil }
    var best: (meters: Double, square: Double)?
    for index in edge(at: start)..<(points.count - 1) {
      let (from, to) = (points[index], points[index + 1])
      let turns = (from.x - place.x).rounded()
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      let square = dx * dx + dy * dy
      let along = (place.x + turns - from.x) * dx + (place.y - from.y) * dy
      let part = square > 0 ? min(max(along / square, 0), 1) : 0
      let meters = self.meters[index] + (self.meters[index + 1] - self.meters[index]) * part
      guard meters >= start else { continue }
      let (x, y) = (from.x + dx * part - place.x - turns, from.y + dy * part - place.y)
      let distance = x * x + y * y
      if best.map({ distance < $0.square }) ?? true { best = (meters, distance) }
    }
    return best?.meters
  }
}
