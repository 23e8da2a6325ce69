import Foundation

/// Names of cities in other languages, where the data have them: Unicode CLDR for those that time zones are named after, and GeoNames'
/// alternate names where the script tells the language.
struct CityNames {
  private let languages: [String]
  /// By time zone, its city in English and in the other languages.
  private let zones: [String: (english: String, names: [String: String])]

  init(languages: [String]) {
    self.languages = languages
    let formatters = languages.map { ($0, Self.formatter($0)) }
    let english = Self.formatter("en")
    var zones: [String: (english: String, names: [String: String])] = [:]
    for identifier in TimeZone.knownTimeZoneIdentifiers {
      guard let zone = TimeZone(identifier: identifier) else { continue }
      let name = Self.city(zone, english)
      var names: [String: String] = [:]
      for (language, formatter) in formatters where language != "en" { names[language] = Self.city(zone, formatter) }
      zones[identifier] = (name, names)
    }
    self.zones = zones
  }

  private static func formatter(_ language: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: language)
    // The exemplar city (Unicode Technical Standard 35).
    formatter.dateFormat = "VVV"
    return formatter
  }

  private static func city(_ zone: TimeZone, _ formatter: DateFormatter) -> String {
    formatter.timeZone = zone
    return formatter.string(from: Date(timeIntervalSince1970: 0))
  }

  /// By language, those that differ from the English name.
  func names(of city: GeoNames.City, english: String) -> [(language: String, name: String)] {
    var zone = zones[city.timeZone]
    if let known = zone, known.english != english, known.english != city.name { zone = nil }
    return languages.compactMap { language in
      guard language != "en" else { return nil }
      let name = KnownCities.name(of: english, in: language) ?? zone?.names[language] ?? Self.alternate(city, language)
      return name.flatMap { $0 == english || $0.isEmpty ? nil : (language, $0) }
    }
  }

  // MARK: Scripts

  private static func alternate(_ city: GeoNames.City, _ language: String) -> String? {
    let fitting = city.alternateNames.filter { name in
      let scalars = name.unicodeScalars.filter { $0.properties.isAlphabetic }
      return !scalars.isEmpty && isWritten(scalars, in: language, country: city.country)
    }
    switch language {
    case "ja", "ko", "zh":
      // The plain name is the one that is there with the word for "city" behind it, too.
      let plain = Set(fitting.filter { "市시".contains($0.last ?? " ") }.map { String($0.dropLast()) })
      return fitting.filter(plain.contains).min { ($0.count, $0) < ($1.count, $1) } ?? only(fitting)
    case "ru":
      // Old names and those of others are there too: the one that sounds like the English one.
      let english = sound(city.name)
      return fitting.filter { sound($0) == english }.min { ($0.count, $0) < ($1.count, $1) }
    default: return only(fitting)
    }
  }

  private static func only(_ names: [String]) -> String? { names.count == 1 ? names[0] : nil }

  /// What two ways to write a Russian name in Latin letters have in common.
  private static func sound(_ name: String) -> String {
    let plain = name.applyingTransform(.toLatin, reverse: false) ?? name
    let folded = plain.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
    let letters = folded.filter { $0.isLetter && $0.isASCII }.map { "jyi".contains($0) ? "i" : String($0) }.joined()
    let even = [("kh", "h"), ("shch", "s"), ("ch", "c"), ("sh", "s"), ("zh", "z"), ("ts", "c"), ("ie", "e")].reduce(letters) {
      $0.replacingOccurrences(of: $1.0, with: $1.1)
    }
    return even.reduce(into: "") { sound, letter in if sound.last != letter { sound.append(letter) } }
  }

  private static func isWritten(
    _ scalars: String.UnicodeScalarView, in language: String, country: String
  ) -> Bool {
    let all = { (ranges: [ClosedRange<UInt32>]) in scalars.allSatisfy { scalar in ranges.contains { $0.contains(scalar.value) } }
    }
    switch language {
    case "el": return all([0x370...0x3FF, 0x1F00...0x1FFF])
    case "he": return all([0x590...0x5FF])
    case "ko": return all([0xAC00...0xD7A3])
    case "th": return all([0xE00...0xE7F])
    // Katakana, and in Japan what its cities are written with.
    case "ja": return all([0x30A0...0x30FF]) || country == "JP" && all([0x3040...0x30FF, 0x4E00...0x9FFF])
    case "zh": return ["CN", "TW", "HK", "MO", "SG"].contains(country) && all([0x4E00...0x9FFF])
    case "ar": return all([0x621...0x652])
    case "ru": return all([0x410...0x44F, 0x401...0x401, 0x451...0x451])
    default: return false
    }
  }
}
