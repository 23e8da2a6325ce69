import OverlookFormats
import Testing

@Suite struct JSONTests {
  private func parse(_ text: String, _ limits: JSONLimits = .document) throws -> JSONValue {
    try JSONParser.parse(Array(text.utf8), thing: "document", limits: limits)
  }

  @Test func keepsTheOrderOfMembers() throws {
    let value = try parse(#"{"z": 1, "a": [true, null, "x"], "m": {"k": -1.5e3}, "z": 2}"#)
    #expect(value.object?.keys == ["z", "a", "m"])
    #expect(value["z"] == .number(2))
    #expect(JSONWriter.text(value) == #"{"z":2,"a":[true,null,"x"],"m":{"k":-1500}}"#)
  }

  @Test func readsEscapes() throws {
    #expect(try parse(#""\u00e4\ud83d\ude00\n\\\/""#) == .string("ä😀\n\\/"))
    #expect(try parse(#""\ud800x""#) == .string("\u{FFFD}x"))
  }

  @Test(arguments: [
    ("", "document at line 1, column 1 is cut short"), ("[1,", "document at line 1, column 4 is cut short"),
    ("{\n \"a\" 1}", "document at line 2, column 6 is damaged: a colon was expected"),
    ("[1] x", "document at line 1, column 5 is damaged: something follows the end of the document"),
    ("01", "document at line 1, column 2 is damaged: something follows the end of the document"),
    ("[NaN]", "document at line 1, column 2 is damaged: a value was expected"),
    ("1e999", "document at line 1, column 1 is damaged: a number beyond what can be held"),
    ("-", "document at line 1, column 2 is damaged: a digit was expected"),
    ("\"\\x\"", "document at line 1, column 4 is damaged: an escape that is not known"),
    ("\"a\nb\"", "document at line 1, column 3 is damaged: a control character in a string"),
    ("tru", "document at line 1, column 1 is damaged: a value was expected"),
  ])
  func tellsWhereADocumentIsDamaged(text: String, message: String) {
    #expect { try parse(text) } throws: { "\($0)" == message }
  }

  @Test func keepsToItsBudget() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: FormatError.self) { try parse(deep) }
    #expect(throws: FormatError.self) { try parse("[[[1]]]", JSONLimits(depth: 2)) }
    #expect(throws: FormatError.self) { try parse("\"123456\"", JSONLimits(stringByteCount: 4)) }
    #expect(throws: FormatError.self) { try parse("[1, 2, 3]", JSONLimits(byteCount: 5)) }
    #expect(try parse("[1e-400]") == .array([.number(0)]))
  }

  /// ECMA-262, Number::toString.
  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1, "1"), (-12.5, "-12.5"), (1e20, "100000000000000000000"), (1e21, "1e+21"), (1.25e22, "1.25e+22"),
    (1e-6, "0.000001"), (1e-7, "1e-7"), (1.5e-9, "1.5e-9"), (0.1, "0.1"), (123_456.789, "123456.789"), (.infinity, "null"),
  ])
  func writesNumbersAsScriptsDo(number: Double, text: String) {
    #expect(JSONWriter.text(number) == text)
  }

  @Test func writesMembersInTheOrderOfTheirNames() throws {
    let value = try JSONParser.parse(Array(#"{"b": {"z": 1, "a": [{"y": "\u0001\\", "x": "\"é"}]}, "a": null}"#.utf8))
    #expect(JSONWriter.text(value, sortsKeys: true) == #"{"a":null,"b":{"a":[{"x":"\"é","y":"\u0001\\"}],"z":1}}"#)
    #expect(JSONWriter.text(value) == #"{"b":{"z":1,"a":[{"y":"\u0001\\","x":"\"é"}]},"a":null}"#)
  }
}
