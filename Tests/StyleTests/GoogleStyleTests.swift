import OverlookFormats
import Testing

@testable import OverlookStyle

/// Google-style documents on a style of our own schema. Colours by hand from the formulas of CSS Color 4, section 7.
@Suite struct GoogleStyleTests {
  private static let style = """
    {"version": 8, "sources": {"a": {"type": "vector", "url": "https://example.org/a.json"}}, "layers": [
    {"id": "land", "type": "background", "paint": {"background-color": "#ffffff"}},
    {"id": "water", "type": "fill", "source": "a", "source-layer": "water", "paint": {"fill-color": "#336699"}},
    {"id": "casing", "type": "line", "source": "a", "source-layer": "transportation", "paint": {"line-color": "#000000", "line-width": 5}},
    {"id": "road", "type": "line", "source": "a", "source-layer": "transportation", "filter": ["==", ["get", "brunnel"], "bridge"],
     "paint": {"line-color": ["match", ["get", "class"], "motorway", "#ff0000", "#00ff00"], "line-width": 3}},
    {"id": "label", "type": "symbol", "source": "a", "source-layer": "place", "layout": {"text-field": "x", "icon-image": "dot"},
     "paint": {"text-color": "#808080", "text-halo-color": "#ffffff", "text-halo-width": 1}}]}
    """

  private func applied(_ rules: String) throws -> StyleDocument {
    let document = try StyleDocument(Array(Self.style.utf8))
    return try GoogleStyle(try JSONParser.parse(Array(rules.utf8))).applied(to: document)
  }

  private func color(_ document: StyleDocument, _ id: String, _ name: StylePropertyName) -> String? {
    guard case .constant(.color(let color))? = document.layer(id)?.properties[name] else { return nil }
    return color.text
  }

  @Test(arguments: [
    (##"{"color": "#102030"}"##, "rgba(16,32,48,1)"),
    // 0x336699 has the hue 210 degrees, the saturation 1/2 and the lightness 2/5.
    (##"{"hue": "#00ff00"}"##, "rgba(51,153,51,1)"), (##"{"lightness": 50}"##, "rgba(140,179,217,1)"),
    (##"{"lightness": -100}"##, "rgba(0,0,0,1)"),
    (#"{"saturation": -100}"#, "rgba(102,102,102,1)"), (#"{"saturation": 100}"#, "rgba(0,102,204,1)"),
    (#"{"invert_lightness": true}"#, "rgba(102,153,204,1)"), (#"{"invert_lightness": false}"#, "rgba(51,102,153,1)"),
    // The lightness becomes the square root of 2/5, 0.632.
    (#"{"gamma": 2}"#, "rgba(114,161,208,1)"),
  ])
  func changesColors(styler: String, expected: String) throws {
    let document = try applied(#"[{"featureType": "water", "stylers": [\#(styler)]}]"#)
    let found = try #require(color(document, "water", .fillColor))
    // Rounding of the last step may go either way.
    let (a, b) = (numbers(found), numbers(expected))
    #expect(a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= 1 }, "\(found)")
    #expect(color(document, "land", .backgroundColor) == "rgba(255,255,255,1)")
  }

  private func numbers(_ text: String) -> [Double] {
    text.split { !$0.isNumber && $0 != "." }.compactMap { Double($0) }
  }

  @Test func appliesStylersInTheirOrder() throws {
    let document = try applied(
      ##"[{"stylers": [{"color": "#ffffff"}, {"lightness": -50}]}, {"featureType": "water", "stylers": [{"lightness": -50}]}]"##)
    #expect(color(document, "water", .fillColor) == "rgba(64,64,64,1)")
    #expect(color(document, "land", .backgroundColor) == "rgba(128,128,128,1)")
  }

  @Test func partsALayerWhereTheRulesDo() throws {
    let document = try applied(
      ##"[{"featureType": "road.highway", "elementType": "geometry.fill", "stylers": [{"color": "#0000ff"}]}]"##)
    let roads = document.layers.filter { $0.sourceLayer == "transportation" && !$0.id.hasPrefix("casing") }
    #expect(roads.map(\.id) == ["road", "road/road.highway"])
    let tags: (String) -> ExpressionContext = { kind in
      var context = ExpressionContext()
      context.feature = ExpressionFeature(properties: ["class": .string(kind), "brunnel": .string("bridge")])
      return context
    }
    for (kind, passing) in [("motorway", 1), ("trunk", 1), ("minor", 0), ("rail", 0), ("unheard-of", 0)] {
      for (index, layer) in roads.enumerated() {
        let filter = try #require(layer.filter)
        #expect(try filter.evaluate(tags(kind)) == .bool(index == passing), "\(kind) in \(layer.id)")
      }
    }
    let highway = try #require(roads.last?.properties[.lineColor])
    guard case .expression(let program) = highway else {
      Issue.record("no expression")
      return
    }
    #expect(try program.evaluate(tags("motorway")) == .color(StyleColor(red: 0, green: 0, blue: 1)))
  }

  @Test func hidesAndWeighs() throws {
    let hidden = try applied(#"[{"featureType": "road", "elementType": "geometry.stroke", "stylers": [{"visibility": "off"}]}]"#)
    // What is no road, railways among them, stays in the layer of the first name.
    #expect(hidden.layer("casing")?.isVisible == true && hidden.layer("casing/road.local")?.isVisible == false)
    #expect(hidden.layer("road")?.isVisible == true && hidden.layers.allSatisfy { !$0.id.hasPrefix("road/") || $0.isVisible })
    let simple = try applied(#"[{"featureType": "road", "stylers": [{"visibility": "simplified"}, {"weight": 1.5}]}]"#)
    #expect(simple.layer("casing/road.local")?.isVisible == false)
    guard case .constant(.number(1.5))? = simple.layer("road/road.local")?.properties[.lineWidth] else {
      Issue.record("the width of the road")
      return
    }
    let labels = try applied(#"[{"elementType": "labels.icon", "stylers": [{"visibility": "off"}]}]"#)
    #expect(labels.layer("label")?.isVisible == true && labels.layer("label")?.properties[.iconImage] == nil)
    let none = try applied(#"[{"elementType": "labels", "stylers": [{"visibility": "off"}]}]"#)
    #expect(none.layer("label")?.isVisible == false && none.layer("water")?.isVisible == true)
  }

  @Test(arguments: [
    (#"[5]"#, "[0]: a rule was expected, number found"),
    (#"[{"featureType": "roads", "stylers": []}]"#, "[0].featureType: a feature type that is not known"),
    (#"[{"elementType": "geometry.outline", "stylers": []}]"#, "[0].elementType: an element type that is not known"),
    (#"[{}]"#, "[0].stylers: a list of stylers was expected"),
    (#"[{"stylers": [{"color": "red"}]}]"#, "[0].stylers[0].color: #RRGGBB was expected"),
    (#"[{"stylers": [{"gamma": 0}]}]"#, "[0].stylers[0].gamma: a number of 0.01 to 10 was expected"),
    (#"[{"stylers": [{"glow": 1}]}]"#, "[0].stylers[0].glow: a styler that is not known"),
  ])
  func saysWhatIsWrong(rules: String, fault: String) throws {
    let document = try applied(rules)
    #expect(document.faults.map(\.description) == [fault])
  }

  @Test func refusesWhatIsNoListOfRules() throws {
    #expect(throws: FormatError.self) { _ = try GoogleStyle(.bool(true)) }
  }
}
