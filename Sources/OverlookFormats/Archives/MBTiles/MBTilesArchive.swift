package import OverlookGeometry
internal import Foundation
internal import GRDB

/// An MBTiles file (specification 1.3): an SQLite database of tiles. Look-ups from several threads run side by side.
///
/// The file may come from anywhere, so it is opened immutable and read-only, with everything switched off that a schema can
/// use to do more than hold tiles, and with a deadline on every query. Nothing is ever written beside it. Vector tiles, which
/// the specification wants compressed by gzip, are given decompressed.
package final class MBTilesArchive: TileArchive {
  package let header: TileArchiveHeader
  private let file: ArchiveFile
  private let connections: UntrustedDatabase

  /// Opens the database and reads its metadata.
  package convenience init(path: String) throws(FormatError) {
    try self.init(file: try ArchiveFile(path: path))
  }

  init(file: ArchiveFile) throws(FormatError) {
    self.file = file
    do {
      connections = try UntrustedDatabase(path: file.path)
      let metadata = try connections.read { database, deadline in
        // Fails when the table or one of its columns is not there.
        _ = try database.makeStatement(sql: "SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles LIMIT 1")
        var metadata = MBTilesMetadata(try Self.words(database), json: Self.json(database))
        deadline.start()
        Self.complete(&metadata, database)
        return metadata
      }
      header = metadata.header
    } catch {
      throw UntrustedDatabase.formatError(error, "\(file.path): MBTiles archive")
    }
  }

  package func tile(_ id: TileID) throws(FormatError) -> [UInt8]? {
    guard id.isValid else { return nil }
    try file.checkUnchanged()
    let thing = "\(file.path): tile \(id.z)/\(id.x)/\(id.y)"
    let stored: DatabaseValue.Storage
    do {
      stored = try connections.read { database, _ in
        let statement = try database.cachedStatement(
          sql: "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? LIMIT 1")
        return try DatabaseValue.fetchOne(statement, arguments: [id.z, id.x, id.tmsRow])?.storage ?? .null
      }
    } catch {
      throw UntrustedDatabase.formatError(error, thing)
    }
    switch stored {
    case .null: return nil
    case .blob(let data): return try Self.content([UInt8](data), thing: thing)
    case .int64, .double, .string: throw .malformed(thing, fault: "its data is not a blob")
    }
  }

  package var byteCount: Int? { Int(exactly: file.byteCount) }

  package var tileCount: Int? {
    try? connections.read { database, _ in try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM tiles") }
  }

  /// By zoom, column and row. Rows whose address is none are passed over.
  package func visitRuns(_ body: (TileRun, Result<[UInt8], FormatError>) throws(FormatError) -> Void) throws(FormatError) {
    let pages = StoredTilePages(
      connections: connections, table: "tiles", levels: 0...TileID.maximumZoom, thing: "\(file.path): MBTiles archive")
    try pages.forEach { (zoom, column, row) throws(FormatError) in
      guard let tile = Self.tileID(zoom, column, row) else { return }
      try visit(tile, body)
    }
  }

  /// Nil for an address outside of the grid.
  private static func tileID(_ z: Int, _ x: Int, _ fromSouth: Int) -> TileID? {
    guard (0...TileID.maximumZoom).contains(z), (0..<(1 << z)).contains(fromSouth) else { return nil }
    let tile = TileID(z: z, x: x, y: (1 << z) - 1 - fromSouth)
    return tile.isValid ? tile : nil
  }

  private static func content(_ bytes: [UInt8], thing: String) throws(FormatError) -> [UInt8]? {
    if bytes.isEmpty { return nil }
    guard bytes.count <= ArchiveLimits.storedTileByteCount else { throw .tooLarge(thing, fault: "\(bytes.count) bytes") }
    return Gzip.isGzip(bytes) ? try Gzip.inflate(bytes, limit: ArchiveLimits.tileByteCount, thing: thing) : bytes
  }

  private static func words(_ database: Database) throws -> [String: String] {
    var result: [String: String] = [:]
    guard try database.tableExists("metadata") || database.viewExists("metadata") else { return result }
    let names = MBTilesMetadata.names.map { "'\($0)'" }.joined(separator: ", ")
    // The specification knows a dozen names; a table of millions must not be read to its end.
    let cursor = try Row.fetchCursor(
      database,
      sql: """
        SELECT CAST(name AS TEXT), substr(CAST(value AS TEXT), 1, 4096) FROM metadata WHERE name IN (\(names)) LIMIT 100
        """)
    while let row = try cursor.next() {
      guard case .string(let name) = (row[0] as DatabaseValue).storage,
        case .string(let value) = (row[1] as DatabaseValue).storage, result[name] == nil
      else { continue }
      result[name] = value
    }
    return result
  }

  /// The description of vector tiles; nil when there is none or it is too large.
  private static func json(_ database: Database) -> [UInt8]? {
    let sql = """
      SELECT CAST(value AS TEXT) FROM metadata
      WHERE name = 'json' AND length(CAST(value AS BLOB)) <= \(ArchiveLimits.metadataByteCount) LIMIT 1
      """
    return (try? String.fetchOne(database, sql: sql)).map { Array($0.utf8) }
  }

  /// Takes from the tiles themselves what the metadata may have wrong or not at all, as far as the deadline allows: each is one
  /// row by way of the index that a file of any size must have.
  private static func complete(_ metadata: inout MBTilesMetadata, _ database: Database) {
    if let first = try? DatabaseValue.fetchOne(database, sql: "SELECT tile_data FROM tiles LIMIT 1"),
      case .blob(let data) = first.storage
    {
      metadata.setTileFormat(fromTile: [UInt8](data))
    }
    // Not MIN and MAX, for which SQLite reads all of a view of two tables.
    func zoom(_ order: String) -> Int? {
      let sql = """
        SELECT CAST(zoom_level AS INTEGER) FROM tiles WHERE zoom_level BETWEEN 0 AND \(TileID.maximumZoom)
        ORDER BY zoom_level \(order) LIMIT 1
        """
      return try? Int.fetchOne(database, sql: sql)
    }
    metadata.minimumZoom = zoom("ASC") ?? metadata.minimumZoom
    metadata.maximumZoom = zoom("DESC") ?? metadata.maximumZoom
  }
}
