public import OverlookCamera

/// Something on the map that its owner draws: each frame that is drawn, the item takes what it needs from the view and then draws
/// with the canvas's lines, shapes, text and pictures, or with OpenGL itself. Main thread only.
///
/// All items are updated, then sorted by `zIndex` (which may depend on what the update found), then drawn, each at its place
/// among tile layers and overlays. Call `setNeedsDisplay()` of the map when an item wants to be drawn again without a camera
/// change.
@MainActor public protocol OverlayItem: AnyObject {
  /// Order among tile layers and overlays; asked after `update(with:)`. Default 0; equal numbers lie above overlays, in the order
  /// of adding.
  var zIndex: Int { get }

  /// Takes what the item needs from the view of this frame.
  func update(with projection: Projection)

  /// Text that is shown where there is room among the labels of the map, markers and other items; asked after `update(with:)`.
  /// Default none.
  var labels: [OverlayLabel] { get }

  /// Draws into `canvas`, in points of the view. Text that is drawn here is shown whatever lies there.
  func draw(in canvas: Canvas)

  /// Draws with OpenGL, above what `draw(in:)` drew. The context is current, the target bound, blending set for premultiplied
  /// colours; any state may be left changed. Default: nothing.
  func drawOpenGL()
}

extension OverlayItem {
  /// 0.
  public var zIndex: Int { 0 }
  /// None.
  public var labels: [OverlayLabel] { [] }
  /// Nothing.
  public func draw(in canvas: Canvas) {}
  /// Nothing.
  public func drawOpenGL() {}
}
