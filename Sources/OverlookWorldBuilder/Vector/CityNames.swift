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

  /// By language, those that differ from the English name. `isShown`: as a map shows them, which takes the likeliest of several ways to
  /// write a name in Arabic and Japanese; of a city that `isSmall`, no name in Cyrillic letters from lists that do not tell of which
  /// of their languages it is, but where Russian is spoken: of large ones the Russian name is the one that sounds as the city's does, of
  /// small ones elsewhere it is not there.
  func names(
    of city: GeoNames.City, english: String, isShown: Bool = false, isSmall: Bool = false
  ) -> [(language: String, name: String)] {
    var zone = zones[city.timeZone]
    if let known = zone, known.english != english, known.english != city.name { zone = nil }
    return languages.compactMap { language in
      guard language != "en" else { return nil }
      let known =
        CityNameTable.name(of: english, country: city.country, in: language) ?? KnownCities.name(of: english, in: language)
        ?? zone?.names[language]
      // The lists do not tell which of the Chinese names are written in the traditional way, but for the characters.
      let isUnsure =
        language == ChineseNames.traditional
        || isSmall
          && (language == "ru" && !Self.countriesOfRussian.contains(city.country) || language == "hi" && city.country != "IN")
      var name = known ?? (isUnsure ? nil : Self.alternate(city, language, isShown: isShown))
      if language == "zh" { name = name.map(Self.simplified) }
      return name.flatMap { $0 == english || $0.isEmpty ? nil : (language, $0) }
    }
  }

  /// Where the name in these letters that sounds as the city's does is the Russian one, of small places too.
  private static let countriesOfRussian: Set<String> = ["KG", "KZ", "RU"]

  // MARK: Scripts

  private static func alternate(_ city: GeoNames.City, _ language: String, isShown: Bool) -> String? {
    let fitting = city.alternateNames.filter { name in
      // Pages about users, and remarks in brackets, are no names.
      if isShown, name.contains(where: { ":/()[]،,;".contains($0) || Self.isDigit($0) }) { return false }
      let scalars = name.unicodeScalars.filter { $0.properties.isAlphabetic }
      return !scalars.isEmpty && isWritten(scalars, in: language, country: city.country)
    }
    switch language {
    case "ja", "ko", "zh":
      // The plain name is the one that is there with the word for "city" behind it, too.
      let plain = Set(fitting.filter { "市시".contains($0.last ?? " ") }.map { String($0.dropLast()) })
      let known = fitting.filter(plain.contains).min {
        (isTraditional($0) ? 1 : 0, $0.count, $0) < (isTraditional($1) ? 1 : 0, $1.count, $1)
      }
      if isShown, language == "zh", known == nil { return only(fitting.filter { !isTraditional($0) }) }
      return known ?? (isShown && language == "ja" ? nearest(fitting, city) : only(fitting))
    case "ru":
      // Old names and those of others are there too: the one that sounds like the English one.
      let english = sound(city.name)
      let russian = fitting.filter { sound($0) == english && isRussian($0, city) }
      guard countriesOfRussian.contains(city.country) else {
        return russian.min { (softness($0), $0.count, $0) < (softness($1), $1.count, $1) }
      }
      // There the list's own name is the Russian one in Latin letters, which tells Ливны from Ливни.
      let own = city.name.lowercased().filter(\.isLetter)
      let ranked = russian.map { (name: $0, distance: distance(latin($0), own)) }
      return ranked.min { a, b in
        (a.distance, softness(a.name), a.name.count, a.name) < (b.distance, softness(b.name), b.name.count, b.name)
      }?.name
    case "hi" where isShown:
      let own = sound(city.name)
      return fitting.filter { !isMarathi($0) }.min { a, b in
        (distance(sound(a), own), a.count, a) < (distance(sound(b), own), b.count, b)
      }
    case "ar" where isShown:
      // Words for "city" and the like, the dotless ye of Egypt and the plain he of Persia are of other ways to write the same name.
      let plain = fitting.filter { name in
        !["مدينة ", "إمارة ", "محافظة "].contains { name.hasPrefix($0) } && !isUyghur(name)
      }
      let usual = plain.filter { !"ىه".contains($0.last ?? " ") }
      return nearest(usual.isEmpty ? plain : usual, city)
    default: return only(fitting)
    }
  }

  /// No word of Arabic starts with a hamza on this carrier, and every one of Uyghur with a vowel does.
  private static func isUyghur(_ name: String) -> Bool {
    name.split(separator: " ").contains { $0.unicodeScalars.first?.value == 0x626 } || name.contains("ئا")
  }

  /// Whether a name is written as Marathi is, in the same letters as Hindi and some more, or as Sanskrit, which ends in a bare consonant.
  private static func isMarathi(_ name: String) -> Bool {
    name.contains("व्ह") || name.unicodeScalars.contains { $0.value == 0x933 || $0.value == 0x945 }
      || name.unicodeScalars.last?.value == 0x94D
  }

  /// A figure and not a letter that counts as a number too, as the second of 北京 does.
  private static func isDigit(_ letter: Character) -> Bool {
    letter.unicodeScalars.contains { $0.properties.generalCategory == .decimalNumber }
  }

  /// Whether a name may be a Russian one and not one of the other languages of these letters, as Bulgarian ones, which have neither Э nor
  /// double letters, or Ukrainian ones.
  private static func isRussian(_ name: String, _ city: GeoNames.City) -> Bool {
    // Names of China have letters by rules of their own.
    guard city.country != "CN", city.country != "TW" else { return false }
    let own = city.name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
    let isOfThere = ["BY", "KG", "KZ", "RU", "UA"].contains(city.country)
    if ["ьо", "ськ", "цьк"].contains(where: name.contains) { return false }
    if !isOfThere, name.hasPrefix("Е") || name.contains(" ") { return false }
    if !isOfThere, own.hasSuffix("l"), name.hasSuffix("л") { return false }
    return !isDoubled(own) || isDoubled(name.lowercased())
  }

  private static func isDoubled(_ name: String) -> Bool {
    zip(name, name.dropFirst()).contains { $0 == $1 && !"aeiou".contains($0) }
  }

  /// Lower for the one of two ways to write a name that has the soft sign: it is the Russian one.
  private static func softness(_ name: String) -> Int { name.contains("ь") ? 0 : 1 }

  /// Whether a name has letters that are simpler today in China.
  private static func isTraditional(_ name: String) -> Bool { simplified(name) != name }

  /// As China writes it, of letters that were written otherwise before, or are in Japan.
  private static func simplified(_ name: String) -> String {
    let plain = name.applyingTransform(StringTransform("Hant-Hans"), reverse: false) ?? name
    return String(plain.map { japaneseLetters[$0] ?? $0 })
  }

  private static let japaneseLetters: [Character: Character] = ["鶏": "鸡", "渓": "溪", "徳": "德", "県": "县", "広": "广", "斉": "齐"]

  private static func only(_ names: [String]) -> String? { names.count == 1 ? names[0] : nil }

  /// The only one, or that which sounds most like the city's name in Latin letters; of equal ones the longest, which says most.
  private static func nearest(_ names: [String], _ city: GeoNames.City) -> String? {
    if names.count < 2 { return names.first }
    let own = skeleton(city.name)
    return names.min { a, b in
      (distance(skeleton(a), own), -a.count, a) < (distance(skeleton(b), own), -b.count, b)
    }
  }

  /// The consonants of a name, as they sound.
  private static func skeleton(_ name: String) -> String { sound(name).filter { !"aeiouw".contains($0) } }

  /// A Russian name as the lists write it in Latin letters (BGN/PCGN), small and without signs.
  private static func latin(_ name: String) -> String {
    var before: Character = " "
    return name.lowercased().reduce(into: "") { text, letter in
      if letter == "е", !before.isLetter || "аеёиоуыэюяйъь".contains(before) { text.append("y") }
      text += letters[letter] ?? (letter.isLetter ? String(letter) : "")
      before = letter
    }
  }

  private static let letters: [Character: String] = [
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "ë", "ж": "zh", "з": "z", "и": "i", "й": "y",
    "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
    "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya",
  ]

  /// How many letters are to be changed, added or taken away.
  private static func distance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one), Array(other))
    var row = Array(0...other.count)
    for (number, letter) in one.enumerated() {
      var last = row[0]
      row[0] = number + 1
      for (place, wanted) in other.enumerated() {
        let change = last + (letter == wanted ? 0 : 1)
        last = row[place + 1]
        row[place + 1] = min(change, row[place] + 1, last + 1)
      }
    }
    return row[other.count]
  }

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
    case "hi": return all([0x900...0x97F])
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
