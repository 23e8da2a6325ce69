import Synchronization

/// Glyphs that belong together, as a letter with its marks; of the code points from `index` on.
package struct LocalCluster: Sendable {
  package struct Glyph: Sendable {
    package var glyph: SDFGlyph
    /// In 24ths of an em, y down.
    package var advance: Float
    package var offset: SIMD2<Float>
  }

  package var index: Int
  /// From left to right.
  package var glyphs: [Glyph]
}

/// Glyphs for the map from the fonts of the machine, and Inter, which the package ships. Any thread; one is served at a time.
///
/// A font stack is asked for from left to right, and then whatever font fontconfig finds that has the letter (`FontChain`).
package final class LocalFonts: Sendable {
  private let state: Mutex<State>

  package init(catalog: FontCatalog = .machine) {
    state = Mutex(State(catalog))
  }

  /// The glyph of a code point in the first font that has it; nil when none has it.
  package func glyph(_ codePoint: UInt32, fontStack: String) -> SDFGlyph? {
    state.withLock { state in
      let fonts = state.fonts(fontStack)
      guard let font = fonts.chain.font([codePoint], at: 0), let number = font.program.glyphIndex(codePoint) else { return nil }
      return fonts.outlines(font)?.glyph(number)
    }
  }

  /// The text without the letters that no font has.
  package func drawable(_ text: String) -> String {
    state.withLock { state in
      let chain = state.fonts("").chain
      return String(String.UnicodeScalarView(text.unicodeScalars.filter { Self.canDraw($0, chain) }))
    }
  }

  /// Whether there are fonts for all letters of a text: what is not seen, blanks and marks of direction, needs none.
  package func canDraw(_ text: String) -> Bool {
    // Inter has these.
    if text.unicodeScalars.allSatisfy({ $0.value < 0x7F }) { return true }
    return state.withLock { state in
      let chain = state.fonts("").chain
      return text.unicodeScalars.allSatisfy { Self.canDraw($0, chain) }
    }
  }

  private static func canDraw(_ scalar: Unicode.Scalar, _ chain: FontChain) -> Bool {
    scalar.value < 0x7F || scalar.properties.isWhitespace || ScriptTables.isDefaultIgnorable(scalar.value)
      || chain.font(scalar.value) != nil
  }

  /// Shapes text. `levels`: of UAX 9, by code point; empty where nothing runs from right to left. Clusters are in reading order;
  /// code points that no font has are left out but for their room.
  package func shape(_ codePoints: [UInt32], levels: [UInt8], fontStack: String) -> [LocalCluster] {
    state.withLock { state in
      let fonts = state.fonts(fontStack)
      return TextRuns.split(codePoints, levels: levels, fonts.chain).flatMap { run in
        guard let font = run.font, let outlines = fonts.outlines(font) else {
          return run.range.map { LocalCluster(index: $0, glyphs: []) }
        }
        return Self.clusters(codePoints, run, font, outlines, state.shaper)
      }
    }
  }

  private static func clusters(
    _ codePoints: [UInt32], _ run: TextRun, _ font: ChainFont, _ outlines: OutlineFont, _ shaper: RunShaper
  ) -> [LocalCluster] {
    var clusters: [LocalCluster] = []
    shaper.shape(codePoints, run, in: font.program) { glyph in
      let placed = LocalCluster.Glyph(
        glyph: outlines.glyph(glyph.number), advance: glyph.advance * SDFGlyph.unitsPerEm,
        offset: SIMD2(glyph.offset.x, -glyph.offset.y) * SDFGlyph.unitsPerEm)
      if let last = clusters.indices.last, clusters[last].index == glyph.codePoint {
        clusters[last].glyphs.append(placed)
      } else {
        clusters.append(LocalCluster(index: glyph.codePoint, glyphs: [placed]))
      }
    }
    return run.level & 1 == 1 ? clusters.reversed() : clusters
  }

  private struct State {
    let shaper = RunShaper()
    private let catalog: FontCatalog
    private var stacks: [String: StackFonts] = [:]

    init(_ catalog: FontCatalog) {
      self.catalog = catalog
    }

    mutating func fonts(_ fontStack: String) -> StackFonts {
      if let known = stacks[fontStack] { return known }
      let fonts = StackFonts(FontChain(fontStack, catalog))
      stacks[fontStack] = fonts
      return fonts
    }
  }
}

/// The fonts of one stack, with their glyphs.
private final class StackFonts {
  let chain: FontChain
  private var opened: [OutlineFont?] = []

  init(_ chain: FontChain) {
    self.chain = chain
  }

  func outlines(_ font: ChainFont) -> OutlineFont? {
    while opened.count <= font.number { opened.append(OutlineFont(chain.fonts[opened.count])) }
    return opened[font.number]
  }
}
