public import OverlookPanorama

/// What a panorama view tells; every call is optional and comes on the main actor.
@MainActor public protocol PanoramaViewDelegate: AnyObject {
  /// Nobody took a click at a place.
  func panoramaViewDidTap(at orientation: Orientation)
}

extension PanoramaViewDelegate {
  /// Does nothing.
  public func panoramaViewDidTap(at orientation: Orientation) {}
}
