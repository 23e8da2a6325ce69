import Foundation
import OverlookAssets
import OverlookFormats
import OverlookGeometry
import Testing

/// What the program ships: that all of it can be read, and is no larger than meant.
@Suite struct EmbeddedVectorsTests {
  private func layers(_ archive: PMTilesArchive, _ tile: TileID) throws -> [String: Int] {
    let bytes = try #require(try archive.tile(tile))
    let tile = try VectorTile(bytes)
    return Dictionary(tile.layers.map { ($0.name, $0.featureCount) }) { $0 + $1 }
  }

  @Test func holdsTheWorldInVectors() throws {
    let archive = try PMTilesArchive(path: EmbeddedAssets.path("world-vector.pmtiles"))
    #expect(archive.header.minimumZoom == 0 && archive.header.maximumZoom == 6)
    #expect((archive.byteCount ?? .max) < 13_000_000)
    let world = try layers(archive, TileID(z: 0, x: 0, y: 0))
    #expect(Set(world.keys).isSuperset(of: ["water", "bathymetry", "boundary", "place", "water_name"]))
    let europe = try layers(archive, TileID(z: 4, x: 8, y: 5))
    #expect(Set(europe.keys).isSuperset(of: ["water", "waterway", "landuse", "boundary", "place"]))
    // In the middle of the Pacific there is water, and in the Sahara none.
    #expect(try layers(archive, TileID(z: 5, x: 1, y: 15))["water"] == 1)
    #expect(try layers(archive, TileID(z: 6, x: 33, y: 27))["water"] == nil)
  }

