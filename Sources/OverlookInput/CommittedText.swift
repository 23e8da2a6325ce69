/// Text from the keyboard, an input method or the clipboard, made safe for those who edit and draw it.
package enum CommittedText {
  /// `text` without control characters and noncharacters, cut between two characters so that its UTF-8 has at most `maximumBytes`
  /// bytes. With `keepsLines`, tabs stay and every line end is a line feed. Marks of direction stay: people type them.
  package static func cleaned(
    _ text: some StringProtocol, maximumBytes: Int = InputEvent.maximumTextBytes, keepsLines: Bool = false
  ) -> String {
    var cleaned = String.UnicodeScalarView()
    var (bytes, afterReturn) = (0, false)
    for scalar in text.unicodeScalars {
      var scalar = scalar
      if keepsLines {
        let followsReturn = afterReturn
        afterReturn = scalar == "\r"
        if scalar == "\n", followsReturn { continue }
        if scalar == "\r" { scalar = "\n" }
      }
      guard isText(scalar) || keepsLines && (scalar == "\n" || scalar == "\t") else { continue }
      bytes += UTF8.width(scalar)
      if bytes > maximumBytes { break }
      cleaned.append(scalar)
    }
    return String(cleaned)
  }

  /// What a code point of the window system stands for; nil for surrogates, numbers beyond Unicode, and what is no text.
  package static func scalar(_ codePoint: UInt32) -> Unicode.Scalar? {
    Unicode.Scalar(codePoint).flatMap { isText($0) ? $0 : nil }
  }

  /// Neither a control character nor one of those that Unicode keeps out of texts.
  private static func isText(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0xFDD0..<0xFDF0: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }
}
