import Foundation
import GRDB
import OverlookFormats
import OverlookGeometry
import Testing

@Suite struct MBTilesTests {
  static let schema = """
    CREATE TABLE metadata (name TEXT, value TEXT);
    CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
    CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
    """

  /// Path of a database made by `sql`, closed.
  static func database(in folder: TemporaryFolder, name: String = "a.mbtiles", _ sql: String) throws -> String {
    let path = "\(folder.path)/\(name)"
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
    return path
  }

  private func header(metadata: [(String, String)]) throws -> TileArchiveHeader {
    let folder = try TemporaryFolder()
    let rows = metadata.map { "INSERT INTO metadata VALUES ('\($0.0)', '\($0.1)');" }.joined()
    return try MBTilesArchive(path: Self.database(in: folder, Self.schema + rows)).header
  }

  /// Rows count from the south (MBTiles 1.3, "Tile Matrix Set"): y 0 of XYZ is the highest row.
  @Test func turnsRowsUpsideDown() throws {
    let folder = try TemporaryFolder()
    let path = try Self.database(
      in: folder, Self.schema + "INSERT INTO tiles VALUES (2, 1, 3, x'aa'), (2, 1, 0, x'bb'), (0, 0, 0, x'cc');")
    let archive = try ArchiveOpener.open(path: path)
    #expect(try archive.tile(TileID(z: 2, x: 1, y: 0)) == [0xAA])
    #expect(try archive.tile(TileID(z: 2, x: 1, y: 3)) == [0xBB])
    #expect(try archive.tile(TileID(z: 0, x: 0, y: 0)) == [0xCC])
    #expect(try archive.tile(TileID(z: 2, x: 0, y: 0)) == nil)
    #expect(try archive.tile(TileID(z: 2, x: 9, y: 0)) == nil)
  }

  @Test func readsTheMetadata() throws {
    let header = try header(metadata: [
      ("name", "Hills"), ("format", "jpg"), ("bounds", "-10.5, 20,30.25,40"), ("minzoom", "3"), ("maxzoom", " 12 "),
      ("attribution", "<b>&copy; A</b>"),
    ])
    #expect(header.kind == .raster && header.tileFormat == .jpeg && header.name == "Hills" && header.attribution == "© A")
    #expect(header.minimumZoom == 3 && header.maximumZoom == 12)
    #expect(header.southWest == LocationCoordinate(latitude: 20, longitude: -10.5))
    #expect(header.northEast == LocationCoordinate(latitude: 40, longitude: 30.25))
    #expect(try self.header(metadata: [("format", "pbf")]).kind == .vector)
  }

  @Test(arguments: ["abc", "-1", "31", "99999999999999999999", "", "NaN", "3.5"])
  func ignoresZoomsThatAreNone(text: String) throws {
    let header = try header(metadata: [("minzoom", text), ("maxzoom", text)])
    #expect(header.minimumZoom == 0 && header.maximumZoom == 22)
  }

  @Test(arguments: ["", "1,2,3", "a,b,c,d", "nan,0,inf,1", "10,0,-10,5", "0,10,5,-10", "-1e400,0,1,1", "0,-91,1,91", "1,2,3,4,5"])
  func ignoresBoundsThatAreNone(text: String) throws {
    let header = try header(metadata: [("bounds", text)])
    #expect(header.southWest == TileArchiveHeader.worldSouthWest && header.northEast == TileArchiveHeader.worldNorthEast)
  }

  @Test func findsInTheTilesWhatTheMetadataDoesNotSay() throws {
    let folder = try TemporaryFolder()
    let path = try Self.database(
      in: folder, Self.schema + "INSERT INTO tiles VALUES (4, 1, 3, x'ffd8ffe0'), (7, 1, 0, x'ffd8ffe0');")
    let header = try MBTilesArchive(path: path).header
    #expect(header.tileFormat == .jpeg && header.minimumZoom == 4 && header.maximumZoom == 7)
  }

  @Test func believesTheTilesMoreThanTheMetadata() throws {
    let folder = try TemporaryFolder()
    let rows = """
      INSERT INTO metadata VALUES ('minzoom', '9'), ('maxzoom', '3'), ('format', 'pbf');
      INSERT INTO tiles VALUES (4, 1, 3, x'ffd8ffe0'), (7, 1, 0, x'ffd8ffe0'), (31, 0, 0, x'00'), ('abc', 0, 0, x'00');
      """
    let header = try MBTilesArchive(path: Self.database(in: folder, Self.schema + rows)).header
    #expect(header.tileFormat == .jpeg && header.minimumZoom == 4 && header.maximumZoom == 7)
  }

