import OverlookFormats
import Testing

@testable import OverlookStyle

/// Texts, arrays and ramps by the definitions of the MapLibre style specification, and the words for what is wrong with them.
@Suite struct ExpressionTextTests {
  private static let feature = #"{"properties": {"o": {"a": 1}, "n": 3, "t": "abc", "l": [1, 2], "e": ""}}"#

  @Test(arguments: [
    (#"["step", ["zoom"], 1]"#, ": Expected at least 4 arguments, but found only 2."),
    (#"["step", ["zoom"], 1, 5, 2, 6]"#, ": Expected an even number of arguments."),
    (
      #"["step", ["zoom"], 1, ["zoom"], 2]"#,
      "[3]: Input/output pairs for \"step\" expressions must be defined using literal numeric values (not computed expressions) "
        + "for the input values."
    ),
    (#"["interpolate", "linear", ["zoom"], 0, 1]"#, "[1]: Expected an interpolation type expression."),
    (#"["interpolate", ["linear"], ["zoom"]]"#, ": Expected at least 4 arguments, but found only 2."),
    (#"["interpolate", ["exponential"], ["zoom"], 0, 1]"#, "[1][1]: Exponential interpolation requires a numeric base."),
    (
      #"["interpolate", ["cubic-bezier", 0, 0, 2, 1], ["zoom"], 0, 1]"#,
      "[1]: Cubic bezier interpolation requires four numeric arguments with values between 0 and 1."
    ),
    (#"["interpolate", ["spline"], ["zoom"], 0, 1]"#, "[1][0]: Unknown interpolation type spline"),
    (#"["at", 1]"#, ": Expected 2 arguments, but found 1 instead."),
    (#"["index-of", "a"]"#, ": Expected 2 or 3 arguments, but found 1 instead."),
    (#"["slice", "a"]"#, ": Expected 2 or 3 arguments, but found 1 instead."),
    (
      #"["in", ["literal", {}], "a"]"#,
      ": Expected first argument to be of type boolean, string, number or null, but found object instead"
    ),
    (#"["slice", true, 1]"#, ": Expected first argument to be of type array or string, but found boolean instead"),
    (#"["length"]"#, ": Expected 1 argument, but found 0 instead."),
    (#"["length", 1]"#, ": Expected argument of type string or array, but found number instead."),
    (#"["collator"]"#, ": Expected one argument."), (#"["collator", 1]"#, ": Collator options argument must be an object."),
    (#"["format"]"#, ": Expected at least one argument."),
    (#"["format", {}]"#, ": First argument must be an image or text section."),
    (#"["format", 1]"#, ": Formatted text type must be 'string', 'value', 'image' or 'null'."),
    (
      #"["format", "a", {"vertical-align": "middle"}]"#,
      ": 'vertical-align' must be one of: 'bottom', 'center', 'top' but found 'middle' instead."
    ),
    (#"["image"]"#, ": Expected two arguments."), (#"["number-format", 1]"#, ": Expected two arguments."),
    (#"["number-format", 1, 2]"#, ": NumberFormat options argument must be an object."),
    (
      #"["number-format", 1, {"currency": "EUR", "unit": "meter"}]"#,
      ": NumberFormat options `currency` and `unit` are mutually exclusive"
    ),
    (#"["literal"]"#, ": 'literal' expression requires exactly one argument, but found 0 instead."),
    (#"["array"]"#, ": Expected at least one argument."),
    (#"["array", "string", -1, ["get", "l"]]"#, #"[2]: The length argument to "array" must be a positive integer literal"#),
    (#"["let", "a"]"#, ": Expected at least 3 arguments, but found 1 instead."),
    (#"["let", 1, 2, 3]"#, "[1]: Expected string, but found number instead."),
    (#"["let", null, 2, 3]"#, "[1]: Expected string, but found object instead."),
    (#"["let", "a b", 2, 3]"#, "[1]: Variable names must contain only alphanumeric characters or '_'."),
    (#"["var", 1]"#, ": 'var' expression requires exactly one string literal argument."),
    (#"["global-state"]"#, ": Expected 1 argument, but found 0 instead."),
    (#"["global-state", true]"#, ": Global state property must be string, but found boolean instead."),
    (#"["within"]"#, ": 'within' expression requires exactly one argument, but found 0 instead."),
    (
      #"["within", {"type": "Point", "coordinates": [1, 2]}]"#,
      ": 'within' expression requires valid geojson object that contains polygon geometry type."
    ),
    (#"["distance"]"#, ": 'distance' expression requires exactly one argument, but found 0 instead."),
    (
      #"["distance", {"type": "Circle"}]"#,
      ": 'distance' expression requires valid geojson object that contains polygon geometry type."
    ),
    (#"["match", ["get", "t"], 1]"#, ": Expected at least 4 arguments, but found only 2."),
    (#"["match", ["get", "t"], [], 1, 2]"#, "[2]: Expected at least one branch label."),
    (#"["match", ["get", "t"], 1e16, 1, 2]"#, "[2]: Branch labels must be integers no larger than 9007199254740991."),
    (#"["match", ["get", "t"], true, 1, 2]"#, "[2]: Branch labels must be numbers or strings."),
    (#"["==", 1]"#, ": Expected two or three arguments."),
    (#"["==", 1, 2, ["collator", {}]]"#, ": Cannot use collator to compare non-string types."),
    (
      "[1, 2]",
      #"[0]: Expression name must be a string, but found number instead. If you wanted a literal array, use ["literal", [...]]."#
    ),
    (#"["to-number"]"#, ": Expected at least one argument."), (#"["to-boolean", 1, 2]"#, ": Expected one argument."),
    (
      #"["to-color", ["literal", [255, 0, 0, 2]]]"#, ": Invalid rgba value [255, 0, 0, 2]: 'a' must be between 0 and 1."
    ),
  ]) func tellsWhatIsWrong(_ expression: String, _ fault: String) throws {
    #expect(try Evaluation(expression).faults == [fault])
  }

  @Test(arguments: [
    (#"["in", 1, ["get", "n"]]"#, "Expected second argument to be of type array or string, but found number instead."),
    (
      #"["in", ["get", "o"], "abc"]"#,
      "Expected first argument to be of type boolean, string, number or null, but found object instead."
    ),
    (#"["index-of", 1, ["get", "n"]]"#, "Expected second argument to be of type array or string, but found number instead."),
    (#"["slice", ["get", "n"], 1]"#, "Expected first argument to be of type array or string, but found number instead."),
    (#"["length", ["get", "n"]]"#, "Expected value to be of type string or array, but found number instead."),
    (
      #"["to-color", ["get", "l"]]"#,
      "Invalid rgba value [1,2]: expected an array containing either three or four numeric values."
    ),
  ]) func tellsWhyAFeatureHasNoValue(_ expression: String, _ error: String) throws {
    #expect(try Evaluation(expression, feature: Self.feature).error == error)
  }

  @Test(arguments: [
    (#"["index-of", 2, ["get", "l"], -1]"#, "1"), (#"["index-of", 1, ["get", "l"], 1]"#, "-1"),
    (#"["index-of", "c", ["get", "t"], 1]"#, "2"), (#"["index-of", "abcd", ["get", "t"]]"#, "-1"),
    (#"["resolved-locale", ["collator", {"locale": "de"}]]"#, #""de""#),
    (#"["get", "a", ["get", "o"]]"#, "1"), (#"["properties"]"#, #"{"e":"","l":[1,2],"n":3,"o":{"a":1},"t":"abc"}"#),
    (#"["number-format", 1234.5, {"locale": "en-US", "currency": "EUR"}]"#, #""€1,234.50""#),
    (
      #"["number-format", 1234.5, {"locale": "en-US", "currency": "EUR", "min-fraction-digits": 0, "max-fraction-digits": 0}]"#,
      #""€1,234""#
    ),
    (#"["number-format", 2.5, {"locale": "en-US", "unit": "kilometer-per-hour"}]"#, #""2.5 km/h""#),
    (#"["number-format", 2.5, {"locale": "en-US", "unit": "meter-per-second"}]"#, #""2.5 m/s""#),
    (#"["number-format", 2.5, {"locale": "en-US", "unit": "lightyear"}]"#, #""2.5 lightyear""#),
    (#"["array", "number", 2, ["get", "l"]]"#, "[1,2]"), (#"["array", "number", null, ["get", "l"]]"#, "[1,2]"),
    (#"[">", ["get", "n"], 2]"#, "true"), (#"["<", 2, ["get", "n"]]"#, "true"),
  ]) func valuesAreThoseOfTheSpecification(_ expression: String, _ expected: String) throws {
    #expect(try Evaluation(expression, feature: Self.feature).text == expected)
  }

  /// Whatever features say, number formats answer: these words come from data.
  @Test(arguments: ["", "€", "EUROS", "eur", "\\u0000", "zz", "-"]) func currenciesOfDataAreAnswered(_ code: String) throws {
    let expression = #"["number-format", 3, {"locale": ["get", "c"], "currency": ["get", "c"]}]"#
    #expect(try Evaluation(expression, feature: "{\"properties\": {\"c\": \"\(code)\"}}").output?.string?.contains("3") == true)
  }

  @Test func formattedTextKeepsTheLooksOfItsSections() throws {
    let expression =
      #"["format", ["get", "t"], {"font-scale": 1.5, "text-color": "red", "text-font": ["literal", ["A", "B"]], "#
      + #""vertical-align": "top"}, ["image", "pin"], {"vertical-align": "center"}, ["get", "none"], "d"]"#
    let sections = try #require(try Evaluation(expression, feature: Self.feature).output?["sections"]?.array)
    #expect(sections.map { $0["text"]?.string } == ["abc", "", "", "d"])
    #expect(sections[0]["scale"]?.number == 1.5 && sections[0]["fontStack"]?.string == "A,B")
    #expect(["r", "g", "b", "a"].map { sections[0]["textColor"]?[$0]?.number } == [1, 0, 0, 1])
    #expect(sections.map { $0["verticalAlign"]?.string } == ["top", "center", nil, nil])
    #expect(sections[1]["image"]?["name"]?.string == "pin" && sections[0]["image"] == .null)
  }

  // MARK: Ramps

  private func ramp(_ type: String, _ from: String, _ to: String, zoom: Double = 5, curve: String = #"["linear"]"#) throws
    -> Evaluation
  {
    let spec =
      #"{"type": "\#(type)", "property-type": "data-driven", "expression": {"interpolated": true, "parameters": ["zoom", "feature"]}}"#
    return try Evaluation(
      #"["interpolate", \#(curve), ["zoom"], 0, \#(from), 10, \#(to)]"#, zoom: zoom, feature: Self.feature, spec: spec)
  }

  /// Half of the way between values of every kind.
  @Test func valuesOfEveryKindGoOverToEachOther() throws {
    func literal(_ text: String) -> String { #"["literal", \#(text)]"# }
    #expect(try ramp("padding", literal("[0, 2]"), literal("[10, 4]")).text == #"{"values":[5,3,5,3]}"#)
    #expect(try ramp("numberArray", literal("[1, 2]"), literal("[3, 6]")).text.contains("2,4"))
    #expect(try ramp("numberArray", "1", "3").text.contains("2"))
    let colors =
      try ramp("colorArray", literal(#"["red", "lime"]"#), literal(#"["blue", "lime"]"#)).output?["values"]?.array ?? []
    #expect(colors.map { color in ["r", "g", "b", "a"].map { color[$0]?.number } } == [[0.5, 0, 0.5, 1], [0, 1, 0, 1]])
    let anchors = try ramp(
      "variableAnchorOffsetCollection", literal(#"["top", [0, 0], "left", [1, 1]]"#),
      literal(#"["top", [10, 20], "left", [1, 3]]"#))
    #expect(anchors.text.contains(#""top",[5,10],"left",[1,2]"#), "\(anchors.text)")
  }

  @Test func whatDoesNotGoOverIsSaid() throws {
    func literal(_ text: String) -> String { #"["literal", \#(text)]"# }
    for (type, from, to) in [
      ("numberArray", "[1]", "[1, 2]"), ("colorArray", #"["red"]"#, #"["red", "blue"]"#),
      ("variableAnchorOffsetCollection", #"["top", [0, 0]]"#, #"["left", [0, 0]]"#),
    ] {
      let evaluation = try ramp(type, literal(from), literal(to))
      #expect(
        (evaluation.error ?? evaluation.faults.first ?? "").contains("Cannot interpolate between"), "\(type): \(evaluation.text)")
    }
  }

  /// A curve that is its own mirror image is half way in its middle, and one whose points lie on the straight line is straight.
  @Test func curvesOfBezierAreFollowed() throws {
    let mirrored = #"["cubic-bezier", 0.42, 0, 0.58, 1]"#
    #expect(abs((try ramp("number", "0", "100", curve: mirrored).output?.number ?? 0) - 50) < 1e-6)
    let (low, high) = (
      try ramp("number", "0", "100", zoom: 2, curve: mirrored).output?.number ?? 0,
      try ramp("number", "0", "100", zoom: 8, curve: mirrored).output?.number ?? 0
    )
    #expect(abs(low + high - 100) < 1e-6 && low < 20)
    let straight = try ramp("number", "0", "100", zoom: 3, curve: #"["cubic-bezier", 0.3, 0.3, 0.6, 0.6]"#).output?.number ?? 0
    #expect(abs(straight - 30) < 1e-6)
  }

  /// White and grey have no hue: between them all is grey, and beside a colour its hue is the one.
  @Test func coloursWithoutAHueTakeThatOfTheOther() throws {
    func color(_ from: String, _ to: String) throws -> [Double] {
      let expression = #"["interpolate-hcl", ["linear"], ["zoom"], 0, "\#(from)", 2, "\#(to)"]"#
      return try Evaluation(expression, zoom: 1).output?.array?.compactMap(\.number) ?? []
    }
    let grey = try color("#333333", "#cccccc")
    #expect(grey.count == 4 && abs(grey[0] - grey[1]) < 0.01 && abs(grey[1] - grey[2]) < 0.01 && grey[0] > 0.3 && grey[0] < 0.7)
    for other in ["white", "black", "#808080"] {
      let (there, back) = (try color(other, "blue"), try color("blue", other))
      #expect(zip(there, back).allSatisfy { abs($0 - $1) < 1e-9 } && there.count == 4, "\(other)")
      #expect(there[2] > there[0] && there[2] > there[1], "\(other)")
    }
  }
}
