public import OverlookGeometry

/// Where the camera looks: target, zoom, bearing and viewing angle. Immutable; values out of range are clamped.
public struct CameraPosition: Hashable, Sendable {
  /// The place in the visual centre of the view.
  public let target: LocationCoordinate
  /// The world is 256 * 2^zoom points wide; fractions are allowed.
  public let zoom: Double
  /// Degrees clockwise from true north that point up on the screen, 0 ..< 360.
  public let bearing: Double
  /// Degrees from the nadir; 0 looks straight down.
  public let viewingAngle: Double

  /// A value that is not finite becomes 0; the target's latitude is clamped to the Mercator limit and its longitude wrapped; zoom
  /// is clamped to 0 ... 24, `viewingAngle` to 0 ... 85. The limits of a map (zoom range, tilt by zoom) apply when the camera is
  /// set on it.
  public init(target: LocationCoordinate, zoom: Double, bearing: Double = 0, viewingAngle: Double = 0) {
    let latitude = target.latitude.isFinite ? target.latitude : 0
    let longitude = target.longitude.isFinite ? target.longitude : 0
    self.target = LocationCoordinate(
      latitude: min(max(latitude, -Mercator.maximumLatitude), Mercator.maximumLatitude),
      longitude: Angle.wrappedDegrees(longitude))
    self.zoom = zoom.isFinite ? min(max(zoom, 0), Self.maximumZoom) : 0
    self.bearing = bearing.isFinite ? Angle.bearingDegrees(bearing) : 0
    self.viewingAngle = viewingAngle.isFinite ? min(max(viewingAngle, 0), Self.maximumViewingAngle) : 0
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
}
