import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookTileBuilder
import Testing

/// What of small extracts comes into which layer, with which attributes.
@Suite struct CitySchemaTests {
  private static let nodes = (0..<12).map {
    "<node id='\($0 + 1)' lat='\(53.5 + Double($0 / 4) / 1000)' lon='\(13.2 + Double($0 % 4) / 1000)'/>"
  }
  .joined()

  private static func features(_ elements: String) throws -> [MapFeature] {
    let path = NSTemporaryDirectory() + "/overlook-schema-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("<osm>\(nodes)\(elements)</osm>".utf8).write(to: URL(fileURLWithPath: path))
    return CitySchema.features(of: try OSMFile.read(path: path))
  }

  private static func way(_ id: Int, _ nodes: [Int], _ tags: [String: String]) -> String {
    "<way id='\(id)'>" + nodes.map { "<nd ref='\($0)'/>" }.joined() + Self.tags(tags) + "</way>"
  }

  private static func tags(_ tags: [String: String]) -> String {
    tags.sorted { $0.key < $1.key }.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined()
  }

  private static func text(_ feature: MapFeature?, _ key: String) -> String? {
    guard case .string(let text)? = feature?.tags.first(where: { $0.0 == key })?.1 else { return nil }
    return text
  }

  private static func number(_ feature: MapFeature?, _ key: String) -> Double? {
    switch feature?.tags.first(where: { $0.0 == key })?.1 {
    case .int(let value)?: Double(value)
    case .double(let value)?: value
    default: nil
    }
  }

  private static let square = [1, 2, 6, 5, 1]

  @Test(
    arguments: [
      ("gabled", "gabled"), ("hipped", "hipped"), ("flat", "flat"), ("pyramidal", "pyramidal"), ("skillion", "skillion"),
      ("dome", "dome"), ("half-hipped", "half-hipped"), ("mansard", "mansard"), ("gambrel", "gambrel"), ("round", "round"),
      ("onion", "dome"), ("saltbox", "gabled"), ("nonsense", nil),
    ] as [(String, String?)])
  func roofsHaveTheNearestOfTheShapesThatAreDrawn(written: String, shape: String?) throws {
    let features = try Self.features(
      Self.way(
        1, Self.square,
        [
          "building": "house", "roof:shape": written, "roof:height": "3.2 m", "roof:direction": "SW", "roof:colour": "#a33",
          "roof:material": "slate", "building:material": "brick",
        ]))
    let building = features.first { $0.layer == "building" && $0.zooms == 14...14 }
    #expect(Self.text(building, "roof_shape") == shape)
    // A roof is that of the whole building, of which tiles may have pieces.
    #expect(building?.keepsOutline == (shape != nil && shape != "flat"))
    #expect(!features.contains { $0.zooms != 14...14 && $0.keepsOutline })
    #expect(Self.number(building, "roof_height") == (shape == nil ? nil : 3.2))
    #expect(Self.number(building, "roof_direction") == (shape == nil ? nil : 225))
    #expect(Self.text(building, "roof_colour") == "#a33" && Self.text(building, "roof_material") == "slate")
    #expect(Self.text(building, "material") == "brick")
  }

  @Test func whatIsMadeOfSomethingHasItsColour() throws {
    let features = try Self.features(
      Self.way(1, Self.square, ["building": "house", "roof:material": "slate", "building:material": "brick"])
        + Self.way(2, Self.square, ["building": "house", "building:colour": "#fff", "building:material": "brick"])
        + Self.way(3, Self.square, ["building": "house", "roof:material": "cheese"]))
    let house = { (id: UInt64) in features.first { $0.layer == "building" && $0.zooms == 14...14 && $0.id / 10 == id } }
    #expect(Self.text(house(1), "colour") == "#a8614a" && Self.text(house(1), "roof_colour") == "#6b717a")
    #expect(Self.text(house(2), "colour") == "#fff")
    #expect(house(3) != nil && Self.text(house(3), "roof_colour") == nil)
  }