  /// Whether water covers a place at the finest zoom: an odd number of outlines lie to the west of it.
  private func isWater(_ archive: PMTilesArchive, _ latitude: Double, _ longitude: Double) throws -> Bool {
    let place = WorldPoint(LocationCoordinate(latitude: latitude, longitude: longitude))
    let (x, y) = (place.x * 64, place.y * 64)
    let tile = TileID(z: 6, x: Int(x.rounded(.down)), y: Int(y.rounded(.down)))
    let (column, row) = ((x - Double(tile.x)) * 4096, (y - Double(tile.y)) * 4096)
    let document = try VectorTileJSON.document(try #require(try archive.tile(tile)))
    let water = document["layers"]?.array?.first { $0["name"]?.string == "water" }
    return (water?["features"]?.array ?? []).contains { feature in
      guard let geometry = feature["geometry"], let parts = geometry["coordinates"]?.array else { return false }
      let polygons = geometry["type"]?.string == "Polygon" ? [parts] : parts.compactMap(\.array)
      return polygons.contains { rings in
        rings.map { ring in
          let points = (ring.array ?? []).compactMap { $0.array?.compactMap(\.number) }
          return zip(points, points.dropFirst()).count { a, b in
            (a[1] > row) != (b[1] > row) && a[0] + (row - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) < column
          }
        }.reduce(0, +) % 2 == 1
      }
    }
  }

  /// Rivers, islands and lakes of about a kilometre, which outlines at 1:10 million do not have.
  @Test func knowsShoresToAFewHundredMetres() throws {
    let archive = try PMTilesArchive(path: EmbeddedAssets.path("world-vector.pmtiles"))
    let places: [(String, latitude: Double, longitude: Double, isWater: Bool)] = [
      ("the Hudson beside Manhattan", 40.72, -74.022, true), ("Manhattan", 40.782, -73.966, false),
      ("Staten Island", 40.58, -74.15, false), ("the Narrows", 40.6, -74.047, true),
      ("the mouth of the Saguenay", 48.35, -70.4, true), ("the Gironde", 45.3, -0.72, true),
      ("the Golden Gate", 37.82, -122.48, true), ("the Bosporus", 41.1, 29.063, true),
      ("the lake of Starnberg", 47.9, 11.31, true), ("the land between two lakes", 47.95, 11.25, false),
      ("the Caspian Sea", 42, 50.5, true), ("the South Pole's land", -80, 20, false), ("the South Sea", -40, -140, true),
    ]
    for (name, latitude, longitude, isWater) in places {
      #expect(try self.isWater(archive, latitude, longitude) == isWater, "\(name)")
    }
  }

  /// Bends of rivers that outlines at 1:50 million cut off, and rivers that they do not have. Places are of bridges there.
  @Test(arguments: [
    ("the Seine at Poses", 49.308, 1.235), ("the Seine at Chatou", 48.886, 2.156), ("the Marne at Meaux", 48.957, 2.879),
    ("the Rhine at Mainz", 50.005, 8.275), ("the Nile at Luxor", 25.7, 32.637), ("the Avon at Bath", 51.381, -2.357),
  ])
  func knowsBendsOfRivers(name: String, latitude: Double, longitude: Double) throws {
    let place = WorldPoint(LocationCoordinate(latitude: latitude, longitude: longitude))
    let (x, y) = (place.x * 64, place.y * 64)
    let tile = TileID(z: 6, x: Int(x.rounded(.down)), y: Int(y.rounded(.down)))
    let archive = try PMTilesArchive(path: EmbeddedAssets.path("world-vector.pmtiles"))
    let document = try VectorTileJSON.document(try #require(try archive.tile(tile)))
    let here = SIMD2(x - Double(tile.x), y - Double(tile.y)) * 4096
    let layers = document["layers"]?.array?.filter { ["waterway", "water"].contains($0["name"]?.string) } ?? []
    let corners = layers.flatMap { $0["features"]?.array ?? [] }.flatMap { Self.lines($0["geometry"]?["coordinates"]) }
    let nearest = corners.flatMap { zip($0, $0.dropFirst()) }.map { a, b in
      let way = b - a
      let along = min(max(((here - a) * way).sum() / max((way * way).sum(), 1e-9), 0), 1)
      let off = a + way * along - here
      return (off * off).sum().squareRoot()
    }.min()
    let unit = 40_075_016 * cos(latitude * .pi / 180) / (64 * 4096)
    #expect((nearest ?? .infinity) * unit < 900, "\(name)")
  }

  /// The lines of a geometry, however deep its lists are.
  private static func lines(_ coordinates: JSONValue?) -> [[SIMD2<Double>]] {
    guard let list = coordinates?.array else { return [] }
    let points = list.compactMap { point -> SIMD2<Double>? in
      guard let x = point.array?.first?.number, let y = point.array?.dropFirst().first?.number else { return nil }
      return SIMD2(x, y)
    }
    return points.isEmpty ? list.flatMap { lines($0) } : [points]
  }

  /// English names of the places of a tile that have a class.
  private func names(_ archive: PMTilesArchive, _ tile: TileID, _ kind: String) throws -> Set<String> {
    let document = try VectorTileJSON.document(try #require(try archive.tile(tile)))
    let places = document["layers"]?.array?.first { $0["name"]?.string == "place" }
    let properties = (places?["features"]?.array ?? []).compactMap { $0["properties"] }
    return Set(properties.filter { $0["class"]?.string == kind }.compactMap { $0["name_en"]?.string })
  }

  @Test func namesWhatPeopleLookForFirst() throws {
    let archive = try PMTilesArchive(path: EmbeddedAssets.path("world-vector.pmtiles"))
    #expect(try names(archive, TileID(z: 1, x: 1, y: 0), "country").isSuperset(of: ["Japan", "Italy", "Ukraine"]))
    // Cities count as large as the places around them make them.
    #expect(try names(archive, TileID(z: 3, x: 1, y: 3), "city").isSuperset(of: ["San Francisco", "Los Angeles", "Denver"]))
    #expect(try names(archive, TileID(z: 3, x: 2, y: 2), "city").contains("Boston"))
    #expect(try names(archive, TileID(z: 3, x: 1, y: 2), "city").contains("Seattle"))
    #expect(try names(archive, TileID(z: 3, x: 2, y: 3), "city").isSuperset(of: ["Miami", "Atlanta"]))
    // Parts of cities are none of their own.
    let europe = try names(archive, TileID(z: 4, x: 8, y: 5), "city")
    #expect(europe.contains("Budapest") && !europe.contains("Pest"))
  }

  @Test func namesCitiesAndSeasInOtherLanguages() throws {
    let archive = try PMTilesArchive(path: EmbeddedAssets.path("world-vector.pmtiles"))
    let document = try VectorTileJSON.document(try #require(try archive.tile(TileID(z: 4, x: 8, y: 5))))
    func name(_ english: String, _ layer: String, _ language: String) -> String? {
      let features = document["layers"]?.array?.first { $0["name"]?.string == layer }?["features"]?.array ?? []
      let properties = features.compactMap { $0["properties"] }.first { $0["name_en"]?.string == english }
      return properties?["name:\(language)"]?.string
    }
    #expect(name("Vienna", "place", "de") == "Wien")
    #expect(name("Munich", "place", "de") == "München")
    #expect(name("Berlin", "place", "ja") == "ベルリン")
    #expect(name("Adriatic Sea", "water_name", "fr") == "Mer Adriatique")
  }

  /// Hokkaido, and the south of Germany.
  @Test func namesProvincesInOtherLanguages() throws {
    let archive = try PMTilesArchive(path: EmbeddedAssets.path("world-vector.pmtiles"))
    func names(_ tile: TileID, _ language: String) throws -> Set<String> {
      let document = try VectorTileJSON.document(try #require(try archive.tile(tile)))
      let places = document["layers"]?.array?.first { $0["name"]?.string == "place" }
      let properties = (places?["features"]?.array ?? []).compactMap { $0["properties"] }
      return Set(properties.filter { $0["class"]?.string == "state" }.compactMap { $0["name:\(language)"]?.string })
    }
    #expect(try names(TileID(z: 5, x: 28, y: 11), "ja").contains("北海道"))
    #expect(try names(TileID(z: 5, x: 28, y: 11), "ru").contains("Хоккайдо"))
    #expect(try names(TileID(z: 5, x: 17, y: 11), "fr").contains("Bavière"))
    #expect(try names(TileID(z: 5, x: 17, y: 11), "it").contains("Baviera"))
  }

  /// Middle Europe. Lists of names hold pages about users and names with what they lie in, too.
  @Test func namesCitiesInOtherScripts() throws {
    let archive = try PMTilesArchive(path: EmbeddedAssets.path("world-vector.pmtiles"))
    for language in ["ar", "ja"] {
      var names: Set<String> = []
      for tile in (32...35).flatMap({ x in (20...22).map { TileID(z: 6, x: x, y: $0) } }) {
        let document = try VectorTileJSON.document(try #require(try archive.tile(tile)))
        let places = document["layers"]?.array?.first { $0["name"]?.string == "place" }
        let properties = (places?["features"]?.array ?? []).compactMap { $0["properties"] }
        names.formUnion(
          properties.filter { $0["iso_a2"] != nil && $0["class"]?.string != "state" }
            .compactMap { $0["name:\(language)"]?.string })
      }
      #expect(names.contains(language == "ar" ? "غراتس" : "グラーツ"))
      #expect(names.count > 150, "\(names.count)")
      let odd = names.filter { $0.contains { ":/()[]،,;".contains($0) || $0.isNumber } }
      #expect(odd.isEmpty)
    }
  }

  private func names(_ layer: String, _ language: String, in tiles: [TileID]) throws -> [String: String] {
    let archive = try PMTilesArchive(path: EmbeddedAssets.path("world-vector.pmtiles"))
    var names: [String: String] = [:]
    for tile in tiles {
      let document = try VectorTileJSON.document(try #require(try archive.tile(tile)))
      let found = document["layers"]?.array?.first { $0["name"]?.string == layer }
      for properties in (found?["features"]?.array ?? []).compactMap({ $0["properties"] }) {
        if let name = properties["name"]?.string, let other = properties["name:\(language)"]?.string { names[name] = other }
      }
    }
    return names
  }

  /// The lists have the names that Bulgarians use in the same letters.
  @Test func namesCitiesInRussianAndNotInBulgarian() throws {
    let europe = (15...19).flatMap { x in (8...11).map { TileID(z: 5, x: x, y: $0) } }
    let names = try names("place", "ru", in: europe)
    let wanted = ["Munich": "Мюнхен", "Hannover": "Ганновер", "Cologne": "Кёльн", "Gothenburg": "Гётеборг", "Kharkiv": "Харьков"]
    for (name, russian) in wanted { #expect(names[name] == russian, "\(name): \(names[name] ?? "none")") }
    #expect(try self.names("place", "ja", in: [TileID(z: 5, x: 27, y: 12)])["Busan"] == "釜山")
    let world = (0..<4).flatMap { x in (0..<4).map { TileID(z: 2, x: x, y: $0) } }
    #expect(try self.names("place", "de", in: world)["中国"] == "China")
  }

  /// Where Russian is spoken the likeliest name of small towns is theirs: Ливны, not the Ливни of Bulgarian lists.
  @Test func namesTownsInRussian() throws {
    let russia = (37...40).flatMap { x in (18...21).map { TileID(z: 6, x: x, y: $0) } }
    let names = try names("place", "ru", in: russia)
    for (name, russian) in ["Livny": "Ливны", "Vyborg": "Выборг", "Klin": "Клин"] {
      #expect(names[name] == russian, "\(name): \(names[name] ?? "none")")
    }
  }

  /// The lists have names with what tells equal ones apart, and the source some that are misspelt.
  @Test func namesProvincesAsMapsDo() throws {
    let archive = try PMTilesArchive(path: EmbeddedAssets.path("world-vector.pmtiles"))
    var all: Set<String> = []
    for tile in (0..<32).flatMap({ x in (4..<24).map { TileID(z: 5, x: x, y: $0) } }) {
      guard let bytes = try archive.tile(tile) else { continue }
      let places = try VectorTileJSON.document(bytes)["layers"]?.array?.first { $0["name"]?.string == "place" }
      for properties in (places?["features"]?.array ?? []).compactMap({ $0["properties"] })
      where properties["class"]?.string == "state" {
        guard let members = properties.object?.members else { continue }
        for member in members where member.key.hasPrefix("name") { all.insert(member.value.string ?? "") }
      }
    }
    let odd = all.filter { $0.contains { "²³（".contains($0) } || $0.contains(" (") && $0 != "Sakha (Yakutia)" }
    #expect(odd.isEmpty, "\(odd.sorted().prefix(5))")
    #expect(all.isSuperset(of: ["Sjælland", "Inner Mongolia", "Magadan", "Odisha", "Зеландия"]))
    #expect(all.isDisjoint(with: ["Sjaælland", "Inner Mongol", "Maga Buryatdan", "Orissa"]))
  }

  /// What is the largest place far around is named early, and what is none never.
  @Test func namesPlacesFarFromOthers() throws {
    let archive = try PMTilesArchive(path: EmbeddedAssets.path("world-vector.pmtiles"))
    let lonely = [
      "Akureyri": TileID(z: 4, x: 7, y: 4), "Tamanrasset": TileID(z: 4, x: 8, y: 6), "Ponta Delgada": TileID(z: 4, x: 6, y: 6),
    ]
    for (name, tile) in lonely {
      #expect(try names(archive, tile, "town").contains(name), "\(name)")
    }
    let baltic = TileID(z: 6, x: 34, y: 20)
    #expect(try names(archive, baltic, "town").contains("Greifswald"))
    #expect(try ["city", "town", "suburb"].allSatisfy { try !names(archive, baltic, $0).contains("Klinteby Frihed") })
  }

  /// English maps have no macrons but where a language has them.
  @Test func namesCitiesWithoutScholarsMarks() throws {
    let archive = try PMTilesArchive(path: EmbeddedAssets.path("world-vector.pmtiles"))
    let korea = try names(archive, TileID(z: 6, x: 54, y: 24), "city")
    #expect(korea.contains("Kaesong") && !korea.contains("Kaesŏng"))
    let latvia = TileID(z: 6, x: 36, y: 19)
    #expect(try ["city", "town"].contains { try names(archive, latvia, $0).contains("Jūrmala") })
  }

  /// Simplified characters, and traditional ones where those are others or the name is another.
  @Test func namesPlacesInBothChineseWritings() throws {
    let world = (0..<8).flatMap { x in (1..<7).map { TileID(z: 3, x: x, y: $0) } }
    let (simplified, traditional) = (try names("place", "zh", in: world), try names("place", "zh-Hant", in: world))
    for (name, both) in [
      "United States": ("美国", "美國"), "New Zealand": ("新西兰", "紐西蘭"), "Tokyo": ("东京", "東京"), "Sydney": ("悉尼", "雪梨"),
      "Guangzhou": ("广州", "廣州"), "中国": ("中国", "中國"),
    ] {
      #expect(simplified[name] == both.0 && traditional[name] == both.1, "\(name): \(traditional[name] ?? "none")")
    }
    #expect(traditional.count > 100 && traditional.allSatisfy { simplified[$0.key] != $0.value })
    // Known to be written alike: a guess by characters would have 塔什乾.
    #expect(simplified["Tashkent"] == "塔什干" && traditional["Tashkent"] == nil)
    let russia = try names("place", "zh-Hant", in: [TileID(z: 5, x: 21, y: 9), TileID(z: 5, x: 21, y: 10)])
    #expect(russia["Kurgan"] == "庫爾干州")
    let seas = try names("water_name", "zh-Hant", in: world)
    #expect(seas["Gulf of Mexico"] == "墨西哥灣" && seas["Caspian Sea"] == "裏海" && seas["Atlantic Ocean"] == nil)
  }

  @Test func namesSeasInOtherScripts() throws {
    let world = (0..<4).flatMap { x in (0..<4).map { TileID(z: 2, x: x, y: $0) } }
    let (arabic, japanese) = (try names("water_name", "ar", in: world), try names("water_name", "ja", in: world))
    #expect(arabic["Persian Gulf"] == "الخليج العربي" && japanese["Red Sea"] == "紅海" && japanese["Gulf of Aden"] == "アデン湾")
    #expect(arabic.count >= 40 && arabic.count == japanese.count, "\(arabic.count) \(japanese.count)")
  }

  @Test func drawsNoBorderInPieces() throws {
    let archive = try PMTilesArchive(path: EmbeddedAssets.path("world-vector.pmtiles"))
    // The source has 7,980 pieces of borders of countries.
    let borders = try #require(try layers(archive, TileID(z: 0, x: 0, y: 0))["boundary"])
    #expect(borders > 200 && borders < 800)
  }

  /// Around Baikonur Russia has leased a circle, which is no border on maps.
  @Test func drawsNoLeaseAsABorder() throws {
    let archive = try PMTilesArchive(path: EmbeddedAssets.path("world-vector.pmtiles"))
    let document = try VectorTileJSON.document(try #require(try archive.tile(TileID(z: 6, x: 43, y: 22))))
    let borders = document["layers"]?.array?.first { $0["name"]?.string == "boundary" }?["features"]?.array ?? []
    #expect(borders.allSatisfy { $0["properties"]?["admin_level"]?.number == 4 })
  }

  @Test func holdsTheDepthsOfTheSeaAndNoneOnLand() throws {
    let archive = try PMTilesArchive(path: EmbeddedAssets.path("world-vector.pmtiles"))
    // The Pacific east of Japan, and central Africa.
    #expect(try layers(archive, TileID(z: 4, x: 15, y: 6))["bathymetry"] ?? 0 > 2)
    #expect(try layers(archive, TileID(z: 5, x: 17, y: 15))["bathymetry"] == nil)
  }

  /// A coast that is simplified wrongly shows as land where the next zoom has sea.
  @Test func holdsAsMuchSeaInATileAsInItsParts() throws {
    let archive = try PMTilesArchive(path: EmbeddedAssets.path("world-vector.pmtiles"))
    for zoom in 1...3 {
      for y in 0..<1 << zoom {
        for x in 0..<1 << zoom {
          let tile = TileID(z: zoom, x: x, y: y)
          let parts = try tile.children.reduce(0) { $0 + (try seaShare(archive, $1)) / 4 }
          let whole = try seaShare(archive, tile)
          #expect(abs(whole - parts) < 0.04, "\(tile): \(whole), in its parts \(parts)")
        }
      }
    }
  }

  /// The share of a tile, with the little that it holds of its neighbours, that is water.
  private func seaShare(_ archive: PMTilesArchive, _ id: TileID) throws -> Double {
    guard let bytes = try archive.tile(id) else { return 0 }
    let tile = try VectorTile(bytes)
    guard let layer = tile.layers.first(where: { $0.name == "water" }) else { return 0 }
    var reader = VectorTileReader()
    reader.begin(tile)
    reader.begin(layer)
    var area = 0.0
    while let feature = reader.nextFeature() {
      guard try reader.readGeometry(of: feature) else { continue }
      for part in 0..<reader.geometry.partCount { area += reader.geometry.doubledArea(ofPart: part) / 2 }
    }
    // Tiles go on by five in 256 of their side.
    let side = Double(layer.extent) * 266 / 256
    return area / (side * side)
  }

  @Test(arguments: [
    "world-vector.pmtiles", "Regions/Helsinki.region/tiles.pmtiles", "Regions/Neubrandenburg.region/tiles.pmtiles",
  ])
  func holdsNoDamagedTile(name: String) throws {
    var audit = VectorTileAudit()
    try PMTilesArchive(path: EmbeddedAssets.path(name)).visitTiles { (tile, bytes) throws(FormatError) in
      // Deep tiles of the world are many; the check of all of them is `overlook check`.
      guard tile.z < 4 || tile.z > 9 else { return }
      let faults = try audit.faults(of: bytes)
      #expect(faults.isEmpty, "\(tile): \(faults.all.map(\.fault.text))")
    }
  }

  @Test func holdsTheCity() throws {
    let archive = try PMTilesArchive(path: EmbeddedAssets.path("tiles.pmtiles", ofRegion: "Helsinki"))
    #expect(archive.header.minimumZoom == 10 && archive.header.maximumZoom == 14)
    #expect((archive.byteCount ?? .max) < 1_000_000)
    let city = try layers(archive, TileID(z: 14, x: 9327, y: 4742))
    for name in [
      "earth", "building", "transportation", "transportation_name", "poi", "housenumber", "landcover", "landuse", "place",
      "water",
    ] {
      #expect((city[name] ?? 0) > 0, "\(name)")
    }
    #expect((city["building"] ?? 0) > 400)
  }
}
