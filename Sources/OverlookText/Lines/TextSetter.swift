import OverlookSupport

/// Sets lines of the interface: cleans, splits into runs, shapes, and orders for the eye.
@MainActor enum TextSetter {
  /// More than any field holds.
  private static let maximumVerbatim = 1 << 14
  /// Of a letter whose font is being looked for.
  private static let gapEms: Float = 0.6

  static func line(_ text: String, _ kind: TextLineKind, _ fonts: InterfaceFonts) -> TextLine {
    var glyphs: [ShapedGlyph] = []
    var pen: Float = 0
    let isIncomplete = set(codePoints(text, kind), kind, fonts) { glyph, font in
      if let font {
        glyphs.append(
          ShapedGlyph(glyph: glyph.number, font: UInt16(clamping: font), x: pen + glyph.offset.x, y: glyph.offset.y))
      }
      pen += glyph.advance
    }
    return TextLine(glyphs: glyphs, width: pen, isIncomplete: isIncomplete)
  }

  /// How wide each code point of a line is, in ems: what several share is with the first of them, and nil for the others.
  static func advances(_ codePoints: [UInt32], _ kind: TextLineKind, _ fonts: InterfaceFonts) -> [Float?] {
    let codePoints = Array(codePoints.prefix(maximumVerbatim))
    var advances = [Float?](repeating: nil, count: codePoints.count)
    _ = set(codePoints, kind, fonts) { glyph, _ in advances[glyph.codePoint] = (advances[glyph.codePoint] ?? 0) + glyph.advance }
    return advances
  }

  private static func codePoints(_ text: String, _ kind: TextLineKind) -> [UInt32] {
    guard kind != .verbatim else { return text.unicodeScalars.prefix(maximumVerbatim).map(\.value) }
    return OutsideText.shown(text).unicodeScalars.map(\.value)
  }

  /// Calls `body` with glyphs from left to right and the number of their font, nil for a gap. True when a font is being looked
  /// for.
  private static func set(
    _ codePoints: [UInt32], _ kind: TextLineKind, _ fonts: InterfaceFonts, _ body: (RunShaper.Glyph, Int?) -> Void
  ) -> Bool {
    guard !codePoints.isEmpty else { return false }
    let levels = Bidi.isNeeded(codePoints) ? Bidi.levels(codePoints) : []
    fonts.chain.isIncomplete = false
    let runs = TextRuns.split(codePoints, levels: levels, fonts.chain)
    let isIncomplete = fonts.chain.isIncomplete
    func shape(_ run: TextRun) {
      // What no font has is shown as a box of the first.
      guard let font = run.font ?? (isIncomplete ? nil : fonts.chain.fonts.first) else {
        for index in run.range where !ScriptTables.isDefaultIgnorable(codePoints[index]) {
          body(RunShaper.Glyph(number: 0, codePoint: index, advance: gapEms, offset: .zero), nil)
        }
        return
      }
      fonts.shaper.shape(codePoints, run, in: font.program, hasTabularDigits: kind == .tabularDigits) { body($0, font.number) }
    }
    if levels.isEmpty {
      for run in runs { shape(run) }
    } else {
      for index in Bidi.visualOrder(runs.map(\.level)[...]) { shape(runs[index]) }
    }
    return isIncomplete
  }
}
