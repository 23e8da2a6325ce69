import Glibc

/// Reads places that people write as numbers: degrees in their usual forms, UTM, MGRS, Open Location Code and geohash.
package enum CoordinateText {
  /// Bytes of the longest text that is looked at.
  private static let longest = 100

  /// The place that the whole text names; nil for anything else. A single number, and a word, is no place.
  package static func place(_ text: String) -> LocationCoordinate? {
    guard text.utf8.count <= longest else { return nil }
    var trimmed = text.drop { $0 == " " }
    while trimmed.last == " " { trimmed.removeLast() }
    let plain = String(trimmed)
    // A code of Open Location Code may be without digits.
    guard plain.unicodeScalars.contains(where: { $0.value >= 0x30 && $0.value <= 0x39 || $0 == "+" }) else { return nil }
    return degrees(plain) ?? utm(plain) ?? mgrs(plain) ?? plusCode(plain) ?? geohash(plain)
  }

  /// "53.55750, 13.26100": a metre.
  package static func decimal(_ place: LocationCoordinate) -> String {
    "\(fixed(place.latitude)), \(fixed(place.normalized.longitude))"
  }

  private static func fixed(_ degrees: Double) -> String {
    guard let units = Int(exactly: (degrees * 1e5).rounded()) else { return "" }
    let rest = String(abs(units) % 100_000)
    return (units < 0 ? "-" : "") + "\(abs(units) / 100_000)." + String(repeating: "0", count: 5 - rest.count) + rest
  }

  private static func valid(_ latitude: Double, _ longitude: Double) -> LocationCoordinate? {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    return LocationCoordinate(latitude: latitude, longitude: longitude)
  }

  // MARK: Degrees

  private enum Part: Equatable {
    case number(Double, hasPoint: Bool)
    /// N, S, E, W.
    case side(Character)
    /// Between latitude and longitude.
    case comma
  }

  /// Decimal degrees, degrees and minutes, degrees, minutes and seconds; with signs or letters of the sides.
  private static func degrees(_ text: String) -> LocationCoordinate? {
    guard let parts = parts(text) else { return nil }
    let sides = parts.compactMap { part -> Character? in if case .side(let side) = part { side } else { nil } }
    if sides.isEmpty {
      return unsided(parts)
    }
    guard sides.count == 2, let axes = sided(parts) else { return nil }
    let isSwapped = axes[0].isLongitude
    guard axes[0].isLongitude != axes[1].isLongitude else { return nil }
    return valid(isSwapped ? axes[1].degrees : axes[0].degrees, isSwapped ? axes[0].degrees : axes[1].degrees)
  }

  private static func unsided(_ parts: [Part]) -> LocationCoordinate? {
    let halves = parts.split(separator: .comma, omittingEmptySubsequences: false)
    if halves.count == 2, let latitude = angle(halves[0]), let longitude = angle(halves[1]) { return valid(latitude, longitude) }
    guard halves.count == 1, parts.count == 2, case .number(let latitude, true) = parts[0],
      case .number(let longitude, true) = parts[1]
    else { return nil }
    return valid(latitude, longitude)
  }

  private static func sided(_ parts: [Part]) -> [(degrees: Double, isLongitude: Bool)]? {
    let plain = parts.filter { $0 != .comma }
    guard case .side = plain.first else { return axes(plain, sideIsFirst: false) }
    return axes(plain, sideIsFirst: true)
  }

  private static func axes(_ parts: [Part], sideIsFirst: Bool) -> [(degrees: Double, isLongitude: Bool)]? {
    var axes: [(degrees: Double, isLongitude: Bool)] = []
    var numbers: [Part] = []
    var open: Character?
    func close(_ side: Character) -> Bool {
      guard let degrees = angle(numbers[...]), degrees >= 0 || side == "N" || side == "E" else { return false }
      axes.append((side == "S" || side == "W" ? -degrees : degrees, side == "E" || side == "W"))
      numbers = []
      return true
    }
    for part in parts {
      guard case .side(let side) = part else {
        numbers.append(part)
        continue
      }
      if sideIsFirst {
        if let open, !close(open) { return nil }
        open = side
      } else if !close(side) {
        return nil
      }
    }
    if let open, !close(open) { return nil }
    return axes.count == 2 && numbers.isEmpty ? axes : nil
  }

  /// Degrees, minutes and seconds; only the last has a fraction.
  private static func angle(_ parts: ArraySlice<Part>) -> Double? {
    var value = 0.0
    var unit = 1.0
    var isNegative = false
    guard !parts.isEmpty, parts.count <= 3 else { return nil }
    for (index, part) in parts.enumerated() {
      guard case .number(let number, let hasPoint) = part else { return nil }
      if index == 0 { isNegative = number.sign == .minus } else if number < 0 || number >= 60 { return nil }
      if hasPoint, index < parts.count - 1 { return nil }
      value += abs(number) / unit
      unit *= 60
    }
    return isNegative ? -value : value
  }

  /// Nil where something is in it that belongs to no coordinate.
  private static func parts(_ text: String) -> [Part]? {
    var parts: [Part] = []
    var rest = Substring(text)
    for prefix in ["geo:", "GEO:", "lat:", "lat=", "LatLng(", "("] where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
    }
    if let end = rest.firstIndex(where: { $0 == "?" || $0 == ")" }) { rest = rest[..<end] }
    // "53,5 13,2" and "53,5; 13,2" have their fractions after commas.
    let commas = rest.count { $0 == "," }
    let hasDecimalCommas = !rest.contains(".") && (commas == 2 || commas == 3 || rest.contains(";"))
    while let first = rest.first {
      if let length = numberLength(rest, hasDecimalCommas) {
        let word = rest.prefix(length)
        let digits = word.map { $0 == "," ? "." : $0 == "\u{2212}" ? "-" : String($0) }.joined()
        guard let number = Double(digits), digits.utf8.count <= 20 else { return nil }
        parts.append(.number(number, hasPoint: digits.contains(".")))
        rest = rest.dropFirst(length)
        continue
      }
      switch first {
      case "n", "N", "s", "S", "w", "W", "e", "E": parts.append(.side(Character(first.uppercased())))
      // East in German, Dutch and Scandinavian; in Romance languages, where it is west, W is understood as well.
      case "o", "O": parts.append(.side("E"))
      case ",", ";", "/": parts.append(.comma)
      case " ", "\u{A0}", "°", "º", "'", "′", "’", "\"", "″", "”", ":", "\t", "´": break
      default: return nil
      }
      rest = rest.dropFirst()
    }
    return parts
  }

  private static func numberLength(_ text: Substring, _ hasDecimalCommas: Bool) -> Int? {
    var length = 0
    var hasDigits = false
    var hasPoint = false
    for character in text {
      if length == 0, character == "-" || character == "+" || character == "\u{2212}" {
      } else if let value = character.asciiValue, value >= 0x30, value <= 0x39 {
        hasDigits = true
      } else if !hasPoint, hasDigits, character == "." || (hasDecimalCommas && character == ",") {
        // A comma before a space parts latitude and longitude.
        let next = text.dropFirst(length + 1).first?.asciiValue
        guard let next, next >= 0x30, next <= 0x39 else { break }
        hasPoint = true
      } else {
        break
      }
      length += 1
    }
    return hasDigits ? length : nil
  }
}
