import OverlookStyle
import OverlookTestSupport
import OverlookText
import Testing

@testable import OverlookLayout

/// Names in scripts for which the machine has no font: here it has Inter alone, and in some tests Thai.
@Suite struct MissingScriptTests {
  /// The text of one place with these properties; nil when it has no label.
  private func text(
    _ field: String, language: String? = nil, fonts: [String] = [], _ properties: [String: String]
  ) throws -> String? {
    var layer = try TestSymbols.layer(#"{"text-field": \#(field), "text-font": ["Inter Medium"]}"#)
    if case .expression(let program)? = layer.properties[.textField] {
      layer.properties[.textField] = .expression(program.localized(language))
    }
    let library = GlyphLibrary(localFonts: LocalFonts(catalog: FontCatalog(files: fonts)))
    return try self.text(layer, language: language, library, properties)
  }

  private func text(
    _ layer: StyleLayer, language: String?, _ library: GlyphLibrary, _ properties: [String: String]
  ) throws -> String? {
    var builder = FeatureLayerBuilder(name: "test")
    builder.keys = Array(properties.keys)
    builder.append(SIMD2(2048, 2048))
    builder.endPart()
    for (key, name) in properties.keys.enumerated() {
      builder.addTag(key: Int32(key), value: .string(properties[name] ?? ""))
    }
    builder.endFeature(.point, id: .null)
    let features = FeatureLayer(builder)
    var context = TestSymbols.context(library: library)
    context.language = language
    let values = LayerProperties(layer, context)
    return SymbolFeatures(values, SymbolOptions(values, zoom: 0), features, context).collected([0]).first?.text?.text
  }

  private let bangkok = ["name": "กรุงเทพ", "name:th": "กรุงเทพ", "name:en": "Bangkok", "name:ru": "Бангкок"]

  @Test func aNameThatCannotBeDrawnGivesWayToTheLatinOne() throws {
    #expect(try text(#"["get", "name"]"#, language: "th", bangkok) == "Bangkok")
    #expect(try text(#"["get", "name"]"#, bangkok) == "Bangkok")
    #expect(try text(#""{name}""#, language: "th", bangkok) == "Bangkok")
    #expect(try text(#"["get", "name"]"#, language: "ru", bangkok) == "Бангкок")
  }

  /// As the embedded styles name places.
  @Test func soDoesANameThatAnExpressionLooksFor() throws {
    let field = #"""
      ["coalesce", ["get", ["concat", "name:", ["slice", ["resolved-locale", ["collator", {}]], 0, 2]]], ["get", "name"]]
      """#
    #expect(try text(field, language: "th", bangkok) == "Bangkok")
    #expect(try text(field, language: "ru", bangkok) == "Бангкок")
  }

  @Test(.enabled(if: TestFont.thai.isInstalled, "needs the package fonts-tlwg-loma-otf"))
  func aNameThatCanBeDrawnStays() throws {
    #expect(try text(#"["get", "name"]"#, language: "th", fonts: [TestFont.thai.path], bangkok) == "กรุงเทพ")
  }

  @Test func noParenthesesAreLeftAroundNothing() throws {
    let myanmar = ["name": "မြန်မာ", "name:latin": "Myanmar", "name:nonlatin": "မြန်မာ"]
    let both = #"["concat", ["get", "name:latin"], " (", ["get", "name:nonlatin"], ")"]"#
    #expect(try text(both, myanmar) == "Myanmar")
    #expect(try text(both, ["name:latin": "Oslo"]) == "Oslo")
    #expect(try text(#"["concat", "Peak (", ["get", "name:latin"], ")"]"#, myanmar) == "Peak (Myanmar)")
  }

  @Test func whatHasNoOtherNameLosesItsLettersAndNothingElse() throws {
    #expect(try text(#"["get", "title"]"#, ["title": "म्यांमार (बर्मा)"]) == nil)
    #expect(try text(#"["get", "title"]"#, ["title": "Route 7 म्यांमार (बर्मा)"]) == "Route 7")
    #expect(try text(#"["get", "name"]"#, language: "th", ["name": "กรุงเทพ"]) == nil)
    // Signs are a label where there is a font for them.
    #expect(try text(#"["get", "title"]"#, ["title": "⚗"]) == nil)
    #expect(try text(#"["get", "title"]"#, ["title": "(?)"]) == "(?)")
  }

  @Test func expressionsLearnWhichScriptsThereAre() throws {
    let field = #"["case", ["is-supported-script", ["get", "title"]], "yes", "no"]"#
    #expect(try text(field, ["title": "Þingvellir Ωμέγα Жуковский"]) == "yes")
    #expect(try text(field, ["title": "กรุงเทพ"]) == "no")
    #expect(try text(field, ["title": "\u{200F} (12)"]) == "yes")
    if TestFont.thai.isInstalled {
      #expect(try text(field, fonts: [TestFont.thai.path], ["title": "กรุงเทพ"]) == "yes")
    }
  }

  /// Code points of a server's glyphs, one after another, are no Hindi; Thai they are.
  @Test func glyphsOfAServerSpellThoseScriptsAloneThatNeedNoShaping() throws {
    let layer = try TestSymbols.layer(#"{"text-field": ["case", ["is-supported-script", ["get", "title"]], "yes", "no"]}"#)
    let library = TestGlyphs.library("yesno")
    #expect(try text(layer, language: nil, library, ["title": "दिल्ली"]) == "no")
    #expect(try text(layer, language: nil, library, ["title": "กรุงเทพ 東京 القاهرة"]) == "yes")
  }
}
