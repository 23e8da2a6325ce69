import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

/// `overlook check` without the program: what is sound, what is partly so, and what is not.
@Suite struct FileCheckTests {
  private static let vectorTile = Message.tile([.layer([.feature(1, [9, 50, 34])])])
  /// Two features, of which one has a geometry command that does not exist.
  private static let damagedVectorTile = Message.tile([.layer([.feature(1, [9, 50, 34]), .feature(1, [8, 50, 34])])])

  private static func picture() throws -> [UInt8] {
    try PNGEncoder.encode(try Pictures.gradient(width: 16, height: 16))
  }

  private func check(_ bytes: [UInt8], name: String = "file") throws -> FileCheck.Report {
    let folder = try TemporaryFolder()
    let report = FileCheck.run(try folder.file(name, bytes))
    #expect(try folder.names == [name])
    return report
  }

  private func expectSound(_ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation) throws {
    let report = try check(bytes)
    #expect(report.error == nil, sourceLocation: location)
    #expect(report.findings.lines == [], sourceLocation: location)
  }

  private static func archive(
    _ tiles: [(TileID, [UInt8])], format: TileArchiveHeader.TileFormat = .png, maximumZoom: Int = 3
  ) throws -> [UInt8] {
    var writer = PMTilesWriter(header: TileArchiveHeader(tileFormat: format, minimumZoom: 0, maximumZoom: maximumZoom))
    for (tile, bytes) in tiles { try writer.add(bytes, at: tile) }
    return writer.file()
  }

  @Test func saysNothingAboutSoundFiles() throws {
    let image = try Pictures.gradient(width: 16, height: 16)
    try expectSound(try PNGEncoder.encode(image))
    try expectSound(try WebPEncoder.encodeOpaque(image, quality: 80))
    try expectSound(try Gzip.deflate(try PNGEncoder.encode(image)))
    try expectSound(Self.vectorTile)
    try expectSound(try Gzip.deflate(Self.vectorTile))
    let tiles = try [(TileID(z: 0, x: 0, y: 0), Self.picture()), (TileID(z: 1, x: 1, y: 1), Self.picture())]
    try expectSound(try Self.archive(tiles))
    let vector = tiles.map { ($0.0, Self.vectorTile) }
    try expectSound(try Self.archive(vector, format: .mvt))
  }

  @Test func theNameOfAFileDoesNotMatter() throws {
    #expect(try check(try Self.picture(), name: "a.mbtiles").error == nil)
  }

  @Test(
    arguments: [
      [], Array("This is a letter.".utf8), Array("<html>sign in</html>".utf8), Array("{\"a\": 1}".utf8), [0, 1, 2, 3],
      Array("GIF89a".utf8), Array("PK\u{3}\u{4}".utf8),
    ] as [[UInt8]]) func whatIsNotKnownIsAnError(bytes: [UInt8]) throws
  {
    #expect(try check(bytes).error?.kind == .unrecognized)
  }

  @Test func whatIsDamagedAsAWholeIsAnError() throws {
    let picture = try Self.picture()
    let packed = try Gzip.deflate(Self.vectorTile)
    let archive = try Self.archive([(TileID(z: 0, x: 0, y: 0), picture)])
    #expect(try check(picture.dropLast(20)).error?.kind == .truncated)
    #expect(try check(packed.dropLast(3)).error?.kind == .truncated)
    #expect(try check(try Gzip.deflate(packed)).error?.kind == .unsupported)
    #expect(try check(try Gzip.deflate(archive)).error?.kind == .unsupported)
    #expect(try check(Self.vectorTile.dropLast(2)).error?.kind == .malformed)
    #expect(try check(archive.prefix(120)).error?.kind == .truncated)
    #expect(try check(try Gzip.deflate([UInt8](repeating: 0x1A, count: 65 << 20))).error?.kind == .tooLarge)
  }

  private func check(_ bytes: ArraySlice<UInt8>) throws -> FileCheck.Report { try check(Array(bytes)) }

  @Test func theErrorNamesTheFile() throws {
    let folder = try TemporaryFolder()
    let missing = FileCheck.run(folder.path + "/none")
    #expect(missing.error?.kind == .unreadable)
    #expect(missing.error?.description.hasPrefix(folder.path + "/none ") == true)
    let path = try folder.file("cut.png", Array(try Self.picture().dropLast(20)))
    #expect(FileCheck.run(path).error?.description.hasPrefix(path + ": ") == true)
    #expect(FileCheck.run(folder.path).error?.kind == .unreadable)
  }

