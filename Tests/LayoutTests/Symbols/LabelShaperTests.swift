import OverlookStyle
import OverlookText
import Testing

@testable import OverlookLayout

/// Letters are 12 units wide, spaces 6, an em 24 (`TestGlyphs`).
@Suite struct LabelShaperTests {
  private func shape(_ text: String, _ change: (inout LabelSetting) -> Void = { _ in }) throws -> ShapedLabel {
    var setting = LabelSetting(lineHeight: 28.8, layoutSize: 16, sizeAtZoom: 16)
    change(&setting)
    return try #require(LabelShaper.shape(TestGlyphs.text(text), setting))
  }

  @Test func setsALineAroundItsAnchor() throws {
    let label = try shape("abcd")
    #expect(label.lines.count == 1)
    #expect(label.lines[0].glyphs.map(\.x) == [-24, -12, 0, 12])
    // Half a line below the top of the line, and 17 units up to the top of the em.
    #expect(label.lines[0].glyphs.allSatisfy { abs($0.y - -17) < 0.001 })
    #expect((label.left, label.right) == (-24, 24))
    #expect(abs(label.bottom - 14.4) < 0.001)
    #expect(abs(label.top + 14.4) < 0.001)
  }

  @Test func putsTheNamedSideAtTheAnchor() throws {
    let label = try shape("abcd") {
      $0.anchor = .topLeft
      $0.justification = .left
    }
    #expect((label.left, label.right) == (0, 48))
    #expect(label.top == 0)
    #expect(label.lines[0].glyphs[0].x == 0)
  }

  @Test func addsLetterSpacingBetweenLetters() throws {
    let label = try shape("abc") { $0.spacing = 6 }
    // Three advances and two gaps.
    #expect(label.right - label.left == 48)
  }

  @Test func breaksLinesWhereTheyBecomeMostAlike() throws {
    // 5 + 5 + 5 letters: 60 each, 192 with spaces; 130 wide gives two lines with 96 wanted: "aaaaa bbbbb" is 126, "aaaaa" 60.
    let label = try shape("aaaaa bbbbb ccccc") { $0.maximumWidth = 130 }
    #expect(label.lines.map(\.glyphs.count) == [11, 5])
  }

  /// "Bangkok is the capital of Thailand" of 13, 4, 5, 4, 3 and 9 code points, 456 wide: two lines, as near to 228 as words
  /// allow.
  @Test func breaksLinesOfThaiBetweenWords() throws {
    let words = ["กรุงเทพมหานคร", "เป็น", "เมือง", "หลวง", "ของ", "ประเทศไทย"]
    let label = try shape(words.joined()) { $0.maximumWidth = 240 }
    #expect(words.map(\.unicodeScalars.count) == [13, 4, 5, 4, 3, 9])
    #expect(label.lines.map(\.glyphs.count) == [13 + 4, 5 + 4 + 3 + 9])
  }

  /// "Capital Phnom Penh" in Khmer, "Mandalay town" in Burmese. Marks stay with their letters, and other writing is left alone.
  @Test(
    arguments: [
      ("រាជធានី|ភ្នំពេញ", [7]), ("မန္တလေး|မြို့", [7]), ("Wat พระ, เมือง|หลวง", [14]), ("Bangkok 東京", []), ("ก", []), ("", []),
    ] as [(String, Set<Int>)])
  func findsTheWordsOfWritingWithoutSpaces(words: String, starts: Set<Int>) {
    #expect(WordBreaks.wordStarts(words.unicodeScalars.map(\.value).filter { $0 != 0x7C }) == starts)
  }

  @Test func breaksAtLineFeeds() throws {
    let label = try shape("ab\ncd\nef")
    #expect(label.lines.map(\.glyphs.count) == [2, 2, 2])
    #expect(abs(label.bottom - label.top - 3 * 28.8) < 0.001)
  }

  @Test func trimsWhiteSpaceAtTheEndsOfLines() throws {
    let label = try shape("  ab  ")
    #expect(label.lines[0].glyphs.count == 2)
  }

  @Test func ordersRightToLeftTextForTheEye() throws {
    let label = try shape("\u{5D0}\u{5D1} ab")
    let order = label.lines[0].glyphs.compactMap { $0.glyph?.advance }
    // "ab", a space, then two Hebrew letters.
    #expect(order == [12, 12, 6, 12, 12])
  }

  @Test func makesLargerSectionsStandOnTheSameLine() throws {
    var text = FormattedText("a")
    text.sections += FormattedText("b").sections
    text.sections[1].scale = 2
    let setting = LabelSetting(lineHeight: 28.8, layoutSize: 16, sizeAtZoom: 16)
    let label = try #require(LabelShaper.shape(TestGlyphs.text(text), setting))
    let glyphs = label.lines[0].glyphs
    // The small one hangs an em lower within the line.
    #expect(glyphs[0].y - glyphs[1].y == 24)
    #expect(label.right - label.left == 36)
  }

  @Test func drawsNothingWhereNoGlyphIsKnown() {
    let text = TestGlyphs.text("\u{0001}\u{0002}")
    #expect(LabelShaper.shape(text, LabelSetting(lineHeight: 28, layoutSize: 16, sizeAtZoom: 16)) == nil)
  }
}

@Suite struct BidiTests {
  @Test func givesLevelsByTheAlgorithm() {
    // UAX 9: left to right text with a right to left word and a number in it.
    let text: [UInt32] = [0x61, 0x20, 0x5D0, 0x5D1, 0x20, 0x31, 0x32]
    #expect(Bidi.levels(text) == [0, 0, 1, 1, 1, 2, 2])
  }

  @Test func reversesRunsFromTheHighestLevelDown() {
    let levels: [UInt8] = [0, 0, 1, 1, 1, 2, 2]
    #expect(Bidi.visualOrder(levels[...]) == [0, 1, 5, 6, 4, 3, 2])
  }

  @Test func mirrorsParentheses() {
    #expect(Bidi.mirrored(0x28) == 0x29)
    #expect(Bidi.mirrored(0x61) == 0x61)
  }

  @Test func givesArabicLettersTheFormsOfTheirPlaces() {
    // Beh three times: initial, medial, final (Unicode block FE70).
    #expect(Bidi.presentationForms([0x628, 0x628, 0x628]) == [0xFE91, 0xFE92, 0xFE90])
    // Lam and alef are one letter.
    #expect(Bidi.presentationForms([0x644, 0x627]) == [0xFEFB])
  }

  @Test func leavesOtherLettersAlone() {
    #expect(Bidi.presentationForms([0x61, 0x5D0]) == [0x61, 0x5D0])
  }
}

@Suite struct VerticalTextTests {
  @Test func knowsWhatStandsUpright() {
    #expect(ScriptTables.isUpright(0x6771))  // 東
    #expect(ScriptTables.isUpright(0x30E1))  // メ
    #expect(!ScriptTables.isUpright(0x30FC))  // ー
    #expect(!ScriptTables.isUpright(0x61))
    #expect(ScriptTables.isRotated(0x61))
    #expect(!ScriptTables.isRotated(0xBD))  // ½
  }

  @Test func replacesPunctuationBetweenUprightLetters() {
    // A bracket between ideographs, but not between Latin letters.
    #expect(VerticalPunctuation.replaced([0x6771, 0x28, 0x6771]) == [0x6771, 0xFE35, 0x6771])
    #expect(VerticalPunctuation.replaced([0x61, 0x28, 0x62]) == [0x61, 0x28, 0x62])
  }
}
