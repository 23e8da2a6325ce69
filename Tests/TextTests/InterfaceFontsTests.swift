import Foundation
import OverlookTestSupport
import Synchronization
import Testing

@testable import OverlookText

/// Fonts are looked for beside the frames.
@MainActor @Suite struct InterfaceFontsTests {
  private let fonts: InterfaceFonts

  init() throws {
    fonts = InterfaceFonts(try FontProgram.embedded(), FontCatalog(files: [TestFont.arabicAndHebrew.path]))
  }

  @Test func latinTextLooksForNone() {
    let cache = TextLineCache(fonts: fonts)
    #expect(!cache.line("Zürich, 47.37° N — Þingvellir «Łódź»").isIncomplete)
    #expect(!fonts.isSearching && fonts.version == 0)
  }

  @Test func aMissingLetterLeavesAGapAndWakesWhenItsFontIsFound() async throws {
    let wakes = Atomic<Int>(0)
    let wake = InterfaceFonts.Wake { wakes.add(1, ordering: .relaxed) }
    fonts.add(wake)
    let cache = TextLineCache(fonts: fonts)
    cache.beginFrame()
    let gap = cache.line("שלום")
    #expect(gap.isIncomplete && gap.glyphs.isEmpty && gap.width > 1)
    #expect(fonts.isSearching)
    // What stands in the same frame is not shaped again.
    #expect(cache.line("שלום") === gap)
    _ = await eventually {
      fonts.update()
      return !fonts.isSearching
    }
    #expect(!fonts.isSearching && fonts.version > 0 && wakes.load(ordering: .relaxed) > 0)
    cache.beginFrame()
    let whole = cache.line("שלום")
    #expect(whole !== gap && !whole.isIncomplete && whole.glyphs.count == 4)
    withExtendedLifetime(wake) {}
  }

  @Test func whoMakesAPictureOnceCanWait() {
    _ = fonts.width("שלום")
    fonts.finish()
    #expect(!fonts.isSearching && !fonts.width("שלום").isIncomplete)
    let version = fonts.version
    fonts.finish()
    #expect(fonts.version == version)
  }

  @Test func thousandsOfLettersAreLookedForOnce() {
    let all = String(String.UnicodeScalarView((0x4E00..<0x5200).compactMap(Unicode.Scalar.init)))
    _ = fonts.width(all)
    fonts.finish()
    let width = fonts.width(all)
    #expect(!width.isIncomplete && !fonts.isSearching)
  }
}
