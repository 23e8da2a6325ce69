/// A change of a panorama's camera, applied at once or as an animation. One with a number that is not finite changes nothing.
public struct PanoramaCameraUpdate: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case rotateBy(Double)
    case heading(Double)
    case pitch(Double)
    case zoom(Double)
    case fov(Double)
    case camera(PanoramaCamera)
  }

  package let kind: Kind

  /// Turns the heading by `degrees`, clockwise positive.
  public static func rotate(by degrees: Double) -> PanoramaCameraUpdate { PanoramaCameraUpdate(kind: .rotateBy(degrees)) }

  /// Sets the heading, in degrees.
  public static func setHeading(_ degrees: Double) -> PanoramaCameraUpdate { PanoramaCameraUpdate(kind: .heading(degrees)) }

  /// Sets the pitch, in degrees.
  public static func setPitch(_ degrees: Double) -> PanoramaCameraUpdate { PanoramaCameraUpdate(kind: .pitch(degrees)) }

  /// Sets the zoom.
  public static func setZoom(_ zoom: Double) -> PanoramaCameraUpdate { PanoramaCameraUpdate(kind: .zoom(zoom)) }

  /// Sets the field of view, in degrees.
  public static func setFOV(_ degrees: Double) -> PanoramaCameraUpdate { PanoramaCameraUpdate(kind: .fov(degrees)) }

  /// Sets the whole camera.
  public static func setCamera(_ camera: PanoramaCamera) -> PanoramaCameraUpdate { PanoramaCameraUpdate(kind: .camera(camera)) }

  /// What becomes of `camera`.
  public func applied(to camera: PanoramaCamera) -> PanoramaCamera {
    var camera = camera
    switch kind {
    case .rotateBy(let degrees) where degrees.isFinite: camera.orientation.heading += degrees
    case .heading(let degrees) where degrees.isFinite: camera.orientation.heading = degrees
    case .pitch(let degrees) where degrees.isFinite: camera.orientation.pitch = degrees
    case .zoom(let zoom) where zoom.isFinite: camera.zoom = zoom
    case .fov(let degrees) where degrees.isFinite: camera.fov = degrees
    case .camera(let whole): camera = whole
    default: break
    }
    return camera
  }
}
