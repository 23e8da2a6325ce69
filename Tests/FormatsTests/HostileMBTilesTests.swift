import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSupport
import Testing

/// What an MBTiles file can be (robustness rules for SQLite): each gets an answer in time, and nothing is written.
@Suite struct HostileMBTilesTests {
  private let top = TileID(z: 0, x: 0, y: 0)

  /// The error of opening a database made by `sql` and of asking for one tile; nil when both work.
  private func fault(_ sql: String, _ id: TileID = TileID(z: 0, x: 0, y: 0)) throws -> FormatError? {
    let folder = try TemporaryFolder()
    let path = try MBTilesTests.database(in: folder, sql)
    do {
      _ = try MBTilesArchive(path: path).tile(id)
      return nil
    } catch {
      #expect(error.description.contains("a.mbtiles"))
      return error
    }
  }

  private let metadata = "CREATE TABLE metadata (name TEXT, value TEXT);"

  @Test func refusesATileThatIsNoBlob() throws {
    #expect(try fault(MBTilesTests.schema + "INSERT INTO tiles VALUES (0, 0, 0, 'text');")?.kind == .malformed)
    #expect(try fault(MBTilesTests.schema + "INSERT INTO tiles VALUES (0, 0, 0, 7);")?.kind == .malformed)
  }

  @Test func takesNullAndEmptyTilesAsMissing() throws {
    let folder = try TemporaryFolder()
    let path = try MBTilesTests.database(
      in: folder, MBTilesTests.schema + "INSERT INTO tiles VALUES (0, 0, 0, NULL), (1, 0, 0, x'');")
    let archive = try MBTilesArchive(path: path)
    #expect(try archive.tile(top) == nil)
    #expect(try archive.tile(TileID(z: 1, x: 0, y: 1)) == nil)
  }

  @Test func refusesADatabaseWithoutTheTables() throws {
    #expect(try fault("CREATE TABLE other (x);")?.kind == .malformed)
    #expect(try fault(metadata + "CREATE TABLE tiles (x);")?.kind == .malformed)
  }

  @Test func interruptsAnEndlessView() throws {
    let view = """
      CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)
      SELECT -1 - i % 2 AS zoom_level, i % 3 AS tile_column, i % 5 AS tile_row, x'00' AS tile_data FROM n;
      """
    let clock = ContinuousClock()
    let start = clock.now
    #expect(try fault(metadata + view)?.kind == .tooLarge)
    let time = clock.now - start
    // Opening asks twice and the tile once; each has 250 ms.
    #expect(time < .seconds(3))
  }

  @Test func interruptsEndlessMetadata() throws {
    let view = """
      CREATE VIEW metadata AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)
      SELECT 'x' || i AS name, 'y' AS value FROM n;
      CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data);
      """
    #expect(try fault(view)?.kind == .tooLarge)
  }

  @Test func refusesAHugeGeneratedBlob() throws {
    let view = """
      CREATE VIEW tiles AS SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row, zeroblob(900000000) AS tile_data;
      """
    #expect(try fault(metadata + view)?.kind == .tooLarge)
  }

  @Test func refusesATileOverTheBudget() throws {
    let insert = "INSERT INTO tiles VALUES (0, 0, 0, zeroblob(9000000));"
    #expect(try fault(MBTilesTests.schema + insert)?.kind == .tooLarge)
  }

  @Test func callsNoUnsafeFunctionOfTheSchema() throws {
    let view = """
      CREATE VIEW tiles AS SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row, load_extension('/tmp/x.so') AS tile_data;
      """
    #expect(try fault(metadata + view)?.kind == .malformed)
  }

