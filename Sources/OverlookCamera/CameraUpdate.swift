public import OverlookGeometry

/// A change of the camera, applied at once or as an animation; made by the factories below only.
///
/// Applied to a map, its result is brought into the limits of the map. An update with a number that is not finite, in a point, a
/// camera or insets too, changes nothing.
public struct CameraUpdate: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case zoomBy(Double, at: ScreenPoint?)
    case zoomTo(Double)
    case target(LocationCoordinate, zoom: Double?)
    case camera(CameraPosition)
    case fit(CoordinateBounds, EdgeInsets)
    case region(center: LocationCoordinate, latitudeDelta: Double, longitudeDelta: Double)
    case scroll(x: Double, y: Double)
  }

  package let kind: Kind

  /// Padding of `fit(_:)`, in points.
  public static let defaultFitPadding = 64.0

  /// One level closer.
  public static let zoomIn = CameraUpdate(kind: .zoomBy(1, at: nil))

  /// One level farther.
  public static let zoomOut = CameraUpdate(kind: .zoomBy(-1, at: nil))

  /// Adds `delta` to the zoom.
  public static func zoom(by delta: Double) -> CameraUpdate {
    CameraUpdate(kind: .zoomBy(delta, at: nil))
  }

  /// Adds `delta` to the zoom and keeps the ground seen at `point` where it is. Above the horizon it zooms about the ground that
  /// lies below `point`.
  public static func zoom(by delta: Double, at point: ScreenPoint) -> CameraUpdate {
    CameraUpdate(kind: .zoomBy(delta, at: point))
  }

  /// Sets the zoom.
  public static func zoom(to zoom: Double) -> CameraUpdate {
    CameraUpdate(kind: .zoomTo(zoom))
  }

  /// Sets the target.
  public static func setTarget(_ target: LocationCoordinate) -> CameraUpdate {
    CameraUpdate(kind: .target(target, zoom: nil))
  }

  /// Sets the target and the zoom.
  public static func setTarget(_ target: LocationCoordinate, zoom: Double) -> CameraUpdate {
    CameraUpdate(kind: .target(target, zoom: zoom))
  }

  /// Sets the whole camera.
  public static func setCamera(_ camera: CameraPosition) -> CameraUpdate {
    CameraUpdate(kind: .camera(camera))
  }

  /// Centres `bounds` at the greatest zoom at which all of it is seen, `padding` points from the edges of the visible region;
  /// north up and untilted. Padding that leaves no room zooms out as far as the map goes. Bounds that are not valid change
  /// nothing.
  public static func fit(_ bounds: CoordinateBounds, padding: Double = defaultFitPadding) -> CameraUpdate {
    fit(bounds, edgeInsets: EdgeInsets(top: padding, left: padding, bottom: padding, right: padding))
  }

  /// As `fit(_:padding:)` with a padding of its own for each edge.
  public static func fit(_ bounds: CoordinateBounds, edgeInsets: EdgeInsets) -> CameraUpdate {
    CameraUpdate(kind: .fit(bounds, edgeInsets))
  }

  /// Centres `center` at the greatest zoom at which the given degrees of latitude and longitude are seen around it; north up and
  /// untilted.
  public static func setRegion(
    center: LocationCoordinate, latitudeDelta: Double, longitudeDelta: Double
  ) -> CameraUpdate {
    CameraUpdate(kind: .region(center: center, latitudeDelta: latitudeDelta, longitudeDelta: longitudeDelta))
  }

  /// Moves the view over the map by points, x right and y down: what was seen there comes to the centre.
  public static func scrollBy(x: Double, y: Double) -> CameraUpdate {
    CameraUpdate(kind: .scroll(x: x, y: y))
  }
}
