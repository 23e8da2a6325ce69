import CFreeType

/// Turns runs into glyphs with HarfBuzz. One thread at a time.
final class RunShaper {
  /// Distances in ems, y up.
  struct Glyph {
    var number: UInt32
    /// The first code point of the text that it shows.
    var codePoint: Int
    var advance: Float
    var offset: SIMD2<Float>
  }

  private let buffer: OpaquePointer

  init() {
    buffer = hb_buffer_create()
  }

  deinit {
    hb_buffer_destroy(buffer)
  }

  /// Calls `body` with the glyphs of a run in a font, from left to right. `hasTabularDigits`: all digits equally wide, for
  /// numbers that change in place.
  func shape(
    _ codePoints: [UInt32], _ run: TextRun, in program: FontProgram, hasTabularDigits: Bool = false, _ body: (Glyph) -> Void
  ) {
    hb_buffer_clear_contents(buffer)
    // All of the text is given, so that letters join over the edges of the run. Clusters are counted from the start of the text.
    hb_buffer_add_codepoints(
      buffer, codePoints, CInt(clamping: codePoints.count), UInt32(clamping: run.range.lowerBound),
      CInt(clamping: run.range.count))
    hb_buffer_set_direction(buffer, run.level & 1 == 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, run.script)
    hb_buffer_guess_segment_properties(buffer)
    var tabular = hb_feature_t(tag: Self.tabularNumbers, value: 1, start: 0, end: UInt32.max)
    hb_shape(program.harfbuzz, buffer, &tabular, hasTabularDigits ? 1 : 0)
    var count: UInt32 = 0
    // Both arrays have `count` elements and stay valid until the buffer changes.
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count), let positions = hb_buffer_get_glyph_positions(buffer, &count)
    else { return }
    let emsPerUnit = Float(1 / program.unitsPerEm)
    for index in 0..<Int(count) {
      let (info, position) = (infos[index], positions[index])
      body(
        Glyph(
          number: info.codepoint, codePoint: min(Int(info.cluster), codePoints.count - 1),
          advance: Float(position.x_advance) * emsPerUnit,
          offset: SIMD2(Float(position.x_offset), Float(position.y_offset)) * emsPerUnit))
    }
  }

  /// The OpenType feature "tnum".
  private static let tabularNumbers: hb_tag_t = 0x746E_756D
}
