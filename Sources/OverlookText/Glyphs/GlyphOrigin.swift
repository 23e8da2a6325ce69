/// What a glyph was drawn from, for those who draw its outline or write its letter.
package enum GlyphOrigin: Sendable {
  /// A glyph of a font by its number. `boldness`: 24ths of an em by which its outline grows; `slant`: how far its top leans to the
  /// right.
  case font(FontProgram, number: UInt32, boldness: Float, slant: Float)
  /// A letter of the glyph files of a server.
  case codePoint(UInt32)

  /// Where the baseline lies below the line that the tops of glyphs are counted from, in 24ths of an em.
  package static var ascent: Float { OutlineFont.ascent }
}
