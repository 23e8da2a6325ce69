import OverlookMeasurement
import OverlookSupport
import Testing

@testable import OverlookText

@MainActor @Suite struct TextLineTests {
  private let fonts: InterfaceFonts

  init() throws {
    // Latin alone, whatever the machine has.
    fonts = InterfaceFonts(try FontProgram.embedded(), FontCatalog(files: []))
  }

  private func shape(_ text: String, _ kind: TextLineKind = .plain) -> TextLine { TextSetter.line(text, kind, fonts) }

  @Test func kerningBringsPairsTogether() {
    #expect(shape("AV").width < shape("A").width + shape("V").width)
    #expect(shape("AV").glyphs.count == 2)
    #expect(shape("").glyphs.isEmpty)
  }

  @Test func tabularDigitsAreEquallyWide() {
    #expect(abs(shape("1111", .tabularDigits).width - shape("0000", .tabularDigits).width) < 1e-4)
    #expect(shape("1111").width < shape("0000").width)
  }

  @Test func controlsFromOutsideAreNotDrawn() {
    let cache = TextLineCache(fonts: fonts)
    #expect(cache.line("a\u{1B}\u{202E}b").glyphs.count <= 4)
    #expect(cache.line(String(repeating: "x", count: 100_000)).glyphs.count <= 301)
  }

  @Test func aSecondUseOfAGlyphTakesTheSameSlot() {
    let atlas = GlyphAtlas(fonts: fonts)
    let glyph = shape("g").glyphs[0].glyph
    let key = GlyphKey(glyph: glyph, sizeIn64ths: 20 * 64, quarter: 0, haloIn64ths: 0)
    let first = atlas.slot(for: key)
    #expect(first.width > 5 && first.height > 10)
    #expect(atlas.slot(for: key) == first)
    #expect(atlas.glyphCount == 1)
    let halo = atlas.slot(for: GlyphKey(glyph: glyph, sizeIn64ths: 20 * 64, quarter: 0, haloIn64ths: 2 * 64))
    #expect(halo.width >= first.width + 3 && halo.height >= first.height + 3)
  }

  @Test func slotsNeverOverlapAndTheAtlasGrows() {
    let atlas = GlyphAtlas(fonts: fonts)
    let glyphs = shape("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789").glyphs
    var used = Set<Int>()
    var overlaps = 0
    for size in stride(from: 10, through: 60, by: 5) {
      for glyph in glyphs {
        let slot = atlas.slot(for: GlyphKey(glyph: glyph.glyph, sizeIn64ths: Int32(size * 64), quarter: 0, haloIn64ths: 0))
        for y in Int(slot.y)..<Int(slot.y) + Int(slot.height) {
          for x in Int(slot.x)..<Int(slot.x) + Int(slot.width) where !used.insert(y * GlyphAtlas.width + x).inserted {
            overlaps += 1
          }
        }
      }
    }
    #expect(overlaps == 0)
    #expect(atlas.coverage.height > 256 && atlas.colors.height == 0)
    #expect(atlas.coverage.pixels.count == GlyphAtlas.width * atlas.coverage.height)
    #expect(!atlas.coverage.dirtyRows.isEmpty)
  }

  @Test func aFullAtlasLeavesGlyphsOutAndStartsAnew() {
    let atlas = GlyphAtlas(fonts: fonts)
    let glyphs = shape("ABCDEFGHIJKLMNOPQRSTUVWXYZ").glyphs
    var blanks = 0
    for size in 200..<320 {
      for glyph in glyphs {
        let slot = atlas.slot(for: GlyphKey(glyph: glyph.glyph, sizeIn64ths: Int32(size * 64), quarter: 0, haloIn64ths: 0))
        if slot.width == 0 { blanks += 1 }
      }
      if blanks > 0 { break }
    }
    #expect(blanks > 0)
    #expect(atlas.isNearlyFull)
    let generation = atlas.generation
    atlas.startAnew()
    #expect(atlas.generation == generation + 1)
    let slot = atlas.slot(for: GlyphKey(glyph: glyphs[0].glyph, sizeIn64ths: 20 * 64, quarter: 0, haloIn64ths: 0))
    #expect(slot.width > 0)
  }

  @Test func anUnchangedLineIsNeitherShapedNorAllocatedAgain() throws {
    try #require(AllocationCounter.isAvailable)
    let cache = TextLineCache(fonts: fonts)
    let atlas = GlyphAtlas(fonts: fonts)
    let text = "An attribution that is longer than fifteen bytes"
    var glyphs = 0
    func draw() {
      cache.beginFrame()
      cache.line(text).forEachGlyph(in: atlas, sizeIn64ths: 13 * 64, haloIn64ths: 64, quarter: 1) { _, _, _ in glyphs += 1 }
    }
    draw()
    let report = AllocationCounter.count { for _ in 0..<50 { draw() } }
    #expect(report.blocks == 0, "\(report)")
    #expect(cache.shapingCount == 1)
    #expect(glyphs == 51 * text.filter { $0 != " " }.count)
  }

  @Test func linesThatAreNoLongerDrawnAreForgotten() {
    let cache = TextLineCache(fonts: fonts)
    for number in 0..<600 { _ = cache.line("line \(number)") }
    for _ in 0..<300 {
      cache.beginFrame()
      _ = cache.line("kept")
    }
    #expect(cache.count == 1)
  }
}
