import OverlookGeometry

/// Where one looks in a panorama, and how much of it is seen; not which panorama. Values out of range are brought into it, and what is
/// not a number counts as the default.
public struct PanoramaCamera: Hashable, Sendable {
  /// Heading 0 ..< 360 and pitch -90 ... 90 of the middle of the view.
  public var orientation: Orientation {
    didSet { orientation = Self.valid(orientation) }
  }
  /// 1 ... 5: the middle of what is seen at zoom 1, this much larger. Default 1.
  public var zoom: Double {
    didSet { zoom = Self.clamped(zoom, Self.zoomRange, Self.defaultZoom) }
  }
  /// Degrees, 1 ... 160, that the larger side of the view shows at zoom 1. Default 90.
  public var fov: Double {
    didSet { fov = Self.clamped(fov, Self.fovRange, Self.defaultFOV) }
  }

  /// All values that `zoom` can have.
  public static let zoomRange = 1.0...5.0
  /// All values that `fov` can have, in degrees.
  public static let fovRange = 1.0...160.0
  /// The zoom of a camera that names none.
  public static let defaultZoom = 1.0
  /// The field of view of a camera that names none, in degrees.
  public static let defaultFOV = 90.0

  /// A camera that looks to `orientation`.
  public init(orientation: Orientation, zoom: Double = defaultZoom, fov: Double = defaultFOV) {
    self.orientation = Self.valid(orientation)
    self.zoom = Self.clamped(zoom, Self.zoomRange, Self.defaultZoom)
    self.fov = Self.clamped(fov, Self.fovRange, Self.defaultFOV)
  }

  /// A camera that looks to a heading and a pitch, in degrees.
  public init(heading: Double, pitch: Double, zoom: Double = defaultZoom, fov: Double = defaultFOV) {
    self.init(orientation: Orientation(heading: heading, pitch: pitch), zoom: zoom, fov: fov)
  }

  private static func valid(_ orientation: Orientation) -> Orientation {
    Orientation(
      heading: orientation.heading.isFinite ? Angle.bearingDegrees(orientation.heading) : 0,
      pitch: clamped(orientation.pitch, -90...90, 0))
  }

  private static func clamped(_ value: Double, _ range: ClosedRange<Double>, _ other: Double) -> Double {
    value.isNaN ? other : min(max(value, range.lowerBound), range.upperBound)
  }
}
