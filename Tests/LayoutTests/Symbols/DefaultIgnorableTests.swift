import OverlookStyle
import OverlookText
import Testing

@testable import OverlookLayout

/// Characters that are never seen, such as marks of direction. Letters are 12 units wide (`TestGlyphs`).
@Suite struct DefaultIgnorableTests {
  private func width(_ text: String, _ source: GlyphSource, fontStack: String, spacing: Float = 0) throws -> Float {
    let characters = LabelCharacters(
      FormattedText(text), fontStack: fontStack, isVertical: false, source: source, images: { _ in nil })
    var setting = LabelSetting(lineHeight: 28.8, layoutSize: 16, sizeAtZoom: 16)
    setting.spacing = spacing
    let label = try #require(LabelShaper.shape(characters, setting))
    return label.right - label.left
  }

  @Test func areThoseThatUnicodeNames() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if ScriptTables.isDefaultIgnorable(value) != scalar.properties.isDefaultIgnorableCodePoint {
        Issue.record("U+\(String(value, radix: 16))")
      }
    }
  }

  /// A server's files have boxes for them, in the block of the dash.
  @Test(arguments: ["\u{200E}ab", "a\u{200F}b", "ab\u{200E}\u{200B}", "a\u{2060}\u{FE0F}b"])
  func takeNoRoomWithGlyphsOfAServer(text: String) throws {
    let source = GlyphSource(TestGlyphs.library("ab\u{2013}"))
    #expect(try width(text, source, fontStack: "Test", spacing: 3) == 12 + 3 + 12)
  }

  @Test(arguments: ["\u{200E}ab", "a\u{200E}b", "ab\u{200E}"])
  func takeNoRoomWithFontsOfTheMachine(text: String) throws {
    let source = GlyphSource(GlyphLibrary())
    let plain = try width("ab", source, fontStack: "Inter Medium", spacing: 3)
    #expect(try abs(width(text, source, fontStack: "Inter Medium", spacing: 3) - plain) < 0.01)
  }

  @Test func areNotAskedFor() {
    var needs = GlyphNeeds()
    needs.add("\u{200E}\u{200F}\u{FEFF}", fontStack: "Test")
    #expect(needs.isEmpty)
  }

  @Test func makeNoLabelByThemselves() {
    #expect(
      LabelShaper.shape(TestGlyphs.text("\u{200E}\u{200F}"), LabelSetting(lineHeight: 28.8, layoutSize: 16, sizeAtZoom: 16))
        == nil)
  }

  /// UAX 9: a right-to-left mark is a strong character, so a paragraph that begins with it runs from right to left.
  @Test func countForDirection() {
    #expect(Bidi.levels([0x200F, 0x61, 0x62]) == [1, 2, 2])
    #expect(Bidi.levels([0x200E, 0x61]) == [0, 0])
  }
}
