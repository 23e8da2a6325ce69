import OverlookFormats
import Testing

@testable import OverlookStyle

/// Values by the definitions of the MapLibre style specification, chapter "Expressions".
@Suite struct ExpressionValueTests {
  private static let feature = """
    {"id": 7, "geometry": {"type": "Point", "coordinates": [24.9, 60.2]},
     "properties": {"name": "Töölö", "class": "street", "lanes": 4, "bridge": true, "tags": ["a", "b"], "none": null}}
    """

  private func text(_ expression: String, zoom: Double? = nil) throws -> String {
    try Evaluation(expression, zoom: zoom, feature: Self.feature).text
  }

  @Test(arguments: [
    (#"["get", "name"]"#, #""Töölö""#), (#"["get", "missing"]"#, "null"), (#"["has", "none"]"#, "true"),
    (#"["has", "missing"]"#, "false"), (#"["get", "a", ["literal", {"a": 3}]]"#, "3"), (#"["id"]"#, "7"),
    (#"["geometry-type"]"#, #""Point""#), (#"["typeof", ["get", "tags"]]"#, #""array<string, 2>""#),
    (#"["at", 1, ["array", ["get", "tags"]]]"#, #""b""#), (#"["in", "b", ["get", "tags"]]"#, "true"),
    (#"["in", "ölö", ["get", "name"]]"#, "true"), (#"["index-of", "l", ["get", "name"]]"#, "3"),
    (#"["index-of", "z", ["get", "name"]]"#, "-1"), (#"["slice", ["get", "name"], -2]"#, #""lö""#),
    (#"["slice", ["literal", [1, 2, 3, 4]], 1, 3]"#, "[2,3]"), (#"["length", ["get", "name"]]"#, "5"),
    (#"["slice", "abcd", -2.5]"#, #""cd""#), (#"["index-of", ["get", "missing"], "a null"]"#, "2"),
    (#"["in", ["get", "missing"], "x"]"#, "false"), (#"["typeof", ["literal", [[1], [2]]]]"#, #""array<value, 2>""#),
    (#"["typeof", ["literal", [[1]]]]"#, #""array<array<number, 1>, 1>""#),
  ])
  func looksThingsUp(expression: String, expected: String) throws {
    #expect(try text(expression) == expected)
  }

  @Test(arguments: [
    (#"["+", 1, 2, 3]"#, "6"), (#"["-", 5]"#, "-5"), (#"["-", 5, 7]"#, "-2"), (#"["*", 2, ["get", "lanes"]]"#, "8"),
    (#"["/", 1, 4]"#, "0.25"), (#"["%", -5, 3]"#, "-2"), (#"["^", 2, 10]"#, "1024"), (#"["min", 3, 1, 2]"#, "1"),
    (#"["max", 3, 1, 2]"#, "3"), (#"["round", -1.5]"#, "-2"), (#"["round", 2.5]"#, "3"), (#"["floor", -1.2]"#, "-2"),
    (#"["ceil", 1.2]"#, "2"), (#"["abs", -3]"#, "3"), (#"["sqrt", 9]"#, "3"), (#"["log2", 8]"#, "3"), (#"["log10", 1000]"#, "3"),
    (#"["ln", 1]"#, "0"), (#"["cos", 0]"#, "1"), (#"["*"]"#, "1"), (#"["+"]"#, "0"),
  ])
  func calculates(expression: String, expected: String) throws {
    #expect(try text(expression) == expected)
  }

  @Test func projectionsGoOverToEachOther() throws {
    let spec =
      #"{"type": "projectionDefinition", "property-type": "data-constant", "expression": {"interpolated": true, "parameters": ["zoom"]}}"#
    let ramp =
      #"["interpolate", ["linear"], ["zoom"], 0, "vertical-perspective", 10, ["coalesce", ["global-state", "x"], "mercator"]]"#
    func value(_ zoom: Double) throws -> String { try Evaluation(ramp, zoom: zoom, spec: spec).text }
    #expect(try value(0) == #""vertical-perspective""#)
    #expect(try value(5) == #"{"from":"vertical-perspective","to":"mercator","transition":0.5}"#)
    #expect(try value(12) == #""mercator""#)
    #expect(
      try Evaluation(#"["global-state", "x"]"#, spec: spec).error
        == "Could not parse projection expression, but found  instead.")
  }

  @Test(arguments: [
    (#"["case", ["get", "bridge"], "up", "down"]"#, #""up""#), (#"["case", false, 1, false, 2, 3]"#, "3"),
    (#"["match", ["get", "class"], ["motorway", "trunk"], 1, "street", 2, 3]"#, "2"),
    (#"["match", ["get", "lanes"], [1, 2], "few", [3, 4], "many", "?"]"#, #""many""#),
    (#"["match", ["get", "name"], 4, "number", "other"]"#, #""other""#),
    (#"["coalesce", ["get", "missing"], ["get", "class"], "x"]"#, #""street""#),
    (#"["all"]"#, "true"), (#"["any"]"#, "false"), (#"["all", true, ["get", "bridge"]]"#, "true"), (#"["!", false]"#, "true"),
    (#"["==", ["get", "lanes"], 4]"#, "true"), (#"["==", ["get", "lanes"], "4"]"#, "false"), (#"["<", "a", "b"]"#, "true"),
    (#"[">=", ["get", "lanes"], 4]"#, "true"),
    (#"["==", "Ä", "a", ["collator", {"case-sensitive": false, "diacritic-sensitive": false}]]"#, "true"),
    (#"["let", "n", ["get", "lanes"], ["+", ["var", "n"], ["var", "n"]]]"#, "8"),
  ])
  func decides(expression: String, expected: String) throws {
    #expect(try text(expression) == expected)
  }

  @Test(arguments: [
    (#"["to-number", "12.5"]"#, "12.5"), (#"["to-number", "x", " 7 "]"#, "7"), (#"["to-number", null]"#, "0"),
    (#"["to-number", true]"#, "1"), (#"["to-boolean", ""]"#, "false"), (#"["to-boolean", "0"]"#, "true"),
    (#"["to-string", null]"#, #""""#), (#"["to-string", 1e21]"#, #""1e+21""#), (#"["to-string", 0.1]"#, #""0.1""#),
    (#"["to-string", ["literal", {"b": 1, "a": [true]}]]"#, #""{\"b\":1,\"a\":[true]}""#),
    (#"["to-string", ["to-color", "red"]]"#, #""rgba(255,0,0,1)""#), (#"["concat", "a", 1, true, null]"#, #""a1true""#),
    (#"["upcase", "straße"]"#, #""STRASSE""#), (#"["to-rgba", ["rgba", 255, 51, 0, 0.5]]"#, "[255,51,0,0.5]"),
    (#"["concat", ["/", 0, 0], ["/", -1, 0]]"#, #""NaN-Infinity""#), (#"["number-format", ["/", -1, 0], {}]"#, #""-∞""#),
    (#"["split", "a-b-c", "-"]"#, #"["a","b","c"]"#), (#"["join", ["literal", ["a", "b"]], "+"]"#, #""a+b""#),
  ])
  func convertsTypes(expression: String, expected: String) throws {
    #expect(try text(expression) == expected)
  }

  /// 2^t between the stops for base 2: (2^1 - 1) / (2^2 - 1) = 1/3.
  @Test(arguments: [
    (#"["interpolate", ["linear"], ["zoom"], 10, 0, 20, 100]"#, 12.0, "20"),
    (#"["interpolate", ["linear"], ["zoom"], 10, 0, 20, 100]"#, 5.0, "0"),
    (#"["interpolate", ["linear"], ["zoom"], 10, 0, 20, 100]"#, 25.0, "100"),
    (#"["interpolate", ["exponential", 2], ["zoom"], 0, 0, 2, 3]"#, 1.0, "1"),
    (#"["step", ["zoom"], "a", 5, "b", 10, "c"]"#, 4.9, #""a""#), (#"["step", ["zoom"], "a", 5, "b", 10, "c"]"#, 5.0, #""b""#),
    (#"["step", ["zoom"], "a", 5, "b", 10, "c"]"#, 30.0, #""c""#),
    (#"["interpolate", ["linear"], ["zoom"], 0, ["literal", [0, 10]], 10, ["literal", [10, 0]]]"#, 5.0, "[5,5]"),
    // One output is the output, whatever the input.
    (#"["interpolate", ["linear"], ["number", ["get", "name"]], 3, 8]"#, 5.0, "8"),
    // What is not given elsewhere than in heatmaps and gradients begins at nothing.
    (#"["interpolate", ["linear"], ["heatmap-density"], 0, 4, 1, 8]"#, 5.0, "4"), (#"["line-progress"]"#, 5.0, "0"),
  ])
  func followsRamps(expression: String, zoom: Double, expected: String) throws {
    #expect(try text(expression, zoom: zoom) == expected)
  }

  /// Names of images come from features, and an empty one names none.
  @Test func emptyNamesAreNoImages() throws {
    let spec = #"{"type": "resolvedImage", "property-type": "data-driven", "expression": {"parameters": ["feature"]}}"#
    #expect(try Evaluation(#"["get", "missing"]"#, feature: Self.feature, spec: spec).text == "null")
    #expect(try Evaluation(#"["get", "class"]"#, feature: Self.feature, spec: spec).output?["name"]?.string == "street")
  }

  /// Half of red and half of blue whatever their alpha, and half of the alpha; multiplied in when told.
  @Test func interpolatesColoursApartFromAlpha() throws {
    let middle = try Evaluation(
      #"["interpolate", ["linear"], ["zoom"], 0, "rgba(255, 0, 0, 1)", 2, "rgba(0, 0, 255, 0)"]"#, zoom: 1,
      spec: #"{"type": "color", "property-type": "data-driven", "expression": {"interpolated": true, "parameters": ["zoom"]}}"#)
    #expect(middle.text == "[0.25,0,0.25,0.5]")
    #expect(middle.type == "color")
  }

  /// CSS timing functions: "ease" (0.25, 0.1, 0.25, 1) is 0.8024 at its middle, and a straight line is itself.
  @Test func followsBezierCurves() {
    #expect(abs(UnitBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1).value(at: 0.5) - 0.8024) < 1e-4)
    #expect(abs(UnitBezier(x1: 0.3, y1: 0.3, x2: 0.6, y2: 0.6).value(at: 0.37) - 0.37) < 1e-9)
  }

  /// An array or an object of what its items come to, with the type that they share.
  @Test(arguments: [
    (#"["semiliteral", [1, ["get", "lanes"]]]"#, "[1,4]", "array<value, 2>"),
    (#"["semiliteral", [1, ["number", ["get", "lanes"]]]]"#, "[1,4]", "array<number, 2>"),
    (#"["semiliteral", {"n": ["+", 1, 2], "c": ["get", "class"]}]"#, #"{"n":3,"c":"street"}"#, "object"),
    (#"["semiliteral", "a"]"#, #""a""#, "string"), (#"["semiliteral", []]"#, "[]", "array<value, 0>"),
    (#"["at", 1, ["semiliteral", ["a", ["get", "class"]]]]"#, #""street""#, "value"),
  ])
  func makesArraysAndObjects(expression: String, expected: String, type: String) throws {
    let evaluation = try Evaluation(expression, feature: Self.feature)
    #expect(evaluation.text == expected && evaluation.type == type)
  }

  @Test func semiliteralsHaveFaultsOfTheirOwn() throws {
    #expect(
      try Evaluation(#"["semiliteral"]"#).faults == [
        ": 'semiliteral' expression requires exactly one argument, but found 0 instead."
      ])
    #expect(try Evaluation(#"["semiliteral", [["nope"]]]"#).faults.first?.hasPrefix("[1][0][0]: Unknown expression") == true)
  }

  /// As `indexOf` has it, which MapLibre asks: every text but the empty one, in which nothing is sought, begins with nothing.
  @Test(arguments: [
    (#"["in", "", "abc"]"#, "true"), (#"["in", "", ""]"#, "false"), (#"["in", "a", ""]"#, "false"),
    (#"["in", "", ["literal", ["a"]]]"#, "false"), (#"["in", "", ["literal", [""]]]"#, "true"),
    (#"["index-of", "", "abc"]"#, "0"),
  ])
  func seeksNothing(expression: String, expected: String) throws {
    #expect(try text(expression) == expected)
  }

  @Test func findsFeaturesWithinPolygons() throws {
    let square = #"{"type": "Polygon", "coordinates": [[[24, 60], [25, 60], [25, 61], [24, 61], [24, 60]]]}"#
    #expect(try text("[\"within\", \(square)]") == "true")
    let other = #"{"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]}"#
    #expect(try text("[\"within\", \(other)]") == "false")
  }

  /// A degree of latitude at 60.2 degrees is 111 km by a tenth of a per cent (WGS84: 111 416 m).
  @Test func measuresDistances() throws {
    let meters = try Evaluation(
      #"["distance", {"type": "Point", "coordinates": [24.9, 61.2]}]"#, feature: Self.feature
    ).output?.number
    #expect(abs((meters ?? 0) - 111_416) < 111)
  }
}

/// Documents of `overlook style eval` beyond single expressions; expected values from the tests of the style specification.
@Suite struct ExpressionDocumentTests {
  private func evaluate(_ text: String) throws -> String {
    let document = ExpressionDocument.evaluate(try JSONParser.parse(Array(text.utf8)))
    return JSONWriter.text(document["outputs"] ?? document["compiled"]?["errors"] ?? .null)
  }

  @Test(arguments: [
    (
      #"{"expression":{"type":"exponential","stops":[[0,10],[1,20],[1,25],[2,30]]},"propertySpec":{"type":"number"},"inputs":[[{"zoom":1},{}]]}"#,
      "[20]"
    ),
    (
      #"{"expression":{"type":"categorical","property":"p","stops":[["0","0 {a}"]],"default":"d"},"propertySpec":{"type":"string","tokens":true},"inputs":[[{},{"properties":{"p":"0","a":"a"}}],[{},{}]]}"#,
      #"["0 {a}","d"]"#
    ),
    (
      #"{"expression":{"type":"interval","stops":[[0,"0 {a}"],[1,"{b}"]]},"propertySpec":{"type":"string","tokens":true},"inputs":[[{"zoom":0},{"properties":{"a":"a"}}],[{"zoom":1},{"properties":{"b":2}}]]}"#,
      #"["0 a","2"]"#
    ),
    (
      #"{"expression":{"type":"identity","property":"p"},"propertySpec":{"type":"padding"},"inputs":[[{},{"properties":{"p":[1,2,3]}}]]}"#,
      #"[{"values":[1,2,3,2]}]"#
    ),
    (
      #"{"expression":{"type":"categorical","property":"p","stops":[["0","red"]]},"propertySpec":{"type":"color","default":"blue"},"inputs":[[{},{"properties":{"p":1}}]]}"#,
      "[[0,0,1,1]]"
    ),
    (#"{"expression":["number",["global-state","x"]],"globalState":{"x":3},"inputs":[[{},{}]]}"#, "[3]"),
    (
      #"{"expression":["number-format",987654321.234567,{"locale":"en-US","min-fraction-digits":2,"max-fraction-digits":["get","m"]}],"inputs":[[{},{"properties":{"m":4}}]]}"#,
      #"["987,654,321.2346"]"#
    ),
    (
      #"{"expression":["number-format",1234.567,{"locale":"en-US","unit":["get","u"]}],"inputs":[[{},{"properties":{"u":"meter"}}],[{},{"properties":{"u":"celsius"}}]]}"#,
      #"["1,234.567 m","1,234.567°C"]"#
    ),
    // A name that no locale has.
    (#"{"expression":["number-format",1234.5,{"locale":"\u00e9de"}],"inputs":[[{},{}]]}"#, #"["1,234.5"]"#),
    (
      #"{"expression":["let","x",["step",["zoom"],0,1,1],["step",["zoom"],0,1,1]],"inputs":[]}"#,
      #"[{"key":"","error":"Only one zoom-based \"step\" or \"interpolate\" subexpression may be used in an expression."}]"#
    ),
    (
      #"{"expression":["+",["zoom"],1],"inputs":[]}"#,
      #"[{"key":"","error":"\"zoom\" expression may only be used as input to a top-level \"step\" or \"interpolate\" expression."}]"#
    ),
  ])
  func documentsAreEvaluatedAsTheSpecificationTestsThem(document: String, expected: String) throws {
    #expect(try evaluate(document) == expected)
  }

  /// A feature comes out of a tile, whose units at zoom 20 are half a centimetre.
  @Test func distancesAreThoseOfPlacesInTiles() throws {
    let text = try evaluate(
      #"{"expression":["distance",{"type":"Point","coordinates":[3,3]}],"inputs":[[{"canonicalID":{"z":20,"x":3,"y":3}},{"geometry":{"type":"Point","coordinates":[3,3]}}]]}"#
    )
    #expect(text.hasPrefix("[0.0017018"))
  }
}
