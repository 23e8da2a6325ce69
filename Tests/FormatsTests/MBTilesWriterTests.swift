import Foundation
import GRDB
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import Testing

@Suite struct MBTilesWriterTests {
  private static let header = TileArchiveHeader(
    tileFormat: .png, minimumZoom: 0, maximumZoom: 0, southWest: LocationCoordinate(latitude: -10, longitude: -20),
    northEast: LocationCoordinate(latitude: 30, longitude: 40), attribution: "© Somebody", name: "Test", source: "tiles.example")

  private func content(_ id: TileID) -> [UInt8] {
    Array("\(id.z)/\(id.x)/\(id.y)".utf8)
  }

  private let tiles = (0...4).flatMap { z in (0..<(1 << z)).flatMap { y in (0..<(1 << z)).map { TileID(z: z, x: $0, y: y) } } }

  @Test func givesBackEveryTileAndLeavesNothingBeside() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.mbtiles"
    let writer = try MBTilesWriter(path: path, header: Self.header)
    for id in tiles { try writer.append(id, content(id)) }
    #expect(writer.tileCount == tiles.count)
    #expect(!FileManager.default.fileExists(atPath: path))
    try writer.finish()
    #expect(try folder.names == ["a.mbtiles"])
    let archive = try ArchiveOpener.open(path: path)
    for id in tiles { #expect(try archive.tile(id) == content(id)) }
    #expect(archive.tileCount == tiles.count && archive.source == "tiles.example")
    var wanted = Self.header
    wanted.maximumZoom = 4
    wanted.center = LocationCoordinate(latitude: 10, longitude: 10)
    wanted.centerZoom = 0
    #expect(archive.header == wanted)
  }

  @Test func goesOnWithWhatAnEarlierWriterLeft() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.mbtiles"
    do {
      let writer = try MBTilesWriter(path: path, header: Self.header)
      for id in tiles.prefix(100) { try writer.append(id, content(id)) }
      try writer.flush()
      for id in tiles[100..<120] { try writer.append(id, content(id)) }
      #expect(try writer.contains(tiles[110]) && writer.tileCount == 120)
    }
    let writer = try MBTilesWriter(path: path, header: Self.header)
    #expect(writer.tileCount == 100)
    #expect(try writer.contains(tiles[99]))
    #expect(try !writer.contains(tiles[100]))
    for id in tiles where try !writer.contains(id) { try writer.append(id, content(id)) }
    try writer.finish()
    let archive = try MBTilesArchive(path: path)
    for id in tiles { #expect(try archive.tile(id) == content(id)) }
  }

  @Test func startsOverWhenAskedAndRefusesAnotherSource() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.mbtiles"
    do {
      let writer = try MBTilesWriter(path: path, header: Self.header)
      try writer.append(tiles[0], [1])
      try writer.flush()
    }
    var other = Self.header
    other.source = "elsewhere.example"
    #expect(faultKind { () throws(FormatError) in try MBTilesWriter(path: path, header: other) } == .unsupported)
    let writer = try MBTilesWriter(path: path, header: other, start: .over)
    #expect(writer.tileCount == 0)
    #expect(try !writer.contains(tiles[0]))
  }

  @Test func storesEqualTilesOnceAndReplacesTiles() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.mbtiles"
    let writer = try MBTilesWriter(path: path, header: Self.header)
    let water = [UInt8](repeating: 7, count: 50_000)
    for id in tiles { try writer.append(id, water) }
    try writer.append(tiles[3], [1])
    try writer.flush()
    try writer.append(tiles[3], [2])
    try writer.finish()
    let archive = try MBTilesArchive(path: path)
    #expect(try archive.tile(tiles[3]) == [2])
    #expect(try archive.tile(tiles[4]) == water)
    #expect(archive.tileCount == tiles.count)
    #expect(try #require(archive.byteCount) < 120_000)
    let queue = try DatabaseQueue(path: path)
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM images") } == 2)
    try queue.close()
  }

  @Test func compressesVectorTilesOnceAndKeepsTheirLayers() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.mbtiles"
    var header = Self.header
    header.tileFormat = .mvt
    header.vectorLayers = Array(#"[{"fields":{},"id":"roads"}]"#.utf8)
    let writer = try MBTilesWriter(path: path, header: header)
    let plain = [UInt8](repeating: 3, count: 10_000)
    try writer.append(tiles[1], plain)
    try writer.append(tiles[2], try Gzip.deflate(plain))
    try writer.finish()
    let archive = try MBTilesArchive(path: path)
    #expect(try archive.tile(tiles[1]) == plain)
    #expect(try archive.tile(tiles[2]) == plain)
    #expect(archive.header.kind == .vector && archive.header.vectorLayerNames == ["roads"])
    // One content, compressed.
    #expect(try #require(archive.byteCount) < 40_000)
  }

  /// As of a program that was killed between completing the file and giving it its name.
  @Test func goesOnWithWhatIsCompleteButForItsName() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.mbtiles"
    let first = try MBTilesWriter(path: path, header: Self.header)
    try first.append(tiles[0], [1])
    try first.finish()
    try FileManager.default.moveItem(atPath: path, toPath: path + ".unfinished")
    let second = try MBTilesWriter(path: path, header: Self.header)
    #expect(second.tileCount == 1)
    try second.append(tiles[1], [1])
    try second.finish()
    let archive = try MBTilesArchive(path: path)
    #expect(try archive.tile(tiles[0]) == [1] && archive.tile(tiles[1]) == [1] && archive.tileCount == 2)
  }

  @Test func refusesASecondWriterAndFilesOfOthers() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.mbtiles"
    let writer = try MBTilesWriter(path: path, header: Self.header)
    try writer.append(tiles[0], [1])
    #expect(faultKind { () throws(FormatError) in try MBTilesWriter(path: path, header: Self.header) } == .unwritable)
    try writer.finish()

    _ = try folder.file("b.unfinished", Array("not a database, but long enough to look at".utf8))
    #expect(
      faultKind { () throws(FormatError) in try MBTilesWriter(path: "\(folder.path)/b", header: Self.header) } == .malformed)
    _ = try MBTilesTests.database(in: folder, name: "c.unfinished", MBTilesTests.schema)
    #expect(
      faultKind { () throws(FormatError) in try MBTilesWriter(path: "\(folder.path)/c", header: Self.header) } == .unsupported)
    try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/d.unfinished", withDestinationPath: path)
    #expect(
      faultKind { () throws(FormatError) in try MBTilesWriter(path: "\(folder.path)/d", header: Self.header) } == .unwritable)
  }

  @Test func visitsTheTilesInTheirOrder() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.mbtiles"
    let writer = try MBTilesWriter(path: path, header: Self.header)
    let many =
      tiles + (0..<1024).map { TileID(z: 5, x: $0 % 32, y: $0 / 32) } + (0..<1024).map { TileID(z: 6, x: $0 % 32, y: $0 / 32) }
    for id in many { try writer.append(id, content(id)) }
    try writer.finish()
    var visited: [TileID] = []
    try MBTilesArchive(path: path).visitTiles { (tile, bytes) throws(FormatError) in
      #expect(bytes == content(tile))
      visited.append(tile)
    }
    #expect(visited.count == many.count && Set(visited) == Set(many))
  }
}
