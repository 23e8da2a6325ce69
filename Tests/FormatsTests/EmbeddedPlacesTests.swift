import Foundation
import OverlookAssets
import OverlookFormats
import OverlookGeometry
import Testing

/// Which places the embedded world has, how large it takes them to be, and what it calls them.
@Suite struct EmbeddedPlacesTests {
  private struct Place {
    var properties: JSONValue
    var name: String { properties["name_en"]?.string ?? "" }
    var kind: String { properties["class"]?.string ?? "" }
    var country: String { properties["iso_a2"]?.string ?? "" }
    var rank: Int { properties["rank"]?.number.map { Int($0) } ?? 0 }
    var isCapital: Bool { properties["capital"] != nil }
  }

  private func features(_ layer: String, in tiles: [TileID]) throws -> [Place] {
    let archive = try PMTilesArchive(path: EmbeddedAssets.path("world-vector.pmtiles"))
    return try tiles.flatMap { tile -> [Place] in
      guard let bytes = try archive.tile(tile) else { return [] }
      let found = try VectorTileJSON.document(bytes)["layers"]?.array?.first { $0["name"]?.string == layer }
      return (found?["features"]?.array ?? []).compactMap { $0["properties"] }.map { Place(properties: $0) }
    }
  }

  /// Of the tiles of zoom 6 with these places, and as many to each side as `reach` says.
  private func places(around places: [(Double, Double)], reach: Int = 0) throws -> [Place] {
    let tiles = Set(
      places.flatMap { latitude, longitude in
        let point = WorldPoint(LocationCoordinate(latitude: latitude, longitude: longitude))
        return (-reach...reach).flatMap { dx in
          (-reach...reach).map { dy in TileID(z: 6, x: Int(point.x * 64) + dx, y: Int(point.y * 64) + dy) }
        }
      })
    return try features("place", in: tiles.sorted { ($0.x, $0.y) < ($1.x, $1.y) })
  }

  /// Rawalpindi has more people than Islamabad beside it, and Delhi all those of New Delhi.
  @Test func marksEveryCapital() throws {
    let world = try features("place", in: (0..<32).flatMap { x in (4..<24).map { TileID(z: 5, x: x, y: $0) } })
    let capitals = world.filter(\.isCapital)
    #expect(capitals.allSatisfy { $0.kind == "city" })
    #expect(Set(capitals.map { "\($0.country):\($0.name)" }).count > 236)
    for name in ["PK:Islamabad", "IN:Delhi", "ES:Madrid", "AU:Canberra"] {
      let found = capitals.first { "\($0.country):\($0.name)" == name }
      #expect((1...4).contains(found?.rank ?? 0), "\(name)")
    }
    // Nobody looks for those before the large cities around them.
    for name in ["JE:Saint Helier", "AX:Mariehamn", "AD:Andorra la Vella", "GG:Saint Peter Port"] {
      #expect(try #require(capitals.first { "\($0.country):\($0.name)" == name }).rank >= 7, "\(name)")
    }
  }

  /// Cities beside larger ones: no quarters, though not before them either.
  @Test func namesCitiesBesideLargerOnes() throws {
    let places = try places(around: [(35.6, 139.6), (36.3, 139), (40.7, -74), (-12, -77.1), (43.7, -79.5), (20.7, -103.4)])
    for name in [
      "Kawasaki", "Saitama", "Newark", "Jersey City", "Brooklyn", "Queens", "Manhattan", "Callao", "Zapopan",
    ] {
      let ranks = places.filter { $0.name == name && $0.kind == "city" }.map(\.rank)
      #expect(ranks.contains { (7...9).contains($0) }, "\(name): \(ranks)")
    }
    #expect(try #require(places.first { $0.name == "Takasaki" }).rank <= 6)
    #expect(places.first { $0.name == "Mississauga" }?.kind == "city")
    #expect(places.first { $0.name == "Flatlands" }?.kind == "suburb")
    #expect(places.first { $0.name == "Tokyo" }?.rank == 1)
  }

