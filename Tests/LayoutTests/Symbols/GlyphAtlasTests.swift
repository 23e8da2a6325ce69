import OverlookText
import Synchronization
import Testing

@testable import OverlookLayout

@Suite struct SDFAtlasTests {
  private func glyph(_ side: Int) -> SDFGlyph {
    SDFGlyph(
      width: 10, height: 10, left: 0, top: 0, advance: 12, columns: side, rows: side,
      bitmap: [UInt8](repeating: 9, count: side * side))
  }

  @Test func givesAGlyphTheSamePlaceForAllWhoHoldIt() {
    let atlas = SDFAtlas()
    let one = glyph(16)
    let first = atlas.hold([one])
    let second = atlas.hold([one])
    #expect(first.slots == second.slots)
    #expect(atlas.glyphCount == 1)
  }

  @Test func hasNoPlaceForBlankGlyphs() {
    let blank = SDFGlyph(width: 0, height: 0, left: 0, top: 0, advance: 6, columns: 0, rows: 0, bitmap: [])
    #expect(SDFAtlas().hold([blank]).slots == [nil])
  }

  @Test func keepsWhatIsHeldAndGivesUpWhatIsNot() {
    let atlas = SDFAtlas()
    let kept = glyph(500)
    let lease = atlas.hold([kept])
    // Each is let go at once; together they are many times what the atlas has room for.
    for _ in 0..<100 { _ = atlas.hold([glyph(500)]) }
    #expect(atlas.leftOutCount == 0)
    #expect(atlas.hold([kept]).slots == lease.slots)
    #expect(atlas.height <= SDFAtlas.maximumHeight)
  }

  @Test func countsWhatFindsNoRoom() {
    let atlas = SDFAtlas()
    let glyphs = (0..<40).map { _ in glyph(900) }
    let (lease, slots) = atlas.hold(glyphs)
    withExtendedLifetime(lease) {
      #expect(slots.compactMap { $0 }.count == 8)
      #expect(atlas.leftOutCount == 32)
    }
  }

  @Test func tellsWhichRowsChanged() {
    let atlas = SDFAtlas()
    var rows = 0
    let version = atlas.changes(after: 0) { _, range, _ in rows += range.count }
    #expect(rows == atlas.height)
    _ = atlas.hold([glyph(16)])
    rows = 0
    let next = atlas.changes(after: version) { pixels, range, _ in
      rows += range.count
      #expect(pixels[SDFAtlas.width + 1] == 9)
    }
    #expect(rows == 64)
    #expect(atlas.changes(after: next) { _, _, _ in Issue.record("nothing changed") } == next)
  }
}

@Suite struct GlyphLibraryTests {
  @Test func asksForEachBlockOnce() {
    let count = Atomic<Int>(0)
    let library = GlyphLibrary(fetch: { _, first, done in
      count.add(1, ordering: .relaxed)
      done(TestGlyphs.file(first: first))
    })
    var needs = GlyphNeeds()
    needs.add("abc\u{416}", fontStack: "Test")
    let answers = Atomic<Int>(0)
    library.request(needs) { answers.add(1, ordering: .relaxed) }
    library.request(needs) { answers.add(1, ordering: .relaxed) }
    #expect(count.load(ordering: .relaxed) == 2)
    #expect(answers.load(ordering: .relaxed) == 2)
    #expect(library.glyph(0x61, fontStack: "Test")?.advance == 12)
  }

  @Test func takesLettersFromTheMachineWhereABlockIsMissing() throws {
    let library = GlyphLibrary(fetch: { _, _, done in done(nil) })
    var needs = GlyphNeeds()
    needs.add("a", fontStack: "Inter Medium")
    library.request(needs) {}
    let glyph = try #require(library.glyph(0x61, fontStack: "Inter Medium"))
    #expect(!glyph.isBlank)
  }

  @Test func saysWhatIsWrongWithABlock() {
    let library = GlyphLibrary(fetch: { _, _, done in done([0xFF, 0xFF]) })
    var needs = GlyphNeeds()
    needs.add("a", fontStack: "Test")
    library.request(needs) {}
    #expect(library.takeFaults().count == 1)
    #expect(library.takeFaults().isEmpty)
  }
}

@Suite struct LocalFontsTests {
  private let fonts = LocalFonts()

  @Test func makesFieldsThatAreThreeQuartersAtTheOutline() throws {
    // The full block of any font is a rectangle: its field rises by 255 / 8 a unit through 191 at the edge.
    let glyph = try #require(fonts.glyph(0x49, fontStack: "Inter Medium"))  // I
    let row = glyph.rows / 2
    let values = (0..<glyph.columns).map { glyph.bitmap[row * glyph.columns + $0] }
    let highest = try #require(values.max())
    #expect(highest > 191)
    #expect(values.first ?? 255 < 191)
    // Half a unit a pixel: 16 steps of brightness from one pixel to the next where the outline is straight.
    let steps = zip(values, values.dropFirst()).map { Int($1) - Int($0) }.filter { $0 > 0 }
    #expect(steps.allSatisfy { $0 <= 17 })
  }

  @Test func joinsArabicLetters() {
    let clusters = fonts.shape([0x628, 0x628], levels: [1, 1], fontStack: "DejaVu Sans")
    #expect(clusters.map(\.index) == [0, 1])
    let alone = fonts.shape([0x628], levels: [1], fontStack: "DejaVu Sans")
    #expect(clusters.first?.glyphs.first?.glyph.id != alone.first?.glyphs.first?.glyph.id)
  }

  @Test func keepsMarksWithTheirLetters() {
    let clusters = fonts.shape([0x61, 0x301, 0x62], levels: [], fontStack: "Inter Medium")
    #expect(clusters.map(\.index) == [0, 2])
  }
}
