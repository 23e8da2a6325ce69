import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import Testing

@Suite struct PMTilesTests {
  private static let header = TileArchiveHeader(
    tileFormat: .png, minimumZoom: 0, maximumZoom: 0, southWest: LocationCoordinate(latitude: -10, longitude: -20),
    northEast: LocationCoordinate(latitude: 30, longitude: 40), attribution: "© Somebody", name: "Test")

  private func content(_ id: TileID) -> [UInt8] {
    Array("\(id.z)/\(id.x)/\(id.y)".utf8)
  }

  private func allTiles(to zoom: Int) -> [TileID] {
    var tiles: [TileID] = []
    for z in 0...zoom {
      for y in 0..<(1 << z) {
        for x in 0..<(1 << z) { tiles.append(TileID(z: z, x: x, y: y)) }
      }
    }
    return tiles
  }

  private func file(_ ids: [TileID], rootByteLimit: Int = 10_000) throws -> [UInt8] {
    var writer = PMTilesWriter(header: Self.header, rootByteLimit: rootByteLimit)
    for id in ids { try writer.add(content(id), at: id) }
    return writer.file()
  }

  /// The table of the PMTiles specification, version 3, and 12/3423/1763 of its reference implementations.
  @Test(
    arguments: [
      (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5), (12, 3423, 1763, 19_078_479),
    ] as [(Int, Int, Int, UInt64)])
  func numbersTilesAlongTheHilbertCurve(z: Int, x: Int, y: Int, number: UInt64) throws {
    let id = TileID(z: z, x: x, y: y)
    #expect(PMTilesTileID.number(id) == number)
    #expect(PMTilesTileID.tile(number) == id)
  }

  @Test func everyNumberNamesOneTileAndNeighboursTouch() throws {
    var last: TileID?
    // Levels 0 to 5: (4^6 - 1) / 3 tiles.
    let count: UInt64 = 1365
    for number in 0..<count {
      let id = try #require(PMTilesTileID.tile(number))
      #expect(PMTilesTileID.number(id) == number)
      if let last, last.z == id.z { #expect(abs(last.x - id.x) + abs(last.y - id.y) == 1) }
      last = id
    }
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<1000 {
      let z = Int.random(in: 0...30, using: &generator)
      let id = TileID(
        z: z, x: Int.random(in: 0..<(1 << z), using: &generator), y: Int.random(in: 0..<(1 << z), using: &generator))
      let number = try #require(PMTilesTileID.number(id))
      #expect(PMTilesTileID.tile(number) == id)
    }
    #expect(PMTilesTileID.number(TileID(z: 1, x: 2, y: 0)) == nil)
    #expect(PMTilesTileID.number(TileID(z: 31, x: 0, y: 0)) == nil)
    #expect(PMTilesTileID.tile(.max) == nil)
  }

  @Test(arguments: [10_000, 200])
  func givesBackEveryTileWithAndWithoutLeafDirectories(rootByteLimit: Int) throws {
    let folder = try TemporaryFolder()
    let tiles = allTiles(to: 5)
    let archive = try ArchiveOpener.open(path: folder.file("a.pmtiles", try file(tiles, rootByteLimit: rootByteLimit)))
    for id in tiles { #expect(try archive.tile(id) == content(id)) }
    #expect(try archive.tile(TileID(z: 6, x: 0, y: 0)) == nil)
    #expect(try archive.tile(TileID(z: 3, x: 9, y: 0)) == nil)
  }

  @Test func tellsWhatItHolds() throws {
    let folder = try TemporaryFolder()
    let bytes = try file([TileID(z: 2, x: 1, y: 1), TileID(z: 4, x: 3, y: 3)])
    let header = try ArchiveOpener.open(path: folder.file("a", bytes)).header
    #expect(header.kind == .raster && header.tileFormat == .png)
    #expect(header.minimumZoom == 2 && header.maximumZoom == 4)
    #expect(header.southWest == Self.header.southWest && header.northEast == Self.header.northEast)
    #expect(header.attribution == "© Somebody" && header.name == "Test")
  }

  @Test func writesTheSameBytesInWhateverOrderTilesCome() throws {
    let tiles = allTiles(to: 3)
    var generator = SeededGenerator(seed: 6)
    #expect(try file(tiles) == file(tiles.shuffled(using: &generator)))
  }

  @Test func storesEqualTilesOnceAndRunsOfThemAsOneEntry() throws {
    let folder = try TemporaryFolder()
    var writer = PMTilesWriter(header: Self.header)
    let tiles = allTiles(to: 4)
    let water = [UInt8](repeating: 7, count: 1000)
    for id in tiles { try writer.add(id == TileID(z: 2, x: 1, y: 1) ? [1, 2, 3] : water, at: id) }
    let bytes = writer.file()
    #expect(bytes.count < 1300)
    let archive = try PMTilesArchive(path: folder.file("a", bytes))
    for id in tiles { #expect(try archive.tile(id) == (id == TileID(z: 2, x: 1, y: 1) ? [1, 2, 3] : water)) }
  }

  @Test func inflatesTilesThatAreStoredCompressed() throws {
    let folder = try TemporaryFolder()
    var writer = PMTilesWriter(header: Self.header, holdsGzipTiles: true)
    try writer.add(try Gzip.deflate(Array("plain".utf8)), at: TileID(z: 0, x: 0, y: 0))
    let archive = try PMTilesArchive(path: folder.file("a", writer.file()))
    #expect(try archive.tile(TileID(z: 0, x: 0, y: 0)) == Array("plain".utf8))
  }

  @Test func answersManyThreadsAtOnce() async throws {
    let folder = try TemporaryFolder()
    let tiles = allTiles(to: 5)
    let archive = try PMTilesArchive(path: folder.file("a", try file(tiles, rootByteLimit: 200)))
    let wrong = await withTaskGroup(of: Int.self) { group in
      for start in 0..<8 {
        group.addTask {
          var wrong = 0
          for i in tiles.indices {
            let id = tiles[(i + start * 170) % tiles.count]
            if (try? archive.tile(id)) != self.content(id) { wrong += 1 }
          }
          return wrong
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  @Test func noticesThatTheFileWasReplaced() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a", try file(allTiles(to: 2)))
    let archive = try PMTilesArchive(path: path)
    _ = try folder.file("a", try file(allTiles(to: 3)))
    #expect(throws: FormatError.changed(path)) { try archive.tile(TileID(z: 0, x: 0, y: 0)) }
  }

  @Test func refusesAFileCutAnywhereOrStaysWithinIt() throws {
    let folder = try TemporaryFolder()
    let whole = try file(allTiles(to: 2), rootByteLimit: 40)
    for count in 0..<whole.count {
      let path = try folder.file("cut", Array(whole.prefix(count)))
      #expect(
        faultKind { () throws(FormatError) in try ArchiveOpener.open(path: path) } != nil, "\(count) of \(whole.count) bytes")
    }
  }

  @Test func survivesRandomDamage() throws {
    let folder = try TemporaryFolder()
    let tiles = allTiles(to: 2)
    let whole = try file(tiles, rootByteLimit: 40)
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      var damaged = whole
      // Mostly the header and the directories, where damage has consequences.
      let end = Bool.random(using: &generator) ? whole.count : 240
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        damaged[Int.random(in: 0..<end, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      guard let archive = try? ArchiveOpener.open(path: folder.file("damaged", damaged)) else { continue }
      for id in tiles { _ = try? archive.tile(id) }
      #expect(archive.header.minimumZoom <= archive.header.maximumZoom)
    }
  }
}