  @Test func partsOfAVectorTileThatAreLeftOutAreCounted() throws {
    let report = try check(Self.damagedVectorTile)
    #expect(report.error == nil)
    #expect(report.findings.lines == ["features left out: an unknown geometry command: 1"])
  }

  @Test func tilesOfAnArchiveWithOneFaultAreOneLine() throws {
    let good = try Self.picture()
    let tiles = (0..<8).map { x in (TileID(z: 3, x: x, y: 0), x == 0 ? good : Array(good.dropLast(10 + x))) }
    let report = try check(try Self.archive(tiles))
    #expect(report.error == nil)
    let lines = report.findings.lines
    #expect(lines.count == 1 && lines.first?.hasPrefix("7 times: tiles left out: ") == true, "\(lines)")
    // The Hilbert curve enters level 3 at 0/0 and turns; whichever of the bad ones it meets first is named.
    #expect(lines.first?.contains("(first at tile 3/") == true, "\(lines)")
  }

  @Test func anArchiveWithoutAUsableTileIsAnError() throws {
    let bad = Array(try Self.picture().dropLast(20))
    let report = try check(try Self.archive([(TileID(z: 0, x: 0, y: 0), bad)]))
    #expect(report.error?.kind == .malformed)
    #expect(report.error?.description.contains("none of its tiles can be used") == true)
  }

  @Test func tilesOfAnotherKindAndZoomThanTheHeaderSaysAreTold() throws {
    let bytes = try Self.archive([(TileID(z: 0, x: 0, y: 0), Self.vectorTile)], format: .png)
    #expect(try check(bytes).findings.lines == ["tile 0/0/0: tiles that are mvt where its header says png"])
    let mixed = try Self.archive(
      [(TileID(z: 0, x: 0, y: 0), Self.vectorTile), (TileID(z: 1, x: 0, y: 0), Self.damagedVectorTile)], format: .mvt)
    #expect(try check(mixed).findings.lines == ["tile 1/0/0: features left out: an unknown geometry command"])
  }

  @Test func manyCausesEndInOneLineForTheRest() throws {
    // Sizes over the limit of tiles stand in the cause: each is another.
    let tiles = try (0..<64).map { index in
      var builder = PNGBuilder()
      builder.header(width: UInt32(5000 + index), height: 5000, colorType: 2)
      return (TileID(z: 3, x: index % 8, y: index / 8), index == 0 ? try Self.picture() : builder.bytes)
    }
    let lines = try check(try Self.archive(tiles)).findings.lines
    #expect(lines.count == 41)
    #expect(lines.last == "23 times: other faults")
  }

  /// Hundreds of thousands of tiles that are all one picture of 64 MiB in 40 bytes: one is decoded.
  @Test func oneContentIsDecodedOnceHoweverManyTilesHaveIt() throws {
    let size: UInt32 = 4095 | 4095 << 14
    var picture: [UInt8] = Array("RIFF".utf8) + [32, 0, 0, 0] + Array("WEBPVP8L".utf8) + [20, 0, 0, 0, 0x2F]
    picture += (0..<4).map { UInt8(truncatingIfNeeded: size >> UInt32(8 * $0)) }
    picture += [UInt8](repeating: 0x88, count: 40 - picture.count)
    var builder = PMTilesBuilder()
    let entries = (0..<20_000).map { PMTilesBuilder.Entry(UInt64(3 * $0), 1, UInt64(picture.count), 1) }
    builder.root = try Gzip.deflate(PMTilesBuilder.directory(entries))
    builder.internalCompression = 2
    builder.metadata = try Gzip.deflate(Array("{}".utf8))
    builder.data = picture
    let start = ContinuousClock.now
    _ = try check(builder.bytes)
    #expect(ContinuousClock.now - start < .seconds(90))
  }

  @Test func tilesThatOverlapAreNotReadForEver() throws {
    var builder = PMTilesBuilder()
    let data = [UInt8](repeating: 0x1A, count: 100_000)
    let entries = (0..<50_000).map { PMTilesBuilder.Entry(UInt64(3 * $0), 1, UInt64(data.count - $0), UInt64($0 + 1)) }
    builder.root = PMTilesBuilder.directory(entries)
    builder.data = data
    #expect(try check(builder.bytes).error?.description.contains("overlap") == true)
  }

  /// Documents with addresses that are relative to their server's, which a file has none of.
  private static let needsItsServer: Set<String> = ["seed-kvp", "seed-tms-cutter", "seed-wms-vendor-1.3.0"]

