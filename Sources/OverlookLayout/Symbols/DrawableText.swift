import OverlookStyle
import OverlookText

/// Takes out of texts what no font has: a letter that is missing leaves no gap, and no parentheses around nothing.
enum DrawableText {
  /// Nil when no letter or digit is left of a text that had some.
  static func of(_ text: FormattedText, _ glyphs: GlyphLibrary?) -> FormattedText? {
    guard let glyphs, !glyphs.canDraw(text.text) else { return withoutEmptyParentheses(text) }
    var result = text
    for index in result.sections.indices where result.sections[index].image == nil {
      result.sections[index].text = glyphs.drawable(result.sections[index].text)
    }
    guard let cleaned = withoutEmptyParentheses(result) else { return nil }
    let hasImage = cleaned.sections.contains { $0.image != nil }
    return hasImage || cleaned.text.unicodeScalars.contains(where: isWord) ? cleaned : nil
  }

  /// Nil when nothing is left.
  private static func withoutEmptyParentheses(_ text: FormattedText) -> FormattedText? {
    guard text.sections.contains(where: { $0.text.contains(where: \.isOpening) }) else { return text }
    var result = text
    for index in result.sections.indices where result.sections[index].image == nil {
      result.sections[index].text = withoutEmptyParentheses(result.sections[index].text)
    }
    return result.sections.allSatisfy { $0.text.isEmpty && $0.image == nil } ? nil : result
  }

  /// With the blanks before them.
  private static func withoutEmptyParentheses(_ text: String) -> String {
    var result: [Character] = []
    for character in text {
      guard character.isClosing, let open = result.lastIndex(where: { !$0.isWhitespace }), result[open].isOpening else {
        result.append(character)
        continue
      }
      result.removeSubrange(open...)
      while result.last?.isWhitespace == true { result.removeLast() }
    }
    return String(result)
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar.properties.isEmojiPresentation
  }
}

extension Character {
  fileprivate var isOpening: Bool { self == "(" || self == "（" || self == "[" }
  fileprivate var isClosing: Bool { self == ")" || self == "）" || self == "]" }
}
