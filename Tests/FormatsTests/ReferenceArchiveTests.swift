import Foundation
import OverlookFormats
import OverlookGeometry
import Testing

/// Archives that others wrote, and what others read of ours: the PMTiles package of PyPI, written by the format's authors, and
/// Python's sqlite3.
@Suite struct ReferenceArchiveTests {
  private static let tiles = (0...6).flatMap { z in
    (0..<(1 << z)).flatMap { y in (0..<(1 << z)).map { TileID(z: z, x: $0, y: y) } }
  }

  /// A third of the tiles are the same.
  private static func content(_ tile: TileID) -> [UInt8] {
    tile.x % 3 == 1 ? Array("water".utf8) : Array("\(tile.z)/\(tile.x)/\(tile.y)".utf8)
  }

  private static let expected = tiles.map { "\($0.z) \($0.x) \($0.y) \(String(decoding: content($0), as: UTF8.self))" }.sorted()

  /// Lines `z x y content` of what we read.
  private func lines(_ archive: any TileArchive) throws -> [String] {
    var lines: [String] = []
    try archive.visitTiles { (tile, bytes) throws(FormatError) in
      lines.append("\(tile.z) \(tile.x) \(tile.y) \(String(decoding: bytes, as: UTF8.self))")
    }
    return lines.sorted()
  }

  private static let header = TileArchiveHeader(
    tileFormat: .png, minimumZoom: 0, maximumZoom: 0, southWest: LocationCoordinate(latitude: -10, longitude: -20),
    northEast: LocationCoordinate(latitude: 30, longitude: 40), attribution: "© Somebody", name: "Test")

  /// What the Python functions in each script are: the content of a tile, and the numbers of all tiles.
  private static let prelude = """
    import sys
    def content(z, x, y): return b'water' if x % 3 == 1 else f'{z}/{x}/{y}'.encode()
    tiles = [(z, x, y) for z in range(7) for y in range(1 << z) for x in range(1 << z)]

    """

