import Glibc
import OverlookGeometry

/// What paths and circles cover of the world, x unwrapped; nil for values that cannot be drawn.
enum PathBounds {
  /// The valid coordinates of a path; costs nothing when all are.
  static func validCoordinates(_ path: Path?) -> [LocationCoordinate] {
    guard let coordinates = path?.coordinates else { return [] }
    return coordinates.allSatisfy(\.isValid) ? coordinates : coordinates.filter(\.isValid)
  }

  /// Of valid places. Edges take the shorter way round. A closed path that runs around the Earth encloses a pole: anything may be
  /// inside.
  static func bounds(of path: [LocationCoordinate], isGeodesic: Bool, isClosed: Bool) -> WorldRect? {
    guard let first = path.first else { return nil }
    var previous = WorldPoint(first)
    let start = previous
    var rect = WorldRect(minX: start.x, minY: start.y, maxX: start.x, maxY: start.y)
    var before = first
    let ends = isClosed ? path.count + 1 : path.count
    for i in 1..<max(ends, 1) {
      let coordinate = i < path.count ? path[i] : first
      var point = WorldPoint(coordinate)
      point.x += shift(from: previous, before, to: point, coordinate)
      rect = rect.union(WorldRect(minX: point.x, minY: point.y, maxX: point.x, maxY: point.y))
      if isGeodesic { rect = rect.union(arcExtent(from: before, to: coordinate, x: point.x)) }
      previous = point
      before = coordinate
    }
    guard isClosed, abs(previous.x - start.x) > 0.5 else { return rect }
    return WorldRect(minX: 0, minY: 0, maxX: 1, maxY: 1)
  }

  /// Whole worlds that bring the end of an edge to the copy where the edge is shortest; of two equal ways it takes the one that
  /// the longitudes say.
  private static func shift(
    from start: WorldPoint, _ a: LocationCoordinate, to end: WorldPoint, _ b: LocationCoordinate
  ) -> Double {
    let worlds = start.x - end.x
    let shift = worlds.rounded()
    let step = shift - worlds
    return abs(step) == 0.5 && (step > 0) != (b.longitude > a.longitude) ? shift - 2 * step : shift
  }

  /// The northernmost and southernmost points of the great-circle arc between two places, as a rectangle without width at `x`.
  private static func arcExtent(from a: LocationCoordinate, to b: LocationCoordinate, x: Double) -> WorldRect {
    let (u, v) = (unitVector(a), unitVector(b))
    let normal = cross(u, v)
    let length = dot(normal, normal).squareRoot()
    var rect = WorldRect(minX: x, minY: WorldPoint(b).y, maxX: x, maxY: WorldPoint(b).y)
    guard length > 1e-12 else { return rect }
    let n = normal / length
    // The pole, projected on the plane of the circle, points to the circle's northernmost point.
    let towardsPole = SIMD3(0, 0, 1) - n * n.z
    let poleLength = dot(towardsPole, towardsPole).squareRoot()
    guard poleLength > 1e-12 else { return rect }
    for apex in [towardsPole / poleLength, -towardsPole / poleLength] {
      guard dot(cross(u, apex), n) >= 0, dot(cross(apex, v), n) >= 0 else { continue }
      let latitude = asin(min(max(apex.z, -1), 1)) * Angle.degreesPerRadian
      let y = WorldPoint(LocationCoordinate(latitude: latitude, longitude: 0)).y
      rect = rect.union(WorldRect(minX: x, minY: y, maxX: x, maxY: y))
    }
    return rect
  }

  static func bounds(ofCircleAt center: LocationCoordinate, radiusMeters: Double) -> WorldRect? {
    guard center.isValid, radiusMeters.isFinite, radiusMeters > 0 else { return nil }
    let reach = radiusMeters / SphericalGeometry.earthRadiusMeters
    let latitude = center.latitude * Angle.radiansPerDegree
    let x = WorldPoint(center).x
    let (north, south) = (latitude + reach, latitude - reach)
    let top = WorldPoint(LocationCoordinate(latitude: min(north * Angle.degreesPerRadian, 90), longitude: 0)).y
    let bottom = WorldPoint(LocationCoordinate(latitude: max(south * Angle.degreesPerRadian, -90), longitude: 0)).y
    guard north < .pi / 2, south > -.pi / 2 else {
      return WorldRect(minX: x - 0.5, minY: min(top, bottom), maxX: x + 0.5, maxY: max(top, bottom))
    }
    // Where a meridian touches the circle: the right spherical triangle of centre, pole and touching point.
    let halfWidth = asin(min(sin(reach) / cos(latitude), 1)) / (2 * .pi)
    return WorldRect(minX: x - halfWidth, minY: top, maxX: x + halfWidth, maxY: bottom)
  }

  static func unitVector(_ place: LocationCoordinate) -> SIMD3<Double> {
    let latitude = place.latitude * Angle.radiansPerDegree
    let longitude = place.longitude * Angle.radiansPerDegree
    return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  static func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

  static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}
