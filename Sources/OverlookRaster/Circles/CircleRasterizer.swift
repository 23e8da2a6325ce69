import OverlookCamera

/// Draws the circles of a style's layer that face the eye and have hard edges.
package final class CircleRasterizer: Rasterizer {
  package typealias Content = CircleContent

  private let blocks: BlockRasterizer<CirclePainter>
  private let stamps = DiscStampTable()

  package init(_ pool: LoopPool) { blocks = BlockRasterizer(pool) }

  package func accepts(_ content: CircleContent, in frame: RasterFrame) -> Bool {
    // Strokes have one width in all circles.
    if content.fullSizeDepth != nil, content.strokeWidth > 0, !frame.view.isFromAbove { return false }
    return Double(largestPixels(content, in: frame)) <= PointPainter.maximumRadiusPixels
  }

  package func draw(_ content: CircleContent, in frame: RasterFrame, to sheet: PixelSheet) -> Bool {
    blocks.draw(
      CirclePainter(content, stamps, in: frame, sheet: sheet, largestPixels: largestPixels(content, in: frame)), to: sheet)
  }

  /// The radius of the largest circle with its stroke, were it where the ground is nearest or, by a fifth, before that.
  private func largestPixels(_ content: CircleContent, in frame: RasterFrame) -> Float {
    let largest = content.draws.reduce(0) { max($0, $1.largestRadius) } + content.strokeWidth
    let nearest = content.fullSizeDepth == nil ? 1 : 1.2 * max(frame.view.scale(at: frame.view.visibleQuad.nearLeft), 1)
    return largest * Float(frame.pixelsPerPoint * nearest)
  }
}
