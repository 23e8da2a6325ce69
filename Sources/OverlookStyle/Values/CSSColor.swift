internal import Foundation

extension StyleColor {
  /// The colour that CSS text names: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`, `hsl()`, `hsla()` in the forms
  /// with and without commas, or a name of CSS Color Module Level 4; nil for any other text.
  package init?(css text: String) {
    let word = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    guard word.utf8.count <= 256 else { return nil }
    if word.hasPrefix("#") {
      self.init(hexadecimal: word.dropFirst())
    } else if let packed = Self.names[word] {
      self.init(bytes: packed >> 16 & 255, packed >> 8 & 255, packed & 255, alpha: 1)
    } else if word == "transparent" {
      self = .transparent
    } else {
      self.init(function: word)
    }
  }

  private init(bytes red: UInt32, _ green: UInt32, _ blue: UInt32, alpha: Double) {
    self.init(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255, alpha: alpha)
  }

  private init?(hexadecimal digits: Substring) {
    guard digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else { return nil }
    // A digit of a short form stands for two of the same.
    let nibble = { (shift: UInt32) in (value >> shift & 15) * 17 }
    switch digits.count {
    case 3: self.init(bytes: nibble(8), nibble(4), nibble(0), alpha: 1)
    case 4: self.init(bytes: nibble(12), nibble(8), nibble(4), alpha: Double(nibble(0)) / 255)
    case 6: self.init(bytes: value >> 16, value >> 8 & 255, value & 255, alpha: 1)
    case 8: self.init(bytes: value >> 24, value >> 16 & 255, value >> 8 & 255, alpha: Double(value & 255) / 255)
    default: return nil
    }
  }

  private init?(function word: String) {
    guard let open = word.firstIndex(of: "("), word.last == ")" else { return nil }
    let name = word[..<open]
    guard let parts = Self.arguments(word[word.index(after: open)...].dropLast()) else { return nil }
    let alpha = parts.count == 4 ? Self.alpha(parts[3]) : 1
    guard let alpha else { return nil }
    switch name {
    case "rgb", "rgba":
      let channels = parts.prefix(3).compactMap(Self.channel)
      // Percentages and numbers do not mix.
      guard channels.count == 3, Set(parts.prefix(3).map { $0.hasSuffix("%") }).count == 1 else { return nil }
      self.init(red: channels[0], green: channels[1], blue: channels[2], alpha: alpha)
    case "hsl", "hsla":
      guard let hue = Self.hue(parts[0]), let saturation = Self.percentage(parts[1]), let lightness = Self.percentage(parts[2])
      else { return nil }
      self.init(hue: hue, saturation: saturation, lightness: lightness, alpha: alpha)
    default: return nil
    }
  }

  /// Three or four arguments, separated by commas, or by spaces with a slash before the alpha; nil for anything else.
  private static func arguments(_ text: Substring) -> [Substring]? {
    let hasCommas = text.contains(",")
    if hasCommas && text.contains("/") { return nil }
    var parts: [Substring]
    if hasCommas {
      parts = text.split(separator: ",", omittingEmptySubsequences: false)
    } else {
      let halves = text.split(separator: "/", omittingEmptySubsequences: false)
      guard halves.count <= 2, let first = halves.first else { return nil }
      parts = first.split(whereSeparator: \.isWhitespace)
      guard parts.count == 3 else { return nil }
      parts += halves.dropFirst()
    }
    guard parts.count == 3 || parts.count == 4 else { return nil }
    return parts.map { part in
      let trimmed = part.drop(while: \.isWhitespace)
      return trimmed.lastIndex { !$0.isWhitespace }.map { trimmed[...$0] } ?? trimmed.prefix(0)
    }
  }

  private static func number(_ text: Substring) -> Double? {
    guard let first = text.utf8.first, text.utf8.count <= 32, let value = Double(text), value.isFinite else { return nil }
    // Swift reads "nan", "inf" and "0x10" as well.
    let isNumeral = first == UInt8(ascii: "+") || first == UInt8(ascii: "-") || first == UInt8(ascii: ".") || first < 0x3A
    return isNumeral && !text.contains("x") ? value : nil
  }

  private static func percentage(_ text: Substring) -> Double? {
    guard text.hasSuffix("%"), let value = number(text.dropLast()) else { return nil }
    return min(max(value / 100, 0), 1)
  }

  private static func channel(_ text: Substring) -> Double? {
    percentage(text) ?? number(text).map { min(max($0 / 255, 0), 1) }
  }

  private static func alpha(_ text: Substring) -> Double? {
    percentage(text) ?? number(text).map { min(max($0, 0), 1) }
  }

  /// Degrees.
  private static func hue(_ text: Substring) -> Double? {
    number(text.hasSuffix("deg") ? text.dropLast(3) : text)
  }

  /// CSS Color Module Level 4, section 7.1.
  private init(hue: Double, saturation: Double, lightness: Double, alpha: Double) {
    let turned = hue.truncatingRemainder(dividingBy: 360)
    let hue = turned < 0 ? turned + 360 : turned
    let component = { (n: Double) -> Double in
      let k = (n + hue / 30).truncatingRemainder(dividingBy: 12)
      let a = saturation * min(lightness, 1 - lightness)
      return lightness - a * max(-1, min(k - 3, 9 - k, 1))
    }
    self.init(red: component(0), green: component(8), blue: component(4), alpha: alpha)
  }
}
