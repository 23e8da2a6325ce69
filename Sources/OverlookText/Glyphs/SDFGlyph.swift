import Synchronization

/// A glyph as a signed distance field, in units of 24 to the em: what glyph PBFs hold, and what is made of local fonts.
///
/// A byte of 192 lies on the outline, and 8 units away from it the bytes have gone down (outside) or up by 255. A glyph of
/// colours is a picture instead, in four planes.
package final class SDFGlyph: Sendable {
  package struct ID: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  /// Units to the em.
  package static let unitsPerEm: Float = 24
  /// Units of the bitmap around the glyph.
  package static let border = 3

  private static let counter = Atomic<UInt64>(0)

  package let id: ID
  /// Units, without the border.
  package let width: Float
  package let height: Float
  package let left: Float
  /// Of the top edge above the line 24 units over the pen's; most are negative.
  package let top: Float
  package let advance: Float
  /// Pixels of the bitmap for one unit: 1 or 2.
  package let resolution: Int
  /// Of the bitmap, in pixels, border included; 0 for a blank glyph.
  package let columns: Int
  package let rows: Int
  /// `columns * rows` bytes, from the top; of a glyph of colours four times as many: all of its red, green, blue and alpha,
  /// premultiplied.
  package let bitmap: [UInt8]
  /// 1, or 4 for a glyph of colours.
  package let planes: Int
  /// What it was drawn from; nil for what is only a blank.
  package let origin: GlyphOrigin?

  package init(
    width: Float, height: Float, left: Float, top: Float, advance: Float, resolution: Int = 1, columns: Int, rows: Int,
    bitmap: [UInt8], planes: Int = 1, origin: GlyphOrigin? = nil
  ) {
    self.origin = origin
    id = ID(number: Self.counter.add(1, ordering: .relaxed).newValue)
    self.width = width
    self.height = height
    self.left = left
    self.top = top
    self.advance = advance
    self.resolution = resolution
    self.planes = planes
    let isWhole = columns > 0 && rows > 0 && bitmap.count == planes * columns * rows
    self.columns = isWhole ? columns : 0
    self.rows = isWhole ? rows : 0
    self.bitmap = isWhole ? bitmap : []
  }

  package var isBlank: Bool { bitmap.isEmpty }
}
