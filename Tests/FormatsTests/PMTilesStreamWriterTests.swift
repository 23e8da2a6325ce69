import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import Testing

@Suite struct PMTilesStreamWriterTests {
  private static let header = TileArchiveHeader(
    tileFormat: .png, minimumZoom: 0, maximumZoom: 0, southWest: LocationCoordinate(latitude: -10, longitude: -20),
    northEast: LocationCoordinate(latitude: 30, longitude: 40), attribution: "© Somebody", name: "Test", source: "tiles.example")

  private func content(_ id: TileID) -> [UInt8] {
    Array("\(id.z)/\(id.x)/\(id.y)".utf8)
  }

  private func allTiles(to zoom: Int) -> [TileID] {
    (0...zoom).flatMap { z in (0..<(1 << z)).flatMap { y in (0..<(1 << z)).map { TileID(z: z, x: $0, y: y) } } }
  }

  /// The file of `tiles`, in small steps of memory where `isSmall`.
  private func archive(
    _ folder: TemporaryFolder, _ tiles: [(TileID, [UInt8])], header: TileArchiveHeader = Self.header, isSmall: Bool = false
  ) throws -> String {
    let path = "\(folder.path)/a.pmtiles"
    let writer = try PMTilesStreamWriter(
      path: path, header: header, compressesDirectories: true, rootByteLimit: isSmall ? 60 : 16_257,
      sortedTileCount: isSmall ? 100 : 1 << 20)
    for (tile, bytes) in tiles { try writer.append(tile, bytes) }
    try writer.finish()
    return path
  }

