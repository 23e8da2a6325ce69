import Foundation

/// A language of the interface: one that there is a catalogue of texts for, or English, which the texts are written in.
///
/// The names on the map have a language of their own.
public struct InterfaceLanguage: Hashable, Sendable {
  /// Its code of BCP 47 ("de").
  public let code: String
  /// What it calls itself ("Deutsch").
  public let name: String
  /// Whether it is read from right to left, and the interface mirrored.
  public let isRightToLeft: Bool

  package init(code: String, name: String, isRightToLeft: Bool) {
    self.code = code
    self.name = name
    self.isRightToLeft = isRightToLeft
  }

  /// The language of the texts themselves.
  public static let english = InterfaceLanguage(code: "en", name: "English", isRightToLeft: false)

  /// All that there are, English first, then by code.
  public static let available: [InterfaceLanguage] = [english] + InterfaceCatalogue.codes.compactMap { language($0) }

  /// The language of the interface of the whole process; default `automatic`. When it changes, every view is drawn again; set it on
  /// the main thread.
  public static var current: InterfaceLanguage {
    get { InterfaceLocale.shared.language }
    set { InterfaceLocale.shared.language = newValue }
  }

  /// The language of a code, with or without what follows the language in it ("de", "de-AT", "de_DE.UTF-8"); nil where there is none.
  public static func language(_ code: String) -> InterfaceLanguage? {
    let base = code.prefix { $0.isLetter && $0.isASCII }.lowercased()
    if base == english.code { return english }
    return InterfaceCatalogue.codes.contains(base) ? InterfaceCatalogue.named(base)?.language : nil
  }

  /// The one that the environment of the process asks for.
  public static var automatic: InterfaceLanguage { preferred(in: ProcessInfo.processInfo.environment) }

  /// The language that an environment asks for, by the rules of gettext: the first one that there is of LANGUAGE, then of LC_ALL,
  /// LC_MESSAGES or LANG, whichever is set first. Where that is C or POSIX, or nothing is set, English.
  public static func preferred(in environment: [String: String]) -> InterfaceLanguage {
    LocaleName.wanted(environment).lazy.compactMap { language($0) }.first ?? english
  }
}

/// Names of the system's locales, as an environment has them.
package enum LocaleName {
  /// What texts are to be in; nil for the plain locale.
  package static func messages(_ environment: [String: String]) -> String? {
    first(["LC_ALL", "LC_MESSAGES", "LANG"], environment)
  }

  /// All that texts may be in, the best first: those of LANGUAGE, then `messages`; none for the plain locale.
  package static func wanted(_ environment: [String: String]) -> [String] {
    guard let locale = messages(environment) else { return [] }
    return (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init) + [locale]
  }

  /// What is measured by; nil for the plain locale.
  static func measurement(_ environment: [String: String]) -> String? {
    first(["LC_ALL", "LC_MEASUREMENT", "LANG"], environment)
  }

  /// What times are written by; nil for the plain locale.
  static func times(_ environment: [String: String]) -> String? { first(["LC_ALL", "LC_TIME", "LANG"], environment) }

  private static func first(_ names: [String], _ environment: [String: String]) -> String? {
    let value = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let base = value.prefix { $0 != "." && $0 != "@" }
    return ["", "C", "POSIX"].contains(base) ? nil : value
  }

  /// "GB" of "en_GB.UTF-8"; nil where there is none.
  static func country(_ name: String) -> String? {
    let base = name.prefix { $0 != "." && $0 != "@" }
    let parts = base.split { $0 == "_" || $0 == "-" }.dropFirst()
    return parts.first { $0.count == 2 && $0.allSatisfy { $0.isLetter && $0.isASCII } }?.uppercased()
  }
}
