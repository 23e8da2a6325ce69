import OverlookGeometry
import OverlookTestSupport
import Testing

@testable import OverlookFormats

@Suite struct IMDFReaderTests {
  private let folder: IndoorFolder

  init() throws {
    folder = try IndoorFolder()
  }

  private func venue() throws -> IndoorVenue { try IMDFReader.venue(folder: folder.path) }

  @Test func buildingsHaveTheirLevelsFromTheHighestDown_IN01() throws {
    let venue = try venue()
    let names = venue.buildings.map { building in
      (building.id, building.levels.map { venue.levels[$0].name.text(in: "en") ?? "" })
    }
    #expect(names.count == 2)
    #expect(names.contains { $0.0 == "mall" && $0.1 == ["Upper", "Street", "Below"] })
    #expect(names.contains { $0.0 == "metro" && $0.1 == ["Below"] })
    #expect(venue.warnings.isEmpty)
  }

  @Test func aLevelOfTwoBuildingsIsOne_IN06() throws {
    let venue = try venue()
    let levels = venue.buildings.compactMap(\.levels.last)
    #expect(levels.count == 2 && levels[0] == levels[1])
  }

  @Test func footprintsSayWhereABuildingIsAndLevelsStandInForThem() throws {
    let inMall = LocationCoordinate(latitude: 0.0005, longitude: 0.0005)
    let inMetro = LocationCoordinate(latitude: 0.0005, longitude: 0.0025)
    func homes(_ place: LocationCoordinate) throws -> [String] {
      try venue().buildings.filter { building in building.outline.contains { $0.contains(place) } }.map(\.id)
    }
    #expect(try homes(inMall) == ["mall"])
    #expect(try homes(inMetro) == ["metro"])
    try folder.remove("footprint")
    // Every level of the folder has the mall's outline; three of them around a place are no hole.
    #expect(try homes(inMall).sorted() == ["mall", "metro"])
    #expect(try homes(inMetro).isEmpty)
  }

  @Test func aBuildingStandsOnItsFootprintOnTheGroundAloneWhereItHasOne() throws {
    func grounds() throws -> [Int] { try venue().buildings.map(\.ground.count) }
    #expect(try grounds() == [1, 1])
    let below = IndoorFolder.feature("f2", #""building_ids": ["mall"], "category": "subterranean""#, IndoorFolder.square(0.002))
    try folder.write(
      "footprint",
      [below, IndoorFolder.feature("f1", #""building_ids": ["mall"], "category": "ground""#, IndoorFolder.square(0)), below])
    let mall = try #require(try venue().buildings.first { $0.id == "mall" })
    #expect(mall.outline.count == 3 && mall.ground.count == 1)
    #expect(mall.ground.first?.contains(LocationCoordinate(latitude: 0.0005, longitude: 0.0005)) == true)
  }

  @Test func namesAreInTheLanguageThatIsAskedForElseTheFirst() throws {
    let mall = try #require(try venue().buildings.first { $0.id == "mall" })
    #expect(mall.name.text(in: "fi") == "Kauppakeskus")
    #expect(mall.name.text(in: "fi-FI") == "Kauppakeskus")
    #expect(mall.name.text(in: "sv") == "Mall")
    #expect(mall.name.text(in: nil) == "Mall")
  }

  @Test func partsSayTheirLevelAndClass() throws {
    let features = try #require(try venue().features["features"]?.array)
    let parts = features.map { "\($0["properties"]?["level"]?.string ?? "") \($0["properties"]?["class"]?.string ?? "")" }
    #expect(parts == ["upper restroom", "street shop", "below walkway", "below walkway"])
  }

  @Test func whatIsWrongInPartsIsLeftOutAndTold() throws {
    try folder.write(
      "unit", [IndoorFolder.unit("a", "room", "street", 0), IndoorFolder.unit("b", "room", "nowhere", 0), "7", "null", "{}"])
    try folder.write(
      "level",
      [
        IndoorFolder.level("street", 0, "Street", "G", ["mall"]), IndoorFolder.level("street", 2, "Again", "A", ["mall"]),
        #"{"id": "x", "properties": {"ordinal": "high", "building_ids": ["mall"]}}"#, #"{"properties": 3}"#,
      ])
    let venue = try venue()
    #expect(venue.levels.map(\.id) == ["street"])
    #expect(venue.features["features"]?.array?.count == 1)
    #expect(
      venue.warnings == ["3 of its levels have no id or number of their own", "1 of its parts lie on no level"])
  }

  @Test func aFolderWithoutLevelsIsNoPlan() throws {
    try folder.write("level", [IndoorFolder.level("street", 0, "Street", "G", [])])
    #expect(throws: FormatError.malformed(folder.path, fault: "none of its levels belongs to a building")) { try venue() }
    try folder.write("level", text: "[1, 2")
    #expect(throws: FormatError.self) { try venue() }
    try folder.write("level", text: #"{"features": {}}"#)
    #expect(throws: FormatError.malformed("\(folder.path)/level.geojson", fault: "it is no collection of features")) {
      try venue()
    }
    try folder.remove("level")
    #expect { try venue() } throws: {
      if case .unreadable(let thing, _)? = $0 as? FormatError { thing.hasSuffix("level.geojson") } else { false }
    }
  }
}
