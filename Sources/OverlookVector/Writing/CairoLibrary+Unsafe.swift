import OverlookFormats

/// An affine map as <cairo.h> has it.
struct CairoMatrix {
  var xx = 1.0
  var yx = 0.0
  var xy = 0.0
  var yy = 1.0
  var x0 = 0.0
  var y0 = 0.0
}

/// A glyph as <cairo.h> has it.
struct CairoGlyph {
  var index: UInt
  var x: Double
  var y: Double
}

/// A cluster as <cairo.h> has it.
struct CairoCluster {
  var byteCount: Int32
  var glyphCount: Int32
}

/// The functions of <cairo.h>, <cairo-pdf.h> and <cairo-ft.h> that are used; the library is looked for when a page needs it first.
///
/// Invariant: each type below is the declaration in the headers of cairo 1.16, whose interface its later versions keep.
struct CairoLibrary: Sendable {
  typealias Object = OpaquePointer
  typealias Write = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> Int32
  typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void
  typealias Plain = @Sendable @convention(c) (Object?) -> Void
  typealias One = @Sendable @convention(c) (Object?, Double) -> Void
  typealias Two = @Sendable @convention(c) (Object?, Double, Double) -> Void
  typealias Four = @Sendable @convention(c) (Object?, Double, Double, Double, Double) -> Void
  typealias Choice = @Sendable @convention(c) (Object?, Int32) -> Void
  typealias Status = @Sendable @convention(c) (Object?) -> Int32
  typealias Matrix = @Sendable @convention(c) (Object?, UnsafeRawPointer?) -> Void
  typealias Pair = @Sendable @convention(c) (Object?, Object?) -> Void

  let createPDF: @Sendable @convention(c) (Write?, UnsafeMutableRawPointer?, Double, Double) -> Object?
  let setMetadata: @Sendable @convention(c) (Object?, Int32, UnsafePointer<CChar>?) -> Void
  let createImage: @Sendable @convention(c) (Int32, Int32, Int32) -> Object?
  let imageData: @Sendable @convention(c) (Object?) -> UnsafeMutablePointer<UInt8>?
  let imageStride: @Sendable @convention(c) (Object?) -> Int32
  let finishSurface: Plain
  let flushSurface: Plain
  let markDirty: Plain
  let destroySurface: Plain
  let surfaceStatus: Status
  let create: @Sendable @convention(c) (Object?) -> Object?
  let destroy: Plain
  let status: Status
  let statusText: @Sendable @convention(c) (Int32) -> UnsafePointer<CChar>?
  let save: Plain
  let restore: Plain
  let translate: Two
  let scale: Two
  let newPath: Plain
  let moveTo: Two
  let lineTo: Two
  let closePath: Plain
  let rectangle: Four
  let clip: Plain
  let fill: Plain
  let fillPreserve: Plain
  let stroke: Plain
  let paint: Plain
  let paintWithAlpha: One
  let pushGroup: Plain
  let popGroupToSource: Plain
  let setSourceColor: Four
  let setSource: Pair
  let setLineWidth: One
  let setLineCap: Choice
  let setLineJoin: Choice
  let setMiterLimit: One
  let setDash: @Sendable @convention(c) (Object?, UnsafePointer<Double>?, Int32, Double) -> Void
  let createPattern: @Sendable @convention(c) (Object?) -> Object?
  let destroyPattern: Plain
  let setPatternMatrix: Matrix
  let setPatternExtend: Choice
  let setPatternFilter: Choice
  let createFontFace: @Sendable @convention(c) (UnsafeMutableRawPointer?, Int32) -> Object?
  let destroyFontFace: Plain
  let setFontFaceData: @Sendable @convention(c) (Object?, UnsafeRawPointer?, UnsafeMutableRawPointer?, Free?) -> Int32
  let setFontFace: Pair
  let setFontMatrix: Matrix
  let createFontOptions: @Sendable @convention(c) () -> Object?
  let destroyFontOptions: Plain
  let setHintStyle: Choice
  let setHintMetrics: Choice
  let setFontOptions: Pair
  let glyphPath: @Sendable @convention(c) (Object?, UnsafeRawPointer?, Int32) -> Void
  let showTextGlyphs:
    @Sendable @convention(c) (
      Object?, UnsafePointer<CChar>?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?, Int32, UInt32
    ) -> Void
  let beginTag: @Sendable @convention(c) (Object?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Void
  let endTag: @Sendable @convention(c) (Object?, UnsafePointer<CChar>?) -> Void

  /// Nil where the machine has none of version 1.16 or later, or one without PDF or FreeType.
  static let shared: CairoLibrary? = SharedLibrary("libcairo.so.2").flatMap { try? CairoLibrary($0) }

  private struct Missing: Error {}

  private init(_ library: SharedLibrary) throws {
    func find<Function>(_ name: String) throws -> Function {
      guard let function = library.function("cairo_" + name, as: Function.self) else { throw Missing() }
      return function
    }
    createPDF = try find("pdf_surface_create_for_stream")
    setMetadata = try find("pdf_surface_set_metadata")
    createImage = try find("image_surface_create")
    imageData = try find("image_surface_get_data")
    imageStride = try find("image_surface_get_stride")
    finishSurface = try find("surface_finish")
    flushSurface = try find("surface_flush")
    markDirty = try find("surface_mark_dirty")
    destroySurface = try find("surface_destroy")
    surfaceStatus = try find("surface_status")
    create = try find("create")
    destroy = try find("destroy")
    status = try find("status")
    statusText = try find("status_to_string")
    save = try find("save")
    restore = try find("restore")
    translate = try find("translate")
    scale = try find("scale")
    newPath = try find("new_path")
    moveTo = try find("move_to")
    lineTo = try find("line_to")
    closePath = try find("close_path")
    rectangle = try find("rectangle")
    clip = try find("clip")
    fill = try find("fill")
    fillPreserve = try find("fill_preserve")
    stroke = try find("stroke")
    paint = try find("paint")
    paintWithAlpha = try find("paint_with_alpha")
    pushGroup = try find("push_group")
    popGroupToSource = try find("pop_group_to_source")
    setSourceColor = try find("set_source_rgba")
    setSource = try find("set_source")
    setLineWidth = try find("set_line_width")
    setLineCap = try find("set_line_cap")
    setLineJoin = try find("set_line_join")
    setMiterLimit = try find("set_miter_limit")
    setDash = try find("set_dash")
    createPattern = try find("pattern_create_for_surface")
    destroyPattern = try find("pattern_destroy")
    setPatternMatrix = try find("pattern_set_matrix")
    setPatternExtend = try find("pattern_set_extend")
    setPatternFilter = try find("pattern_set_filter")
    createFontFace = try find("ft_font_face_create_for_ft_face")
    destroyFontFace = try find("font_face_destroy")
    setFontFaceData = try find("font_face_set_user_data")
    setFontFace = try find("set_font_face")
    setFontMatrix = try find("set_font_matrix")
    createFontOptions = try find("font_options_create")
    destroyFontOptions = try find("font_options_destroy")
    setHintStyle = try find("font_options_set_hint_style")
    setHintMetrics = try find("font_options_set_hint_metrics")
    setFontOptions = try find("set_font_options")
    glyphPath = try find("glyph_path")
    showTextGlyphs = try find("show_text_glyphs")
    beginTag = try find("tag_begin")
    endTag = try find("tag_end")
  }
}
