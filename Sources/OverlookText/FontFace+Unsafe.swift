import CFreeType
import OverlookFormats
import OverlookSupport

/// One font: shapes with HarfBuzz and draws glyphs with FreeType. Main thread only.
@MainActor package final class FontFace {
  let harfbuzz: OpaquePointer
  let freetype: FT_Face
  private let library: FT_Library
  private let stroker: FT_Stroker?
  // FreeType and HarfBuzz read the font from here without a copy: allocated before them, never changed, freed after them.
  private let bytes: UnsafeMutableRawBufferPointer
  private var rasterSize: FT_F26Dot6 = 0

  /// Units of the font's own grid per em.
  package let unitsPerEm: Double
  /// Above the baseline, in ems.
  package let ascent: Double
  /// Below the baseline, in ems, positive.
  package let descent: Double
  /// Height of an H, in ems.
  package let capHeight: Double

  private static let maximumByteCount = 64 << 20

  private static var knownEmbedded: FontFace?

  /// Inter Medium, which the package ships; the same object always.
  package static func embedded() throws(TextError) -> FontFace {
    if let knownEmbedded { return knownEmbedded }
    let path: String
    do {
      path = try ResourceLocator.path("Inter-Medium.otf", inTarget: "OverlookText")
    } catch {
      throw .unreadableFont(reason: "\(error)")
    }
    let face = try FontFace(path: path)
    knownEmbedded = face
    return face
  }

  /// The first face of a font file.
  package convenience init(path: String) throws(TextError) {
    let contents: [UInt8]
    do throws(FormatError) {
      contents = try WholeFile.read(path, byteLimit: Self.maximumByteCount)
    } catch {
      throw .unreadableFont(reason: "\(error)")
    }
    try self.init(contents: contents, name: path)
  }

  /// The first face of a font file's bytes; `name` is for errors.
  package init(contents: [UInt8], name: String) throws(TextError) {
    guard !contents.isEmpty, contents.count <= Self.maximumByteCount else { throw .brokenFont(name: name, code: 0) }
    var library: FT_Library?
    let started = FT_Init_FreeType(&library)
    guard started == 0, let library else { throw .noRasterizer(code: Int(started)) }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: contents.count, alignment: 16)
    bytes.copyBytes(from: contents)
    var face: FT_Face?
    let opened = FT_New_Memory_Face(library, bytes.bindMemory(to: FT_Byte.self).baseAddress, FT_Long(bytes.count), 0, &face)
    guard opened == 0, let face, face.pointee.units_per_EM > 0, face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0
    else {
      if let face { FT_Done_Face(face) }
      FT_Done_FreeType(library)
      bytes.deallocate()
      throw .brokenFont(name: name, code: Int(opened))
    }
    self.library = library
    self.bytes = bytes
    freetype = face
    var stroker: FT_Stroker?
    self.stroker = FT_Stroker_New(library, &stroker) == 0 ? stroker : nil

    unitsPerEm = Double(face.pointee.units_per_EM)
    ascent = Double(face.pointee.ascender) / unitsPerEm
    descent = -Double(face.pointee.descender) / unitsPerEm
    harfbuzz = Self.makeHarfBuzzFont(bytes, unitsPerEm: CInt(face.pointee.units_per_EM))
    var extents = hb_glyph_extents_t()
    var glyph: hb_codepoint_t = 0
    let hasH =
      hb_font_get_nominal_glyph(harfbuzz, 0x48, &glyph) != 0 && hb_font_get_glyph_extents(harfbuzz, glyph, &extents) != 0
    capHeight = hasH ? Double(extents.y_bearing) / unitsPerEm : ascent * 0.75
  }

  isolated deinit {
    hb_font_destroy(harfbuzz)
    if let stroker { FT_Stroker_Done(stroker) }
    FT_Done_Face(freetype)
    FT_Done_FreeType(library)
    bytes.deallocate()
  }

  /// Shapes in the font's own units, so that one shaping serves every size.
  private static func makeHarfBuzzFont(_ bytes: UnsafeMutableRawBufferPointer, unitsPerEm: CInt) -> OpaquePointer {
    let start = bytes.bindMemory(to: CChar.self).baseAddress
    let blob = hb_blob_create(start, UInt32(clamping: bytes.count), HB_MEMORY_MODE_READONLY, nil, nil)
    let face = hb_face_create(blob, 0)
    hb_blob_destroy(blob)
    let font: OpaquePointer = hb_font_create(face)
    hb_face_destroy(face)
    hb_font_set_scale(font, unitsPerEm, unitsPerEm)
    hb_ot_font_set_funcs(font)
    return font
  }
}

extension FontFace {
  /// Coverage of one glyph, one byte a pixel, valid within the closure only: the bitmap, its rows' distance in bytes, and where
  /// its top left pixel lies from the pen (right and up, in pixels). Nil when the glyph is blank or the font has no outline for
  /// it.
  func withBitmap<Result>(
    of key: GlyphKey,
    _ body: (_ bytes: Span<UInt8>, _ pitch: Int, _ width: Int, _ height: Int, _ left: Int, _ top: Int) -> Result
  ) -> Result? {
    let size = FT_F26Dot6(key.sizeIn64ths)
    if size != rasterSize {
      guard FT_Set_Char_Size(freetype, 0, size, 72, 72) == 0 else { return nil }
      rasterSize = size
    }
    // FT_LOAD_TARGET_LIGHT: stems snap vertically to pixels, widths stay as designed.
    let lightHinting: FT_Int32 = 1 << 16
    guard FT_Load_Glyph(freetype, FT_UInt(key.glyph), lightHinting | FT_Int32(FT_LOAD_NO_BITMAP)) == 0 else { return nil }
    var glyph: FT_Glyph?
    guard FT_Get_Glyph(freetype.pointee.glyph, &glyph) == 0, glyph != nil else { return nil }
    defer { FT_Done_Glyph(glyph) }
    if key.haloIn64ths > 0, let stroker {
      FT_Stroker_Set(stroker, FT_Fixed(key.haloIn64ths), FT_STROKER_LINECAP_ROUND, FT_STROKER_LINEJOIN_ROUND, 0)
      // Everything within the outer border, so that nothing of the map shows between halo and letter.
      guard FT_Glyph_StrokeBorder(&glyph, stroker, 0, 1) == 0 else { return nil }
    }
    var origin = FT_Vector(x: FT_Pos(key.quarter) * 16, y: 0)
    guard FT_Glyph_To_Bitmap(&glyph, FT_RENDER_MODE_NORMAL, &origin, 1) == 0, let rendered = glyph else { return nil }
    return rendered.withMemoryRebound(to: FT_BitmapGlyphRec.self, capacity: 1) { record in
      let bitmap = record.pointee.bitmap
      // FreeType gives rows from the top with a positive pitch for what it renders itself.
      let (width, height, pitch) = (Int(bitmap.width), Int(bitmap.rows), Int(bitmap.pitch))
      guard width > 0, height > 0, pitch >= width, let buffer = bitmap.buffer else { return nil }
      return body(
        UnsafeBufferPointer(start: buffer, count: pitch * height).span, pitch, width, height, Int(record.pointee.left),
        Int(record.pointee.top))
    }
  }
}
