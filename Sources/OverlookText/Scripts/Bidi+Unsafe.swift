import CFriBidi

/// Text that runs both ways: Unicode Standard Annex 9, by FriBidi.
package enum Bidi {
  /// No label is longer.
  private static let maximumCount = 1 << 16

  /// The embedding level of each code point, odd for right to left. Paragraphs end at line feeds, and have the direction of their
  /// first strong character.
  package static func levels(_ codePoints: [UInt32]) -> [UInt8] {
    var levels: [UInt8] = []
    levels.reserveCapacity(codePoints.count)
    for paragraph in codePoints.split(separator: 0x0A, omittingEmptySubsequences: false) {
      levels.append(contentsOf: paragraphLevels(Array(paragraph)))
      if levels.count < codePoints.count { levels.append(0) }
    }
    return levels
  }

  /// Whether a line is read from right to left as a whole: by its first strong character.
  package static func isRightToLeft(_ codePoints: [UInt32]) -> Bool {
    guard isNeeded(codePoints) else { return false }
    // A paragraph's end has the level of its paragraph (rule L1).
    return (paragraphLevels(Array(codePoints.prefix(maximumCount - 1)) + [0x2029]).last ?? 0) & 1 == 1
  }

  /// Whether a line is read from right to left as a whole.
  package static func isRightToLeft(_ text: String) -> Bool {
    // Most are not, and need no array to know it.
    guard isNeeded(text.unicodeScalars.lazy.map(\.value)) else { return false }
    return isRightToLeft(text.unicodeScalars.map(\.value))
  }

  /// Whether anything runs from right to left, or asks for it.
  package static func isNeeded(_ codePoints: some Sequence<UInt32>) -> Bool {
    codePoints.contains {
      ScriptTables.isRightToLeft($0) || $0 == rightToLeftMark || ($0 >= 0x202A && $0 <= 0x202E) || ($0 >= 0x2066 && $0 <= 0x2069)
    }
  }

  /// The order in which a line's things are seen from left to right, by their levels (rule L2).
  package static func visualOrder(_ levels: ArraySlice<UInt8>) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), highest > 0, let lowestOdd = levels.filter({ $0 & 1 == 1 }).min() else { return order }
    for level in stride(from: highest, through: lowestOdd, by: -1) {
      var start = 0
      while start < order.count {
        guard levels[order[start]] >= level else {
          start += 1
          continue
        }
        var end = start
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[start..<end].reverse()
        start = end
      }
    }
    return order
  }

  /// The character that is seen in the place of another one from right to left, as parentheses are.
  package static func mirrored(_ codePoint: UInt32) -> UInt32 {
    var result: FriBidiChar = 0
    return fribidi_get_mirror_char(codePoint, &result) != 0 ? result : codePoint
  }

  /// Arabic letters in the presentation forms (Unicode blocks FB50 and FE70) that their neighbours ask for, with the obligatory
  /// ligatures: for fonts that can be asked for code points only. In logical order; ligatures make the text shorter.
  package static func presentationForms(_ codePoints: [UInt32]) -> [UInt32] {
    let count = codePoints.count
    guard count > 0, count <= maximumCount, codePoints.contains(where: { ScriptTables.isArabic($0) }) else { return codePoints }
    var text = codePoints
    var types = [FriBidiCharType](repeating: FriBidiCharType(rawValue: 0), count: count)
    var properties = [FriBidiArabicProp](repeating: 0, count: count)
    let levels: [FriBidiLevel] = self.levels(codePoints).map { FriBidiLevel($0) }
    let length = FriBidiStrIndex(count)
    // Invariant: all arrays have `length` elements, and FriBidi writes no others.
    fribidi_get_bidi_types(text, length, &types)
    fribidi_get_joining_types(text, length, &properties)
    fribidi_join_arabic(types, length, levels, &properties)
    fribidi_shape_arabic(shapesAndLigatures, levels, length, &properties, &text)
    // What a ligature swallowed is filled with zero-width no-break spaces.
    return zip(text, codePoints).filter { $0 != 0xFEFF || $1 == 0xFEFF }.map(\.0)
  }

  private static let rightToLeftMark: UInt32 = 0x200F

  /// FRIBIDI_FLAG_SHAPE_ARAB_PRES and FRIBIDI_FLAG_SHAPE_ARAB_LIGA.
  private static let shapesAndLigatures: FriBidiFlags = 0x300
  /// FRIBIDI_PAR_ON: by the first strong character, left to right where there is none.
  private static let byFirstStrong = FriBidiParType(rawValue: 0x40)

  private static func paragraphLevels(_ codePoints: [UInt32]) -> [UInt8] {
    let count = codePoints.count
    guard count > 0, count <= maximumCount, isNeeded(codePoints) else { return [UInt8](repeating: 0, count: count) }
    var types = [FriBidiCharType](repeating: FriBidiCharType(rawValue: 0), count: count)
    var brackets = [FriBidiBracketType](repeating: 0, count: count)
    var levels = [FriBidiLevel](repeating: 0, count: count)
    var direction = byFirstStrong
    let length = FriBidiStrIndex(count)
    // Invariant: all arrays have `length` elements, and FriBidi writes no others.
    fribidi_get_bidi_types(codePoints, length, &types)
    fribidi_get_bracket_types(codePoints, length, types, &brackets)
    guard fribidi_get_par_embedding_levels_ex(types, brackets, length, &direction, &levels) > 0 else {
      return [UInt8](repeating: 0, count: count)
    }
    return levels.map { UInt8(clamping: $0) }
  }
}
