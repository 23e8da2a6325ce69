import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookTileBuilder
import Testing

/// Which layer and class of OpenMapTiles (openmaptiles.org/schema) tags belong to.
@Suite struct CityClassTests {
  private static func features(_ elements: String) throws -> [MapFeature] {
    let nodes = (0..<16).map {
      "<node id='\($0 + 1)' lat='\(53.5 + Double($0 / 4) / 1000)' lon='\(13.2 + Double($0 % 4) / 1000)'/>"
    }
    let path = NSTemporaryDirectory() + "/overlook-class-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("<osm>\(nodes.joined())\(elements)</osm>".utf8).write(to: URL(fileURLWithPath: path))
    return CitySchema.features(of: try OSMFile.read(path: path))
  }

  private static func tags(_ tags: [String: String]) -> String {
    tags.sorted { $0.key < $1.key }.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined()
  }

  private static func node(_ tags: [String: String]) -> String { "<node id='50' lat='53.5' lon='13.2'>\(Self.tags(tags))</node>" }

  private static func way(_ nodes: [Int], _ tags: [String: String], id: Int = 7) -> String {
    "<way id='\(id)'>" + nodes.map { "<nd ref='\($0)'/>" }.joined() + Self.tags(tags) + "</way>"
  }

  private static func value(_ feature: MapFeature?, _ key: String) -> String? {
    switch feature?.tags.first(where: { $0.0 == key })?.1 {
    case .string(let text)?: text
    case .int(let number)?: "\(number)"
    case .double(let number)?: "\(number)"
    case .bool(let flag)?: "\(flag)"
    case nil: nil
    }
  }

  private static let square = [1, 2, 6, 5, 1]

  @Test(
    arguments: [
      ("amenity", "hospital", "hospital", 2), ("amenity", "college", "college", 4), ("amenity", "kindergarten", "school", 12),
      ("amenity", "courthouse", "town_hall", 5), ("amenity", "cinema", "art_gallery", 7), ("amenity", "library", "library", 6),
      ("amenity", "place_of_worship", "place_of_worship", 6), ("amenity", "bank", "bank", 10), ("amenity", "fuel", "fuel", 10),
      ("amenity", "dentist", "hospital", 16), ("amenity", "ferry_terminal", "ferry_terminal", 5),
      ("amenity", "bus_station", "bus", 6),
      ("amenity", "casino", "attraction", 14), ("amenity", "car_sharing", "charging_station", 24), ("amenity", "pub", "bar", 18),
      ("amenity", "nightclub", "bar", 18), ("amenity", "cafe", "cafe", 18), ("amenity", "parking", "parking", 22),
      ("amenity", "bicycle_rental", "bicycle_rental", 24), ("amenity", "toilets", "toilets", 26),
      ("tourism", "museum", "museum", 4),
      ("tourism", "gallery", "art_gallery", 4), ("tourism", "hostel", "lodging", 12), ("tourism", "attraction", "attraction", 6),
      ("tourism", "artwork", "art_gallery", 18), ("tourism", "zoo", "zoo", 18), ("shop", "supermarket", "grocery", 11),
      ("shop", "mall", "shop", 8), ("shop", "bakery", "shop", 20), ("leisure", "garden", "park", 9),
      ("leisure", "sports_centre", "stadium", 7), ("leisure", "marina", "marina", 20), ("historic", "castle", "castle", 6),
      ("historic", "memorial", "memorial", 19), ("office", "diplomatic", "office", 12), ("highway", "bus_stop", "bus", 21),
      ("railway", "station", "railway", 1), ("railway", "tram_stop", "railway", 15),
      ("railway", "subway_entrance", "entrance", 20),
    ] as [(String, String, String, Int)])
  func placesOfInterestHaveAClassAndARank(_ key: String, _ value: String, _ kind: String, _ rank: Int) throws {
    let pois = try Self.features(Self.node([key: value, "name": "A"])).filter { $0.layer == "poi" }
    let poi = pois.first
    #expect(Self.value(poi, "class") == kind && Self.value(poi, "subclass") == value && Self.value(poi, "rank") == "\(rank)")
    #expect(pois.map(\.zooms.lowerBound).min() == (rank <= 5 ? 13 : 14))
  }

