import CFreeType

/// A piece of a text that is shaped by itself: of one direction, script and font.
struct TextRun {
  var range: Range<Int>
  /// Odd: right to left.
  var level: UInt8
  var script: hb_script_t
  /// Nil where no font has the letters.
  var font: ChainFont?
}

/// Splits texts into runs: for the map and for the interface.
enum TextRuns {
  /// In reading order, all of the text. `levels`: of UAX 9, by code point; empty where nothing runs from right to left.
  static func split(_ codePoints: [UInt32], levels: [UInt8], _ chain: FontChain) -> [TextRun] {
    if let run = latin(codePoints, levels: levels, chain) { return [run] }
    let scripts = scripts(codePoints)
    let fonts = fonts(codePoints, chain)
    var runs: [TextRun] = []
    for index in codePoints.indices {
      let level = levels.isEmpty ? 0 : levels[index]
      if let last = runs.last, last.level == level, last.script == scripts[index], last.font === fonts[index] {
        runs[runs.count - 1].range = last.range.lowerBound..<index + 1
      } else {
        runs.append(TextRun(range: index..<index + 1, level: level, script: scripts[index], font: fonts[index]))
      }
    }
    return runs
  }

  /// The whole of a text that is what most are: letters of Latin writing, all in the first font.
  private static func latin(_ codePoints: [UInt32], levels: [UInt8], _ chain: FontChain) -> TextRun? {
    guard levels.isEmpty, let first = chain.fonts.first else { return nil }
    for codePoint in codePoints {
      guard codePoint < 0x300, codePoint != 0xA9, codePoint != 0xAE, codePoint != 0xAD, chain.font(codePoint) === first else {
        return nil
      }
    }
    return TextRun(range: 0..<codePoints.count, level: 0, script: HB_SCRIPT_LATIN, font: first)
  }

  /// Punctuation, digits and marks have the script of what stands before them, at the start of what follows.
  private static func scripts(_ codePoints: [UInt32]) -> [hb_script_t] {
    let table = hb_unicode_funcs_get_default()
    var scripts = codePoints.map { hb_unicode_script(table, $0) }
    var last = scripts.first { !isShared($0) } ?? HB_SCRIPT_LATIN
    for index in scripts.indices {
      if isShared(scripts[index]) { scripts[index] = last } else { last = scripts[index] }
    }
    return scripts
  }

  private static func isShared(_ script: hb_script_t) -> Bool {
    script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN
  }

  /// The font of each code point. Marks, joiners and what follows a joiner within a picture stay with the font of their letter.
  private static func fonts(_ codePoints: [UInt32], _ chain: FontChain) -> [ChainFont?] {
    var fonts: [ChainFont?] = []
    fonts.reserveCapacity(codePoints.count)
    var start = 0
    while start < codePoints.count {
      // A mark of direction before a letter goes with the letter's font.
      guard let first = codePoints[start...].firstIndex(where: { !ScriptTables.isDefaultIgnorable($0) }) else { break }
      var end = first + 1
      while end < codePoints.count, isInherited(codePoints[end]) { end += 1 }
      var font = chain.font(codePoints, at: first)
      if let known = font, end > first + 1 { font = fontOfAll(codePoints, first..<end, known, chain) }
      for _ in start..<end { fonts.append(font) }
      start = end
    }
    while fonts.count < codePoints.count { fonts.append(fonts.last ?? chain.fonts.first) }
    setBlanks(codePoints, &fonts)
    return fonts
  }

  /// Blanks between words of one font are of that font; but those between pictures, whose blanks are as wide as they are.
  private static func setBlanks(_ codePoints: [UInt32], _ fonts: inout [ChainFont?]) {
    for index in codePoints.indices.dropFirst() where isBlank(codePoints[index]) {
      guard let before = fonts[index - 1], before.program.glyphIndex(codePoints[index]) != nil,
        let next = codePoints[index...].firstIndex(where: { !isBlank($0) }), fonts[next] === before,
        !Emoji.isEmoji(codePoints, at: next)
      else { continue }
      fonts[index] = before
    }
  }

  /// A font that has a letter and its marks where the font of the letter lacks one; else that of the letter.
  private static func fontOfAll(
    _ codePoints: [UInt32], _ range: Range<Int>, _ font: ChainFont, _ chain: FontChain
  ) -> ChainFont {
    let letter = codePoints[range.lowerBound]
    for mark in codePoints[range].dropFirst() where !ScriptTables.isDefaultIgnorable(mark) {
      if font.program.glyphIndex(mark) != nil { continue }
      guard let other = chain.font(mark), other.program.glyphIndex(letter) != nil else { continue }
      return other
    }
    return font
  }

  private static func isBlank(_ codePoint: UInt32) -> Bool { codePoint == 0x20 || codePoint == 0xA0 || codePoint == 0x3000 }

  /// Marks that join the letter before them, and characters without a look of their own.
  private static func isInherited(_ codePoint: UInt32) -> Bool {
    guard codePoint >= 0x300 else { return codePoint == 0xAD }
    if (0x1F3FB...0x1F3FF).contains(codePoint) || ScriptTables.isDefaultIgnorable(codePoint) { return true }
    switch Unicode.Scalar(codePoint)?.properties.generalCategory {
    case .nonspacingMark?, .spacingMark?, .enclosingMark?: return true
    default: return false
    }
  }
}
