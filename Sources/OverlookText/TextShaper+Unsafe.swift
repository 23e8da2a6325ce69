import CFreeType

/// A glyph of a shaped line; distances in ems, y up.
package struct ShapedGlyph: Equatable, Sendable, BitwiseCopyable {
  package var glyph: UInt32
  /// From the line's start to the glyph's pen position.
  package var x: Float
  package var y: Float
}

/// Turns a line of text into glyphs: one line, left to right.
@MainActor package struct TextShaper: ~Copyable {
  private let face: FontFace
  private let buffer: OpaquePointer

  package init(face: FontFace) {
    self.face = face
    buffer = hb_buffer_create()
  }

  deinit {
    hb_buffer_destroy(buffer)
  }

  /// Appends the glyphs of `text` to `glyphs` and returns the width, in ems. `hasTabularDigits`: all digits equally wide, for
  /// numbers that change in place.
  package func shape(_ text: String, hasTabularDigits: Bool, into glyphs: inout [ShapedGlyph]) -> Float {
    hb_buffer_clear_contents(buffer)
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        hb_buffer_add_utf8(buffer, characters.baseAddress, CInt(clamping: characters.count), 0, CInt(clamping: characters.count))
      }
    }
    hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
    hb_buffer_guess_segment_properties(buffer)
    var tabular = hb_feature_t(tag: Self.tabularNumbers, value: 1, start: 0, end: UInt32.max)
    hb_shape(face.harfbuzz, buffer, &tabular, hasTabularDigits ? 1 : 0)

    // Both arrays have `count` elements and stay valid until the buffer changes.
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count), let positions = hb_buffer_get_glyph_positions(buffer, &count)
    else {
      return 0
    }
    let emsPerUnit = Float(1 / face.unitsPerEm)
    var pen: Float = 0
    for index in 0..<Int(count) {
      let position = positions[index]
      glyphs.append(
        ShapedGlyph(
          glyph: infos[index].codepoint, x: pen + Float(position.x_offset) * emsPerUnit, y: Float(position.y_offset) * emsPerUnit)
      )
      pen += Float(position.x_advance) * emsPerUnit
    }
    return pen
  }

  /// The OpenType feature "tnum".
  private static let tabularNumbers: hb_tag_t = 0x746E_756D
}
