import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import Testing

@testable import OverlookSearch

/// Borders: what lies in which town, district, state and postcode.
@Suite struct SearchAreasTests {
  /// Nodes at places in metres, made when they are named, and elements of them.
  private struct Land {
    private var nodes: [String] = []
    private var elements: [String] = []
    private var next = 1

    mutating func node(_ north: Double, _ east: Double, _ tags: [String: String] = [:]) -> Int {
      let place = TestTown.place(north, east)
      nodes.append("<node id='\(next)' lat='\(place.latitude)' lon='\(place.longitude)'>\(Self.text(tags))</node>")
      next += 1
      return next - 1
    }

    mutating func way(_ id: Int, _ places: [(Double, Double)], _ tags: [String: String] = [:]) {
      let references = places.map { node($0.0, $0.1) }
      way(id, references, tags)
    }

    mutating func way(_ id: Int, _ references: [Int], _ tags: [String: String] = [:]) {
      elements.append("<way id='\(id)'>" + references.map { "<nd ref='\($0)'/>" }.joined() + Self.text(tags) + "</way>")
    }

    mutating func square(_ id: Int, _ south: Double, _ west: Double, _ side: Double, _ tags: [String: String] = [:]) {
      let corners = [(0.0, 0.0), (0, side), (side, side), (side, 0)].map { node(south + $0.0, west + $0.1) }
      way(id, corners + [corners[0]], tags)
    }

    mutating func relation(_ id: Int, _ members: [(kind: String, id: Int, role: String)], _ tags: [String: String]) {
      let text = members.map { "<member type='\($0.kind)' ref='\($0.id)' role='\($0.role)'/>" }.joined()
      elements.append("<relation id='\(id)'>\(text)\(Self.text(tags))</relation>")
    }

    private static func text(_ tags: [String: String]) -> String {
      tags.sorted { $0.key < $1.key }.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined()
    }

    var xml: String { "<osm>\(nodes.joined())\(elements.joined())</osm>" }
  }

