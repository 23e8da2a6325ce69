import OverlookCamera
package import OverlookScene

/// Draws the icons of one layer, where they stand upright and have one size; others are the driver's.
package final class IconRasterizer: Rasterizer {
  package typealias Content = LayerContent<PlaceColumns, IconStyle>

  private let blocks: BlockRasterizer<IconPainter>
  private let stamps = IconStampTable()
  private var marks = PlaceMarks()

  package init(_ pool: LoopPool) { blocks = BlockRasterizer(pool) }

  package func accepts(_ content: Content, in frame: RasterFrame) -> Bool {
    let style = content.look
    guard style.rotation == 0, !style.isFlat, let scale = style.scale else { return false }
    return stamps.prepare(style.set, pixelsPerPoint: frame.pixelsPerPoint, scale: scale)
  }

  package func draw(_ content: Content, in frame: RasterFrame, to sheet: PixelSheet) -> Bool {
    let visible = frame.view.reachedRect(points: content.look.reachPoints + 1)
    return blocks.draw(
      IconPainter(content.columns, content.look, stamps, in: frame, visibleRect: visible, marks: &marks), to: sheet)
  }
}
