public import OverlookGeometry

/// A camera position whose parts can be set; a value, so that a copy does not change with it. Parts are stored as given
/// and brought into their ranges by `position`.
public struct MutableCameraPosition: Hashable, Sendable, Codable {
  /// The place in the visual centre of the view.
  public var target: LocationCoordinate
  /// The world is 256 * 2^zoom points wide.
  public var zoom: Double
  /// Degrees clockwise from true north that point up on the screen.
  public var bearing: Double
  /// Degrees from the nadir.
  public var viewingAngle: Double

  /// A position of the parts given, north up and looking straight down unless told otherwise.
  public init(target: LocationCoordinate, zoom: Double, bearing: Double = 0, viewingAngle: Double = 0) {
    self.target = target
    self.zoom = zoom
    self.bearing = bearing
    self.viewingAngle = viewingAngle
  }

  /// As the designated initialiser, with the target given as latitude and longitude in degrees.
  public init(latitude: Double, longitude: Double, zoom: Double, bearing: Double = 0, viewingAngle: Double = 0) {
    self.init(
      target: LocationCoordinate(latitude: latitude, longitude: longitude), zoom: zoom, bearing: bearing,
      viewingAngle: viewingAngle)
  }

  /// The parts of `position`.
  public init(_ position: CameraPosition) {
    self.init(
      target: position.target, zoom: position.zoom, bearing: position.bearing, viewingAngle: position.viewingAngle)
  }

  /// The immutable position, each part clamped as `CameraPosition` says.
  public var position: CameraPosition {
    CameraPosition(target: target, zoom: zoom, bearing: bearing, viewingAngle: viewingAngle)
  }

  /// As `CameraPosition.zoom(at:forMeters:perPoints:)`.
  public static func zoom(at coordinate: LocationCoordinate, forMeters meters: Double, perPoints points: Double) -> Double {
    CameraPosition.zoom(at: coordinate, forMeters: meters, perPoints: points)
  }
}