  /// Only what a symbol tells is shown without a name, and behind what has one.
  @Test func whatHasNoNameIsShownWhereItsSymbolSpeaks() throws {
    let toilets = try Self.features(Self.node(["amenity": "toilets"])).first { $0.layer == "poi" }
    #expect(Self.value(toilets, "rank") == "36")
    for tags in [["amenity": "cafe"], ["shop": "vacant", "name": "A"], ["amenity": "nonsense", "name": "A"]] {
      #expect(try !Self.features(Self.node(tags)).contains { $0.layer == "poi" }, "\(tags)")
    }
    let subway = try Self.features(Self.node(["railway": "station", "station": "subway", "name": "A"])).first {
      $0.layer == "poi"
    }
    #expect(Self.value(subway, "subclass") == "subway")
  }

  @Test func treesHouseNumbersAndPlacesArePoints() throws {
    let features = try Self.features(
      Self.node(["natural": "tree", "leaf_type": "needleleaved", "addr:housenumber": "12a"])
        + "<node id='51' lat='53.5' lon='13.2'>"
        + Self.tags(["place": "town", "name": "B", "population": "31000", "capital": "yes"]) + "</node>")
    #expect(Self.value(features.first { $0.layer == "tree" }, "leaf_type") == "needleleaved")
    #expect(Self.value(features.first { $0.layer == "housenumber" }, "housenumber") == "12a")
    let place = features.first { $0.layer == "place" }
    #expect(Self.value(place, "population") == "31000" && Self.value(place, "capital") == "2")
    #expect(features.filter { $0.layer == "place" }.map(\.zooms.lowerBound).min() == 10)
  }

  @Test(
    arguments: [
      (["natural": "water", "water": "canal"], "water", "river"), (["natural": "water", "water": "basin"], "water", "pond"),
      (["water": "dock"], "water", "dock"), (["natural": "water"], "water", "lake"),
      (["waterway": "riverbank"], "water", "river"),
      (["waterway": "dock"], "water", "dock"), (["landuse": "reservoir"], "water", "lake"),
      (["natural": "bay"], "water", "ocean"),
      (["leisure": "swimming_pool"], "water", "swimming_pool"), (["leisure": "pitch"], "landuse", "pitch"),
      (["man_made": "pier"], "transportation", "pier"), (["man_made": "bridge"], "transportation", "bridge"),
      (["public_transport": "platform", "area": "yes"], "transportation", "path"),
      (["highway": "pedestrian", "area": "yes"], "transportation", "path"), (["aeroway": "apron"], "aeroway", "apron"),
    ] as [([String: String], String, String)])
  func areasHaveTheirClasses(_ tags: [String: String], _ layer: String, _ kind: String) throws {
    let features = try Self.features(Self.way(Self.square, tags))
    let area = features.first { feature in
      guard feature.layer == layer, case .area = feature.shape else { return false }
      return true
    }
    #expect(Self.value(area, "class") == kind, "\(features.map { ($0.layer, Self.value($0, "class")) })")
  }

