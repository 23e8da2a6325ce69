import OverlookGeometry
import Testing

@testable import OverlookFormats

@Suite struct IndoorTaggingTests {
  private func venue(_ features: [String]) throws -> IndoorVenue {
    let text = #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#
    return try IndoorTagging.venue(try JSONParser.parse(Array(text.utf8)), thing: "it")
  }

  private func feature(_ tags: String, west: Double = 0, id: String = "way/1") -> String {
    let ring = "[[\(west), 0], [\(west + 1), 0], [\(west + 1), 1], [\(west), 1], [\(west), 0]]"
    return #"{"id": "\#(id)", "properties": {\#(tags)}, "geometry": {"type": "Polygon", "coordinates": [\#(ring)]}}"#
  }

  /// The forms of the page "Simple Indoor Tagging" and of "Key:level".
  @Test(arguments: [
    (#""2""#, [2.0]), (#""0;1""#, [0, 1]), (#""0-2""#, [0, 1, 2]), (#""-1-1""#, [-1, 0, 1]), (#""-3--1""#, [-3, -2, -1]),
    (#""0.5""#, [0.5]), (#"" 1 ; 3-4 ""#, [1, 3, 4]), ("3", [3]), (#""""#, []), (#""up""#, []), (#""3-1""#, []), ("null", []),
    (#""99999""#, []), (#""nan""#, []), (#""1e3000""#, []),
  ])
  func levelsAreNumbersListsAndRanges(text: String, levels: [Double]) throws {
    let tag = try JSONParser.parse(Array(#"{"level": \#(text)}"#.utf8))["level"]
    #expect(IndoorTagging.ordinals(tag) == levels)
  }

  @Test func noTagNamesMoreLevelsThanABuildingHas() {
    let text = Array(repeating: "0-999", count: 10_000).joined(separator: ";")
    #expect(IndoorTagging.ordinals(.string(text)).count == 300)
  }

  @Test func partsBelongToTheBuildingAroundThem() throws {
    let venue = try venue([
      feature(#""building": "retail", "name": "East", "name:fi": "Itä""#, west: 10, id: "way/7"),
      feature(#""building": "yes""#, id: "way/8"),
      feature(#""indoor": "room", "level": "1", "name": "Shop", "shop": "yes""#, west: 10.2),
      feature(#""indoor": "room", "level": "0", "stairs": "yes""#, west: 0.2),
      feature(#""indoor": "level", "level": "1", "name": "Roof", "level:ref": "R""#, west: 10.1),
    ])
    #expect(venue.buildings.map(\.id) == ["way/7", "way/8"])
    let east = try #require(venue.buildings.first)
    #expect(east.name.text(in: "fi") == "Itä" && east.name.text(in: nil) == "East")
    let classes = venue.features["features"]?.array?.compactMap { $0["properties"]?["class"]?.string }
    #expect(classes == ["shop", "stairs"])
  }

  @Test func positionsOffTheEarthAreLeftOut() throws {
    let text = #"""
      {"features": [{"id": "a", "properties": {"building": "yes"}, "geometry": {"type": "Polygon", "coordinates":
       [[[0, 0], [1, 0], [1, 1], [0, 99999], [1e9, 0.5], [0, 1], [0, 0]]]}},
       {"properties": {"indoor": "room", "level": "0"}, "geometry": {"type": "Polygon", "coordinates":
       [[[0.1, 0.1], [0.2, 0.1], [0.2, 0.2], [0.1, 0.1]]]}}]}
      """#
    let venue = try IndoorTagging.venue(try JSONParser.parse(Array(text.utf8)), thing: "plan")
    #expect(venue.buildings.map(\.id) == ["a"] && venue.buildings.first?.outline.first?.rings.first?.count == 5)
  }

  @Test func whatNoBuildingHoldsHasOneAroundAll() throws {
    let venue = try venue([
      feature(#""indoor": "corridor", "level": "0;-1""#, west: 5), feature(#""indoor": "room", "level": "0""#, west: 7),
    ])
    let only = try #require(venue.buildings.first)
    #expect(venue.buildings.count == 1)
    #expect(only.levels.map { venue.levels[$0].ordinal } == [0, -1])
    // It stands where its parts are, not in the gap between them.
    let (gap, room) = (LocationCoordinate(latitude: 0.5, longitude: 6.5), LocationCoordinate(latitude: 0.5, longitude: 7.5))
    #expect(only.outline.contains { $0.contains(gap) } && !only.ground.contains { $0.contains(gap) })
    #expect(only.ground.contains { $0.contains(room) })
    #expect(venue.features["features"]?.array?.count == 3)
  }

  @Test(arguments: [
    "{}", #"{"features": 1}"#, #"{"features": []}"#, #"{"features": [{"properties": {"indoor": "room", "level": "0"}}]}"#,
    #"{"features": [{"properties": {"indoor": "room", "level": "0"}, "geometry": {"coordinates": [[[[[1, 2]]]]]}}]}"#,
    #"{"features": [{"properties": {"indoor": "room", "level": "0"}, "geometry": {"coordinates": [1]}}]}"#,
  ])
  func whatHasNoPartsIsNoPlan(text: String) throws {
    let document = try JSONParser.parse(Array(text.utf8))
    #expect(throws: FormatError.self) { try IndoorTagging.venue(document, thing: "it") }
  }
}