  private static let index: Result<SearchIndex, any Error> = Result {
    var land = Land()
    // A town of 3 km in two halves of its border, with a node in its middle that has its name.
    let label = land.node(1500, 1500, ["place": "town", "name": "Ringstadt", "population": "5000"])
    let corners = [(0.0, 0.0), (0, 3000), (3000, 3000), (3000, 0)].map { land.node($0.0, $0.1) }
    land.way(101, [corners[0], corners[1], corners[2]])
    land.way(102, [corners[2], corners[3], corners[0]])
    land.relation(
      1, [("way", 101, "outer"), ("way", 102, "outer"), ("node", label, "label")],
      ["type": "boundary", "boundary": "administrative", "admin_level": "8", "name": "Ringstadt", "name:sv": "Ringstad"])
    land.relation(
      3, [("way", 101, ""), ("way", 102, "")], ["type": "boundary", "boundary": "postal_code", "postal_code": "17777"])
    // A state of which only a piece of the border is here.
    land.relation(
      4, [("way", 101, "outer"), ("way", 9999, "outer")],
      ["type": "boundary", "boundary": "administrative", "admin_level": "4", "name": "Teilland"])
    // A district with a hole.
    land.square(103, 1000, 1800, 1100)
    land.square(104, 1900, 2200, 150)
    land.relation(
      2, [("way", 103, "outer"), ("way", 104, "inner")],
      ["type": "boundary", "boundary": "administrative", "admin_level": "9", "name": "Osten"])
    // One way may be a border by itself.
    land.square(105, 200, 200, 400, ["boundary": "administrative", "admin_level": "10", "name": "Suedwest"])
    land.square(106, 2000, 300, 200)
    land.relation(5, [("way", 106, "outer")], ["type": "multipolygon", "leisure": "park", "name": "Ringpark"])
    land.relation(
      6, [("way", 106, "outer"), ("way", 8888, "outer")], ["type": "multipolygon", "natural": "water", "name": "Teilsee"])
    for (id, name, north, east) in [
      (110, "Hauptweg", 2500.0, 1000.0), (111, "Ostweg", 1100, 1900), (112, "Lochweg", 1950, 2230),
      (113, "Fernweg", 40_000, 40_000),
      (114, "Eckweg", 300, 250),
    ] {
      land.way(id, [(north, east), (north, east + 60)], ["highway": "residential", "name": name])
      _ = land.node(north + 5, east + 30, ["addr:housenumber": "\(id)", "addr:street": name])
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-areas-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    atexitFolders.append(folder)
    try land.xml.write(toFile: "\(folder)/land.osm", atomically: true, encoding: .utf8)
    let data = try OSMFile.read(path: "\(folder)/land.osm")
    try SearchIndexBuilder.write(data, to: "\(folder)/land.sqlite", SearchIndexDescription(name: "Teilland"))
    return try SearchIndex(path: "\(folder)/land.sqlite")
  }

  private func search(_ text: String) throws -> PlaceResult {
    try #require(try Self.index.get().search(SearchRequest(text, limit: 3, language: "de")).first)
  }

  private func meters(_ result: PlaceResult, _ north: Double, _ east: Double) -> Double {
    SphericalGeometry.distance(from: result.coordinate, to: TestTown.place(north, east))
  }

  @Test func aHouseHasTheAreasAroundIt() throws {
    let main = try search("Hauptweg 110").address
    #expect(main.locality == "Ringstadt" && main.administrativeArea == "Teilland" && main.subLocality == nil, "\(main.lines)")
    let east = try search("Ostweg 111").address
    #expect(east.locality == "Ringstadt" && east.subLocality == "Osten", "\(east.lines)")
    #expect(try search("Eckweg 114").address.subLocality == "Suedwest")
    // In the hole of the district, and outside of all.
    #expect(try search("Lochweg 112").address.subLocality == nil)
    let far = try search("Fernweg 113").address
    #expect(far.locality != "Ringstadt" && far.subLocality == nil, "\(far.lines)")
  }

  /// The node and the border of a town are one place: where the node is, as large as the border.
  @Test func aTownIsAsLargeAsItsBorder() throws {
    let town = try search("Ringstadt")
    #expect(meters(town, 1500, 1500) < 5)
    for (place, north, east) in [(town.bounds.southWest, 0.0, 0.0), (town.bounds.northEast, 3000, 3000)] {
      #expect(SphericalGeometry.distance(from: place, to: TestTown.place(north, east)) < 10)
    }
    #expect(
      try Self.index.get().search(SearchRequest("Ringstadt", limit: 9, language: "de")).count { $0.name == "Ringstadt" } == 1)
    #expect(try search("Ringstad").name == "Ringstadt")
  }

  /// The middle of a square is where its diagonals meet; of what is not whole, the middle of what is there.
  @Test func areasStandInTheirMiddle() throws {
    #expect(try meters(search("Ringpark"), 2100, 400) < 10)
    #expect(try meters(search("Teilsee"), 2100, 400) < 150)
    #expect(try meters(search("17777"), 1500, 1500) < 50)
  }

  /// By a ray to one side: through a hole it is outside again.
  @Test func aPlaceIsInsideOfOddlyManyRings() {
    func ring(_ half: Double) -> [LocationCoordinate] {
      [(-half, -half), (-half, half), (half, half), (half, -half), (-half, -half)].map {
        LocationCoordinate(latitude: $0.0, longitude: $0.1)
      }
    }
    let rings = [ring(3), ring(1)]
    #expect(RingJoin.contains(rings, LocationCoordinate(latitude: 2, longitude: 0.1)))
    #expect(!RingJoin.contains(rings, LocationCoordinate(latitude: 0.1, longitude: 0.1)))
    #expect(!RingJoin.contains(rings, LocationCoordinate(latitude: 0, longitude: 4)) && !RingJoin.contains([], .invalid))
  }

  // MARK: Several indexes

