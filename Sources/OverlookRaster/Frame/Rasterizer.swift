/// Draws content of one kind into a picture in main memory, on all processors: for drivers that draw on the processor themselves,
/// where many small triangles cost several times as much. The picture is that of the driver, but for the last bits of colours.
package protocol Rasterizer<Content>: AnyObject {
  associatedtype Content

  /// Whether it draws such content in such a frame; what it refuses is the driver's to draw.
  @MainActor func accepts(_ content: Content, in frame: RasterFrame) -> Bool

  /// Draws accepted content over what `sheet` shows or, of whole layers, in its place; false when none is in view, and the sheet
  /// holds anything.
  @MainActor func draw(_ content: Content, in frame: RasterFrame, to sheet: PixelSheet) -> Bool
}

/// Content that stays the same for many frames.
package protocol VersionedContent {
  associatedtype Look: Equatable

  /// Changes with the elements.
  @MainActor var version: Int { get }
  /// What they have in common.
  var look: Look { get }
}
