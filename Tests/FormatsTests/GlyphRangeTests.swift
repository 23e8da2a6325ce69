import OverlookFormats
import Testing

/// Files of glyphs are written here field by field, as github.com/mapbox/node-fontnik's glyphs.proto says.
@Suite struct GlyphRangeTests {
  private static func varint(_ value: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(truncatingIfNeeded: rest)]
  }

  private static func number(_ field: UInt64, _ value: UInt64) -> [UInt8] { varint(field << 3) + varint(value) }
  private static func signed(_ field: UInt64, _ value: Int64) -> [UInt8] {
    number(field, UInt64(bitPattern: value << 1 ^ value >> 63))
  }
  private static func part(_ field: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    varint(field << 3 | 2) + varint(UInt64(bytes.count)) + bytes
  }

  private static func glyph(
    _ codePoint: UInt64, width: UInt64 = 2, height: UInt64 = 1, bitmapCount: Int? = nil, top: Int64 = -9
  ) -> [UInt8] {
    let count = bitmapCount ?? Int(width + 6) * Int(height + 6)
    return number(1, codePoint) + part(2, [UInt8](repeating: 7, count: count)) + number(3, width) + number(4, height)
      + signed(5, 1) + signed(6, top) + number(7, 12)
  }

  private static func file(_ glyphs: [[UInt8]]) -> [UInt8] {
    part(1, part(1, Array("Open Sans".utf8)) + part(2, Array("0-255".utf8)) + glyphs.flatMap { part(3, $0) })
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
    let range = try GlyphRange(Self.file([Self.number(1, 32) + Self.number(7, 6)]))
    #expect(range.glyphs.first?.bitmap == [])
    #expect(range.glyphs.first?.advance == 6)
  }

  @Test func leavesOutAGlyphWhosePixelsDoNotFitItsMeasures() throws {
    let range = try GlyphRange(Self.file([Self.glyph(65, bitmapCount: 55), Self.glyph(66)]))
    #expect(range.glyphs.map(\.codePoint) == [66])
    #expect(range.faultCount == 1)
  }

  @Test func leavesOutGlyphsOfImpossibleSizes() throws {
    let huge = Self.number(1, 65) + Self.number(3, 1 << 40) + Self.number(4, 1 << 40)
    let farOff = Self.number(1, 66) + Self.number(6, UInt64.max)
    let range = try GlyphRange(Self.file([huge, farOff, Self.number(7, 3)]))
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
      _ = try? GlyphRange(bytes)
    }
  }
}
