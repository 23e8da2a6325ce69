import CFreeType

/// Draws the glyphs of a font with FreeType: as coverage, as pictures of colours, and as outlines. One thread at a time.
final class FontRaster {
  /// How a glyph is drawn: its number, pixels per em, quarters of a pixel that the pen stands to the right, and how far a halo
  /// reaches, in pixels.
  struct Request {
    var glyph: UInt32
    var sizeIn64ths: Int32
    var quarter: UInt8
    var haloIn64ths: Int32
  }

  /// To the em, of pictures that outlines and distance fields are made from.
  private static let maximumPictureSide = 4096

  // FreeType reads its bytes.
  let program: FontProgram
  private let library: FT_Library
  private let face: FT_Face
  private var stroker: FT_Stroker?
  private var size: FT_F26Dot6 = 0

  init(_ program: FontProgram) throws(TextError) {
    var library: FT_Library?
    let started = FT_Init_FreeType(&library)
    guard started == 0, let library else { throw .noRasterizer(code: Int(started)) }
    var face: FT_Face?
    // Invariant: the bytes live as long as the program, which this object holds.
    let opened = FT_New_Memory_Face(
      library, program.bytes.bindMemory(to: FT_Byte.self).baseAddress, FT_Long(program.bytes.count), FT_Long(program.index), &face
    )
    let wanted = FT_Long(FT_FACE_FLAG_SCALABLE) | FT_Long(FT_FACE_FLAG_COLOR)
    guard opened == 0, let face, face.pointee.face_flags & wanted != 0 else {
      if let face { FT_Done_Face(face) }
      FT_Done_FreeType(library)
      throw .brokenFont(name: program.name, code: Int(opened))
    }
    self.program = program
    self.library = library
    self.face = face
  }

  deinit {
    if let stroker { FT_Stroker_Done(stroker) }
    FT_Done_Face(face)
    FT_Done_FreeType(library)
  }

  /// Whether it has glyphs of colours.
  var hasColors: Bool { face.pointee.face_flags & FT_Long(FT_FACE_FLAG_COLOR) != 0 }

  /// Coverage of one glyph, one byte a pixel, valid within the closure only: the bitmap, its rows' distance in bytes, and where
  /// its top left pixel lies from the pen (right and up, in pixels). Nil when the glyph is blank or the font has no outline for
  /// it.
  func withBitmap<Result>(
    of request: Request,
    _ body: (_ bytes: Span<UInt8>, _ pitch: Int, _ width: Int, _ height: Int, _ left: Int, _ top: Int) -> Result
  ) -> Result? {
    // FT_LOAD_TARGET_LIGHT: stems snap vertically to pixels, widths stay as designed.
    let lightHinting: FT_Int32 = 1 << 16
    guard select(size: FT_F26Dot6(request.sizeIn64ths)),
      FT_Load_Glyph(face, FT_UInt(request.glyph), lightHinting | FT_Int32(FT_LOAD_NO_BITMAP)) == 0
    else { return nil }
    var glyph: FT_Glyph?
    guard FT_Get_Glyph(face.pointee.glyph, &glyph) == 0, glyph != nil else { return nil }
    defer { FT_Done_Glyph(glyph) }
    if request.haloIn64ths > 0, let stroker = takeStroker() {
      FT_Stroker_Set(stroker, FT_Fixed(request.haloIn64ths), FT_STROKER_LINECAP_ROUND, FT_STROKER_LINEJOIN_ROUND, 0)
      // Everything within the outer border, so that nothing of the map shows between halo and letter.
      guard FT_Glyph_StrokeBorder(&glyph, stroker, 0, 1) == 0 else { return nil }
    }
    var origin = FT_Vector(x: FT_Pos(request.quarter) * 16, y: 0)
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

  /// The picture of a glyph of colours, of about `pixelsPerEm` or more; nil for one of a single colour.
  func picture(_ glyph: UInt32, pixelsPerEm: Int) -> ColorPicture? {
    guard hasColors, select(pictures: pixelsPerEm),
      FT_Load_Glyph(face, FT_UInt(glyph), FT_Int32(FT_LOAD_COLOR | FT_LOAD_RENDER)) == 0
    else { return nil }
    let slot = face.pointee.glyph.pointee
    let bitmap = slot.bitmap
    guard bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue), let buffer = bitmap.buffer, bitmap.pitch > 0 else {
      return nil
    }
    let (width, height, pitch) = (Int(bitmap.width), Int(bitmap.rows), Int(bitmap.pitch))
    let side = Self.maximumPictureSide
    guard width > 0, height > 0, width <= side, height <= side, pitch >= 4 * width else { return nil }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * width * height)
    // Invariant: FreeType gives `rows` rows of `pitch` bytes, which stay until the next glyph is loaded.
    for row in 0..<height { pixels.append(contentsOf: UnsafeBufferPointer(start: buffer + row * pitch, count: 4 * width)) }
    return ColorPicture(
      width: width, height: height, pixels: pixels, left: Int(slot.bitmap_left), top: Int(slot.bitmap_top),
      pixelsPerEm: Float(face.pointee.size.pointee.metrics.x_ppem))
  }

  /// The outline of a glyph, a list of points for each closed line, in units of the font's grid, y up.
  func outline(_ glyph: UInt32) -> [[OutlineNode]] {
    guard FT_Load_Glyph(face, FT_UInt(glyph), FT_Int32(FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP)) == 0,
      face.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return [] }
    let outline = face.pointee.glyph.pointee.outline
    let count = Int(outline.n_points)
    guard count > 0, outline.n_contours > 0, let points = outline.points, let tags = outline.tags, let ends = outline.contours
    else { return [] }
    var contours: [[OutlineNode]] = []
    var start = 0
    // Invariant: FreeType gives `n_contours` ends below `n_points`, in rising order, and as many tags as points.
    for number in 0..<Int(outline.n_contours) {
      let end = Int(ends[number])
      guard end >= start, end < count else { break }
      contours.append(
        (start...end).map { node -> OutlineNode in
          let tag = UInt8(bitPattern: Int8(truncatingIfNeeded: tags[node])) & 3
          return OutlineNode(
            point: SIMD2(Float(points[node].x), Float(points[node].y)), kind: tag & 1 == 1 ? .on : tag == 2 ? .cubic : .conic)
        })
      start = end + 1
    }
    return contours
  }

  private func select(size wanted: FT_F26Dot6) -> Bool {
    if wanted == size { return true }
    guard FT_Set_Char_Size(face, 0, wanted, 72, 72) == 0 else { return false }
    size = wanted
    return true
  }

  /// The size of pictures that glyphs are made from: the smallest that is large enough, or of layers any.
  private func select(pictures pixelsPerEm: Int) -> Bool {
    size = 0
    let count = Int(face.pointee.num_fixed_sizes)
    guard count > 0, let sizes = face.pointee.available_sizes else {
      return FT_Set_Pixel_Sizes(face, 0, FT_UInt(clamping: pixelsPerEm)) == 0
    }
    // Invariant: FreeType gives as many sizes as it says.
    let heights = (0..<count).map { Int(sizes[$0].y_ppem) / 64 }
    let best = heights.indices.filter { heights[$0] >= pixelsPerEm }.min { heights[$0] < heights[$1] }
    return FT_Select_Size(face, CInt(clamping: best ?? heights.indices.max { heights[$0] < heights[$1] } ?? 0)) == 0
  }

  private func takeStroker() -> FT_Stroker? {
    if stroker == nil, FT_Stroker_New(library, &stroker) != 0 { stroker = nil }
    return stroker
  }
}
