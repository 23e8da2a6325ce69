import FuzzSupport
import OverlookFormats

/// Ranges of glyphs.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let range = try? GlyphRange(bytes) else { return 0 }
  for glyph in range.glyphs where !glyph.bitmap.isEmpty {
    let border = 2 * GlyphRange.border
    demand(glyph.bitmap.count == (glyph.width + border) * (glyph.height + border), "a picture of another size than it says")
  }
  return 0
}
