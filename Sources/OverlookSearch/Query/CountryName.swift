import Foundation

/// Names of countries as maps have them: those of Unicode CLDR, but for China, which Foundation's tables tell from its islands ("China,
/// Festland"), and without former names in brackets ("Myanmar (Burma)").
package enum CountryName {
  /// - Parameters:
  ///   - code: ISO 3166-1, two letters.
  ///   - language: An identifier of a locale.
  /// - Returns: Nil where none is known.
  package static func name(of code: String, in language: String) -> String? {
    if code == "CN", let name = china(in: language) { return name }
    guard let name = Locale(identifier: language).localizedString(forRegionCode: code), name != code else { return nil }
    guard code == "MM", let bracket = name.firstIndex(of: "(") else { return name }
    return name[..<bracket].trimmingCharacters(in: .whitespaces)
  }

  private static func china(in language: String) -> String? {
    // By the likely script, as of zh-TW.
    let isTraditional = Locale.Language(identifier: language).maximalIdentifier.split(separator: "-").contains("Hant")
    let part = String(language.prefix { $0.isLetter }).lowercased()
    return part == "zh" && isTraditional ? "中國" : china[part]
  }

  private static let china = [
    "ar": "الصين", "de": "China", "el": "Κίνα", "en": "China", "es": "China", "fi": "Kiina", "fr": "Chine", "he": "סין",
    "hi": "चीन",
    "it": "Cina", "ja": "中国", "ko": "중국", "nl": "China", "pl": "Chiny", "pt": "China", "ru": "Китай", "sv": "Kina", "th": "จีน",
    "tr": "Çin",
    "uk": "Китай", "zh": "中国",
  ]
}
