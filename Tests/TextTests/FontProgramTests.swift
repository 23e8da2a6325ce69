import Foundation
import OverlookSupport
import OverlookTestSupport
import Testing

@testable import OverlookText

@MainActor @Suite struct FontProgramTests {
  @Test func theEmbeddedFontHasPlausibleMeasures() throws {
    let font = try FontProgram.embedded()
    // Inter 3.19: 2816 units per em, ascender 2728, descender -680, capital height 2048.
    #expect(font.unitsPerEm == 2816)
    #expect(abs(font.capHeight - 2048.0 / 2816) < 0.01)
    #expect(abs(font.ascent - 2728.0 / 2816) < 1e-6 && abs(font.descent - 680.0 / 2816) < 1e-6)
    #expect(font === (try FontProgram.embedded()))
  }

  @Test func aFontThatIsNoneIsATypedError() throws {
    #expect(throws: TextError.brokenFont(name: "x", code: 0)) {
      try FontProgram(contents: [UInt8]("no font at all".utf8), name: "x")
    }
    #expect(throws: TextError.brokenFont(name: "empty", code: 0)) { try FontProgram(contents: [], name: "empty") }
    #expect(throws: TextError.self) { try FontProgram(FontFile(path: "/nonexistent/font.otf")) }
  }

  @Test func aDamagedFontNeverEndsTheProcess() throws {
    let path = try ResourceLocator.path("Inter-Medium.otf", inTarget: "OverlookText")
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var seed: UInt64 = 7
    var opened = 0
    for round in 0..<24 {
      var bytes = Array(whole.prefix(round % 3 == 0 ? whole.count * (round + 1) / 30 : whole.count))
      for _ in 0..<40 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(seed >> 33) % bytes.count] = UInt8(truncatingIfNeeded: seed >> 20)
      }
      guard let damaged = try? FontProgram(contents: bytes, name: "damaged") else { continue }
      opened += 1
      let fonts = InterfaceFonts(damaged, FontCatalog(files: []))
      let atlas = GlyphAtlas(fonts: fonts)
      let line = TextLineCache(fonts: fonts).line("Hamburg 0123")
      line.forEachGlyph(in: atlas, sizeIn64ths: 14 * 64, haloIn64ths: 0, quarter: 0) { _, _, _ in }
    }
    #expect(opened > 0)
  }

  @Test func aCatalogOpensEachFontOnce() throws {
    let catalog = FontCatalog(files: [TestFont.arabicAndHebrew.path])
    let request = FontRequest("sans-serif")
    let alef = FontQuery(codePoint: 0x5D0, isEmoji: false, request: request)
    let ba = FontQuery(codePoint: 0x628, isEmoji: false, request: FontRequest("Inter Bold"))
    guard TestFont.arabicAndHebrew.isInstalled else { return }
    let font = try #require(catalog.fallback(alef))
    #expect(font === catalog.fallback(ba))
    #expect(catalog.fallback(FontQuery(codePoint: 0x0E01, isEmoji: false, request: request)) == nil)
  }
}