  @Test func takesAnyGarbageInTheMetadata() throws {
    let folder = try TemporaryFolder()
    let rows = """
      INSERT INTO metadata VALUES (NULL, NULL), ('name', NULL), ('name', x'ff00fe'), ('format', 12), ('minzoom', 'abc'),
        ('maxzoom', 1e300), ('bounds', x'00'), ('attribution', char(27) || '[2J' || char(8238) || 'abc');
      """
    let header = try MBTilesArchive(path: MBTilesTests.database(in: folder, MBTilesTests.schema + rows)).header
    #expect(header.attribution == "\u{FFFD}[2J\u{FFFD}abc")
    #expect(header.maximumZoom == 22)
    #expect(
      header.warnings.prefix(3) == [
        "the metadata's format \"12\" makes no sense and is not used",
        "the metadata's minzoom \"abc\" makes no sense and is not used",
        "the metadata's maxzoom \"1.0e+300\" makes no sense and is not used",
      ])
  }

  @Test func readsAFileInWALModeWithoutSideFiles() throws {
    let folder = try TemporaryFolder()
    let path = try MBTilesTests.database(
      in: folder, "PRAGMA journal_mode = WAL;" + MBTilesTests.schema + "INSERT INTO tiles VALUES (0, 0, 0, x'01');")
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    #expect(try MBTilesArchive(path: path).tile(top) == [1])
    #expect(try folder.names == ["a.mbtiles"])
  }

  @Test func leavesThePlantedJournalAndTheFileAlone() throws {
    let folder = try TemporaryFolder()
    let path = try MBTilesTests.database(in: folder, MBTilesTests.schema + "INSERT INTO tiles VALUES (0, 0, 0, x'01');")
    // The head of a hot journal (SQLite file format, section 3) that would roll back to an empty database.
    let journal: [UInt8] =
      [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 16, 0]
      + [UInt8](repeating: 0, count: 8192)
    _ = try folder.file("a.mbtiles-journal", journal)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(try MBTilesArchive(path: path).tile(top) == [1])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try folder.names == ["a.mbtiles", "a.mbtiles-journal"])
  }

  @Test func noticesThatTheFileWasWrittenTo() throws {
    let folder = try TemporaryFolder()
    let path = try MBTilesTests.database(in: folder, MBTilesTests.schema)
    let archive = try MBTilesArchive(path: path)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data([0]))
    try handle.close()
    #expect(throws: FormatError.changed(path)) { try archive.tile(top) }
  }

  @Test func survivesCutAndDamagedFiles() throws {
    let folder = try TemporaryFolder()
    let inserts = (0..<64).map { "INSERT INTO tiles VALUES (3, \($0 % 8), \($0 / 8), zeroblob(200));" }.joined()
    let path = try MBTilesTests.database(in: folder, "PRAGMA page_size = 512;" + MBTilesTests.schema + inserts)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var generator = SeededGenerator(seed: 8)
    for round in 0..<300 {
      var damaged = whole
      if round % 3 == 0 { damaged.removeLast(Int.random(in: 1..<whole.count - 16, using: &generator)) }
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        damaged[Int.random(in: 16..<damaged.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      guard let archive = try? ArchiveOpener.open(path: folder.file("damaged", damaged)) else { continue }
      for i in 0..<8 { _ = try? archive.tile(TileID(z: 3, x: i, y: i)) }
    }
    #expect(try folder.names == ["a.mbtiles", "damaged"])
  }

  @Test func endsAWalkThroughAnEndlessView() throws {
    let folder = try TemporaryFolder()
    let view = """
      CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)
      SELECT 3 AS zoom_level, i % 8 AS tile_column, 1 AS tile_row, x'00' AS tile_data FROM n;
      """
    let archive = try MBTilesArchive(path: MBTilesTests.database(in: folder, metadata + view))
    #expect(archive.tileCount == nil)
    var count = 0
    let start = ContinuousClock.now
    let kind = faultKind { () throws(FormatError) in
      try archive.visitTiles { (_, _) throws(FormatError) in count += 1 }
    }
    #expect(kind == .tooLarge && count == 0)
    // Counting and the walk have been stopped by then, on a machine that does nothing else.
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test func passesOverRowsWithoutAnAddressAndTellsOfTilesThatCannotBeRead() throws {
    let folder = try TemporaryFolder()
    let rows = """
      INSERT INTO tiles VALUES (NULL, 0, 0, x'01'), ('abc', 0, 0, x'02'), (31, 0, 0, x'03'), (2, -1, 0, x'04'), (2, 4, 0, x'05'),
        (2, 1.5, 0, x'06'), (2, NULL, 0, x'07'), (2, 1, 9223372036854775807, x'08'), (2, 1, 0, 'text'), (2, 1, 1, x'09'),
        (2, 2, 1, NULL), (-5, 0, 0, x'0a');
      """
    let archive = try MBTilesArchive(path: MBTilesTests.database(in: folder, MBTilesTests.schema + rows))
    var found: [TileID: FormatError.Kind] = [:]
    var whole: [TileID] = []
    try archive.visitRuns { (run, content) throws(FormatError) in
      switch content {
      case .success: whole.append(run.first)
      case .failure(let error): found[run.first] = error.kind
      }
    }
    #expect(whole == [TileID(z: 2, x: 1, y: 2)])
    #expect(found == [TileID(z: 2, x: 1, y: 3): .malformed])
  }
}
