import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

@Suite struct GeoPackageTilesTests {
  private static let half = 20_037_508.342789244

  /// Tables as the OGC describes them (12-128r17), with the application's number in the head of the database.
  private static let schema = """
    PRAGMA application_id = 0x47504B47;
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER PRIMARY KEY, organization TEXT,
      organization_coordsys_id INTEGER, definition TEXT);
    INSERT INTO gpkg_spatial_ref_sys VALUES ('Web Mercator', 3857, 'EPSG', 3857, ''), ('UTM', 32635, 'EPSG', 32635, '');
    CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT, identifier TEXT, srs_id INTEGER);
    CREATE TABLE gpkg_tile_matrix_set (table_name TEXT, srs_id INTEGER, min_x REAL, min_y REAL, max_x REAL, max_y REAL);
    CREATE TABLE gpkg_tile_matrix (table_name TEXT, zoom_level INTEGER, matrix_width INTEGER, matrix_height INTEGER,
      tile_width INTEGER, tile_height INTEGER, pixel_x_size REAL, pixel_y_size REAL);
    """

  private static func table(_ name: String, srs: Int = 3857, extent: (Double, Double, Double, Double)) -> String {
    """
    INSERT INTO gpkg_contents VALUES ('\(name)', 'tiles', 'Hills of \(name)', \(srs));
    INSERT INTO gpkg_tile_matrix_set VALUES ('\(name)', \(srs), \(extent.0), \(extent.1), \(extent.2), \(extent.3));
    CREATE TABLE "\(name)" (id INTEGER PRIMARY KEY, zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
    """
  }

  private static func matrix(_ name: String, _ zoom: Int, _ columns: Int, _ rows: Int, side: Int = 256, pixel: Double) -> String {
    "INSERT INTO gpkg_tile_matrix VALUES ('\(name)', \(zoom), \(columns), \(rows), \(side), \(side), \(pixel), \(pixel));"
  }

  private static func tile(_ name: String, _ zoom: Int, _ column: Int, _ row: Int, _ bytes: [UInt8]) -> String {
    let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return
      "INSERT INTO \"\(name)\" (zoom_level, tile_column, tile_row, tile_data) VALUES (\(zoom), \(column), \(row), x'\(hex)');"
  }