  @Test func namesOfWaterStandInItsMiddle() throws {
    let features = try Self.features(Self.way(Self.square, ["natural": "water", "name": "See"]))
    let name = try #require(features.first { $0.layer == "water_name" })
    guard case .point(let point) = name.shape else { return #expect(Bool(false)) }
    // The square is a thousandth of a degree wide.
    #expect(abs(point.coordinate.longitude - 13.2005) < 1e-4 && abs(point.coordinate.latitude - 53.5005) < 1e-4)
    #expect(Self.value(name, "name") == "See")
    #expect(features.filter { $0.layer == "water_name" }.map(\.zooms.lowerBound).min() == 12)
  }

  @Test(
    arguments: [
      (["railway": "rail"], "transportation", "rail", 10),
      (["railway": "rail", "service": "yard"], "transportation", "rail", 13),
      (["railway": "tram"], "transportation", "transit", 14), (["railway": "subway"], "transportation", "transit", 12),
      (["route": "ferry"], "transportation", "ferry", 10), (["man_made": "pier"], "transportation", "pier", 13),
      (["indoor": "wall", "level": "1"], "indoor", "wall", 14), (["aeroway": "runway"], "aeroway", "runway", 11),
      (["waterway": "river", "name": "A"], "waterway", "river", 10), (["waterway": "ditch"], "waterway", "ditch", 13),
      (["highway": "motorway_link"], "transportation", "motorway", 11), (["highway": "steps"], "transportation", "path", 13),
      (["highway": "construction"], "transportation", "minor_construction", 13),
    ] as [([String: String], String, String, Int)])
  func linesHaveTheirClassesAndFirstZooms(_ tags: [String: String], _ layer: String, _ kind: String, _ zoom: Int) throws {
    let lines = try Self.features(Self.way([1, 2, 3], tags)).filter { $0.layer == layer && Self.value($0, "class") == kind }
    #expect(lines.map(\.zooms.lowerBound).min() == zoom, "\(tags)")
  }

  @Test(
    arguments: [("bridge", "viaduct", "bridge"), ("tunnel", "yes", "tunnel"), ("ford", "yes", "ford"), ("bridge", "no", nil)]
      as [(String, String, String?)])
  func roadsSayWhatCarriesThem(_ key: String, _ value: String, _ kind: String?) throws {
    let road = try Self.features(Self.way([1, 2], ["highway": "primary", key: value])).first { feature in
      feature.layer == "transportation" && feature.zooms.upperBound == 14
    }
    #expect(road != nil && Self.value(road, "brunnel") == kind)
  }

  @Test func directionsOfRoofsAreWholeDegreesFromNorth() throws {
    for (text, degrees) in [("90", "90"), ("-90", "270"), ("450.7", "90"), ("NNW", "337"), ("1e9", nil), ("up", nil)]
      as [(String, String?)]
    {
      let building = try Self.features(
        Self.way(Self.square, ["building": "yes", "roof:shape": "gabled", "roof:direction": text])
      )
      .first { $0.layer == "building" && $0.zooms.upperBound == 14 }
      #expect(Self.value(building, "roof_direction") == degrees, "\(text)")
    }
  }

  /// Seven houses of 4 to 10 floors of three metres around one that says nothing: it has the middle height, but is no higher than wide.
  @Test func aHouseOfUnknownHeightIsAsHighAsThoseAroundIt() throws {
    func square(_ id: Int, _ x: Double, _ y: Double, _ side: Double, _ tags: [String: String]) -> String {
      let corners = [(0.0, 0.0), (side, 0), (side, side), (0, side)]
      let nodes = corners.enumerated().map { index, corner in
        "<node id='\(1000 * id + index)' lat='\(y + corner.1)' lon='\(x + corner.0)'/>"
      }
      let references = [0, 1, 2, 3, 0].map { 1000 * id + $0 }
      return nodes.joined() + Self.way(references, tags, id: id)
    }
    // A thousandth of a degree of longitude at the equator is 111 m; 0.0001 are 11 m.
    let around = (0..<7).map {
      square(10 + $0, Double($0) * 0.001, 0.001, 0.0005, ["building": "yes", "height": "\(12 + 3 * $0)"])
    }
    let wide = square(30, 0.003, 0, 0.0005, ["building": "yes"])
    let small = square(31, 0.004, 0, 0.0001, ["building": "yes"])
    let features = try Self.features(around.joined() + wide + small)
    func height(_ id: UInt64) -> String? {
      Self.value(features.first { $0.layer == "building" && $0.zooms.upperBound == 14 && $0.id / 10 == id }, "render_height")
    }
    #expect(height(10) == "12" && height(16) == "30" && height(30) == "21")
    let width = 0.0001 * .pi / 180 * 6_378_137
    #expect(height(31).flatMap(Double.init).map { abs($0 - width) <= 1 } == true)
  }

  @Test func aRingThatMeetsItselfIsTwo() {
    func point(_ x: Int64, _ y: Int64) -> GridPoint { GridPoint(x: x, y: y) }
    // An eight, whose middle is passed twice.
    let eight = [point(0, 0), point(4, 0), point(4, 4), point(8, 4), point(8, 8), point(4, 8), point(4, 4), point(0, 4)]
    let rings = GridRings.parted(eight)
    #expect(rings.count == 2 && Set(rings.map { abs(GridRings.signedArea($0)) }).count == 1)
    #expect(rings.allSatisfy { Set($0).count == $0.count })
  }
}