  /// The documents of servers that the parsers are fuzzed with: sound, but for the reports of errors.
  @Test(arguments: ["WMTS", "WMS"]) func documentsOfServersAreRead(folder: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(root)/Corpora/\(folder)").sorted()
    let seeds = names.filter { $0.hasPrefix("seed-") }
    #expect(!seeds.isEmpty)
    for name in seeds {
      let seed = try Data(contentsOf: URL(fileURLWithPath: "\(root)/Corpora/\(folder)/\(name)"))
      // Bytes in front of the document are for the fuzzer.
      let report = try check(Array(seed.drop { $0 != UInt8(ascii: "<") }))
      let isUsable = !name.contains("exception") && !Self.needsItsServer.contains(name)
      #expect((report.error == nil) == isUsable, "\(name): \(String(describing: report.error))")
    }
  }

  @Test(arguments: [
    (#"{"tilejson": "3.0.0", "tiles": []}"#, true), (#"{"tilejson": "3.0.0", "tiles": ["file:///etc/passwd"]}"#, true),
    (#"{"tilejson": "3.0.0", "tiles": ["http://a.example/{z}/{x}/{y}"], "minzoom": 9, "maxzoom": 3}"#, false),
    ("{\"tilejson\": \"3.0.0\", \"tiles\": [\"http://a.example/{z}/{x}/{y}\"]", true),
    ("<?xml version=\"1.0\"?><Capabilities xmlns=\"http://www.opengis.net/wmts/1.0\"></Capabilities>", true),
    ("<WMS_Capabilities version=\"1.3.0\"></WMS_Capabilities>", true),
    ("<!DOCTYPE WMS_Capabilities [<!ENTITY a \"aaaa\">]><WMS_Capabilities version=\"1.3.0\">&a;</WMS_Capabilities>", true),
  ]) func brokenDocumentsAreErrorsOrWarnings(text: String, isError: Bool) throws {
    let report = try check(Array(text.utf8))
    #expect((report.error != nil) == isError, "\(String(describing: report.error)) \(report.findings.lines)")
    #expect(isError || !report.findings.isEmpty)
  }

  @Test(arguments: [
    // A view without end, a tile that is a text, a table without columns, and no table at all.
    "CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) "
      + "SELECT 5 AS zoom_level, i % 32 AS tile_column, i % 7 AS tile_row, x'00' AS tile_data FROM n;",
    "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB); "
      + "INSERT INTO tiles VALUES (0, 0, 0, 'text');", "CREATE TABLE tiles (x);", "",
  ]) func hostileDatabasesAreErrorsInTime(sql: String) throws {
    let folder = try TemporaryFolder()
    let path = try MBTilesTests.database(in: folder, "CREATE TABLE metadata (name TEXT, value TEXT);" + sql)
    let start = ContinuousClock.now
    #expect(FileCheck.run(path).error != nil)
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(try folder.names == ["a.mbtiles"])
  }

  @Test func aDatabaseIsReadWholeAndItsBadTilesAreCounted() throws {
    let folder = try TemporaryFolder()
    let good = try Self.picture().map { String(format: "%02x", $0) }.joined()
    let rows = (0..<1200).map { "(11, \($0), 5, x'\($0 % 3 == 0 ? "00\(String(format: "%04x", $0))" : good)')" }
    let path = try MBTilesTests.database(
      in: folder, MBTilesTests.schema + "INSERT INTO tiles VALUES \(rows.joined(separator: ","));")
    let report = FileCheck.run(path)
    #expect(report.error == nil)
    #expect(
      report.findings.lines.count == 1 && report.findings.lines.first?.hasPrefix("400 times: ") == true,
      "\(report.findings.lines)")
  }

  /// Every cut of an archive, and thousands of changed bytes, end in a report.
  @Test func noDamageEndsTheProcess() throws {
    let picture = try Self.picture()
    let archive = try Self.archive([
      (TileID(z: 0, x: 0, y: 0), picture), (TileID(z: 1, x: 0, y: 1), Self.vectorTile), (TileID(z: 2, x: 1, y: 1), picture),
    ])
    let folder = try TemporaryFolder()
    var generator = SeededGenerator(seed: 3)
    for index in 0..<2000 {
      var bytes = archive
      if index % 4 == 0 { bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator))) }
      for _ in 0..<3 where !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      let path = try folder.file("a", bytes)
      _ = FileCheck.run(path)
    }
    #expect(try folder.names == ["a"])
  }
}
