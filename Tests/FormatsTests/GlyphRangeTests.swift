import OverlookFormats
import OverlookTestSupport
import Testing

/// Files of glyphs are written here field by field, as github.com/mapbox/node-fontnik's glyphs.proto says.
@Suite struct GlyphRangeTests {
  private static func glyph(
    _ codePoint: UInt64, width: UInt64 = 2, height: UInt64 = 1, bitmapCount: Int? = nil, top: Int64 = -9
  ) -> [UInt8] {
    let count = bitmapCount ?? Int(width + 6) * Int(height + 6)
    return Message().varint(1, codePoint).part(2, [UInt8](repeating: 7, count: count)).varint(3, width).varint(4, height)
      .signed(5, 1).signed(6, top).varint(7, 12).bytes
  }

  private static func file(_ glyphs: [[UInt8]]) -> [UInt8] {
    let stack = glyphs.reduce(Message().text(1, "Open Sans").text(2, "0-255")) { $0.part(3, $1) }
    return Message().part(1, stack.bytes).bytes
  }

  @Test func readsMeasuresAndPixels() throws {
    let range = try GlyphRange(Self.file([Self.glyph(65)]))
    let glyph = try #require(range.glyphs.first)
    #expect(range.name == "Open Sans")
    #expect(glyph.codePoint == 65)
    #expect((glyph.width, glyph.height) == (2, 1))
    #expect((glyph.left, glyph.top, glyph.advance) == (1, -9, 12))
    #expect(glyph.bitmap.count == 8 * 7)
  }

  @Test func takesAGlyphWithoutPixelsForBlank() throws {
    let range = try GlyphRange(Self.file([Message().varint(1, 32).varint(7, 6).bytes]))
    #expect(range.glyphs.first?.bitmap == [])
    #expect(range.glyphs.first?.advance == 6)
  }

  @Test func leavesOutAGlyphWhosePixelsDoNotFitItsMeasures() throws {
    let range = try GlyphRange(Self.file([Self.glyph(65, bitmapCount: 55), Self.glyph(66)]))
    #expect(range.glyphs.map(\.codePoint) == [66])
    #expect(range.faultCount == 1)
  }

  @Test func leavesOutGlyphsOfImpossibleSizes() throws {
    let huge = Message().varint(1, 65).varint(3, 1 << 40).varint(4, 1 << 40).bytes
    let farOff = Message().varint(1, 66).varint(6, UInt64.max).bytes
    let range = try GlyphRange(Self.file([huge, farOff, Message().varint(7, 3).bytes]))
    #expect(range.glyphs.isEmpty)
    #expect(range.faultCount == 3)
  }

  @Test func refusesAFileThatIsCutShort() {
    let file = Self.file([Self.glyph(65)])
    for count in [1, 3, file.count / 2, file.count - 1] {
      #expect(throws: FormatError.self) { try GlyphRange(Array(file.prefix(count))) }
    }
  }

  @Test func refusesAFileOfMoreBytesThanAreRead() {
    #expect(throws: FormatError.self) { try GlyphRange([UInt8](repeating: 0, count: GlyphRange.maximumByteCount + 1)) }
  }

  @Test func survivesAnyBytes() {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    for _ in 0..<2000 {
      var bytes = Self.file([Self.glyph(65), Self.glyph(66, width: 5)])
      for _ in 0..<4 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
      }
      guard let range = try? GlyphRange(bytes) else { continue }
      #expect(range.glyphs.allSatisfy { $0.bitmap.count <= bytes.count })
    }
  }
}
