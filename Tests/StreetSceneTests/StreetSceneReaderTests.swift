import OverlookAssets
import OverlookFormats
import OverlookGeometry
import OverlookStreetScene
import Testing

@Suite struct StreetSceneReaderTests {
  private let place = LocationCoordinate(latitude: 60.1699, longitude: 24.9384)

  /// An archive of one tile, or of the same bytes everywhere.
  private struct Archive: TileArchive {
    let header = TileArchiveHeader(tileFormat: .mvt, minimumZoom: 14, maximumZoom: 14, attribution: "somebody")
    var bytes: [UInt8]?
    var tileCount: Int? { nil }
    var byteCount: Int? { nil }
    func tile(_ id: TileID) throws(FormatError) -> [UInt8]? { bytes }
    func visitRuns(_ body: (TileRun, Result<[UInt8], FormatError>) throws(FormatError) -> Void) throws(FormatError) {}
  }

  @Test func readsCentralHelsinki() throws {
    let archive = try ArchiveOpener.open(path: try EmbeddedAssets.regionsFolder() + "/Helsinki.region/tiles.pmtiles")
    let scene = try StreetSceneReader.scene(around: place, radius: 400, in: archive)
    #expect(scene.buildings.count > 100 && scene.roads.count > 100)
    #expect(scene.attribution?.contains("OpenStreetMap") == true)
    // The tower of the railway station, 160 m to the north and 225 m to the east.
    let tower = StreetFrame(origin: place).place(LocationCoordinate(latitude: 60.17133, longitude: 24.94245))
    #expect(
      scene.buildings.contains { building in
        building.top > 25 && building.rings[0].contains { abs($0.x - tower.x) < 40 && abs($0.y - tower.y) < 40 }
      })
  }

  /// The halves that two tiles have of a house across the edge between them: one house, with the corners of the whole.
  @Test func aRoofedHouseThatTilesCutIsOneHouse() throws {
    struct Halves: TileArchive {
      let header = TileArchiveHeader(tileFormat: .mvt, minimumZoom: 14, maximumZoom: 14)
      var tileCount: Int? { nil }
      var byteCount: Int? { nil }
      func tile(_ id: TileID) throws(FormatError) -> [UInt8]? {
        guard id.y == 8192, id.x == 8191 || id.x == 8192 else { return nil }
        let shift: Int32 = id.x == 8191 ? 8192 : 0
        var tile = VectorTileWriter(extent: 8192)
        let cut: ClosedRange<Int32> = id.x == 8191 ? 7592...8353 : -161...600
        let corners = [SIMD2<Int32>(-600, 100), SIMD2(600, 100), SIMD2(600, 200), SIMD2(-600, 200)].map {
          SIMD2($0.x + shift, $0.y)
        }
        guard let outline = RoofOutline([corners]) else { return nil }
        tile.add(
          layer: "building", .polygons, [corners.map { SIMD2(min(max($0.x, cut.lowerBound), cut.upperBound), $0.y) }],
          tags: [("render_height", .int(9)), ("roof_shape", .string("gabled")), (RoofOutline.key, .string(outline.text))])
        return tile.bytes()
      }
      func visitRuns(_ body: (TileRun, Result<[UInt8], FormatError>) throws(FormatError) -> Void) throws(FormatError) {}
    }
    let scene = try StreetSceneReader.scene(around: LocationCoordinate(latitude: 0, longitude: 0), radius: 400, in: Halves())
    #expect(scene.buildings.count == 1)
    let xs = scene.buildings.first?.rings.first?.map(\.x) ?? []
    // 1,200 units of 0.2986 m.
    #expect(abs((xs.max() ?? 0) - 179.1) < 0.5 && abs((xs.min() ?? 0) + 179.1) < 0.5, "\(xs)")
  }

  /// Tile 14/8192/8192, whose upper left corner is the place 0, 0, with one feature for each outline and its further tags.
  private func scene(
    _ features: [(outline: [SIMD2<Int32>], tags: [(String, VectorTileWriter.Value)])]
  ) throws -> StreetScene {
    struct OneTile: TileArchive {
      let header = TileArchiveHeader(tileFormat: .mvt, minimumZoom: 14, maximumZoom: 14)
      var bytes: [UInt8]
      var tileCount: Int? { nil }
      var byteCount: Int? { nil }
      func tile(_ id: TileID) throws(FormatError) -> [UInt8]? { id == TileID(z: 14, x: 8192, y: 8192) ? bytes : nil }
      func visitRuns(_ body: (TileRun, Result<[UInt8], FormatError>) throws(FormatError) -> Void) throws(FormatError) {}
    }
    var tile = VectorTileWriter(extent: 8192)
    for (corners, tags) in features {
      let outline = try #require(RoofOutline([corners])).text
      tile.add(
        layer: "building", .polygons, [corners],
        tags: tags + [("roof_shape", .string("gabled")), (RoofOutline.key, .string(outline))])
    }
    let middle = LocationCoordinate(latitude: 0, longitude: 0)
    return try StreetSceneReader.scene(around: middle, radius: 100, in: OneTile(bytes: tile.bytes()))
  }

  private let leftHouse = [SIMD2<Int32>(-60, 100), SIMD2(-160, 100), SIMD2(-160, 20), SIMD2(-60, 20)]
  private let rightHouse = [SIMD2<Int32>(-60, 100), SIMD2(-60, 20), SIMD2(100, 20), SIMD2(100, 100)]

  @Test func houseAndNeighbourOfTheSameFirstCornerAreTwo() throws {
    let houses = try scene([(leftHouse, [("render_height", .int(9))]), (rightHouse, [("render_height", .int(9))])])
    #expect(houses.buildings.count == 2)
    // The same outline twice is one house, but for parts that stand on each other.
    let again = try scene([(leftHouse, [("render_height", .int(9))]), (leftHouse, [("render_height", .int(9))])])
    #expect(again.buildings.count == 1)
    let stacked = try scene([
      (leftHouse, [("render_height", .double(8.6))]), (leftHouse, [("render_height", .double(9.4))]),
      (leftHouse, [("render_height", .double(9.4)), ("render_min_height", .double(8.6))]),
    ])
    #expect(stacked.buildings.count == 3)
  }

  /// The part has the outline and the height of the whole that it stands for.
  @Test func aWholeThatIsNotDrawnDoesNotHideItsPart() throws {
    let scene = try scene([
      (leftHouse, [("render_height", .int(9)), ("hide_3d", .bool(true))]), (leftHouse, [("render_height", .int(9))]),
    ])
    #expect(scene.buildings.count == 1)
  }

  /// 200 corners of 12 letters each, for each of 8,000 buildings: a few bytes in the tile.
  @Test func cornersOfOutlinesAreBounded() throws {
    let corners = (0..<200).map { SIMD2<Int32>($0 % 2 == 0 ? -20_000 : 20_000, $0 / 2 % 2 == 0 ? -20_000 : 20_000) }
    let features = (0..<8000).map { (corners, [("render_height", VectorTileWriter.Value.int(Int64($0 % 900 + 1)))]) }
    #expect(throws: FormatError.self) { try scene(features) }
    #expect(try scene(Array(features.prefix(100))).buildings.count == 100)
  }

  @Test func groundWithoutTilesIsOpen() throws {
    let scene = try StreetSceneReader.scene(around: place, in: Archive(bytes: nil))
    #expect(scene.buildings.isEmpty && scene.roads.isEmpty && scene.areas.isEmpty)
    #expect(scene.attribution == "somebody")
  }

  @Test func damagedTilesAreSaid() {
    #expect(throws: FormatError.self) { try StreetSceneReader.scene(around: place, in: Archive(bytes: [0x1A, 0xFF, 0xFF])) }
  }

  @Test(arguments: [
    LocationCoordinate(latitude: .nan, longitude: 0), LocationCoordinate(latitude: 89.9, longitude: 0),
    LocationCoordinate(latitude: 0, longitude: .infinity),
  ])
  func placesOffTheMapAreSaid(_ place: LocationCoordinate) {
    #expect(throws: FormatError.self) { try StreetSceneReader.scene(around: place, in: Archive(bytes: nil)) }
  }

  @Test func radiiAreHeldToWhatIsSeen() throws {
    #expect(try StreetSceneReader.scene(around: place, radius: 1e9, in: Archive(bytes: nil)).radius == 2_000)
    #expect(try StreetSceneReader.scene(around: place, radius: .nan, in: Archive(bytes: nil)).radius == 700)
  }

  @Test func metresAreThoseOfTheSphere() {
    let frame = StreetFrame(origin: place)
    let north = frame.coordinate(SIMD2(0, 500))
    #expect(abs(SphericalGeometry.distance(from: place, to: north) - 500) < 0.1)
    let back = frame.place(frame.coordinate(SIMD2(123, -456)))
    #expect(abs(back.x - 123) < 1e-6 && abs(back.y + 456) < 1e-6)
  }
}
