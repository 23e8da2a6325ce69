import Testing

@testable import OverlookText

/// What the writing of the world costs text that is Latin.
@MainActor @Suite struct TextCostTests {
  /// Against the shaping alone, which any way of setting text has to do: a line of numbers that is new in each frame.
  @Test func latinLinesCostLittleMoreThanTheirShaping() throws {
    let fonts = InterfaceFonts(try FontProgram.embedded(), FontCatalog(files: []))
    let texts = (0..<400).map { "60.\($0 * 7919 % 100_000)° N, 24.\($0 * 104_729 % 100_000)° E" }
    let font = try #require(fonts.chain.fonts.first)
    let clock = ContinuousClock()
    let runs = texts.map { text -> ([UInt32], TextRun) in
      let codePoints = text.unicodeScalars.map(\.value)
      return (codePoints, TextRuns.split(codePoints, levels: [], fonts.chain)[0])
    }
    func bare() -> Duration {
      clock.measure {
        for (codePoints, run) in runs {
          var glyphs: [ShapedGlyph] = []
          fonts.shaper.shape(codePoints, run, in: font.program) {
            glyphs.append(ShapedGlyph(glyph: $0.number, x: $0.offset.x, y: $0.offset.y))
          }
        }
      }
    }
    func whole() -> Duration {
      clock.measure { for text in texts { _ = TextSetter.line(text, .plain, fonts) } }
    }
    _ = (bare(), whole())
    let rounds = (0..<15).map { _ in whole() / bare() }.sorted()
    #expect(rounds[rounds.count / 2] < 2, "\(rounds)")
    // Nobody was asked for a font.
    #expect(fonts.version == 0 && fonts.chain.fonts.count == 1)
  }
}
