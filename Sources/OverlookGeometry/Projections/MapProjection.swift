import Glibc

/// How the numbers of a coordinate reference system lie on the map: the systems that pictures of the ground mostly come in.
///
/// Datums of WGS 84's kind (ETRS89, NAD83 and others of GRS 80) count as WGS 84: they lie within two metres of it.
package enum MapProjection: Hashable, Sendable {
  /// Metres in spherical Mercator, EPSG:3857.
  case webMercator
  /// Degrees, the longitude first.
  case geographic
  /// Metres.
  case transverseMercator(TransverseMercator)

  /// Metres from the middle of the world to its edge in Web Mercator: numbers of the projection (EPSG:3857), which has the axis of
  /// WGS84 for its radius, and no lengths on the ground.
  private static let halfWorldMeters = Double.pi * wgs84.axis

  /// The numbers of the point of the world; nil where there are none. Those of a world that repeats go on beyond 180 degrees.
  package func project(_ point: WorldPoint) -> (x: Double, y: Double)? {
    switch self {
    case .webMercator: return ((2 * point.x - 1) * Self.halfWorldMeters, (1 - 2 * point.y) * Self.halfWorldMeters)
    case .geographic:
      let place = point.coordinate
      return (place.longitude, place.latitude)
    case .transverseMercator(let projection):
      return projection.project(point.coordinate).map { ($0.easting, $0.northing) }
    }
  }

  /// The place of two numbers, its longitude not wrapped; nil where there is none.
  package func place(x: Double, y: Double) -> LocationCoordinate? {
    guard x.isFinite, y.isFinite else { return nil }
    switch self {
    case .webMercator:
      return WorldPoint(x: (x / Self.halfWorldMeters + 1) / 2, y: (1 - y / Self.halfWorldMeters) / 2).coordinate
    case .geographic: return abs(y) <= 90.5 ? LocationCoordinate(latitude: min(max(y, -90), 90), longitude: x) : nil
    case .transverseMercator(let projection): return projection.place(easting: x, northing: y)
    }
  }

  /// Whether a picture may go on beyond 180 degrees, and is then to be looked for one world to the side.
  package var repeatsWithWorld: Bool {
    switch self {
    case .webMercator, .geographic: true
    case .transverseMercator: false
    }
  }
}

extension MapProjection {
  private static let wgs84 = (axis: 6_378_137.0, flattening: 298.257_223_563)
  private static let grs80 = (axis: 6_378_137.0, flattening: 298.257_222_101)

  /// The system of a code of the EPSG dataset; nil for one that is not known.
  ///
  /// - Parameter code: 3857 and its older names; 4326 and geographic systems of its kind; UTM of WGS 84 (326xx, 327xx), ETRS89
  ///   (258xx), NAD83 (269xx) and NAD83(2011) (6330 to 6348); 3067, ETRS89 / TM35FIN.
  package init?(epsg code: Int) {
    switch code {
    case 3857, 3785, 900_913, 102_100, 102_113: self = .webMercator
    // WGS 84, ETRS89, NAD83 and its later realizations, GDA94, GDA2020, NZGD2000, JGD2000, JGD2011, SIRGAS 2000, CGCS2000,
    // RGF93, ITRF2014 and WGS 84 in three dimensions.
    case 4326, 4258, 4269, 4152, 4759, 6318, 4283, 7844, 4167, 4612, 6668, 4674, 4490, 4171, 9000, 4979, 4937: self = .geographic
    case 32_601...32_660: self = Self.utm(code - 32_600, isNorth: true, Self.wgs84)
    case 32_701...32_760: self = Self.utm(code - 32_700, isNorth: false, Self.wgs84)
    case 25_828...25_838: self = Self.utm(code - 25_800, isNorth: true, Self.grs80)
    case 26_901...26_923: self = Self.utm(code - 26_900, isNorth: true, Self.grs80)
    // NAD83(2011) / UTM zones 1 to 19, without the zones 59 and 60.
    case 6330...6348: self = Self.utm(code - 6329, isNorth: true, Self.grs80)
    case 3067, 5048: self = Self.utm(35, isNorth: true, Self.grs80)
    default: return nil
    }
  }

  private static func utm(_ zone: Int, isNorth: Bool, _ ellipsoid: (axis: Double, flattening: Double)) -> MapProjection {
    .transverseMercator(
      TransverseMercator(
        semiMajorAxis: ellipsoid.axis, inverseFlattening: ellipsoid.flattening, centralMeridian: Double(6 * zone - 183),
        scaleFactor: 0.9996, falseEasting: 500_000, falseNorthing: isNorth ? 0 : 10_000_000))
  }
}
