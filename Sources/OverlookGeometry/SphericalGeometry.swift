import Glibc

/// Geometry on a sphere of the Earth's mean radius, 6 371 009 m; distances err by at most 0.6 % against WGS84.
///
/// Coordinates that are not valid give NaN, `LocationCoordinate.invalid` or false. Any thread.
public enum SphericalGeometry {
  /// Mean radius of the Earth (IUGG) in metres, by which all lengths on the ground are counted: distances, circles, the scale of the
  /// map, heights and models.
  public static let earthRadiusMeters = 6_371_009.0

  /// Metres along the great circle between two places.
  public static func distance(from: LocationCoordinate, to: LocationCoordinate) -> Double {
    angle(from: from, to: to) * earthRadiusMeters
  }

  /// The compass bearing, 0 ..< 360 degrees, in which the shortest way from one place to another starts; 0 when they are the
  /// same.
  public static func heading(from: LocationCoordinate, to: LocationCoordinate) -> Double {
    guard from.isValid, to.isValid else { return .nan }
    let (f1, f2) = (from.latitude * Angle.radiansPerDegree, to.latitude * Angle.radiansPerDegree)
    let dLongitude = Angle.shortestTurn(fromDegrees: from.longitude, toDegrees: to.longitude) * Angle.radiansPerDegree
    let east = sin(dLongitude) * cos(f2)
    let north = cos(f1) * sin(f2) - sin(f1) * cos(f2) * cos(dLongitude)
    return Angle.bearingDegrees(atan2(east, north) * Angle.degreesPerRadian)
  }

  /// Where one comes when one starts in the direction `headingDegrees` and goes `distanceMeters` along that great circle.
  /// The longitude is in -180 ..< 180.
  public static func offset(
    from: LocationCoordinate, distanceMeters: Double, headingDegrees: Double
  ) -> LocationCoordinate {
    guard from.isValid, distanceMeters.isFinite, headingDegrees.isFinite else { return .invalid }
    let way = distanceMeters / earthRadiusMeters
    let heading = headingDegrees * Angle.radiansPerDegree
    let (latitude, longitude) = (from.latitude * Angle.radiansPerDegree, from.longitude * Angle.radiansPerDegree)
    let north = SIMD3(-sin(latitude) * cos(longitude), -sin(latitude) * sin(longitude), cos(latitude))
    let east = SIMD3(-sin(longitude), cos(longitude), 0)
    let ahead = north * cos(heading) + east * sin(heading)
    return coordinate(direction(from) * cos(way) + ahead * sin(way))
  }

  /// The place from which going `distanceMeters` in the direction `headingDegrees` leads to `to`; nil when there is none. Where
  /// there are two it is the one that the short way reaches.
  public static func offsetOrigin(
    to: LocationCoordinate, distanceMeters: Double, headingDegrees: Double
  ) -> LocationCoordinate? {
    guard to.isValid, distanceMeters.isFinite, headingDegrees.isFinite else { return nil }
    let way = distanceMeters / earthRadiusMeters
    let heading = headingDegrees * Angle.radiansPerDegree
    let end = to.latitude * Angle.radiansPerDegree
    // sin(end) = a sin(start) + b cos(start) = reach sin(start + shift)
    let (a, b) = (cos(way), sin(way) * cos(heading))
    let reach = (a * a + b * b).squareRoot()
    guard abs(sin(end)) <= reach * (1 + 1e-12) else { return nil }
    let shift = atan2(b, a)
    let first = asin(min(max(sin(end) / reach, -1), 1))
    let limit = Double.pi / 2 + 1e-12
    for candidate in [first - shift, .pi - first - shift] {
      let start = candidate.remainder(dividingBy: 2 * .pi)
      guard abs(start) <= limit else { continue }
      let turn = atan2(sin(heading) * sin(way) * cos(start), cos(way) - sin(start) * sin(end))
      return LocationCoordinate(
        latitude: min(max(start * Angle.degreesPerRadian, -90), 90),
        longitude: Angle.wrappedDegrees(to.longitude - turn * Angle.degreesPerRadian))
    }
    return nil
  }

  /// The place a part of the way along the great circle from one place to another: 0 is the start, 1 the end; other values go on
  /// beyond. Between opposite places it goes by one of the many shortest ways.
  public static func interpolate(
    from: LocationCoordinate, to: LocationCoordinate, fraction: Double
  ) -> LocationCoordinate {
    guard from.isValid, to.isValid, fraction.isFinite else { return .invalid }
    let way = angle(from: from, to: to)
    let sine = sin(way)
    guard sine > 1e-9 else {
      return offset(
        from: from, distanceMeters: distance(from: from, to: to) * fraction, headingDegrees: heading(from: from, to: to))
    }
    return coordinate(
      direction(from) * (sin((1 - fraction) * way) / sine) + direction(to) * (sin(fraction * way) / sine))
  }

  /// The angle at the Earth's centre, in radians; exact for near and for opposite places alike (Vincenty's formula on a sphere).
  static func angle(from: LocationCoordinate, to: LocationCoordinate) -> Double {
    guard from.isValid, to.isValid else { return .nan }
    let (f1, f2) = (from.latitude * Angle.radiansPerDegree, to.latitude * Angle.radiansPerDegree)
    let dLongitude = Angle.shortestTurn(fromDegrees: from.longitude, toDegrees: to.longitude) * Angle.radiansPerDegree
    let across = cos(f2) * sin(dLongitude)
    let along = cos(f1) * sin(f2) - sin(f1) * cos(f2) * cos(dLongitude)
    return atan2(
      (across * across + along * along).squareRoot(), sin(f1) * sin(f2) + cos(f1) * cos(f2) * cos(dLongitude))
  }

  /// The unit vector from the Earth's centre: x to (0, 0), y to 90 degrees east, z to the north pole.
  static func direction(_ place: LocationCoordinate) -> SIMD3<Double> {
    let (latitude, longitude) = (place.latitude * Angle.radiansPerDegree, place.longitude * Angle.radiansPerDegree)
    return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  static func coordinate(_ direction: SIMD3<Double>) -> LocationCoordinate {
    let equatorial = (direction.x * direction.x + direction.y * direction.y).squareRoot()
    return LocationCoordinate(
      latitude: atan2(direction.z, equatorial) * Angle.degreesPerRadian,
      longitude: Angle.wrappedDegrees(atan2(direction.y, direction.x) * Angle.degreesPerRadian))
  }
}
