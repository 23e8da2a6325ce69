public import OverlookScene

extension Marker {
  /// Shown as the icon, in place of `icon`, at its size in points and cut off at its bounds. Default nil. One view may
  /// serve many markers. Until the first frame near the view has drawn it, `icon` or the default pin stands in for it.
  public var iconView: (any CanvasView)? {
    get { iconSource as? any CanvasView }
    set { iconSource = newValue }
  }
}
