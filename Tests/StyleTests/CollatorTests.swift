import Testing

@testable import OverlookStyle

/// Text in the order of a language. German searching takes "ü" for "ue" (CLDR, collation "search" of "de"), Swedish has "ä" and
/// "ö" behind "z", and a language that is not known has neither.
@Suite struct CollatorTests {
  @Test(arguments: [
    ("==", "ü", "ue", "de", "true"), ("==", "ü", "u", "de", "false"), (">", "ä", "a", "de", "true"),
    (">", "ä", "a", "sv", "true"), (">", "ö", "z", "sv", "true"), (">", "ä", "a", "dk", "false"), (">", "ä", "a", "fr", "false"),
    ("==", "ü", "u", "en", "true"), ("==", "ü", "ue", "de-u-co-standard", "true"), ("==", "ü", "ue", "de_AT", "true"),
    ("==", "ü", "u", "///", "true"), ("<", "a", "b", "", "true"),
  ])
  func followsTheLocale(comparison: String, left: String, right: String, locale: String, expected: String) throws {
    let expression = #"["\#(comparison)", "\#(left)", "\#(right)", ["collator", {"locale": "\#(locale)"}]]"#
    #expect(try Evaluation(expression).text == expected)
  }

  /// The four sensitivities, as `Intl.Collator` names them: base, accent, case, variant.
  @Test(arguments: [
    (false, false, ["a", "A", "á", "Á"]), (false, true, ["a", "A"]), (true, false, ["a", "á"]), (true, true, ["a"]),
  ])
  func tellsCaseAndAccentsApartAsAsked(cases: Bool, accents: Bool, equal: [String]) throws {
    for other in ["a", "A", "á", "Á", "b"] {
      let options = #"{"case-sensitive": \#(cases), "diacritic-sensitive": \#(accents), "locale": "en"}"#
      let answer = try Evaluation(#"["==", "a", "\#(other)", ["collator", \#(options)]]"#).text
      #expect(answer == "\(equal.contains(other))", "\(other)")
    }
  }

  @Test func manyLocalesAreNotAllKept() throws {
    for number in 0..<100 {
      #expect(try Evaluation(#"["<", "a", "b", ["collator", {"locale": "x\#(number)"}]]"#).text == "true")
    }
  }
}
