public import OverlookGeometry
public import OverlookPanorama
public import OverlookScene

/// What a panorama view tells; every call is optional and comes on the main actor.
@MainActor public protocol PanoramaViewDelegate: AnyObject {
  /// A move to another panorama begins; the old one is still the view's.
  func panoramaView(_ view: PanoramaView, willMoveTo panoramaID: String)
  /// The view has another panorama, or none; comes each time, the first included.
  func panoramaView(_ view: PanoramaView, didMoveTo panorama: Panorama?)
  /// After `didMoveTo`, when the change was asked for by `moveNear(_:radius:)`.
  func panoramaView(_ view: PanoramaView, didMoveTo panorama: Panorama, near coordinate: LocationCoordinate)
  /// `moveNear(_:radius:)` found nothing; the old panorama stays. Not for a request that a newer one has replaced.
  func panoramaView(_ view: PanoramaView, didFail error: PanoramaError, toMoveNear coordinate: LocationCoordinate)
  /// `moveTo(panoramaID:)` or a link found nothing, or the picture cannot be shown; the old panorama stays.
  func panoramaView(_ view: PanoramaView, didFail error: PanoramaError, toMoveTo panoramaID: String)
  /// The camera is another: once a frame while it moves, and always where it comes to rest.
  func panoramaView(_ view: PanoramaView, didMove camera: PanoramaCamera)
  /// A click that no marker, link or control has taken.
  func panoramaView(_ view: PanoramaView, didTapAt point: ScreenPoint)
  /// A click on a marker; true when that is all that is to be done, false lets what lies below have it. Default false.
  func panoramaView(_ view: PanoramaView, didTap marker: Marker) -> Bool
  /// Pictures of the view were asked for.
  func panoramaViewDidStartRendering(_ view: PanoramaView)
  /// All pictures of the view are there, or will not come.
  func panoramaViewDidFinishRendering(_ view: PanoramaView)
}

extension PanoramaViewDelegate {
  /// Does nothing.
  public func panoramaView(_ view: PanoramaView, willMoveTo panoramaID: String) {}
  /// Does nothing.
  public func panoramaView(_ view: PanoramaView, didMoveTo panorama: Panorama?) {}
  /// Does nothing.
  public func panoramaView(_ view: PanoramaView, didMoveTo panorama: Panorama, near coordinate: LocationCoordinate) {}
  /// Does nothing.
  public func panoramaView(_ view: PanoramaView, didFail error: PanoramaError, toMoveNear coordinate: LocationCoordinate) {}
  /// Does nothing.
  public func panoramaView(_ view: PanoramaView, didFail error: PanoramaError, toMoveTo panoramaID: String) {}
  /// Does nothing.
  public func panoramaView(_ view: PanoramaView, didMove camera: PanoramaCamera) {}
  /// Does nothing.
  public func panoramaView(_ view: PanoramaView, didTapAt point: ScreenPoint) {}
  /// False.
  public func panoramaView(_ view: PanoramaView, didTap marker: Marker) -> Bool { false }
  /// Does nothing.
  public func panoramaViewDidStartRendering(_ view: PanoramaView) {}
  /// Does nothing.
  public func panoramaViewDidFinishRendering(_ view: PanoramaView) {}
}
