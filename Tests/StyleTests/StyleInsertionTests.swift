import Testing

@testable import OverlookStyle

@Suite struct StyleInsertionTests {
  private func style(_ layers: [(id: String, type: String)]) throws -> StyleDocument {
    let sources = #""v": {"type": "vector", "url": "u"}, "r": {"type": "raster", "url": "u"}"#
    let texts = layers.map { id, type in
      let data = type == "background" ? "" : type == "raster" ? #", "source": "r""# : #", "source": "v", "source-layer": "l""#
      let font = type == "symbol" ? #", "layout": {"text-font": ["\#(id)"]}"# : ""
      return #"{"id": "\#(id)", "type": "\#(type)"\#(data)\#(font)}"#
    }
    return try StyleDocument(
      Array(#"{"version": 8, "sources": {\#(sources)}, "layers": [\#(texts.joined(separator: ","))]}"#.utf8))
  }

  private func order(_ layers: [(id: String, type: String)], _ place: StyleDocument.InsertionPlace) throws -> String {
    try style(layers).inserting(try style([("new", "line"), ("NEW", "symbol")]), place).layers.map(\.id).joined(separator: " ")
  }

  @Test func linesLieAboveRoadsAndBelowBuildingsAndLabels() throws {
    let usual = [("back", "background"), ("road", "line"), ("house", "fill"), ("block", "fill-extrusion"), ("label", "symbol")]
    #expect(try order(usual, .aboveRoads) == "back road new house block label NEW")
    let arrows = [("back", "background"), ("arrow", "symbol"), ("road", "line"), ("label", "symbol")]
    #expect(try order(arrows, .aboveRoads) == "back arrow road new label NEW")
    let roofs = [("block", "fill-extrusion"), ("cable", "line"), ("label", "symbol")]
    #expect(try order(roofs, .aboveRoads) == "new block cable label NEW")
    #expect(try order([("back", "background")], .aboveRoads) == "back new NEW")
    #expect(try order([], .aboveRoads) == "new NEW")
  }

  @Test func whatIsBelowBlocksIsAboveAllElseOnTheGround() throws {
    let usual = [("back", "background"), ("road", "line"), ("house", "fill"), ("block", "fill-extrusion"), ("label", "symbol")]
    #expect(try order(usual, .belowBlocks) == "back road house new block label NEW")
    let arrows = [("back", "background"), ("arrow", "symbol"), ("road", "line"), ("label", "symbol")]
    #expect(try order(arrows, .belowBlocks) == "back arrow road new label NEW")
    let roofs = [("block", "fill-extrusion"), ("cable", "line"), ("label", "symbol")]
    #expect(try order(roofs, .belowBlocks) == "new block cable label NEW")
    #expect(try order([("label", "symbol")], .belowBlocks) == "new label NEW")
  }

  @Test func whatIsAboveBlocksIsBelowTheLabelsAlone() throws {
    let usual = [
      ("back", "background"), ("road", "line"), ("block", "fill-extrusion"), ("roof", "fill-extrusion"), ("label", "symbol"),
    ]
    #expect(try order(usual, .aboveBlocks) == "back road block roof new label NEW")
    let flat = [("back", "background"), ("road", "line"), ("house", "fill"), ("label", "symbol")]
    #expect(try order(flat, .aboveBlocks) == "back road new house label NEW")
  }

  @Test func labelsGetTheFontsOfTheStyle() throws {
    let style = try style([("a", "symbol"), ("b", "symbol")])
    let result = style.inserting(try self.style([("new", "symbol")]), .belowBlocks)
    guard case .constant(let font)? = result.layer("new")?.properties[.textFont],
      case .constant(let expected)? = style.layer("b")?.properties[.textFont]
    else {
      Issue.record("no font")
      return
    }
    #expect(font == expected)
  }

  @Test func picturesAloneKeepTheirSources() throws {
    let style = try style([("back", "background"), ("earth", "raster"), ("road", "line"), ("label", "symbol")]).withoutFeatures
    #expect(style.layers.map(\.id) == ["back", "earth"])
    #expect(style.sources.map(\.id) == ["r"])
  }
}
