package import OverlookGeometry
internal import CSQLite
internal import Foundation
internal import GRDB

/// Writes an MBTiles file (specification 1.3), and goes on with one that was left unfinished, whatever ended the program before.
///
/// Until `finish` the database is at `unfinishedPath(for:)`, with a rollback journal beside it while it is written; it then gets
/// its name. Equal tiles are stored once: `tiles` is a view of `map` and `images`. Belongs to one thread at a time.
package final class MBTilesWriter {
  /// What to do with an unfinished file.
  package enum Start: Hashable, Sendable {
    /// Go on with one that was begun for the same source and tile format, else throw.
    case resume
    /// Throw away what an unfinished file has.
    case over
  }

  /// "MPBX": the application identifier that the specification asks for.
  private static let applicationID = 0x4D50_4258
  private static let batchCount = 500
  private static let batchByteCount = 16 << 20
  private static let batchNanoseconds: UInt64 = 1_000_000_000

  private let path: String
  private let header: TileArchiveHeader
  private let queue: DatabaseQueue
  private var batch: [TileID: [UInt8]] = [:]
  private var batchBytes = 0
  private var batchBegan: UInt64 = 0
  private var storedTileCount = 0
  /// Whether images may have lost their last tile.
  private var hasReplaced = false
  private var isOver = false

  /// Where the database of an unfinished `path` is.
  package static func unfinishedPath(for path: String) -> String { path + ".unfinished" }

  /// Begins a file or goes on with the unfinished one.
  ///
  /// - Parameters:
  ///   - path: Of the file that `finish` makes or replaces.
  ///   - header: What the file says about itself; its zoom range is replaced by that of the tiles.
  package init(path: String, header: TileArchiveHeader, start: Start = .resume) throws(FormatError) {
    self.path = path
    self.header = header
    let unfinished = Self.unfinishedPath(for: path)
    do {
      if start == .over {
        for name in [unfinished, unfinished + "-journal"] { try Self.remove(name) }
      }
      try OutputFile.checkIsOwnFile(unfinished)
      queue = try DatabaseQueue(path: unfinished, configuration: Self.configuration())
      storedTileCount = try queue.write { database in
        try Self.prepare(database, header, unfinished)
        return try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM map") ?? 0
      }
    } catch {
      throw Self.formatError(error, unfinished)
    }
  }

  /// Tiles in the file so far, those of earlier runs included.
  package var tileCount: Int { storedTileCount + batch.count }

  /// Whether the file has the tile already.
  package func contains(_ tile: TileID) throws(FormatError) -> Bool {
    guard tile.isValid else { return false }
    if batch[tile] != nil { return true }
    do {
      return try queue.read { database in try Self.contains(tile, database) }
    } catch {
      throw Self.formatError(error, path)
    }
  }

  /// Adds or replaces a tile. Tiles reach the disk in batches: a killed program loses at most 500 of them, or those of the second
  /// before the last one.
  ///
  /// - Parameter bytes: As `TileArchive.tile` gives them, 1 byte to 8 MiB; vector tiles are stored compressed by gzip, whether
  ///   they come so or not.
  package func append(_ tile: TileID, _ bytes: [UInt8]) throws(FormatError) {
    let stored = header.tileFormat == .mvt && !Gzip.isGzip(bytes) ? try Gzip.deflate(bytes) : bytes
    guard tile.isValid, !bytes.isEmpty, stored.count <= ArchiveLimits.storedTileByteCount else {
      throw .malformed("tile \(tile.z)/\(tile.x)/\(tile.y)", fault: "its address, or its size of \(bytes.count) bytes")
    }
    if batch.isEmpty { batchBegan = ArchiveFile.monotonicNanoseconds() }
    if let old = batch.updateValue(stored, forKey: tile) { batchBytes -= old.count }
    batchBytes += stored.count
    let isOld = ArchiveFile.monotonicNanoseconds() &- batchBegan >= Self.batchNanoseconds
    if batch.count >= Self.batchCount || batchBytes >= Self.batchByteCount || isOld { try flush() }
  }

  /// Brings what was appended to the disk. What could not be written is kept for the next try.
  package func flush() throws(FormatError) {
    guard !isOver else { throw .unwritable(path, fault: "it is finished") }
    guard !batch.isEmpty else { return }
    let tiles = batch.sorted { ($0.key.z, $0.key.x, $0.key.y) < ($1.key.z, $1.key.x, $1.key.y) }
    do {
      let replaced = try queue.write { database in
        try tiles.reduce(0) { count, tile in try count + (Self.store(tile.key, tile.value, database) ? 1 : 0) }
      }
      storedTileCount += tiles.count - replaced
      hasReplaced = hasReplaced || replaced > 0
    } catch {
      throw Self.formatError(error, path)
    }
    batch.removeAll(keepingCapacity: true)
    batchBytes = 0
  }

  /// Completes the metadata and gives the file its name. The writer is of no use afterwards.
  package func finish() throws(FormatError) {
    try flush()
    do {
      try queue.write { [header, hasReplaced] database in
        if hasReplaced { try database.execute(sql: "DELETE FROM images WHERE tile_id NOT IN (SELECT tile_id FROM map)") }
        try Self.writeMetadata(header, database)
        // It served the search for equal tiles only.
        try database.execute(sql: "DROP INDEX IF EXISTS image_check")
      }
      try queue.close()
    } catch {
      throw Self.formatError(error, path)
    }
    isOver = true
    try OutputFile.publish(Self.unfinishedPath(for: path), as: path)
  }

  private static func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.label = "overlook.mbtiles-writer"
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      guard let connection = database.sqliteConnection else { return }
      // What is gone on with may have been changed by others.
      for (option, value) in [
        (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
      ] as [(Int32, Int32)] {
        _ = overlook_sqlite3_db_config(connection, option, value)
      }
      // One writer at a time, and no shared memory beside the file; the journal undoes what a killed program left half done.
      try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL")
    }
    return configuration
  }

  /// For the search for equal tiles, while tiles are added.
  private static let equalTilesIndex = "CREATE INDEX IF NOT EXISTS image_check ON images (tile_check)"

  /// Makes the tables, or checks that those that are there are of this header's source.
  private static func prepare(_ database: Database, _ header: TileArchiveHeader, _ path: String) throws {
    let isNew = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_master") == 0
    if isNew {
      try database.execute(
        sql: """
          PRAGMA application_id = \(applicationID);
          CREATE TABLE metadata (name TEXT PRIMARY KEY, value TEXT);
          CREATE TABLE map (
            zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id INTEGER,
            PRIMARY KEY (zoom_level, tile_column, tile_row)) WITHOUT ROWID;
          CREATE TABLE images (tile_id INTEGER PRIMARY KEY, tile_check INTEGER, tile_data BLOB);
          \(equalTilesIndex);
          CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM map JOIN images USING (tile_id);
          """)
      return try writeMetadata(header, database)
    }
    guard try Int.fetchOne(database, sql: "PRAGMA application_id") == applicationID,
      try Int.fetchOne(
        database, sql: "SELECT COUNT(*) FROM sqlite_master WHERE name IN ('metadata', 'map', 'images', 'tiles')") == 4
    else { throw FormatError.unsupported(path, fault: "it was not begun by this program") }
    // Who was killed between completing the file and giving it its name has left it without.
    try database.execute(sql: equalTilesIndex)
    let wanted = MBTilesMetadata.rows(header)
    for key in [ArchiveMetadata.sourceKey, "format"] {
      let found = try String.fetchOne(database, sql: "SELECT value FROM metadata WHERE name = ?", arguments: [key])
      if found != wanted.first(where: { $0.name == key })?.value {
        throw FormatError.unsupported(path, fault: "it was begun for other tiles (\(found ?? "of an unnamed source"))")
      }
    }
  }

  private static func writeMetadata(_ header: TileArchiveHeader, _ database: Database) throws {
    var header = header
    let zooms = try Row.fetchOne(database, sql: "SELECT MIN(zoom_level), MAX(zoom_level) FROM map")
    header.minimumZoom = zooms?[0] ?? header.minimumZoom
    header.maximumZoom = zooms?[1] ?? header.maximumZoom
    try database.execute(sql: "DELETE FROM metadata")
    for (name, value) in MBTilesMetadata.rows(header) {
      try database.execute(sql: "INSERT INTO metadata VALUES (?, ?)", arguments: [name, value])
    }
  }

  private static func contains(_ tile: TileID, _ database: Database) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: "SELECT 1 FROM map WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?")
    return try Int.fetchOne(statement, arguments: [tile.z, tile.x, tile.tmsRow]) != nil
  }

  /// True when a tile was replaced.
  private static func store(_ tile: TileID, _ bytes: [UInt8], _ database: Database) throws -> Bool {
    let isReplaced = try contains(tile, database)
    let data = Data(bytes)
    let check = check(bytes)
    let search = try database.cachedStatement(sql: "SELECT tile_id FROM images WHERE tile_check = ? AND tile_data = ? LIMIT 1")
    var image = try Int64.fetchOne(search, arguments: [check, data])
    if image == nil {
      let insert = try database.cachedStatement(sql: "INSERT INTO images (tile_check, tile_data) VALUES (?, ?)")
      try insert.execute(arguments: [check, data])
      image = database.lastInsertedRowID
    }
    let place = try database.cachedStatement(sql: "INSERT OR REPLACE INTO map VALUES (?, ?, ?, ?)")
    try place.execute(arguments: [tile.z, tile.x, tile.tmsRow, image])
    return isReplaced
  }

  /// Few different contents share one: the checksum of gzip and the length.
  private static func check(_ bytes: [UInt8]) -> Int64 {
    Int64(truncatingIfNeeded: bytes.count) << 32 | Int64(Inflation.checksum(bytes))
  }

  private static func remove(_ path: String) throws {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch CocoaError.fileNoSuchFile {}
  }

  private static func formatError(_ error: any Error, _ path: String) -> FormatError {
    switch error {
    case let error as FormatError: return error
    case let error as DatabaseError:
      let message = error.message ?? "SQLite error \(error.resultCode.rawValue)"
      switch error.resultCode.primaryResultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: return .unwritable(path, fault: "another program is writing it")
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: return .malformed(path, fault: message)
      default: return .unwritable(path, fault: message)
      }
    default: return .unwritable(path, fault: "\(error)")
    }
  }
}

extension TileID {
  /// The row as MBTiles counts: from the south. For valid tiles.
  var tmsRow: Int { (1 << z) - 1 - y }
}
