import OverlookScene

/// Draws markers: a million of them cost what is visible of them.
package final class MarkerRasterizer: Rasterizer {
  package typealias Content = MarkerContent

  private let blocks: BlockRasterizer<MarkerPainter>
  private let table = MarkerStampTable()

  package init(_ pool: LoopPool) { blocks = BlockRasterizer(pool) }

  package func accepts(_ content: Content, in frame: RasterFrame) -> Bool { true }

  package func draw(_ content: Content, in frame: RasterFrame, to sheet: PixelSheet) -> Bool {
    table.prepare(content.looks, pixelsPerPoint: frame.pixelsPerPoint)
    let size = SIMD2(Float(sheet.width), Float(sheet.height))
    return blocks.draw(MarkerPainter(content, table, in: frame, size: size), to: sheet)
  }
}