  @Test func roadsSayTheirLanesAndDirection() throws {
    let features = try Self.features(
      Self.way(1, [1, 2], ["highway": "primary", "oneway": "-1", "lanes": "3", "turn:lanes": "left|through|right"])
        + Self.way(2, Self.square, ["highway": "tertiary", "junction": "roundabout"])
        + Self.way(3, [2, 3], ["highway": "motorway"]) + Self.way(4, [3, 4], ["highway": "motorway", "oneway": "no"]))
    let roads = features.filter { $0.layer == "transportation" && !$0.isJoined }
    let road = { (id: UInt64) in roads.first { $0.id == id * 10 + 1 } }
    #expect(Self.number(road(1), "oneway") == -1 && Self.number(road(1), "lanes") == 3)
    #expect(Self.text(road(1), "turn_lanes") == "left|through|right")
    #expect(Self.number(road(2), "oneway") == 1)
    #expect(Self.number(road(3), "oneway") == 1)
    #expect(Self.number(road(4), "oneway") == nil)
  }

  /// Ways without a tag, which are the borders of a state and of a district in it.
  @Test func bordersHaveTheHighestLevelOfTheirAreas() throws {
    let area = { (id: Int, level: Int, ways: [Int]) in
      "<relation id='\(id)'>" + ways.map { "<member type='way' ref='\($0)' role='outer'/>" }.joined()
        + Self.tags(["type": "boundary", "boundary": "administrative", "admin_level": "\(level)"]) + "</relation>"
    }
    let features = try Self.features(
      Self.way(1, [1, 2, 3], [:]) + Self.way(2, [3, 7], ["waterway": "river"]) + Self.way(3, [4, 8], [:]) + area(9, 6, [1, 2])
        + area(8, 4, [1]))
    let borders = features.filter { $0.layer == "boundary" && !$0.isJoined }
    #expect(borders.count == 2)
    #expect(Self.number(borders.first { $0.id == 11 }, "admin_level") == 4)
    #expect(Self.number(borders.first { $0.id == 21 }, "admin_level") == 6)
    #expect(features.contains { $0.layer == "waterway" && $0.id == 21 })
  }

  @Test(
    arguments: [
      ([:], true), (["tunnel": "yes"], false), (["tunnel": "no"], true), (["layer": "-2"], false), (["layer": "1"], true),
    ]
      as [([String: String], Bool)])
  func squaresBelowTheGroundHaveNoNameOnIt(tags: [String: String], isNamed: Bool) throws {
    let square = ["place": "square", "name": "Platz"].merging(tags) { $1 }
    let features = try Self.features(Self.way(1, Self.square, square))
    #expect(features.contains { $0.layer == "place" } == isNamed)
    // A quarter on a layer of its own is one all the same.
    let quarter = try Self.features(Self.way(1, Self.square, ["place": "quarter", "name": "Altstadt"].merging(tags) { $1 }))
    #expect(quarter.contains { $0.layer == "place" })
  }

  @Test func placesHaveTheirNamesInAllLanguages() throws {
    let features = try Self.features(
      "<node id='50' lat='53.5' lon='13.2'>"
        + Self.tags([
          "place": "town", "name": "Stadt", "name:de": "Stadt", "name:zh-Hant": "城", "name:be-tarask": "Горад",
          "name:etymology": "x", "name:left": "y",
        ]) + "</node>")
    let place = features.first { $0.layer == "place" }
    #expect(Self.text(place, "name:de") == "Stadt" && Self.text(place, "name:zh-Hant") == "城")
    #expect(Self.text(place, "name:be-tarask") == "Горад")
    #expect(Self.text(place, "name:etymology") == nil && Self.text(place, "name:left") == nil)
  }

  /// The zooms before the last are for the overview: roads without their lanes, blocks without their heights and parts, and no ids.
  @Test func theLastZoomHasAllAndThoseBeforeWhatTheyShow() throws {
    let features = try Self.features(
      Self.way(1, [1, 2], ["highway": "primary", "lanes": "3", "bridge": "yes", "layer": "1", "surface": "asphalt"])
        + Self.way(2, Self.square, ["building": "yes", "height": "12"])
        + Self.way(3, [6, 7, 11, 10, 6], ["building:part": "yes", "height": "20"]))
    let last = CitySchema.zooms.upperBound
    let whole = features.filter { $0.zooms == last...last }
    let coarse = features.filter { $0.zooms.upperBound == last - 1 }
    #expect(whole.count + coarse.count == features.count && coarse.allSatisfy(\.isJoined))
    #expect(Self.number(whole.first { $0.layer == "transportation" }, "lanes") == 3)
    #expect(coarse.first { $0.layer == "transportation" }?.tags.map(\.0) == ["class", "brunnel"])
    #expect(whole.filter { $0.layer == "building" }.map { Self.number($0, "render_height") } == [12, 20])
    #expect(whole.allSatisfy { !$0.isJoined })
    let blocks = coarse.filter { $0.layer == "building" }
    #expect(blocks.count == 1 && blocks.first?.tags.isEmpty == true)
  }

