import Foundation
import OverlookMeasurement
import OverlookSupport
import OverlookText
import Testing

@MainActor @Suite struct TextTests {
  private let face: FontFace

  init() throws {
    face = try FontFace.embedded()
  }

  private func shape(_ text: String, hasTabularDigits: Bool = false) -> (glyphs: [ShapedGlyph], width: Float) {
    var glyphs: [ShapedGlyph] = []
    let width = TextShaper(face: face).shape(text, hasTabularDigits: hasTabularDigits, into: &glyphs)
    return (glyphs, width)
  }

  @Test func theEmbeddedFontHasPlausibleMeasures() {
    // Inter 3.19: 2816 units per em, ascender 2728, descender -680, capital height 2048.
    #expect(face.unitsPerEm == 2816)
    #expect(abs(face.capHeight - 2048.0 / 2816) < 0.01)
    #expect(face.ascent > face.capHeight && face.descent > 0)
  }

  @Test func aFontThatIsNoneIsATypedError() throws {
    #expect(throws: TextError.self) { try FontFace(contents: [UInt8]("no font at all".utf8), name: "x") }
    #expect(throws: TextError.brokenFont(name: "empty", code: 0)) { try FontFace(contents: [], name: "empty") }
    #expect(throws: TextError.self) { try FontFace(path: "/nonexistent/font.otf") }
  }

  @Test func aDamagedFontNeverEndsTheProcess() throws {
    let path = try ResourceLocator.path("Inter-Medium.otf", inTarget: "OverlookText")
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var seed: UInt64 = 7
    var readable = 0
    for round in 0..<24 {
      var bytes = Array(whole.prefix(round % 3 == 0 ? whole.count * (round + 1) / 30 : whole.count))
      for _ in 0..<40 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(seed >> 33) % bytes.count] = UInt8(truncatingIfNeeded: seed >> 20)
      }
      guard let damaged = try? FontFace(contents: bytes, name: "damaged") else { continue }
      readable += 1
      let atlas = GlyphAtlas(face: damaged)
      let line = TextLineCache(face: damaged).line("Hamburg 0123")
      line.forEachGlyph(in: atlas, sizeIn64ths: 14 * 64, haloIn64ths: 0, quarter: 0) { _, _, _ in }
      #expect(line.width.isFinite)
    }
    #expect(readable > 0, "what cannot be opened is not drawn")
  }

  @Test func kerningBringsPairsTogether() {
    #expect(shape("AV").width < shape("A").width + shape("V").width)
    #expect(shape("AV").glyphs.count == 2)
    #expect(shape("").glyphs.isEmpty)
  }

  @Test func tabularDigitsAreEquallyWide() {
    #expect(abs(shape("1111", hasTabularDigits: true).width - shape("0000", hasTabularDigits: true).width) < 1e-4)
    #expect(shape("1111").width < shape("0000").width)
  }

  @Test func controlsFromOutsideAreNotDrawn() {
    let cache = TextLineCache(face: face)
    #expect(cache.line("a\u{1B}\u{202E}b").glyphs.count <= 4)
    #expect(cache.line(String(repeating: "x", count: 100_000)).glyphs.count <= 301)
  }

  @Test func aSecondUseOfAGlyphTakesTheSameSlot() {
    let atlas = GlyphAtlas(face: face)
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
    let atlas = GlyphAtlas(face: face)
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
    #expect(atlas.height > 256)
    #expect(atlas.pixels.count == GlyphAtlas.width * atlas.height)
    #expect(!atlas.dirtyRows.isEmpty)
  }

  @Test func aFullAtlasLeavesGlyphsOutAndStartsAnew() {
    let atlas = GlyphAtlas(face: face)
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
    let cache = TextLineCache(face: face)
    let atlas = GlyphAtlas(face: face)
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
    let cache = TextLineCache(face: face)
    for number in 0..<600 { _ = cache.line("line \(number)") }
    for _ in 0..<300 {
      cache.beginFrame()
      _ = cache.line("kept")
    }
    #expect(cache.count == 1)
  }
}
