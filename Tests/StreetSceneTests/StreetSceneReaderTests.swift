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
