/// Makes text that came from outside (files, servers, libraries quoting them) fit for a terminal, a log or the screen.
package enum OutsideText {
  /// The longest text, in characters, that `cleaned` lets through.
  package static let maximumLength = 300

  /// Of what a person sees as one character, no more scalars go beyond the limit.
  private static let maximumMarks = 32

  /// `text` on one line: control and bidirectional-override characters replaced, runs of white space made one space, cut at
  /// `limit` characters with an ellipsis.
  package static func cleaned(_ text: String, limit: Int = maximumLength) -> String {
    line(text, limit: limit, isUnsafe: { isUnsafe($0) || isIsolate($0) })
  }

  /// `cleaned` for a line that is drawn by itself: what isolates parts of it from the direction of others stays.
  package static func shown(_ text: String, limit: Int = maximumLength) -> String {
    line(text, limit: limit, isUnsafe: isUnsafe)
  }

  private static func line(_ text: String, limit: Int, isUnsafe: (Unicode.Scalar) -> Bool) -> String {
    if isPlain(text, limit: limit) { return text }
    var result = String.UnicodeScalarView()
    var count = 0
    var endsInSpace = true
    for scalar in text.unicodeScalars {
      // Marks are not cut off their letters.
      let isMark = scalar.properties.isGraphemeExtend || scalar == joiner || (result.last == joiner && count > 0)
      guard count < limit || (isMark && count < limit + maximumMarks) else {
        result.append("\u{2026}")
        break
      }
      let isSpace = scalar.properties.isWhitespace
      if isSpace && endsInSpace { continue }
      result.append(isSpace ? " " : isUnsafe(scalar) ? "\u{FFFD}" : scalar)
      endsInSpace = isSpace
      count += 1
    }
    if result.last == " " { result.removeLast() }
    return String(result)
  }

  /// Whether `text` is a line already: visible ASCII with single spaces between, no longer than the limit. Nearly all names are.
  private static func isPlain(_ text: String, limit: Int) -> Bool {
    var count = 0
    var endsInSpace = true
    for byte in text.utf8 {
      let isSpace = byte == 0x20
      guard count < limit, isSpace ? !endsInSpace : byte > 0x20 && byte < 0x7F else { return false }
      endsInSpace = isSpace
      count += 1
    }
    return !endsInSpace || count == 0
  }

  /// `cleaned` text of an HTML fragment, as archives and servers give their attribution: tags dropped, the usual entities read.
  package static func plainText(fromHTML html: String, limit: Int = maximumLength) -> String {
    var result = ""
    var rest = Substring(html.prefix(limit * 40))
    while let special = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
      result += rest[..<special]
      rest = rest[special...]
      if rest.first == "<" {
        // A "<" without its ">" is the end of anything readable.
        guard let end = rest.firstIndex(of: ">") else { return cleaned(result, limit: limit) }
        rest = rest[rest.index(after: end)...]
        continue
      }
      let head = rest.dropFirst().prefix(10)
      guard let end = head.firstIndex(of: ";"), let character = entity(head[..<end]) else {
        result += "&"
        rest = rest.dropFirst()
        continue
      }
      result += character
      rest = rest[rest.index(after: end)...]
    }
    return cleaned(result + rest, limit: limit)
  }

  /// The characters named by `&name;`, or nil when the name is not known.
  private static func entity(_ name: Substring) -> String? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case "nbsp": return " "
    case "copy": return "\u{A9}"
    default: break
    }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let isHex = digits.first == "x" || digits.first == "X"
    let value = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init).map { String($0) }
  }

  private static let joiner: Unicode.Scalar = "\u{200D}"

  /// C0, DEL, C1, and the characters that turn the direction of what follows them; marks of direction do not.
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0xFEFF: true
    default: false
    }
  }

  private static func isIsolate(_ scalar: Unicode.Scalar) -> Bool { (0x2066...0x2069).contains(scalar.value) }
}
