import OverlookStyle
import Testing

@testable import OverlookLayout
@testable import OverlookText

/// Glyphs of colours, as of emoji.
@Suite struct ColorGlyphTests {
  /// 4 x 2 pixels of blue, green, red and alpha: the left half red, the right half a seen-through green.
  private var picture: ColorPicture {
    let (red, green): ([UInt8], [UInt8]) = ([0, 0, 255, 255], [0, 128, 0, 128])
    return ColorPicture(
      width: 4, height: 2, pixels: red + red + green + green + red + red + green + green, left: 2, top: 3, pixelsPerEm: 12)
  }

  @Test func aPictureLiesWhereItsFontSays() throws {
    // A pixel is two units.
    let glyph = try #require(ColorGlyph.glyph(picture, advance: 16, ascent: 26))
    #expect(glyph.left == 4 && glyph.top == 6 - 26 && glyph.width == 8 && glyph.height == 4)
    #expect(glyph.planes == 4 && glyph.columns == 28 && glyph.rows == 20 && glyph.advance == 16)
  }

  @Test func thePlanesHoldItsColours() throws {
    let glyph = try #require(ColorGlyph.glyph(picture, advance: 16, ascent: 26))
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
      (0..<4).map { glyph.bitmap[($0 * glyph.rows + y) * glyph.columns + x] }
    }
    // Three units, six pixels, of nothing around it.
    #expect(pixel(5, 8) == [0, 0, 0, 0] && pixel(8, 5) == [0, 0, 0, 0])
    #expect(pixel(6, 6) == [255, 0, 0, 255] && pixel(13, 13) == [255, 0, 0, 255])
    #expect(pixel(14, 6) == [0, 128, 0, 128] && pixel(21, 13) == [0, 128, 0, 128])
    #expect(pixel(22, 8) == [0, 0, 0, 0] && pixel(8, 14) == [0, 0, 0, 0])
  }

  @Test func aPictureOfAnotherSizeThanItSaysIsNoGlyph() {
    var damaged = picture
    damaged.pixels.removeLast()
    #expect(ColorGlyph.glyph(damaged, advance: 0, ascent: 26) == nil)
  }

  @Test func theAtlasKeepsThePlanesSideBySide() throws {
    let glyph = try #require(ColorGlyph.glyph(picture, advance: 16, ascent: 26))
    let atlas = SDFAtlas()
    let (lease, slots) = atlas.hold([glyph])
    let slot = try #require(slots[0])
    #expect(slot.width == 4 * 30 && slot.height == 22)
    _ = atlas.changes(after: 0) { pixels, _, _ in
      func value(_ plane: Int, _ x: Int, _ y: Int) -> UInt8 {
        pixels[(Int(slot.y) + 1 + y) * SDFAtlas.width + Int(slot.x) + plane * 30 + 1 + x]
      }
      #expect((0..<4).map { value($0, 6, 6) } == [255, 0, 0, 255])
      #expect((0..<4).map { value($0, 14, 6) } == [0, 128, 0, 128])
    }
    withExtendedLifetime(lease) {}
  }

  private static let fonts = LocalFonts()
  private static let hasColorFont = fonts.glyph(0x1F600, fontStack: "Inter")?.planes == 4

  @Test(.enabled(if: hasColorFont, "no font of this machine has emoji in colours"))
  func emojiAreShapedAsOnePictureEach() {
    func planes(_ text: String) -> [Int] {
      Self.fonts.shape(text.unicodeScalars.map(\.value), levels: [], fontStack: "Inter")
        .flatMap { $0.glyphs.map(\.glyph) }.filter { !$0.isBlank }.map(\.planes)
    }
    #expect(planes("a😀b") == [1, 4, 1])
    // A flag of two letters, a family of three people, a heart that is asked to be one, and a digit that is none.
    #expect(planes("🇫🇮") == [4])
    #expect(planes("👩‍👩‍👧") == [4])
    #expect(planes("❤️") == [4])
    #expect(planes("7") == [1])
  }
}