  @Test func ofTwoIndexesWithTheSamePlaceOneAnswers() throws {
    let index = try TestTown.index.get()
    let (once, twice) = (PlaceIndexes([index]), PlaceIndexes([index, index, try Self.index.get()]))
    let house = SearchRequest("Lange Straße 7", limit: 9, language: "de")
    #expect(try once.search(house).first == twice.search(house).first)
    #expect(
      try twice.search(house).count { $0.name == "Lange Straße 7" } == once.search(house).count { $0.name == "Lange Straße 7" })
    // The first that knows a house there answers; where there is none, all do.
    let place = TestTown.place(1012, 352)
    #expect(try twice.reverse(place, language: "de").first?.name == "Lange Straße 7")
    let areas = try twice.reverse(TestTown.place(2700, 2700), language: "de")
    #expect(areas.contains { $0.name == "Ringstadt" } && areas.count <= 5)
    #expect(try twice.place(id: "osm:relation/987654321") == nil)
  }

  @Test func coordinatesAreAPlaceWithTheAddressOfWhatIsThere() throws {
    let place = TestTown.place(1012, 352)
    let text = "\(place.latitude), \(place.longitude)"
    let found = try PlaceIndexes([TestTown.index.get()]).search(SearchRequest(text, language: "de"))
    #expect(found.count == 1 && found[0].kind == "coordinate" && found[0].address.thoroughfare == "Lange Straße 7")
    #expect(SphericalGeometry.distance(from: found[0].coordinate, to: place) < 0.1)
  }

  // MARK: Values

  @Test func namesOfKindsAreWordsForPeople() {
    func place(_ kind: String) -> PlaceResult {
      PlaceResult(
        name: "Lake", kind: kind, coordinate: .invalid, bounds: .empty, address: Address(lines: ["Lake", "Town", "Land"]),
        score: 1,
        source: "test")
    }
    let kinds = [
      "continent", "country", "state", "county", "city", "municipality", "village", "farm", "quarter", "square", "intersection",
      "building",
      "postcode", "island", "water", "river", "coordinate", "pharmacy", "nonsense",
    ]
    let words = kinds.map { place($0).kindName }
    #expect(words.allSatisfy { !$0.isEmpty } && Set(words).count == words.count, "\(words)")
    #expect(place("municipality").kindName == place("town").kindName && place("borough").kindName == place("suburb").kindName)
    // Nothing is said twice.
    #expect(place("lake").summary == "Lake, Town, Land")
  }

  @Test func addressesAreEqualByAllThatTheySay() {
    func address(_ locality: String? = "B", _ number: String = "1") -> Address {
      Address(coordinate: TestTown.place(0, 0), thoroughfare: "A \(number)", locality: locality, countryCode: "DE")
    }
    #expect(address() == address() && address().hashValue == address().hashValue)
    #expect(address() != address("C") && address() != address(nil) && address() != address("B", "2"))
    #expect(address().addressLine1() == "A 1" && address().addressLine2() == "B" && Address().addressLine1() == nil)
  }

  @Test func faultsOfServersAreFaultsOfPlaces() {
    #expect(PlaceError(FetchFault.missing("a")) == .unreachable("a") && PlaceError(FetchFault.failed("b")) == .unreachable("b"))
    #expect(
      PlaceError(FetchFault.refused("c", stopsSource: true)) == .unusable("c") && PlaceError(FetchFault.cancelled) == .cancelled)
    #expect("\(PlaceError(FormatError.truncated("index")))".contains("index") && "\(PlaceError.cancelled)" == "it was cancelled")
    #expect("\(PlaceError.notFound("a\nb"))" == "a b" || !"\(PlaceError.notFound("a\nb"))".contains("\n"))
  }

  /// Bytes of all kinds, read as every part of an index: an answer, and never a trap.
  @Test func bytesOfAnyKindAreReadAsEveryPart() {
    var generator = SeededGenerator(seed: 11)
    for count in 0..<400 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect((0...4).contains(SearchIndexBlobs.readThrough(bytes)))
      #expect((0...4).contains(SearchIndexBlobs.readThrough([UInt8](repeating: UInt8(count & 255), count: count % 40))))
    }
  }
}