  /// As mbutil and other writers lay them out.
  @Test func readsTilesThatAreAView() throws {
    let folder = try TemporaryFolder()
    let sql = """
      CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
      CREATE TABLE images (tile_data BLOB, tile_id TEXT);
      CREATE UNIQUE INDEX map_index ON map (zoom_level, tile_column, tile_row);
      CREATE UNIQUE INDEX images_id ON images (tile_id);
      CREATE VIEW tiles AS SELECT map.zoom_level, map.tile_column, map.tile_row, images.tile_data
        FROM map JOIN images ON images.tile_id = map.tile_id;
      INSERT INTO map VALUES (2, 1, 1, 'a'), (2, 2, 1, 'a'), (5, 1, 1, 'b');
      INSERT INTO images VALUES (x'ffd8ffe0', 'a'), (x'ffd8ffe1', 'b');
      """
    // Without a table of metadata as well.
    let archive = try MBTilesArchive(path: Self.database(in: folder, sql))
    #expect(archive.header.minimumZoom == 2 && archive.header.maximumZoom == 5 && archive.header.tileFormat == .jpeg)
    #expect(try archive.tile(TileID(z: 2, x: 2, y: 2)) == [0xFF, 0xD8, 0xFF, 0xE0])
    #expect(archive.tileCount == 3)
  }

  @Test func readsTheWordsThatTheSpecificationKnows() throws {
    let header = try header(metadata: [
      ("name", "Hills"), ("description", "High ones"), ("type", "overlay"), ("center", "10.5,-20,4"), ("format", "pbf"),
      ("json", #"{"vector_layers": [{"id": "peaks"}], "tilestats": {}}"#), ("overlay:source", "x"),
      ("overlook:source", "tiles.example"),
    ])
    #expect(header.details == "High ones" && header.isOverlay && header.source == "tiles.example")
    #expect(header.center == LocationCoordinate(latitude: -20, longitude: 10.5) && header.centerZoom == 4)
    #expect(header.vectorLayerNames == ["peaks"])
    #expect(try self.header(metadata: [("center", "200,0,1")]).center == nil)
    #expect(try self.header(metadata: [("center", "1e400,nan")]).center == nil)
    #expect(try self.header(metadata: [("center", "1,2,1e300")]).centerZoom == nil)
    #expect(try self.header(metadata: [("json", "[1"), ("format", "pbf")]).vectorLayerNames.isEmpty)
  }

  @Test func managesWithoutMetadataRows() throws {
    let header = try header(metadata: [])
    #expect(header.tileFormat == .unknown && header.name == nil && header.minimumZoom == 0)
  }

  @Test func inflatesCompressedTiles() throws {
    let folder = try TemporaryFolder()
    let hex = try Gzip.deflate(Array("vector".utf8)).map { String(format: "%02x", $0) }.joined()
    let path = try Self.database(in: folder, Self.schema + "INSERT INTO tiles VALUES (0, 0, 0, x'\(hex)');")
    #expect(try MBTilesArchive(path: path).tile(TileID(z: 0, x: 0, y: 0)) == Array("vector".utf8))
  }

  @Test func opensAPathWithCharactersThatMeanSomethingInAnAddress() throws {
    let folder = try TemporaryFolder()
    let path = try Self.database(
      in: folder, name: "a?mode=rw&b#c%20 ü.mbtiles", Self.schema + "INSERT INTO tiles VALUES (0, 0, 0, x'01');")
    #expect(try MBTilesArchive(path: path).tile(TileID(z: 0, x: 0, y: 0)) == [1])
  }

  @Test func answersManyThreadsAtOnce() async throws {
    let folder = try TemporaryFolder()
    let rows = (0..<64).map { "INSERT INTO tiles VALUES (3, \($0 % 8), \($0 / 8), x'\(String(format: "%02x", $0))');" }.joined()
    let archive = try MBTilesArchive(path: Self.database(in: folder, Self.schema + rows))
    let wrong = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<6 {
        group.addTask {
          (0..<64).count { i in (try? archive.tile(TileID(z: 3, x: i % 8, y: 7 - i / 8))) != [UInt8(i)] }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}
