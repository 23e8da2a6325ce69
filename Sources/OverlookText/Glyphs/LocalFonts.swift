/// The fonts of the machine. Any thread.
package final class LocalFonts: Sendable {
  package init() {}

  /// The glyph of a code point in the first of the fonts that has it, or in any font that has it.
  package func glyph(_ codePoint: UInt32, fontStack: String) -> SDFGlyph? { nil }
}