  private func python(_ program: String, _ script: String, _ path: String) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-c", Self.prelude + script, path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return text.split(separator: "\n").map(String.init)
  }

  // MARK: PMTiles

  private static let pmtiles = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent(".build/pmtiles/bin/python").path
  private static var hasPMTiles: Bool { FileManager.default.isExecutableFile(atPath: pmtiles) }

  /// With the root of 16,257 bytes that the format allows, and with one so small that there are many leaf directories.
  @Test(
    .enabled(if: hasPMTiles, "the PyPI package pmtiles is not installed (Scripts/install-pmtiles)"), arguments: [16_257, 100])
  func theReferenceReadsOurPMTiles(rootByteLimit: Int) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.pmtiles"
    let writer = try PMTilesStreamWriter(
      path: path, header: Self.header, compressesDirectories: true, rootByteLimit: rootByteLimit)
    for tile in Self.tiles.reversed() { try writer.append(tile, Self.content(tile)) }
    try writer.finish()
    let script = """
      from pmtiles.reader import Reader, MmapSource, all_tiles
      with open(sys.argv[1], 'rb') as file:
        source = MmapSource(file)
        reader = Reader(source)
        header = reader.header()
        print('!', header['version'], header['min_zoom'], header['max_zoom'], header['tile_type'].name, header['clustered'],
          header['tile_compression'].name, header['internal_compression'].name, header['addressed_tiles_count'],
          header['min_lon_e7'], header['max_lat_e7'], reader.metadata()['name'], reader.metadata()['attribution'])
        for (z, x, y), found in all_tiles(source): print(z, x, y, found.decode())
        # The reference unpacks its directories anew for each tile that it is asked for.
        some = tiles[::16]
        print('found', sum(reader.get(*tile) == content(*tile) for tile in some), 'of', len(some))
      """
    let output = try python(Self.pmtiles, script, path)
    #expect(
      output.first == "! 3 0 6 PNG True NONE GZIP \(Self.tiles.count) -200000000 300000000 Test © Somebody")
    let some = (Self.tiles.count + 15) / 16
    #expect(output.last == "found \(some) of \(some)")
    #expect(output.dropFirst().dropLast().sorted() == Self.expected)
  }

  @Test(.enabled(if: hasPMTiles, "the PyPI package pmtiles is not installed (Scripts/install-pmtiles)"))
  func weReadWhatTheReferenceWrote() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.pmtiles"
    let script = """
      import gzip
      from pmtiles.tile import zxy_to_tileid, TileType, Compression
      from pmtiles.writer import Writer
      with open(sys.argv[1], 'wb') as file:
        writer = Writer(file)
        for z, x, y in sorted(tiles, key=lambda t: zxy_to_tileid(*t)):
          writer.write_tile(zxy_to_tileid(z, x, y), gzip.compress(content(z, x, y)))
        writer.finalize({'tile_type': TileType.MVT, 'tile_compression': Compression.GZIP, 'min_lon_e7': -200000000,
          'min_lat_e7': -100000000, 'max_lon_e7': 400000000, 'max_lat_e7': 300000000, 'center_zoom': 3,
          'center_lon_e7': 10000000, 'center_lat_e7': 20000000},
          {'name': 'Test', 'attribution': 'A', 'vector_layers': [{'id': 'roads', 'fields': {}}]})
      """
    _ = try python(Self.pmtiles, script, path)
    let archive = try ArchiveOpener.open(path: path)
    #expect(try lines(archive) == Self.expected)
    for tile in Self.tiles { #expect(try archive.tile(tile) == Self.content(tile)) }
    let header = archive.header
    #expect(header.kind == .vector && header.minimumZoom == 0 && header.maximumZoom == 6 && header.name == "Test")
    #expect(header.southWest == Self.header.southWest && header.northEast == Self.header.northEast)
    #expect(header.center == LocationCoordinate(latitude: 2, longitude: 1) && header.centerZoom == 3)
    #expect(header.vectorLayerNames == ["roads"] && archive.tileCount == Self.tiles.count)
  }

  // MARK: MBTiles

  private static let python3 = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/python3" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(.enabled(if: python3 != nil, "there is no python3"))
  func pythonReadsOurMBTiles() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.mbtiles"
    let writer = try MBTilesWriter(path: path, header: Self.header)
    for tile in Self.tiles { try writer.append(tile, Self.content(tile)) }
    try writer.finish()
    let script = """
      import sqlite3
      database = sqlite3.connect(sys.argv[1])
      assert database.execute('PRAGMA integrity_check').fetchall() == [('ok',)]
      for name, value in database.execute('SELECT name, value FROM metadata ORDER BY name'): print('!', name, value)
      for z, x, row, data in database.execute('SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles'):
        print(z, x, (1 << z) - 1 - row, data.decode())
      """
    let output = try python(try #require(Self.python3), script, path)
    #expect(
      output.filter { $0.hasPrefix("!") } == [
        "! attribution © Somebody", "! bounds -20.0,-10.0,40.0,30.0", "! center 10.0,10.0,0", "! format png", "! maxzoom 6",
        "! minzoom 0", "! name Test", "! type baselayer", "! version 1",
      ])
    #expect(output.filter { !$0.hasPrefix("!") }.sorted() == Self.expected)
  }

  @Test(.enabled(if: python3 != nil, "there is no python3"))
  func weReadTheMBTilesOfPython() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.mbtiles"
    let script = """
      import sqlite3
      database = sqlite3.connect(sys.argv[1])
      database.executescript('CREATE TABLE metadata (name text, value text); CREATE TABLE tiles (zoom_level integer, '
        'tile_column integer, tile_row integer, tile_data blob); CREATE UNIQUE INDEX i ON tiles (zoom_level, tile_column, tile_row);')
      database.executemany('INSERT INTO metadata VALUES (?, ?)', [('name', 'Test'), ('format', 'png')])
      database.executemany('INSERT INTO tiles VALUES (?, ?, ?, ?)',
        [(z, x, (1 << z) - 1 - y, content(z, x, y)) for z, x, y in tiles])
      database.commit()
      """
    _ = try python(try #require(Self.python3), script, path)
    let archive = try ArchiveOpener.open(path: path)
    #expect(try lines(archive) == Self.expected)
    #expect(archive.header.maximumZoom == 6 && archive.header.name == "Test")
  }
}