  /// The lists have some places twice, villages with the people of cities of their name, and names with what a census counts.
  @Test func namesPlacesOnceAndWhereTheyAre() throws {
    let asia = try places(around: [
      (29.4, 75.7), (26.8, 83.4), (34, 51.4), (36, 119.4), (35.5, 139.4), (36.2, 139.3), (22.4, 114.2),
    ])
    #expect(asia.filter { $0.name == "Gorakhpur" }.count == 1)
    #expect(asia.filter { $0.name == "Kashan" }.count == 1)
    #expect(asia.filter { $0.name == "Zhucheng" }.count == 1)
    #expect(asia.filter { $0.name == "Hong Kong" }.map(\.kind) == ["city"])
    #expect(!asia.contains { $0.name == "Bunkyo" && $0.rank < 8 })
    let names = Set(asia.map(\.name))
    #expect(names.isSuperset(of: ["Fukaya", "Kuki", "Misato", "Shenzhen"]))
    #expect(names.isDisjoint(with: ["Fukayacho", "Kukichuo", "Misato, Saitama"]))
    let others = try places(around: [(3.9, -77), (48.8, 2.4), (41.2, -73.1), (21.35, -158.1), (11.7, 122.4), (36.4, 94.9)])
    #expect(others.filter { $0.name == "Buenaventura" }.count == 1)
    #expect(!others.contains { $0.name.ranges(of: " / ").count > 1 || $0.name.contains("balance") || $0.name == "Gare" })
    #expect(others.contains { $0.name == "Golmud" } && others.contains { $0.name == "Kalibo" })
  }

  /// A city that is its country has one name.
  @Test func namesCityStatesOnce() throws {
    let places = try places(around: [(1.35, 103.8), (22.3, 114.2), (43.7, 7.4), (49.6, 6.1)])
    for code in ["SG", "HK", "MC"] { #expect(!places.contains { $0.country == code && $0.kind == "country" }, "\(code)") }
    #expect(places.contains { $0.country == "LU" && $0.kind == "country" })
  }

  /// Of countries of one rank those first that more people live in, in more room.
  @Test func tellsWhichCountriesComeFirst() throws {
    let world = try features("place", in: (0..<2).flatMap { x in (0..<2).map { TileID(z: 1, x: x, y: $0) } })
    func order(_ name: String) throws -> Double {
      let country = try #require(world.first { $0.kind == "country" && $0.name == name }, "\(name)")
      return try #require(country.properties["order"]?.number)
    }
    #expect(try order("Pakistan") < order("Afghanistan"))
    #expect(try order("Saudi Arabia") < order("Iraq"))
    #expect(try order("China") < order("Greenland"))
  }

  @Test func namesProvincesInEnglish() throws {
    let places = try places(
      around: [
        (48.8, 12.3), (24, 27.5), (29, 34), (49, 14.5), (54, 18), (35, 75), (18, 79), (48.5, 35), (50.3, 30.5), (57, 35),
        (61, 6.5),
        (27.7, 85), (33, 70),
      ], reach: 1)
    let names = Set(places.filter { $0.kind == "state" }.map(\.name))
    #expect(
      names.isSuperset(of: [
        "Bavaria", "New Valley", "South Sinai", "South Bohemia", "Pomerania", "Gilgit-Baltistan", "Telangana", "Dnipropetrovsk",
        "Kyiv Oblast", "Tver", "Vestland", "Bagmati",
      ]), "\(names.sorted())")
    #expect(
      names.isDisjoint(with: ["Bayern", "Northern Areas", "F.A.T.A.", "Hordaland", "Sogn og Fjordane", "Narayani", "Kiev"]))
  }

  @Test func namesGreatCitiesInChineseAndHindi() throws {
    let places = try places(around: [(39.9, 116.4), (32.06, 118.8), (28.6, 77.2), (19.1, 72.9), (22.6, 88.4), (33.7, 73.1)])
    func name(_ english: String, _ language: String) -> String? {
      places.first { $0.name == english && $0.kind == "city" }?.properties["name:\(language)"]?.string
    }
    #expect(name("Beijing", "zh") == "北京" && name("Nanjing", "zh") == "南京")
    #expect(name("Delhi", "hi") == "दिल्ली" && name("Mumbai", "hi") == "मुंबई" && name("Kolkata", "hi")?.hasPrefix("को") == true)
    #expect(name("Islamabad", "ar") == "إسلام آباد")
  }

  /// One label for an ocean where all of it is seen.
  @Test func namesOceansOnce() throws {
    let seas = try features("water_name", in: [TileID(z: 0, x: 0, y: 0)])
    #expect(seas.filter { $0.name == "Pacific Ocean" }.count == 1 && seas.filter { $0.name == "Southern Ocean" }.count == 1)
    let mediterranean = try features("water_name", in: [TileID(z: 3, x: 4, y: 3)]).first { $0.name == "Mediterranean Sea" }
    let names = try #require(mediterranean).properties
    let wanted = ["pt": "Mar Mediterrâneo", "nl": "Middellandse Zee", "pl": "Morze Śródziemne", "hi": "भूमध्य सागर", "ko": "지중해"]
    for (language, name) in wanted { #expect(names["name:\(language)"]?.string == name, "\(language)") }
  }
}
