public import OverlookGeometry

/// A small picture that a program draws with a canvas: the icon of a marker, or what an info window shows. Main thread only.
///
/// It is drawn into a picture of its own, at the density of the screen, which is made again only when what `draw(in:)` put on the
/// canvas is not what it was before. What `size` and `draw(in:)` read of `@Observable` objects, the view itself or others, is
/// watched: where changes are tracked (`Marker.tracksViewChanges`, `Marker.tracksInfoWindowChanges`), a change of it shows in the
/// next frame, which it asks for. Of other changes the map learns in frames that are drawn anyway, or by `setNeedsDisplay()`.
@MainActor public protocol CanvasView: AnyObject {
  /// Size in points; what is drawn beyond it is cut off. A view is not shown while a side is not positive, not a number, or more
  /// than 2 048 points.
  var size: ScreenSize { get }

  /// Draws the view, whose top left corner is the origin of `canvas`. What it draws with stays valid during the call only.
  func draw(in canvas: Canvas)
}
