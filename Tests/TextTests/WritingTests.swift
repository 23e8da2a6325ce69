import OverlookSupport
import OverlookTestSupport
import Testing

@testable import OverlookText

/// Lines of the interface in the writing of the world, each with a font of its own.
@MainActor @Suite struct WritingTests {
  private let fonts: InterfaceFonts

  init() throws {
    fonts = InterfaceFonts(try FontProgram.embedded(), FontCatalog(files: TestFont.allCases.map(\.path)))
  }

  /// With all the fonts that it needs.
  private func line(_ text: String) -> TextLine {
    _ = TextSetter.line(text, .plain, fonts)
    fonts.finish()
    return TextSetter.line(text, .plain, fonts)
  }

  /// The glyphs of a text from left to right, with the code points that they show.
  private func glyphs(_ text: String) -> [(number: UInt32, codePoint: Int, advance: Float)] {
    let codePoints = text.unicodeScalars.map(\.value)
    _ = line(text)
    var glyphs: [(UInt32, Int, Float)] = []
    let levels = Bidi.isNeeded(codePoints) ? Bidi.levels(codePoints) : []
    let runs = TextRuns.split(codePoints, levels: levels, fonts.chain)
    for index in Bidi.visualOrder(runs.map(\.level)[...]) {
      guard let font = runs[index].font else { continue }
      fonts.shaper.shape(codePoints, runs[index], in: font.program) { glyphs.append(($0.number, $0.codePoint, $0.advance)) }
    }
    return glyphs
  }

  @Test(.enabled(if: TestFont.arabicAndHebrew.isInstalled, "needs the package fonts-dejavu-core"))
  func arabicLettersJoinAndRunFromTheRight() {
    let (joined, alone) = (glyphs("ببب"), glyphs("ب"))
    // Seen from the left: the last letter first.
    #expect(joined.map(\.codePoint) == [2, 1, 0])
    #expect(Set(joined.map(\.number)).count == 3 && !joined.map(\.number).contains(alone[0].number))
    // Lam and alef are one glyph.
    #expect(glyphs("لا").count == 1)
  }

  @Test(.enabled(if: TestFont.arabicAndHebrew.isInstalled, "needs the package fonts-dejavu-core"))
  func hebrewStandsAmongLatinAndNumbersAsItIsRead() {
    let line = line("ab אבג 12")
    // UAX 9: "ab 12 gimel bet alef"; digits are of Inter, and blanks that lie between two fonts.
    #expect(line.glyphs.map(\.font) == [0, 0, 0, 0, 0, 0, 1, 1, 1])
    #expect(self.line("אב גד").glyphs.map(\.font) == [1, 1, 1, 1, 1])
    #expect(zip(line.glyphs, line.glyphs.dropFirst()).allSatisfy { $0.x < $1.x })
    let mirrored = glyphs("א(ב)")
    #expect(mirrored.map(\.codePoint) == [3, 2, 1, 0])
  }

  @Test(.enabled(if: TestFont.devanagari.isInstalled, "needs the package fonts-lohit-deva"))
  func devanagariPutsVowelsBeforeTheirLettersAndBindsThem() {
    let i = glyphs("कि")
    let (ka, vowel) = (glyphs("क")[0].number, glyphs("ि").map(\.number))
    #expect(i.count == 2 && i[1].number == ka && i[0].number != ka && !vowel.isEmpty)
    // Ka, virama and ssa.
    #expect(glyphs("क्ष").count == 1)
  }

  @Test(.enabled(if: TestFont.thai.isInstalled, "needs the package fonts-tlwg-loma-otf"))
  func thaiMarksStandAboveTheirLetters() {
    #expect(abs(line("กี่").width - line("ก").width) < 0.01)
    #expect(line("กรุงเทพ").glyphs.allSatisfy { $0.font > 0 })
  }

  @Test(.enabled(if: TestFont.japanese.isInstalled, "needs the package fonts-vlgothic"))
  func ideographsAreAnEmWide() {
    #expect(abs(line("東京").width - 2) < 0.01)
    let mixed = line("東京 Tokyo")
    #expect(mixed.glyphs.map { $0.font == 0 } == [false, false, true, true, true, true, true, true])
  }

  @Test(.enabled(if: TestFont.emoji.isInstalled, "needs the package fonts-noto-color-emoji"))
  func emojiAreOnePictureEachInColours() throws {
    let atlas = GlyphAtlas(fonts: fonts)
    for text in ["😀", "🇫🇮", "👩‍👩‍👧", "❤️", "7️⃣", "👍🏽"] {
      let line = line(text)
      #expect(line.glyphs.count == 1, "\(text)")
      var slots: [GlyphSlot] = []
      line.forEachGlyph(in: atlas, sizeIn64ths: 20 * 64, haloIn64ths: 0, quarter: 1) { slot, _, _ in slots.append(slot) }
      #expect(slots.count == 1 && slots.allSatisfy { $0.isColored && (16...30).contains($0.width) }, "\(text)")
    }
    // Not without being asked: a digit is none.
    #expect(line("7").glyphs.allSatisfy { $0.font == 0 })
    // The face is yellow in its middle: red and green, hardly blue.
    var slot = GlyphSlot.blank
    line("😀").forEachGlyph(in: atlas, sizeIn64ths: 20 * 64, haloIn64ths: 0, quarter: 0) { found, _, _ in slot = found }
    let at = 4 * ((Int(slot.y) + Int(slot.height) / 2) * GlyphAtlas.width + Int(slot.x) + Int(slot.width) / 2)
    let pixel = atlas.colors.pixels[at..<at + 4].map(Int.init)
    #expect(pixel[0] > 200 && pixel[1] > 120 && pixel[2] < 120 && pixel[3] == 255)
    // A halo around a picture is none.
    var halos = 0
    line("😀").forEachGlyph(in: atlas, sizeIn64ths: 20 * 64, haloIn64ths: 64, quarter: 0) { _, _, _ in halos += 1 }
    #expect(halos == 0)
  }

  @Test func whatNoFontHasIsABoxOfTheFirst() throws {
    let fonts = InterfaceFonts(try FontProgram.embedded(), FontCatalog(files: []))
    _ = TextSetter.line("กข", .plain, fonts)
    fonts.finish()
    let line = TextSetter.line("กข", .plain, fonts)
    #expect(line.glyphs.map(\.glyph) == [0, 0] && line.glyphs.map(\.font) == [0, 0] && !line.isIncomplete)
  }

  @Test func theMapAndTheInterfaceTakeTheSameFonts() throws {
    let catalog = FontCatalog(files: TestFont.allCases.map(\.path))
    let map = FontChain("Inter Medium", catalog)
    for text in ["ب", "א", "क", "ก", "東", "😀", "é", "→"] {
      let codePoints = text.unicodeScalars.map(\.value)
      _ = line(text)
      let interface = fonts.chain.font(codePoints, at: 0)?.program.name
      #expect(map.font(codePoints, at: 0)?.program.name == interface, "\(text)")
    }
  }
}
