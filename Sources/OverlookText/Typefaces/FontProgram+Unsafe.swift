import CFreeType
import OverlookFormats
import OverlookSupport
import Synchronization

/// A font, opened once for all who use it: which letters it has, how large they are, and what HarfBuzz shapes with. Any thread.
///
/// Invariant of `@unchecked Sendable`: nobody writes the bytes after `init`, and the objects of HarfBuzz are immutable.
package final class FontProgram: @unchecked Sendable {
  private static let maximumByteCount = 128 << 20

  // FreeType and HarfBuzz read the font from here without a copy: allocated before them, never changed, freed after them.
  package let bytes: UnsafeMutableRawBufferPointer
  let harfbuzz: OpaquePointer
  package let index: Int
  /// For messages.
  package let name: String

  /// Units of the font's own grid per em.
  package let unitsPerEm: Double
  /// Above the baseline, in ems.
  package let ascent: Double
  /// Below the baseline, in ems, positive.
  package let descent: Double
  /// Height of an H, in ems.
  package let capHeight: Double

  private static let knownEmbedded = Mutex<FontProgram?>(nil)

  /// Inter Medium, which the package ships; the same object always.
  package static func embedded() throws(TextError) -> FontProgram {
    if let known = knownEmbedded.withLock({ $0 }) { return known }
    let path: String
    do {
      path = try ResourceLocator.path("Inter-Medium.otf", inTarget: "OverlookText")
    } catch {
      throw .unreadableFont(reason: "\(error)")
    }
    let program = try FontProgram(FontFile(path: path))
    return knownEmbedded.withLock { known in
      let first = known ?? program
      known = first
      return first
    }
  }

  /// A font of a file.
  package convenience init(_ file: FontFile) throws(TextError) {
    let contents: [UInt8]
    do throws(FormatError) {
      contents = try WholeFile.read(file.path, byteLimit: Self.maximumByteCount)
    } catch {
      throw .unreadableFont(reason: "\(error)")
    }
    try self.init(contents: contents, name: file.path, index: file.index)
  }

  /// A font of a file's bytes; `name` is for errors, `index` that of `FontFile`.
  package init(contents: [UInt8], name: String, index: Int = 0) throws(TextError) {
    guard !contents.isEmpty, contents.count <= Self.maximumByteCount else { throw .brokenFont(name: name, code: 0) }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: contents.count, alignment: 16)
    bytes.copyBytes(from: contents)
    guard let harfbuzz = Self.makeHarfBuzzFont(bytes, index: index) else {
      bytes.deallocate()
      throw .brokenFont(name: name, code: 0)
    }
    self.bytes = bytes
    self.harfbuzz = harfbuzz
    self.index = index
    self.name = name
    let grid = Double(hb_face_get_upem(hb_font_get_face(harfbuzz)))
    unitsPerEm = grid
    var line = hb_font_extents_t()
    let hasLine = hb_font_get_h_extents(harfbuzz, &line) != 0
    ascent = hasLine ? Double(line.ascender) / grid : 1
    descent = hasLine ? -Double(line.descender) / grid : 0.25
    var extents = hb_glyph_extents_t()
    var glyph: hb_codepoint_t = 0
    let hasH =
      hb_font_get_nominal_glyph(harfbuzz, 0x48, &glyph) != 0 && hb_font_get_glyph_extents(harfbuzz, glyph, &extents) != 0
    capHeight = hasH ? Double(extents.y_bearing) / grid : ascent * 0.75
    // What FreeType cannot draw is no font to choose.
    _ = try FontRaster(self)
  }

  deinit {
    hb_font_destroy(harfbuzz)
    bytes.deallocate()
  }

  /// The number of the glyph of a code point; nil when the font has none.
  package func glyphIndex(_ codePoint: UInt32) -> UInt32? {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(harfbuzz, codePoint, &glyph) != 0 ? glyph : nil
  }

  /// How far the pen goes on after a glyph by itself, in ems.
  package func advance(_ glyph: UInt32) -> Float {
    Float(hb_font_get_glyph_h_advance(harfbuzz, glyph)) / Float(unitsPerEm)
  }

  /// Shapes in the font's own units, so that one shaping serves every size. Nil for what is no font.
  private static func makeHarfBuzzFont(_ bytes: UnsafeMutableRawBufferPointer, index: Int) -> OpaquePointer? {
    let start = bytes.bindMemory(to: CChar.self).baseAddress
    let blob = hb_blob_create(start, UInt32(clamping: bytes.count), HB_MEMORY_MODE_READONLY, nil, nil)
    let face = hb_face_create(blob, UInt32(truncatingIfNeeded: index & 0xFFFF))
    hb_blob_destroy(blob)
    defer { hb_face_destroy(face) }
    guard hb_face_get_glyph_count(face) > 0, hb_face_get_upem(face) > 0, let font = hb_font_create(face) else { return nil }
    let scale = CInt(clamping: hb_face_get_upem(face))
    hb_font_set_scale(font, scale, scale)
    hb_ot_font_set_funcs(font)
    if index >> 16 > 0 { hb_font_set_var_named_instance(font, UInt32(clamping: (index >> 16) - 1)) }
    hb_font_make_immutable(font)
    return font
  }
}
