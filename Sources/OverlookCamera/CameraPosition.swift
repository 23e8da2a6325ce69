public import OverlookGeometry

/// Where the camera looks: target, zoom, bearing and viewing angle. A value, always within its ranges: numbers out of range are
/// clamped.
///
/// Parts can be set, as in `map.camera.zoom += 1`; a number that is not finite leaves the part as it was.
public struct CameraPosition: Hashable, Sendable {
  /// The place in the visual centre of the view. The latitude is clamped to the Mercator limit, the longitude wrapped.
  public var target: LocationCoordinate {
    didSet { target = Self.clamped(target) ?? oldValue }
  }
  /// The world is 256 * 2^zoom points wide; fractions are allowed. Clamped to 0 ... 24.
  public var zoom: Double {
    didSet { zoom = Self.clampedZoom(zoom) ?? oldValue }
  }
  /// Degrees clockwise from true north that point up on the screen, wrapped to 0 ..< 360.
  public var bearing: Double {
    didSet { bearing = bearing.isFinite ? Angle.bearingDegrees(bearing) : oldValue }
  }
  /// Degrees from the nadir, clamped to 0 ... 85; 0 looks straight down.
  public var viewingAngle: Double {
    didSet { viewingAngle = Self.clampedAngle(viewingAngle) ?? oldValue }
  }
  /// False when the camera was made of a number that is not finite, which counts as 0 in the parts. A map that is told to go to
  /// such a camera stays where it is.
  public let isValid: Bool

  /// The target's latitude is clamped to the Mercator limit and its longitude wrapped; zoom is clamped to 0 ... 24,
  /// `viewingAngle` to 0 ... 85. The limits of a map (zoom range, tilt by zoom) apply when the camera is set on it. A number that
  /// is not finite counts as 0 and makes the camera invalid.
  public init(target: LocationCoordinate, zoom: Double, bearing: Double = 0, viewingAngle: Double = 0) {
    let (place, level, angle) = (Self.clamped(target), Self.clampedZoom(zoom), Self.clampedAngle(viewingAngle))
    self.target = place ?? LocationCoordinate(latitude: 0, longitude: 0)
    self.zoom = level ?? 0
    self.bearing = bearing.isFinite ? Angle.bearingDegrees(bearing) : 0
    self.viewingAngle = angle ?? 0
    isValid = place != nil && level != nil && bearing.isFinite && angle != nil
  }

  /// As the designated initialiser, with the target given as latitude and longitude in degrees.
  public init(latitude: Double, longitude: Double, zoom: Double, bearing: Double = 0, viewingAngle: Double = 0) {
    self.init(
      target: LocationCoordinate(latitude: latitude, longitude: longitude), zoom: zoom, bearing: bearing,
      viewingAngle: viewingAngle)
  }

  /// The closest zoom that any camera can have.
  public static let maximumZoom = 24.0
  /// The largest viewing angle that any camera can have, in degrees; a map's own limit is lower.
  public static let maximumViewingAngle = 85.0

  private static func clamped(_ target: LocationCoordinate) -> LocationCoordinate? {
    guard target.latitude.isFinite, target.longitude.isFinite else { return nil }
    return LocationCoordinate(
      latitude: min(max(target.latitude, -Mercator.maximumLatitude), Mercator.maximumLatitude),
      longitude: Angle.wrappedDegrees(target.longitude))
  }

  private static func clampedZoom(_ zoom: Double) -> Double? {
    zoom.isFinite ? min(max(zoom, 0), maximumZoom) : nil
  }

  private static func clampedAngle(_ degrees: Double) -> Double? {
    degrees.isFinite ? min(max(degrees, 0), maximumViewingAngle) : nil
  }
}

extension CameraPosition: Codable {
  private enum CodingKeys: String, CodingKey {
    case target, zoom, bearing, viewingAngle
  }

  /// Reads the parts; bearing and viewing angle may be absent and are 0 then. Parts out of range are clamped. Throws
  /// `DecodingError.dataCorrupted` for numbers that are not finite.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      target: try values.decode(LocationCoordinate.self, forKey: .target), zoom: try values.decode(Double.self, forKey: .zoom),
      bearing: try values.decodeIfPresent(Double.self, forKey: .bearing) ?? 0,
      viewingAngle: try values.decodeIfPresent(Double.self, forKey: .viewingAngle) ?? 0)
    guard isValid else {
      throw DecodingError.dataCorruptedError(forKey: .target, in: values, debugDescription: "a number is not finite")
    }
  }

  /// Writes target, zoom, bearing and viewing angle.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(target, forKey: .target)
    try values.encode(zoom, forKey: .zoom)
    try values.encode(bearing, forKey: .bearing)
    try values.encode(viewingAngle, forKey: .viewingAngle)
  }
}
