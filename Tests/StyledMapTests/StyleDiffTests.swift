import OverlookFormats
import OverlookStyle
import Testing

@testable import OverlookStyledMap

@Suite struct StyleDiffTests {
  private func style(_ layers: String, state: String = "{}") throws -> StyleDocument {
    let source = #""s": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}"#
    return try StyleDocument(Array(#"{"version": 8, "state": \#(state), "sources": {\#(source)}, "layers": [\#(layers)]}"#.utf8))
  }

  private func changes(_ a: String, _ b: String) throws -> Set<String> {
    StyleDiff.layersToLayOut(from: try style(a), to: try style(b))
  }

  private let red = #"{"id": "a", "type": "fill", "source": "s", "paint": {"fill-color": "red"}}"#

  @Test func aNewColourNeedsNoLayout() throws {
    #expect(try changes(red, #"{"id": "a", "type": "fill", "source": "s", "paint": {"fill-color": "blue"}}"#).isEmpty)
  }

  @Test(arguments: [
    #"{"id": "a", "type": "fill", "source": "s", "paint": {"fill-color": ["get", "c"]}}"#,
    #"{"id": "a", "type": "fill", "source": "s", "paint": {"fill-color": "red"}, "filter": ["has", "c"]}"#,
    #"{"id": "a", "type": "fill", "source": "s", "paint": {"fill-color": "red"}, "layout": {"fill-sort-key": 1}}"#,
    #"{"id": "a", "type": "fill", "source": "s", "paint": {"fill-color": "red", "fill-pattern": "p"}}"#,
    #"{"id": "a", "type": "line", "source": "s"}"#,
  ])
  func whatLiesWithTheTilesNeedsLayout(after: String) throws {
    #expect(try changes(red, after) == ["a"])
  }

  @Test func onlyTheLayerThatChangedIsLaidOut() throws {
    let two = red + #", {"id": "b", "type": "line", "source": "s"}"#
    #expect(try changes(red, two) == ["b"])
    #expect(try changes(two, red).isEmpty)
  }

  private static let state = #"["global-state", "x"]"#

  @Test(
    arguments: [
      (#""filter": ["==", ["get", "c"], \#(state)]"#, true), (#""layout": {"fill-sort-key": \#(state)}"#, true),
      (#""paint": {"fill-opacity": ["*", \#(state), ["get", "c"]]}"#, true), (#""paint": {"fill-opacity": \#(state)}"#, false),
      (#""paint": {"fill-opacity": ["interpolate", ["linear"], ["zoom"], 0, 0, 9, \#(state)]}"#, false),
    ])
  func globalStateConcernsTheLayersWhoseTilesReadIt(members: String, isLaidOut: Bool) throws {
    let reader = #"{"id": "b", "type": "fill", "source": "s", \#(members)}"#
    let documents = try (0...1).map { try style(red + "," + reader, state: #"{"x": {"default": \#($0)}}"#) }
    #expect(documents.flatMap(\.faults).isEmpty)
    #expect(StyleDiff.layersToLayOut(from: documents[0], to: documents[1]) == (isLaidOut ? ["b"] : []))
    #expect(StyleDiff.layersToLayOut(from: documents[0], to: documents[0]).isEmpty)
  }

  @Test func aLayerThatTheStateShowsIsLaidOut() throws {
    let layer =
      #"{"id": "a", "type": "fill", "source": "s", "layout": {"visibility": ["case", \#(Self.state), "visible", "none"]}}"#
    let before = try style(red + "," + layer.replacing("\"a\"", with: "\"b\""), state: #"{"x": {"default": false}}"#)
    var after = before
    #expect(before.faults.isEmpty && before.layer("b")?.isVisible == false)
    after.globalState["x"] = .bool(true)
    #expect(after.layer("b")?.isVisible == true && after.layer("a")?.isVisible == true)
    #expect(StyleDiff.layersToLayOut(from: before, to: after) == ["b"])
  }

  /// What decides which features a source has is part of it.
  @Test(arguments: [
    (#""filter": ["has", "a"]"#, #""filter": ["has", "b"]"#),
    (
      #""cluster": true, "clusterProperties": {"a": ["+", ["get", "x"]]}"#,
      #""cluster": true, "clusterProperties": {"a": ["+", ["get", "y"]]}"#
    ),
    (#""buffer": 1"#, #""buffer": 2"#),
  ])
  func aSourceThatIsTreatedInAnotherWayIsAnother(before: String, after: String) throws {
    func source(_ members: String) throws -> StyleSource {
      let style = #"{"version": 8, "layers": [], "sources": {"s": {"type": "geojson", "data": "a", \#(members)}}}"#
      return try #require(try StyleDocument(Array(style.utf8)).source("s"))
    }
    #expect(StyleDiff.isSame(try source(before), try source(before)))
    #expect(!StyleDiff.isSame(try source(before), try source(after)))
    #expect(!StyleDiff.differsInDataAlone(try source(before), try source(after)))
  }

  /// An object with an array of so many objects of a number.
  private func data(_ count: Int, last: Double = 0) throws -> JSONValue {
    let items = (0..<count).map { #"{"n": \#($0 == count - 1 ? last : 1)}"# }.joined(separator: ",")
    return try JSONParser.parse(Array(#"{"features": [\#(items)]}"#.utf8), thing: "the data")
  }

  @Test func dataAreComparedWithinALimitUnlessTheyLieInTheSameMemory() throws {
    let (first, same, other) = (try data(100), try data(100), try data(100, last: 2))
    // An object, an array, and a hundred times an object and a number.
    #expect(InlineData.isSame(first, same, limit: 202) && !InlineData.isSame(first, other, limit: 202))
    #expect(!InlineData.isSame(first, same, limit: 100))
    var copy = JSONObject()
    copy["features"] = first["features"]
    #expect(InlineData.isSame(first, .object(copy), limit: 2))
    copy["type"] = .string("FeatureCollection")
    #expect(!InlineData.isSame(first, .object(copy)))
    #expect(InlineData.isSame(.null, .null) && !InlineData.isSame(.number(1), .string("1")))
  }

  @Test func historyAddsUpChangesAndForgetsOldOnes() {
    var history = LayoutHistory()
    history.change(["a"])
    history.change(["b"])
    #expect(history.changes(since: 0) == ["a", "b"])
    #expect(history.changes(since: 1) == ["b"])
    #expect(history.changes(since: 2) == [])
    #expect(history.changes(since: -1) == nil)
    history.change(nil)
    #expect(history.changes(since: 2) == nil)
    #expect(history.changes(since: 3) == [])
    for _ in 0..<40 { history.change(["c"]) }
    #expect(history.changes(since: 3) == nil)
  }
}
