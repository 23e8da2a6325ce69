@testable import OverlookLayout
@testable import OverlookStyle
import OverlookGeometry
import Testing

@Suite struct LayerPropertiesTests {
  private func properties(_ paint: String) throws -> LayerProperties {
    LayerProperties(try ShapeFeatures.layer(#"{"id": "a", "type": "line", "source": "s", "paint": {\#(paint)}}"#))
  }

  @Test func whatTheDocumentDoesNotSayHasItsDefault() throws {
    let properties = try properties("")
    #expect(properties.number(.lineWidth, zoom: 3) == 1)
    #expect(properties.color(.lineColor, zoom: 3) == .black)
    #expect(properties.choice(.lineTranslateAnchor, zoom: 3) == "map")
    #expect(!properties.isSet(.lineDasharray) && properties.isConstant(.lineWidth))
  }

  @Test func itIsKnownWhatAValueDependsOn() throws {
    let properties = try properties(
      #""line-width": ["interpolate", ["linear"], ["zoom"], 0, 2, 10, 12], "line-blur": ["get", "b"]"#)
    #expect(properties.isZoomOnly(.lineWidth) && !properties.isDataDriven(.lineWidth))
    #expect(properties.isDataDriven(.lineBlur) && !properties.isConstant(.lineBlur))
    #expect(properties.number(.lineWidth, zoom: 5) == 7)
  }

  @Test func valuesThatAreNotAllowedCountAsTheDefault() throws {
    let properties = try properties(#""line-opacity": ["get", "o"], "line-width": ["get", "w"]"#)
    let feature = ExpressionFeature(properties: ["o": .number(7), "w": .string("wide")])
    #expect(properties.value(.lineOpacity, zoom: 1, feature: feature) == .number(1))
    #expect(properties.value(.lineWidth, zoom: 1, feature: feature) == .number(1))
  }

  /// As the embedded styles name places.
  @Test func theLanguageOfLayoutIsThatOfExpressions() throws {
    let layer = try ShapeFeatures.layer(
      #"""
      {"id": "a", "type": "symbol", "source": "s", "layout": {"text-field":
        ["get", ["concat", "name:", ["slice", ["resolved-locale", ["collator", {}]], 0, 2]]]}}
      """#)
    let feature = ExpressionFeature(properties: ["name:en": .string("Helsinki"), "name:sv": .string("Helsingfors")])
    var context = LayoutContext(tile: OverscaledTile(TileID(z: 0, x: 0, y: 0)), pixelsPerPoint: 1)
    func text() -> String? {
      guard case .formatted(let text) = LayerProperties(layer, context).value(.textField, zoom: 0, feature: feature) else {
        return nil
      }
      return text.sections.map(\.text).joined()
    }
    #expect(text() == "Helsinki")
    context.language = "sv"
    #expect(text() == "Helsingfors")
  }

  @Test func changesGoOverInTheirTime() throws {
    let old = try properties(#""line-width": 2"#)
    var new = try properties(#""line-width": 10, "line-width-transition": {"duration": 1000, "delay": 500}"#)
    new.moveOver(from: old, at: 100, general: StyleTransition())
    func width(_ seconds: Double) -> Double {
      new.timeSeconds = seconds
      return new.number(.lineWidth, zoom: 0)
    }
    #expect(width(100) == 2 && width(100.5) == 2 && width(101) == 6 && width(101.5) == 10)
    // A cubic: an eighth of the half after a quarter of the time squared twice over.
    #expect(width(100.75) == 2 + 8 * 4 * 0.25 * 0.25 * 0.25)
    #expect(new.isMoving(at: 101) && !new.isMoving(at: 101.5))
  }

  @Test func aChangeOnTheWayStartsWhereItIs() throws {
    let first = try properties(#""line-width": 0"#)
    var second = try properties(#""line-width": 8"#)
    second.moveOver(from: first, at: 0, general: StyleTransition(durationSeconds: 2))
    var third = try properties(#""line-width": 0"#)
    third.moveOver(from: second, at: 1, general: StyleTransition(durationSeconds: 2))
    third.timeSeconds = 1
    #expect(third.number(.lineWidth, zoom: 0) == 4)
  }
}
