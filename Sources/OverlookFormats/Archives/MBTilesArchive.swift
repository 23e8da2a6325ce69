package import OverlookGeometry
internal import CSQLite
internal import Foundation
internal import GRDB
internal import Synchronization

/// An MBTiles file (specification 1.3): an SQLite database of tiles. Look-ups from several threads take turns.
///
/// The file may come from anywhere, so it is opened immutable and read-only, with everything switched off that a schema can
/// use to do more than hold tiles, and with a deadline on every query. Nothing is ever written beside it.
package final class MBTilesArchive: TileArchive {
  package let header: TileArchiveHeader
  private let file: ArchiveFile
  private let queue: DatabaseQueue
  private let deadline: QueryDeadline

  /// Opens the database and reads its metadata.
  package convenience init(path: String) throws(FormatError) {
    try self.init(file: try ArchiveFile(path: path))
  }

  init(file: ArchiveFile) throws(FormatError) {
    self.file = file
    let deadline = QueryDeadline()
    self.deadline = deadline
    do {
      deadline.start()
      queue = try DatabaseQueue(path: Self.uri(file.path), configuration: SQLiteHardening.configuration(deadline: deadline))
      let metadata = try queue.unsafeRead { database in
        deadline.start()
        var metadata = MBTilesMetadata(try Self.metadata(database))
        deadline.start()
        Self.complete(&metadata, database)
        return metadata
      }
      header = metadata.header
    } catch {
      throw Self.formatError(error, "\(file.path): MBTiles archive")
    }
  }

  package func tile(_ id: TileID) throws(FormatError) -> [UInt8]? {
    guard id.isValid else { return nil }
    try file.checkUnchanged()
    let thing = "\(file.path): tile \(id.z)/\(id.x)/\(id.y)"
    // MBTiles counts rows from the south.
    let row = (1 << id.z) - 1 - id.y
    let stored: DatabaseValue.Storage
    do {
      stored = try queue.unsafeRead { [deadline] database in
        deadline.start()
        let statement = try database.cachedStatement(
          sql: "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? LIMIT 1")
        return try DatabaseValue.fetchOne(statement, arguments: [id.z, id.x, row])?.storage ?? .null
      }
    } catch {
      throw Self.formatError(error, thing)
    }
    switch stored {
    case .null: return nil
    case .blob(let data): return try Self.content([UInt8](data), thing: thing)
    case .int64, .double, .string: throw .malformed(thing, fault: "its data is not a blob")
    }
  }

  package var byteCount: Int? { Int(exactly: file.byteCount) }

  package var tileCount: Int? {
    try? queue.unsafeRead { [deadline] database in
      deadline.start()
      return try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM tiles")
    }
  }

  /// In the order of the database. The rows are read in one statement without a deadline, because the caller can end the walk.
  package func visitRuns(_ body: (TileRun, Result<[UInt8], FormatError>) throws(FormatError) -> Void) throws(FormatError) {
    throw .unsupported(file.path, fault: "listing its tiles")
  }

  private static func content(_ bytes: [UInt8], thing: String) throws(FormatError) -> [UInt8]? {
    if bytes.isEmpty { return nil }
    guard bytes.count <= ArchiveLimits.storedTileByteCount else { throw .tooLarge(thing, fault: "\(bytes.count) bytes") }
    return Gzip.isGzip(bytes) ? try Gzip.inflate(bytes, limit: ArchiveLimits.tileByteCount, thing: thing) : bytes
  }

  private static func metadata(_ database: Database) throws -> [String: String] {
    var result: [String: String] = [:]
    // The specification knows a dozen names; a table of millions must not be read to its end.
    let cursor = try Row.fetchCursor(
      database,
      sql: """
        SELECT CAST(name AS TEXT), substr(CAST(value AS TEXT), 1, 4096) FROM metadata
        WHERE name IN ('name', 'format', 'bounds', 'minzoom', 'maxzoom', 'attribution') LIMIT 100
        """)
    while let row = try cursor.next() {
      guard case .string(let name) = (row[0] as DatabaseValue).storage,
        case .string(let value) = (row[1] as DatabaseValue).storage, result[name] == nil
      else { continue }
      result[name] = value
    }
    return result
  }

  /// Finds what the metadata does not say in the tiles themselves, as far as the deadline allows.
  private static func complete(_ metadata: inout MBTilesMetadata, _ database: Database) {
    if metadata.tileFormat == .unknown,
      let first = try? DatabaseValue.fetchOne(database, sql: "SELECT tile_data FROM tiles LIMIT 1"),
      case .blob(let data) = first.storage
    {
      metadata.setTileFormat(fromTile: [UInt8](data))
    }
    // One query each: SQLite answers a lone MIN or MAX from the index.
    if metadata.minimumZoom == nil {
      metadata.minimumZoom = try? Int.fetchOne(database, sql: "SELECT CAST(MIN(zoom_level) AS INTEGER) FROM tiles")
    }
    if metadata.maximumZoom == nil {
      metadata.maximumZoom = try? Int.fetchOne(database, sql: "SELECT CAST(MAX(zoom_level) AS INTEGER) FROM tiles")
    }
  }

  /// The name of the file as SQLite wants it to open nothing but this one file, and to take no lock and no journal with it.
  private static func uri(_ path: String) -> String {
    let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
    // "file:" and one slash, else a path that begins with two would name a host.
    let absolute = URL(fileURLWithPath: path).path
    return "file:" + (absolute.addingPercentEncoding(withAllowedCharacters: allowed) ?? absolute) + "?mode=ro&immutable=1"
  }

  private static func formatError(_ error: any Error, _ thing: String) -> FormatError {
    guard let error = error as? DatabaseError else { return .malformed(thing, fault: "\(error)") }
    let message = error.message ?? "SQLite error \(error.resultCode.rawValue)"
    switch error.resultCode.primaryResultCode {
    case .SQLITE_INTERRUPT: return .tooLarge(thing, fault: "a query took longer than \(QueryDeadline.milliseconds) ms")
    case .SQLITE_TOOBIG: return .tooLarge(thing, fault: "a value of more than \(SQLiteHardening.maximumValueByteCount) bytes")
    case .SQLITE_NOMEM: return .tooLarge(thing, fault: "SQLite's memory limit")
    case .SQLITE_CANTOPEN, .SQLITE_IOERR: return .unreadable(thing, fault: message)
    default: return .malformed(thing, fault: message)
    }
  }
}
