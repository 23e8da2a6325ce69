import OverlookCamera
package import OverlookScene

/// Draws the points of one layer.
package final class PointRasterizer: Rasterizer {
  package typealias Content = LayerContent<PlaceColumns, PointStyle>

  private let blocks: BlockRasterizer<PointPainter>
  private let stamps = DiscStampTable()
  private(set) var marks = PlaceMarks()

  package init(_ pool: LoopPool) { blocks = BlockRasterizer(pool) }

  package func accepts(_ content: Content, in frame: RasterFrame) -> Bool {
    content.look.unit == .points && content.look.reachPoints * frame.pixelsPerPoint <= PointPainter.maximumRadiusPixels
  }

  package func draw(_ content: Content, in frame: RasterFrame, to sheet: PixelSheet) -> Bool {
    let visible = frame.view.reachedRect(points: content.look.reachPoints)
    return blocks.draw(
      PointPainter(content.columns, content.look, stamps, in: frame, visibleRect: visible, marks: &marks), to: sheet)
  }
}

extension PointStyle {
  /// How far from its place a point is drawn on the screen; 0 for points that are measured on the ground.
  package var reachPoints: Double { unit == .points ? Double(largestRadius + strokeWidthPoints / 2) + 1 : 0 }
}