  private static func picture(_ color: SIMD4<UInt8>, side: Int = 256) throws -> [UInt8] {
    let pixels = (0..<side * side).flatMap { _ in [color.x, color.y, color.z, color.w] }
    return try PNGEncoder.encode(try #require(Image(width: side, height: side, premultipliedRGBA: pixels)))
  }

  private func archive(_ sql: String, in folder: TemporaryFolder) throws -> any TileArchive {
    try ArchiveOpener.open(path: try MBTilesTests.database(in: folder, name: "a.gpkg", Self.schema + sql))
  }

  /// Rows count from the north here; the world's matrices are those of our zooms.
  @Test func tilesOfTheWorldsGridAreGivenAsTheyAre() throws {
    let half = Self.half
    let red = try Self.picture(SIMD4(255, 0, 0, 255))
    let pixel = 2 * half / 256
    let folder = try TemporaryFolder()
    let archive = try archive(
      Self.table("world", extent: (-half, -half, half, half)) + Self.matrix("world", 0, 1, 1, pixel: pixel)
        + Self.matrix("world", 1, 2, 2, pixel: pixel / 2) + Self.tile("world", 0, 0, 0, red)
        + Self.tile("world", 1, 1, 0, [1, 2, 3]), in: folder)
    #expect(archive.header.minimumZoom == 0 && archive.header.maximumZoom == 1 && archive.header.tileFormat == .png)
    #expect(archive.header.name == "Hills of world" && archive.tileCount == 2)
    #expect(try archive.tile(TileID(z: 0, x: 0, y: 0)) == red)
    #expect(try archive.tile(TileID(z: 1, x: 1, y: 0)) == [1, 2, 3])
    #expect(try archive.tile(TileID(z: 1, x: 0, y: 0)) == nil)
    #expect(try archive.tile(TileID(z: 2, x: 0, y: 0)) == nil)
    var seen: [TileID] = []
    try archive.visitTiles { tile, _ in seen.append(tile) }
    #expect(seen == [TileID(z: 0, x: 0, y: 0), TileID(z: 1, x: 1, y: 0)])
  }

  /// Of a quarter of the world, whose first level is our zoom 3 and begins at its column 4 and row 2.
  @Test func aPartOfTheGridIsFoundByWhereItLies() throws {
    let half = Self.half
    let span = 2 * half / 8
    let folder = try TemporaryFolder()
    let archive = try archive(
      Self.table("part", extent: (0, 0, 2 * span, 2 * span)) + Self.matrix("part", 0, 2, 2, pixel: span / 256)
        + Self.tile("part", 0, 1, 0, [9]), in: folder)
    #expect(archive.header.minimumZoom == 3 && archive.header.maximumZoom == 3)
    #expect(try archive.tile(TileID(z: 3, x: 5, y: 2)) == [9])
    #expect(try archive.tile(TileID(z: 3, x: 4, y: 2)) == nil)
    #expect(try archive.tile(TileID(z: 3, x: 1, y: 0)) == nil)
    #expect(abs(archive.header.southWest.longitude) < 1e-9 && abs(archive.header.northEast.longitude - 90) < 1e-9)
  }

  /// The grid may be the world's: where the pictures lie is said beside the name of the table.
  @Test(arguments: [
    ("0, 0, 1113194.9, 1118889.97", 10.0), ("0, 0, 9e300, 1", 180), ("5, 0, 1, 1", 180), ("NULL, 'a', x'00', 1", 180),
    ("1e9, 1e9, 2e9, 2e9", 180),
  ]) func theFileSaysWhereItsPicturesLie(_ contents: String, _ east: Double) throws {
    let half = Self.half
    let folder = try TemporaryFolder()
    let columns = ["min_x", "min_y", "max_x", "max_y"]
    let archive = try archive(
      columns.map { "ALTER TABLE gpkg_contents ADD COLUMN \($0) DOUBLE;" }.joined()
        + "INSERT INTO gpkg_contents VALUES ('world', 'tiles', 'Hills', 3857, \(contents));"
        + "INSERT INTO gpkg_tile_matrix_set VALUES ('world', 3857, \(-half), \(-half), \(half), \(half));"
        + "CREATE TABLE world (id INTEGER PRIMARY KEY, zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);"
        + Self.matrix("world", 0, 1, 1, pixel: 2 * half / 256), in: folder)
    #expect(abs(archive.header.northEast.longitude - east) < 1e-4)
    #expect(abs(archive.header.southWest.longitude - (east < 180 ? 0 : -180)) < 1e-4)
    #expect(abs(archive.header.northEast.latitude - (east < 180 ? 10 : 85.0511)) < 0.01)
  }

  /// Pixels of 1000 m, which are of no zoom, in pictures of 100 pixels: the left one red, the right one blue.
  @Test func tilesArePutTogetherOfAnotherGrid() throws {
    let red = try Self.picture(SIMD4(255, 0, 0, 255), side: 100)
    let blue = try Self.picture(SIMD4(0, 0, 255, 255), side: 100)
    let folder = try TemporaryFolder()
    let archive = try archive(
      Self.table("odd", extent: (-100_000, -50_000, 100_000, 50_000)) + Self.matrix("odd", 4, 2, 1, side: 100, pixel: 1000)
        + Self.tile("odd", 4, 0, 0, red) + Self.tile("odd", 4, 1, 0, blue), in: folder)
    // A tile of zoom 7 is 313 km wide; the nearest pixels, of 1223 m, are those of zoom 7.
    #expect(archive.header.minimumZoom == 7 && archive.header.maximumZoom == 7)
    func pixel(_ tile: TileID, _ x: Int, _ y: Int) throws -> [UInt8] {
      let image = try ImageDecoder.decode(try #require(try archive.tile(tile)))
      #expect(image.width == 256)
      return Array(image.pixels[4 * (y * 256 + x)..<4 * (y * 256 + x) + 4])
    }
    // The null point is the corner of four tiles.
    #expect(try pixel(TileID(z: 7, x: 63, y: 63), 250, 250) == [255, 0, 0, 255])
    #expect(try pixel(TileID(z: 7, x: 64, y: 63), 5, 250) == [0, 0, 255, 255])
    // Beyond 100 km from it, and 50 km to the north, there is nothing.
    #expect(try pixel(TileID(z: 7, x: 63, y: 63), 100, 250) == [0, 0, 0, 0])
    #expect(try pixel(TileID(z: 7, x: 64, y: 63), 5, 200) == [0, 0, 0, 0])
    #expect(try archive.tile(TileID(z: 7, x: 10, y: 10)) == nil)
    var seen: [TileID] = []
    try archive.visitTiles { tile, _ in seen.append(tile) }
    #expect(seen == [(63, 63), (64, 63), (63, 64), (64, 64)].map { TileID(z: 7, x: $0.0, y: $0.1) })
  }

  /// A file of one tile may say that it has room for as many as there are. What is stored is visited, not the room.
  @Test func aWalkIsAsLongAsWhatIsStored() throws {
    let half = Self.half
    let folder = try TemporaryFolder()
    let (zoom, count) = (TileID.maximumZoom, 1 << TileID.maximumZoom)
    let world = Self.table("world", extent: (-half, -half, half, half))
    let tiles = [(5, 7), (count - 1, 0), (count, 0), (-1, 3)].map { Self.tile("world", zoom, $0.0, $0.1, [1, 2, 3]) }.joined()
    let path = try MBTilesTests.database(
      in: folder, name: "whole.gpkg",
      Self.schema + world + Self.matrix("world", zoom, count, count, pixel: 2 * half / 256 / Double(count)) + tiles)
    var seen: [TileID] = []
    try ArchiveOpener.open(path: path).visitTiles { tile, _ in seen.append(tile) }
    #expect(seen == [TileID(z: zoom, x: 5, y: 7), TileID(z: zoom, x: count - 1, y: 0)])
    // The same of another grid, whose pictures are no pictures: each tile below them is one that cannot be read.
    let odd = try MBTilesTests.database(
      in: folder, name: "odd.gpkg",
      Self.schema + world + Self.matrix("world", 3, 1 << 30, 1 << 30, pixel: 0.01) + Self.tile("world", 3, 5, 7, [1]))
    var faults = 0
    try ArchiveOpener.open(path: odd).visitRuns { (_, content) throws(FormatError) in
      if case .failure = content { faults += 1 }
    }
    #expect((1...4).contains(faults))
  }

  @Test func otherSystemsAreRefusedAndSaid() throws {
    let folder = try TemporaryFolder()
    let path = try MBTilesTests.database(
      in: folder, name: "a.gpkg",
      Self.schema + Self.table("u", srs: 32635, extent: (0, 0, 1000, 1000)) + Self.matrix("u", 0, 1, 1, pixel: 4))
    do {
      _ = try ArchiveOpener.open(path: path)
      Issue.record("it was opened")
    } catch {
      #expect("\(error)".contains("EPSG:32635") && "\(error)".contains("Web Mercator"))
    }
    let contents = try GeoPackageTiles.contents(path: path)
    #expect(contents.tiles == ["u"] && contents.features.isEmpty)
  }

  /// Matrices that say what cannot be, and one of pictures of a pixel each, of which a tile would take thousands.
  @Test func numbersThatCannotBeAreRefused() throws {
    let half = Self.half
    let folder = try TemporaryFolder()
    for (number, matrix) in [
      "0, -1, 1, 256, 256, 10, 10", "0, 1, 1, 0, 256, 10, 10", "0, 1, 1, 256, 256, -3, 'x'", "1e99, 1, 1, 1, 1, 0, 0",
    ]
    .enumerated() {
      let path = try MBTilesTests.database(
        in: folder, name: "\(number).gpkg",
        Self.schema + Self.table("t", extent: (-half, -half, half, half))
          + "INSERT INTO gpkg_tile_matrix VALUES ('t', \(matrix));")
      #expect(throws: FormatError.self) { try ArchiveOpener.open(path: path) }
    }
    let archive = try archive(
      Self.table("t", extent: (-half, -half, half, half)) + Self.matrix("t", 0, 40_000, 40_000, side: 1, pixel: 1001.9),
      in: folder)
    #expect(throws: FormatError.self) { try archive.tile(TileID(z: archive.header.minimumZoom, x: 0, y: 0)) }
  }

  private static let worldExtent = (-half, -half, half, half)

  @Test func aCheckReadsEveryTile() throws {
    let pixel = 2 * Self.half / 256
    let folder = try TemporaryFolder()
    let whole = try Self.picture(SIMD4(255, 0, 0, 255))
    let path = try MBTilesTests.database(
      in: folder, name: "a.gpkg",
      Self.schema + Self.table("world", extent: Self.worldExtent) + Self.matrix("world", 1, 2, 2, pixel: pixel / 2)
        + Self.tile("world", 1, 0, 0, whole) + Self.tile("world", 1, 1, 0, Array(whole.dropLast(20))))
    let report = FileCheck.run(path)
    #expect(report.error == nil)
    let lines = report.findings.lines
    #expect(lines.count == 1 && lines.first?.hasPrefix("tile 1/1/0: tiles left out: ") == true, "\(lines)")
    let packed = try folder.file("a.gz", try Gzip.deflate(try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))))
    #expect(FileCheck.run(packed).error?.description.contains("unpack it first") == true)
  }

  /// The features are another module's: here they only say that they were reached.
  @Test func aCheckOfTilesThatCannotBeShownGoesOnWithTheFeatures() throws {
    let features = CheckedFormat(recognizes: { _ in true }, check: { _, findings in findings.add("features") })
    let folder = try TemporaryFolder()
    let tiles = Self.schema + Self.table("u", srs: 32635, extent: (0, 0, 1000, 1000)) + Self.matrix("u", 0, 1, 1, pixel: 4)
    let alone = FileCheck.run(try MBTilesTests.database(in: folder, name: "a.gpkg", tiles), others: [features])
    #expect(alone.error?.description.contains("EPSG:32635") == true)
    let both = FileCheck.run(
      try MBTilesTests.database(
        in: folder, name: "b.gpkg", tiles + "INSERT INTO gpkg_contents VALUES ('roads', 'features', 'Roads', 3857);"),
      others: [features])
    #expect(both.error == nil)
    let lines = both.findings.lines
    #expect(lines.count == 2 && lines.last == "features", "\(lines)")
    #expect(lines.first?.hasPrefix("tiles that cannot be used: ") == true && lines.first?.contains("EPSG:32635") == true)
  }
}