  @Test(arguments: [false, true]) func givesBackEveryTileInWhateverOrderTheyCame(isSmall: Bool) throws {
    let folder = try TemporaryFolder()
    var generator = SeededGenerator(seed: 1)
    let tiles = allTiles(to: 6).shuffled(using: &generator)
    let archive = try PMTilesArchive(path: archive(folder, tiles.map { ($0, content($0)) }, isSmall: isSmall))
    for id in tiles { #expect(try archive.tile(id) == content(id)) }
    #expect(try archive.tile(TileID(z: 7, x: 0, y: 0)) == nil)
    #expect(archive.tileCount == tiles.count)
    // Nothing of the way there is left.
    #expect(try folder.names == ["a.pmtiles"])
  }

  @Test func makesTheSameBytesWhateverTheOrderAndTheMemory() throws {
    let folder = try TemporaryFolder()
    var generator = SeededGenerator(seed: 2)
    let tiles = allTiles(to: 5)
    let water = [UInt8](repeating: 9, count: 100)
    let contents = tiles.map { ($0, $0.x % 3 == 0 ? water : content($0)) }
    let first = try Data(contentsOf: URL(fileURLWithPath: archive(folder, contents)))
    let shuffled = try Data(contentsOf: URL(fileURLWithPath: archive(folder, contents.shuffled(using: &generator))))
    #expect(first == shuffled)
  }

  @Test(arguments: [false, true]) func theLastOfSeveralTilesWithOneAddressCounts(isSmall: Bool) throws {
    let folder = try TemporaryFolder()
    let tiles = allTiles(to: 4)
    let contents = tiles.map { ($0, [UInt8(1)]) } + tiles.map { ($0, [UInt8(2)]) } + tiles.map { ($0, content($0)) }
    let archive = try PMTilesArchive(path: archive(folder, contents, isSmall: isSmall))
    for id in tiles { #expect(try archive.tile(id) == content(id)) }
    #expect(archive.tileCount == tiles.count)
  }

  @Test func storesEqualTilesOnceAndRunsOfThemAsOneEntry() throws {
    let folder = try TemporaryFolder()
    let water = [UInt8](repeating: 7, count: 5000)
    let land = TileID(z: 5, x: 1, y: 1)
    let tiles = allTiles(to: 6)
    let path = try archive(folder, tiles.map { ($0, $0 == land ? [1, 2, 3] : water) }, isSmall: true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count < 6000)
    let archive = try PMTilesArchive(path: path)
    for id in tiles { #expect(try archive.tile(id) == (id == land ? [1, 2, 3] : water)) }
    var runs: [Int] = []
    try archive.visitRuns { run, _ throws(FormatError) in runs.append(run.count) }
    #expect(runs.count == 3 && runs.reduce(0, +) == tiles.count && runs[1] == 1)
  }

  @Test func saysAboutItselfWhatItWasTold() throws {
    let folder = try TemporaryFolder()
    var wanted = Self.header
    wanted.details = "For tests"
    wanted.isOverlay = true
    wanted.center = LocationCoordinate(latitude: 5, longitude: 6)
    wanted.centerZoom = 4
    let tiles = [TileID(z: 2, x: 1, y: 1), TileID(z: 4, x: 3, y: 3)]
    let archive = try ArchiveOpener.open(path: archive(folder, tiles.map { ($0, content($0)) }, header: wanted))
    wanted.minimumZoom = 2
    wanted.maximumZoom = 4
    #expect(archive.header == wanted)
    #expect(archive.source == "tiles.example")
  }

  @Test func compressesVectorTilesOnceAndKeepsTheirLayers() throws {
    let folder = try TemporaryFolder()
    var header = Self.header
    header.tileFormat = .mvt
    header.kind = .vector
    header.vectorLayers = Array(#"[{"fields":{},"id":"roads"},{"id":"water"}]"#.utf8)
    let plain = [UInt8](repeating: 3, count: 10_000)
    let tiles = [(TileID(z: 1, x: 0, y: 0), plain), (TileID(z: 1, x: 1, y: 0), try Gzip.deflate(plain))]
    let path = try archive(folder, tiles, header: header)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count < 1000)
    let archive = try PMTilesArchive(path: path)
    for (id, _) in tiles { #expect(try archive.tile(id) == plain) }
    #expect(archive.header.vectorLayerNames == ["roads", "water"])
    // Byte 98 of the header: 2 is gzip.
    #expect(try Data(contentsOf: URL(fileURLWithPath: path))[98] == 2)
  }

  @Test func visitsTheTilesInTheirOrder() throws {
    let folder = try TemporaryFolder()
    let tiles = allTiles(to: 4)
    let archive = try PMTilesArchive(path: archive(folder, tiles.map { ($0, content($0)) }, isSmall: true))
    var visited: [UInt64] = []
    try archive.visitTiles { (tile, bytes) throws(FormatError) in
      #expect(bytes == content(tile))
      visited.append(PMTilesTileID.number(tile) ?? .max)
    }
    #expect(visited == (0..<UInt64(tiles.count)).map { $0 })
  }

  @Test func leavesTheOldFileUntilTheNewOneIsWhole() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.pmtiles", [1, 2, 3])
    let writer = try PMTilesStreamWriter(path: path, header: Self.header)
    try writer.append(TileID(z: 0, x: 0, y: 0), [1])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([1, 2, 3]))
    #expect(try folder.names == ["a.pmtiles", "a.pmtiles.writing"])
    writer.abandon()
    #expect(try folder.names == ["a.pmtiles"])
    #expect(faultKind { () throws(FormatError) in try writer.finish() } == .unwritable)
  }

  @Test func writesOverWhatAKilledWriterLeftButNotOverALiveOne() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("a.pmtiles.writing", [UInt8](repeating: 1, count: 1 << 20))
    let path = "\(folder.path)/a.pmtiles"
    let writer = try PMTilesStreamWriter(path: path, header: Self.header)
    #expect(faultKind { () throws(FormatError) in try PMTilesStreamWriter(path: path, header: Self.header) } == .unwritable)
    try writer.append(TileID(z: 0, x: 0, y: 0), [1])
    try writer.finish()
    #expect(try PMTilesArchive(path: path).tile(TileID(z: 0, x: 0, y: 0)) == [1])
  }

  @Test func doesNotFollowALinkInItsWay() throws {
    let folder = try TemporaryFolder()
    let canary = try folder.file("canary", [5])
    let path = "\(folder.path)/a.pmtiles"
    try FileManager.default.createSymbolicLink(atPath: path + ".writing", withDestinationPath: canary)
    #expect(faultKind { () throws(FormatError) in try PMTilesStreamWriter(path: path, header: Self.header) } == .unwritable)
    #expect(try Data(contentsOf: URL(fileURLWithPath: canary)) == Data([5]))
  }

  @Test func refusesTilesThatAreNoneAndFoldersThatDoNotExist() throws {
    let folder = try TemporaryFolder()
    let writer = try PMTilesStreamWriter(path: "\(folder.path)/a", header: Self.header)
    #expect(faultKind { () throws(FormatError) in try writer.append(TileID(z: 1, x: 2, y: 0), [1]) } == .malformed)
    #expect(faultKind { () throws(FormatError) in try writer.append(TileID(z: 0, x: 0, y: 0), []) } == .malformed)
    #expect(
      faultKind { () throws(FormatError) in try PMTilesStreamWriter(path: "\(folder.path)/no/a", header: Self.header) }
        == .unwritable)
  }

  @Test func aFileWithoutTilesOpens() throws {
    let folder = try TemporaryFolder()
    let archive = try ArchiveOpener.open(path: archive(folder, []))
    #expect(try archive.tile(TileID(z: 0, x: 0, y: 0)) == nil)
  }
}
