import Glibc

/// A point of the Web Mercator world square: x east and y south, both 0 ..< 1, in Double.
///
/// x may leave the square: the world repeats left and right, and x = 1.25 is a quarter of the way through the next copy.
public struct WorldPoint: Hashable, Sendable {
  /// East, in widths of the world from the antimeridian.
  public var x: Double
  /// South, in widths of the world from the northern edge.
  public var y: Double

  /// A point of the two numbers as given.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The point of `coordinate`, its latitude clamped to the limit of the square; a value that is not finite becomes 0 degrees.
  ///
  /// Spherical Mercator (EPSG:3857), Snyder, Map Projections: A Working Manual, eq. 7-1 and 7-2, in the form
  /// y = 1/2 - atanh(sin(latitude)) / 2 pi, which keeps its precision near the equator.
  public init(_ coordinate: LocationCoordinate) {
    let latitude = coordinate.latitude.isFinite ? coordinate.latitude : 0
    let longitude = coordinate.longitude.isFinite ? coordinate.longitude : 0
    let clamped = min(max(latitude, -Mercator.maximumLatitude), Mercator.maximumLatitude)
    x = 0.5 + longitude / 360
    y = 0.5 - atanh(sin(clamped * Angle.radiansPerDegree)) / (2 * .pi)
  }

  /// The place of this point; the longitude is not wrapped.
  public var coordinate: LocationCoordinate {
    LocationCoordinate(
      latitude: atan(sinh((0.5 - y) * 2 * .pi)) * Angle.degreesPerRadian,
      longitude: (x - 0.5) * 360)
  }

  /// The same point with x in 0 ..< 1.
  public var wrapped: WorldPoint {
    let wrapped = x - x.rounded(.down)
    // A tiny negative x rounds up to the next copy.
    return WorldPoint(x: wrapped < 1 ? wrapped : 0, y: y)
  }
}

/// Constants of the Web Mercator projection.
public enum Mercator {
  /// The latitude, in degrees, at which the world square ends: atan(sinh(pi)).
  public static let maximumLatitude = 85.051_128_779_806_59
  /// Points along a side of the world at zoom 0.
  public static let pointsPerWorldAtZoom0 = 256.0
  /// Radius of the sphere, in metres, by which map scale is counted: the one Earth of `SphericalGeometry`, so that a circle, a
  /// distance and the scale bar agree.
  public static let earthRadiusMeters = SphericalGeometry.earthRadiusMeters

  /// Metres on the ground per world unit at `latitude` (degrees). Spherical; error below 0.6 % against WGS84.
  public static func metersPerWorldUnit(atLatitude latitude: Double) -> Double {
    let clamped = min(max(latitude, -maximumLatitude), maximumLatitude)
    return 2 * .pi * earthRadiusMeters * cos(clamped * Angle.radiansPerDegree)
  }
}

/// An axis-parallel rectangle of the world square; `minX` may lie outside 0 ..< 1, as for `WorldPoint`.
package struct WorldRect: Hashable, Sendable {
  package var minX: Double
  package var minY: Double
  package var maxX: Double
  package var maxY: Double

  package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  package func contains(_ point: WorldPoint) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  package func contains(_ other: WorldRect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  package func intersects(_ other: WorldRect) -> Bool {
    other.minX <= maxX && other.maxX >= minX && other.minY <= maxY && other.maxY >= minY
  }

  package func union(_ other: WorldRect) -> WorldRect {
    WorldRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// Grown by `fraction` of its width and height on every side.
  package func expanded(byFraction fraction: Double) -> WorldRect {
    let dx = (maxX - minX) * fraction
    let dy = (maxY - minY) * fraction
    return WorldRect(minX: minX - dx, minY: minY - dy, maxX: maxX + dx, maxY: maxY + dy)
  }
}
