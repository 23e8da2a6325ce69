import Observation
import OverlookSupport
import Synchronization
import Testing

@MainActor @Suite(.serialized) struct InterfaceLanguageTests {
  private func language(_ code: String) throws -> InterfaceLanguage { try #require(InterfaceLanguage.language(code)) }

  /// Runs `body` with a language, and sets the one before it again.
  private func speaking(_ code: String, _ body: () throws -> Void) throws {
    let before = InterfaceLanguage.current
    defer { InterfaceLanguage.current = before }
    InterfaceLanguage.current = try language(code)
    try body()
  }

  @Test func thereAreSevenLanguagesAndEachHasItsOwnName() {
    #expect(InterfaceLanguage.available.map(\.code) == ["en", "ar", "de", "es", "fi", "fr", "ja"])
    #expect(InterfaceLanguage.available.map(\.name) == ["English", "العربية", "Deutsch", "Español", "Suomi", "Français", "日本語"])
    #expect(InterfaceLanguage.available.filter(\.isRightToLeft).map(\.code) == ["ar"])
  }

  @Test(arguments: [
    (["LANG": "de_DE.UTF-8"], "de"), (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fi_FI.UTF-8"], "fi"),
    (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fi_FI", "LC_ALL": "fr_FR@euro"], "fr"),
    // The first language that there is.
    (["LANG": "sv_SE.UTF-8", "LANGUAGE": "sv:nn:ja:de"], "ja"), (["LANG": "es_MX.UTF-8", "LANGUAGE": "xx"], "es"),
    (["LANG": "de_DE.UTF-8", "LANGUAGE": "en_GB:de"], "en"),
    // Who has chosen no language is not asked for one.
    (["LANG": "C", "LANGUAGE": "de"], "en"), (["LANG": "C.UTF-8", "LANGUAGE": "de"], "en"),
    (["LC_ALL": "POSIX", "LANG": "de"], "en"),
    ([:], "en"), (["LANG": ""], "en"), (["LANG": "xx_XX"], "en"), (["LANG": "../de"], "en"),
  ]) func theEnvironmentChooses(environment: [String: String], code: String) {
    #expect(InterfaceLanguage.preferred(in: environment).code == code)
  }

  @Test(arguments: [
    ("LANG", "en_US.UTF-8", UnitSystem.imperial), ("LANG", "en_GB", .imperial), ("LANG", "de_DE.UTF-8", .metric),
    ("LC_MEASUREMENT", "en_US.UTF-8", .imperial), ("LC_MESSAGES", "en_US.UTF-8", .metric), ("LANG", "C", .metric),
    ("LANG", "en", .metric),
  ]) func theCountryChoosesTheUnits(name: String, value: String, units: UnitSystem) {
    #expect(UnitSystem.preferred(in: [name: value]) == units)
  }

  @Test func textsComeFromTheCatalogueAndValuesIntoTheirPlaces() throws {
    try speaking("de") { #expect(localized("{hours} h", ["hours": "3"]) == "3 Std.") }
    #expect(localized("{hours} h", ["hours": "3"]) == "3 h")
    // Names without a value stay, and values are not read again.
    #expect(localized("{a} of {b}", ["a": "{b}"]) == "{b} of {b}")
  }

  @Test func aTextThatIsMissingIsShownInEnglish() throws {
    try speaking("ja") {
      #expect(localized("This text is in no catalogue") == "This text is in no catalogue")
      #expect(localized("{count} such text", "{count} such texts", count: 2) == "2 such texts")
    }
  }

  @Test func pluralFormsAreThoseOfTheLanguage() throws {
    let json = """
      {"language": "xx", "name": "X", "direction": "ltr", "plurals": "arabic",
       "numbers": {"decimal": ".", "group": ",", "minimumGrouping": 1},
       "texts": {"{count} files": {"one": "one", "two": "two", "few": "few", "other": "other"}, "Plain": "P"}}
      """
    let catalogue = try InterfaceCatalogue.read(Array(json.utf8))
    #expect([1, 2, 3, 100].map { catalogue.text("{count} files", count: $0) } == ["one", "two", "few", "other"])
    // A form that is not there is that of other numbers.
    #expect(catalogue.text("{count} files", count: 0) == "other" && catalogue.text("{count} files") == nil)
    #expect(catalogue.text("Plain") == "P" && catalogue.text("Plain", count: 3) == "P" && catalogue.text("Absent") == nil)
    #expect(localized("{count} such text", "{count} such texts", count: 1) == "1 such text")
    #expect(localized("{count} such text", "{count} such texts", count: 1200) == "1,200 such texts")
  }

  @Test(arguments: ["", "{", "[]", #"{"language": 3}"#, #"{"language": "xx", "name": "X", "direction": "up"}"#])
  func whatIsNoCatalogueIsRefused(text: String) {
    #expect(throws: (any Error).self) { try InterfaceCatalogue.read(Array(text.utf8)) }
  }

  @Test func whoReadATextIsToldOfAnotherLanguage() throws {
    let told = Mutex(0)
    func read() {
      withObservationTracking {
        _ = localized("Steps")
      } onChange: {
        told.withLock { $0 += 1 }
      }
    }
    read()
    let before = InterfaceLanguage.current
    defer { InterfaceLanguage.current = before }
    InterfaceLanguage.current = before
    #expect(told.withLock { $0 } == 0)
    InterfaceLanguage.current = try language("fi")
    #expect(told.withLock { $0 } == 1)
  }

  @Test func keptTextsAreToldAnewInAnotherLanguage() throws {
    let title = localized("Steps")
    try speaking("de") {
      #expect(InterfaceText.retold(title) == localized("Steps") && localized("Steps") != title)
      #expect(InterfaceText.retold("Neustrelitz") == "Neustrelitz")
    }
    #expect(InterfaceText.retold(title) == title)
  }
}
