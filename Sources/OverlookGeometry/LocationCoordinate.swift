/// A place on Earth: latitude and longitude in degrees, WGS84.
///
/// Any pair of numbers can be stored; `isValid` tells whether it names a place. Whatever takes a coordinate either refuses or
/// ignores an invalid one, so that nothing that is not finite travels further.
public struct LocationCoordinate: Hashable, Sendable, Codable {
  /// Degrees, north positive, -90 to 90.
  public var latitude: Double
  /// Degrees, east positive; any finite value is accepted and means the same place as its remainder in -180 to 180.
  public var longitude: Double

  /// A coordinate of the two values as given, in degrees.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The coordinate that stands for "no place".
  public static let invalid = LocationCoordinate(latitude: .nan, longitude: .nan)

  /// Whether both values are finite and the latitude lies in -90 to 90.
  public var isValid: Bool {
    latitude.isFinite && longitude.isFinite && abs(latitude) <= 90
  }

  /// The same place with its longitude in -180 ..< 180.
  public var normalized: LocationCoordinate {
    LocationCoordinate(latitude: latitude, longitude: Angle.wrappedDegrees(longitude))
  }
}
