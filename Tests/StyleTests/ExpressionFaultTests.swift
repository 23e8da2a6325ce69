import OverlookFormats
import Testing

@testable import OverlookStyle

@Suite struct ExpressionFaultTests {
  @Test(arguments: [
    (#"["nope", 1]"#, #"[0]: Unknown expression "nope". If you wanted a literal array, use ["literal", [...]]."#),
    ("[]", #": Expected an array with at least one element. If you wanted a literal array, use ["literal", []]."#),
    ("{}", #": Bare objects invalid. Use ["literal", {...}] instead."#),
    (#"["+", 1, "2"]"#, "[2]: Expected number but found string instead."),
    (#"["-", 1, 2, 3]"#, ": Expected arguments of type (number, number) | (number), but found (number, number, number) instead."),
    (#"["case", true, 1]"#, ": Expected at least 3 arguments, but found only 2."),
    (#"["match", ["get", "x"], "a", 1, "a", 2, 3]"#, "[4]: Branch labels must be unique."),
    (#"["match", ["get", "x"], 1.5, 1, 3]"#, "[2]: Numeric branch labels must be integer values."),
    (#"["match", ["get", "x"], "a", 1, 2, 2, 3]"#, "[4]: Expected string but found number instead."),
    (
      #"["var", "x"]"#,
      #"[1]: Unknown variable "x". Make sure "x" has been bound in an enclosing "let" expression before using it."#
    ),
    (
      #"["step", ["zoom"], 1, 5, 2, 4, 3]"#,
      #"[5]: Input/output pairs for "step" expressions must be arranged with input values in strictly ascending order."#
    ),
    (#"["interpolate", ["linear"], ["zoom"], 0, "a", 1, "b"]"#, ": Type string is not interpolatable."),
    (#"["format", "a", {}, "b", {"font-scale": "c"}]"#, "[1]: Expected number but found string instead."),
    (#"["number-format", 1, {"locale": 2}]"#, "[1]: Expected string but found number instead."),
    (#"["<", true, false]"#, #"[1]: "<" comparisons are not supported for type 'boolean'."#),
    (#"["==", 1, "1"]"#, ": Cannot compare types 'number' and 'string'."),
    (#"["array", "color", ["get", "x"]]"#, #"[1]: The item type argument of "array" must be one of string, number, boolean"#),
    (#"["rgb", 300, 0, 0]"#, ": Invalid rgba value [300, 0, 0, 1]: 'r', 'g', and 'b' must be between 0 and 255."),
    (
      #"["!", ["+", 1, ["nope"]]]"#,
      #"[1][2][0]: Unknown expression "nope". If you wanted a literal array, use ["literal", [...]]."#
    ),
  ])
  func tellsWhatIsWrongAndWhere(expression: String, fault: String) throws {
    #expect(try Evaluation(expression).faults == [fault])
  }

  /// Both operands are read before either is missed.
  @Test(arguments: [
    (
      #"["at", "a", ["literal", true]]"#,
      ["[1]: Expected number but found string instead.", "[2]: Expected array but found boolean instead."]
    ),
    (
      #"["in", ["+", "a"], ["!", 1]]"#,
      ["[1][1]: Expected number but found string instead.", "[2][1]: Expected boolean but found number instead."]
    ),
    (
      #"["slice", ["!", 1], "a"]"#,
      ["[1][1]: Expected boolean but found number instead.", "[2]: Expected number but found string instead."]
    ),
    (
      #"["any", 1, false]"#,
      [": Expected arguments of type (boolean, boolean) | (boolean...), but found (number, boolean) instead."]
    ),
    (#"["any", 1, false, true]"#, ["[1]: Expected boolean but found number instead."]),
  ])
  func tellsAllThatIsWrong(expression: String, faults: [String]) throws {
    #expect(try Evaluation(expression).faults == faults)
  }

  /// Nested deeply, with a fault at the bottom: were each level read twice, this would never end.
  @Test(arguments: ["1", #"["nope"]"#, #"["+", "a"]"#])
  func readsOperandsOnceHoweverDeepTheyAre(fault: String) throws {
    let depth = 60
    let expression = String(repeating: #"["all", "#, count: depth) + fault + String(repeating: ", true]", count: depth)
    #expect(try Evaluation(expression).faults.count == 1)
  }

  /// A property that wants one of some words takes no numbers for words.
  @Test func wordsAreNotMadeOfNumbers() throws {
    let spec =
      #"{"type": "enum", "values": {"1": {}, "b": {}}, "property-type": "data-driven", "expression": {"parameters": ["feature"]}}"#
    let feature = #"{"properties": {"x": 1, "y": "b"}}"#
    #expect(
      try Evaluation(#"["get", "x"]"#, feature: feature, spec: spec).error
        == "Expected value to be of type string, but found number instead.")
    #expect(try Evaluation(#"["get", "y"]"#, feature: feature, spec: spec).text == #""b""#)
  }

  /// What `let` binds counts as used, used or not.
  @Test func bindingsOfDataAreData() throws {
    let spec = #"{"type": "number", "property-type": "data-constant", "expression": {"parameters": ["zoom"]}}"#
    #expect(try Evaluation(#"["let", "a", ["get", "x"], 3]"#, spec: spec).faults == [": data expressions not supported"])
    #expect(try Evaluation(#"["let", "a", 4, 3]"#, spec: spec).text == "3")
  }

  @Test(arguments: [
    (#"["number", ["get", "name"]]"#, "Expected value to be of type number, but found string instead."),
    (#"["to-number", ["get", "name"]]"#, #"Could not convert "x" to number."#),
    (#"["at", 3, ["array", ["get", "list"]]]"#, "Array index out of bounds: 3 > 1."),
    (#"["at", -1, ["array", ["get", "list"]]]"#, "Array index out of bounds: -1 < 0."),
    (
      #"["at", ["/", 0, ["-", ["get", "one"], 1]], ["array", ["get", "list"]]]"#,
      "Array index must be an integer, but found NaN instead."
    ),
    (#"["step", ["acos", ["+", ["get", "one"], 1]], 1, 5, 2]"#, "Input is not a number."),
    (#"["interpolate", ["linear"], ["acos", ["+", ["get", "one"], 1]], 1, 5, 2, 6]"#, "Input is not a number."),
    (#"["at", 0.5, ["array", ["get", "list"]]]"#, "Array index must be an integer, but found 0.5 instead."),
    (#"["to-color", ["get", "name"]]"#, "Could not parse color from value 'x'"), (#"["error", "stop"]"#, "stop"),
    (
      #"["<", ["get", "name"], ["get", "one"]]"#,
      #"Expected arguments for "<" to be (string, string) or (number, number), but found (string, number) instead."#
    ),
  ])
  func tellsWhyAFeatureHasNoValue(expression: String, error: String) throws {
    let feature = #"{"properties": {"name": "x", "one": 1, "list": [1, 2]}}"#
    #expect(try Evaluation(expression, feature: feature).error == error)
  }

  @Test func keepsZoomToTopLevelRamps() throws {
    let spec =
      #"{"type": "number", "property-type": "data-driven", "expression": {"interpolated": false, "parameters": ["zoom"]}}"#
    let message = #": "zoom" expression may only be used as input to a top-level "step" or "interpolate" expression."#
    #expect(try Evaluation(#"["+", 1, ["zoom"]]"#, spec: spec).faults == [message])
    #expect(try Evaluation(#"["step", ["zoom"], 1, 5, ["zoom"]]"#, spec: spec).faults == [message])
    #expect(try Evaluation(#"["step", ["zoom"], 1, 5, 2]"#, zoom: 6, spec: spec).text == "2")
    #expect(
      try Evaluation(#"["interpolate", ["linear"], ["zoom"], 0, 1, 5, 2]"#, spec: spec).faults
        == [#": "interpolate" expressions cannot be used with this property"#])
    let constant = #"{"type": "number", "property-type": "constant", "expression": {"interpolated": false, "parameters": []}}"#
    #expect(try Evaluation(#"["number", ["get", "x"]]"#, spec: constant).faults == [": data expressions not supported"])
  }

  @Test func tellsWhatAnExpressionDependsOn() throws {
    let compiled = try Evaluation(#"["step", ["zoom"], ["number", ["get", "x"]], 5, 1]"#).document["compiled"]
    #expect(compiled?["isFeatureConstant"] == .bool(false))
    #expect(compiled?["isZoomConstant"] == .bool(false))
    #expect(compiled?["type"] == .string("number"))
  }

  @Test func foldsWhatIsConstant() throws {
    let json = try JSONParser.parse(Array(#"["concat", "a", ["to-string", ["+", 1, ["*", 2, 3]]]]"#.utf8))
    let program = try ExpressionProgram.compile(json, for: nil)
    #expect(program.constant == .string("a7"))
    #expect(program.nodes.count == 1)
  }

  /// Each level doubles the text: thirty of them would be a gigabyte.
  @Test func boundsWhatDoubles() throws {
    var text = #"["concat", ["get", "x"], ["get", "x"]]"#
    for level in 0..<30 { text = #"["let", "v\#(level)", \#(text), ["concat", ["var", "v\#(level)"], ["var", "v\#(level)"]]]"# }
    let long = String(repeating: "y", count: 1000)
    let error = try Evaluation(text, feature: #"{"properties": {"x": "\#(long)"}}"#).error
    #expect(error != nil)
  }

  @Test func refusesExpressionsThatAreTooDeep() throws {
    let deep = String(repeating: #"["!", "#, count: 200) + "true" + String(repeating: "]", count: 200)
    #expect(try Evaluation(deep).faults.count == 1)
  }
}
