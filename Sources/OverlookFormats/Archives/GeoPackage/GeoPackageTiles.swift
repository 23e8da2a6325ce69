package import OverlookGeometry
internal import Foundation
internal import GRDB
internal import OverlookSupport

/// The pictures of a GeoPackage (OGC 12-128r17, 2.2): a pyramid of tiles in Web Mercator. Where its grid is ours, its tiles are given
/// as they are; of any other grid, tiles are put together of its pictures. Other reference systems are refused and said.
///
/// The file may come from anywhere: it is opened immutable and read-only, and nothing is ever written beside it.
package final class GeoPackageTiles: TileArchive {
  package let header: TileArchiveHeader
  private let file: ArchiveFile
  private let connections: UntrustedDatabase
  private let pyramid: GeoPackagePyramid

  /// What there is in a GeoPackage.
  package struct Contents: Hashable, Sendable {
    /// Names of tables.
    package var tiles: [String] = []
    package var features: [String] = []
  }

  /// The tables of the file at `path`. Throws for what is no GeoPackage.
  package static func contents(path: String) throws(FormatError) -> Contents {
    do {
      return try UntrustedDatabase.open(path: path).read { database, _ in
        var contents = Contents()
        let sql = "SELECT table_name, data_type FROM gpkg_contents LIMIT 1000"
        for row in try Row.fetchAll(database, sql: sql) {
          guard let name = String.fromDatabaseValue(row[0]), let kind = String.fromDatabaseValue(row[1]) else { continue }
          if kind == "tiles" { contents.tiles.append(name) }
          if kind == "features" { contents.features.append(name) }
        }
        return contents
      }
    } catch {
      throw UntrustedDatabase.formatError(error, "\(path): GeoPackage")
    }
  }

  init(file: ArchiveFile) throws(FormatError) {
    self.file = file
    do {
      connections = try UntrustedDatabase(path: file.path)
      pyramid = try connections.read { database, _ in try GeoPackagePyramid.find(in: database) }
      let format = try connections.read { [pyramid] database, _ in try pyramid.tileFormat(in: database) }
      var header = TileArchiveHeader(
        tileFormat: format, minimumZoom: pyramid.zooms.lowerBound, maximumZoom: pyramid.zooms.upperBound,
        southWest: pyramid.bounds.southWest, northEast: pyramid.bounds.northEast, name: pyramid.title)
      header.warnings = pyramid.warnings
      self.header = header
    } catch {
      throw UntrustedDatabase.formatError(error, "\(file.path): GeoPackage")
    }
  }

  package var byteCount: Int? { Int(exactly: file.byteCount) }

  package var tileCount: Int? {
    guard pyramid.isOurs else { return nil }
    return try? connections.read { [pyramid] database, _ in
      try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \(pyramid.quotedTable)")
    }
  }

  package func tile(_ id: TileID) throws(FormatError) -> [UInt8]? {
    guard id.isValid else { return nil }
    try file.checkUnchanged()
    let thing = "\(file.path): tile \(id.z)/\(id.x)/\(id.y)"
    if let place = pyramid.place(of: id) {
      return try stored(place.level, place.column, place.row, thing)
    }
    guard !pyramid.isOurs, let level = pyramid.level(for: id.z) else { return nil }
    return try GeoPackageMosaic.tile(id, of: level) { (column, row) throws(FormatError) in
      try self.stored(level.number, column, row, thing)
    }
  }

  private func stored(_ level: Int, _ column: Int, _ row: Int, _ thing: String) throws(FormatError) -> [UInt8]? {
    let storage: DatabaseValue.Storage
    do {
      storage = try connections.read { [pyramid] database, _ in
        let statement = try database.cachedStatement(
          sql: """
            SELECT tile_data FROM \(pyramid.quotedTable) WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? LIMIT 1
            """)
        return try DatabaseValue.fetchOne(statement, arguments: [level, column, row])?.storage ?? .null
      }
    } catch {
      throw UntrustedDatabase.formatError(error, thing)
    }
    guard case .blob(let data) = storage else {
      if case .null = storage { return nil }
      throw .malformed(thing, fault: "its data is not a blob")
    }
    guard data.count <= ArchiveLimits.storedTileByteCount else { throw .tooLarge(thing, fault: "\(data.count) bytes") }
    return data.isEmpty ? nil : [UInt8](data)
  }

  /// Those that are stored; of another grid, those of ours that lie below them.
  package func visitRuns(_ body: (TileRun, Result<[UInt8], FormatError>) throws(FormatError) -> Void) throws(FormatError) {
    guard pyramid.isOurs else { return try visitMosaic(body) }
    try pages(of: GeoPackagePyramid.levelNumbers).forEach { (level, column, row) throws(FormatError) in
      if let tile = pyramid.tile(level: level, column: column, row: row) { try visit(tile, body) }
    }
  }

  /// Tiles of one zoom that are kept until they are visited.
  private static let mosaicTileLimit = 4 << 20

  private func visitMosaic(
    _ body: (TileRun, Result<[UInt8], FormatError>) throws(FormatError) -> Void
  ) throws(FormatError) {
    for zoom in pyramid.zooms {
      guard let level = pyramid.level(for: zoom) else { continue }
      // A tile may lie on several pictures.
      var tiles: Set<TileID> = []
      try pages(of: level.number...level.number).forEach { (_, column, row) throws(FormatError) in
        let below = level.tiles(at: zoom, column: column, row: row)
        guard below.columns.count * below.rows.count <= Self.mosaicTileLimit - tiles.count else {
          throw .tooLarge("\(file.path): GeoPackage", fault: "more than \(Self.mosaicTileLimit) tiles of zoom \(zoom)")
        }
        for y in below.rows { for x in below.columns { tiles.insert(TileID(z: zoom, x: x, y: y)) } }
      }
      for tile in tiles.sorted(by: { ($0.y, $0.x) < ($1.y, $1.x) }) { try visit(tile, body) }
    }
  }

  private func pages(of levels: ClosedRange<Int>) -> StoredTilePages {
    StoredTilePages(
      connections: connections, table: pyramid.quotedTable, levels: levels, thing: "\(file.path): GeoPackage")
  }
}