  @Test func roomsAreIndoorAndNoBuildings() throws {
    let features = try Self.features(Self.way(1, Self.square, ["indoor": "room", "level": "1", "ref": "1.04", "name": "Saal"]))
    let room = features.first { $0.layer == "indoor" }
    #expect(Self.text(room, "class") == "room" && Self.text(room, "level") == "1" && Self.text(room, "ref") == "1.04")
    #expect(!features.contains { $0.layer == "building" })
  }

  @Test(
    arguments: [
      (["building": "apartments"], "residential"), (["building": "yes", "shop": "bakery"], "commercial"),
      (["building": "yes", "amenity": "school"], "public"), (["building": "warehouse"], "industrial"),
      (["building": "garage"], "outbuilding"), (["building": "yes"], nil), (["building": "pagoda"], nil),
    ] as [([String: String], String?)])
  func buildingsSayWhatTheyAreFor(tags: [String: String], use: String?) throws {
    let features = try Self.features(Self.way(1, Self.square, tags))
    #expect(Self.text(features.first { $0.layer == "building" }, "class") == use)
  }

  /// The number on the sign, and the signs' form, which the addresses around tell.
  @Test(
    arguments: [
      ("DE", "primary", "B 96", "B 96", "de-federal"), ("DE", "motorway", "A 20;E 55", "A 20", "de-motorway"),
      ("DE", "secondary", "L 35", "L 35", "road"), ("FI", "trunk", "E 18", "E 18", "e-road"),
      ("FI", "trunk", "3", "3", "fi-main"),
      ("FI", "primary", "51", "51", "fi-trunk"), ("FI", "secondary", "170", "170", "fi-regional"),
      ("FR", "motorway", "A 6", "A 6", "fr-motorway"), ("FR", "secondary", "D 906", "D 906", "fr-department"),
      ("CH", "primary", "17", "17", "ch-main"), ("US", "motorway", "I 95", "95", "us-interstate"),
      ("US", "trunk", "US 101", "101", "us-highway"), ("US", "primary", "CA-1", "1", "us-state"),
      ("GB", "trunk", "A1", "A1", "gb-trunk"), ("GB", "primary", "A40", "A40", "gb-primary"),
      ("GB", "motorway", "M25", "M25", "gb-motorway"), ("XX", "primary", "B 96", "B 96", "road"),
      ("DE", "primary", ";", nil, nil), ("DE", "primary", "99999999999999999999", "99999999999999999999", "road"),
    ] as [(String, String, String, String?, String?)])
  func roadNumbersStandOnTheSignsOfTheirCountry(
    country: String, highway: String, written: String, text: String?, network: String?
  ) throws {
    let features = try Self.features(
      "<node id='60' lat='53.5' lon='13.2'>" + Self.tags(["addr:country": country]) + "</node>"
        + Self.way(1, [1, 2], ["highway": highway, "ref": written, "name": "Street"]))
    let name = features.first { $0.layer == "transportation_name" }
    #expect(Self.text(name, "ref") == text)
    #expect(Self.text(name, "network") == network)
    #expect(Self.number(name, "ref_length") == text.map { Double($0.count) })
  }

  @Test func fencesAreLinesAndGatesAndEntrancesPoints() throws {
    let features = try Self.features(
      Self.way(1, Self.square, ["barrier": "hedge"]) + Self.way(2, [1, 2], ["barrier": "kerb"])
        + "<node id='60' lat='53.5' lon='13.2'>" + Self.tags(["barrier": "gate", "entrance": "main"]) + "</node>")
    let barriers = features.filter { $0.layer == "barrier" }
    #expect(barriers.compactMap { Self.text($0, "class") } == ["hedge", "gate"])
    guard case .line? = barriers.first?.shape else { Issue.record("a hedge around a garden is a line"); return }
    #expect(features.filter { $0.layer == "entrance" }.map { Self.text($0, "class") } == ["main"])
  }

  // MARK: Multipolygons

  private static func relation(_ members: [(way: Int, role: String)]) -> String {
    "<relation id='7'>" + members.map { "<member type='way' ref='\($0.way)' role='\($0.role)'/>" }.joined()
      + tags(["type": "multipolygon", "landuse": "forest"]) + "</relation>"
  }

  private static func rings(_ features: [MapFeature]) -> [[WorldPoint]] {
    guard case .area(let rings)? = features.first(where: { $0.layer != "earth" })?.shape else { return [] }
    return rings
  }

  /// In two halves, each of them named so often that a look at all others for each would take minutes.
  @Test func aWayThatARelationNamesAgainAndAgainIsOnePartOfIt() throws {
    let halves = Self.way(1, [1, 2, 6], [:]) + Self.way(2, [6, 5, 1], [:])
    let once = Self.rings(try Self.features(halves + Self.relation([(1, "outer"), (2, "outer")])))
    #expect(once.count == 1 && once[0].count == 4)
    let members = (0..<200_000).map { (way: $0 % 2 + 1, role: "outer") }
    #expect(Self.rings(try Self.features(halves + Self.relation(members))) == once)
  }

  /// Two squares of three by three nodes' distance apart, of which the second has a hole.
  @Test func holesLieInTheRingThatHoldsThem() throws {
    var nodes = ""
    func square(_ id: Int, east: Double, size: Double) -> String {
      let corners = [(0.0, 0.0), (size, 0), (size, size), (0, size)]
      for (index, corner) in corners.enumerated() {
        nodes +=
          "<node id='\(id * 100 + index)' lat='\(53.6 + (corner.1 - size / 2) / 100)' lon='\(13.3 + (east + corner.0 - size / 2) / 100)'/>"
      }
      return Self.way(id, [0, 1, 2, 3, 0].map { id * 100 + $0 }, [:])
    }
    let ways =
      square(1, east: 0, size: 1) + square(2, east: 3, size: 1) + square(3, east: 3, size: 0.4) + square(4, east: 0, size: 0.2)
    let rings = Self.rings(
      try Self.features(nodes + ways + Self.relation([(1, "outer"), (2, "outer"), (3, "inner"), (4, "inner")])))
    func middle(_ ring: [WorldPoint]) -> Double {
      (((ring.map(\.x).min() ?? 0) + (ring.map(\.x).max() ?? 0)) / 2 * 360 - 180 - 13.3) * 100
    }
    #expect(rings.map { Int(middle($0).rounded()) } == [0, 0, 3, 3])
    #expect(rings.count == 4)
  }

  /// A coast through a village of which no box is named: land north of it, sea south.
  @Test func anExtractWithoutABoxHasASea() throws {
    var elements = ""
    for number in 0..<60 {
      let (first, last) = (1000 + 2 * number, 1001 + 2 * number)
      let place = (latitude: 53.5 + Double(number / 10) * 0.001, longitude: 13.2 + Double(number % 10) * 0.001)
      elements += "<node id='\(first)' lat='\(place.latitude)' lon='\(place.longitude)'/>"
      elements += "<node id='\(last)' lat='\(place.latitude + 5e-4)' lon='\(place.longitude + 5e-4)'/>"
      elements += Self.way(first, [first, last], ["highway": "residential"])
    }
    let coast = [(2001, 53.5022, 13.199), (2002, 53.5022, 13.211)]
    for (id, latitude, longitude) in coast { elements += "<node id='\(id)' lat='\(latitude)' lon='\(longitude)'/>" }
    elements += Self.way(2001, coast.map(\.0), ["natural": "coastline"])
    let ocean = try #require(try Self.features(elements).first { Self.text($0, "class") == "ocean" })
    guard case .area(let rings) = ocean.shape else { throw CancellationError() }
    let isSea = { (latitude: Double) in
      RingGeometry.contains(rings[0], WorldPoint(LocationCoordinate(latitude: latitude, longitude: 13.205)))
    }
    #expect(isSea(53.501) && !isSea(53.504))
  }
}
