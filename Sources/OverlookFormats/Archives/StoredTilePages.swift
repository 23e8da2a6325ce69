internal import GRDB

/// The addresses in a table of tiles of a database that may come from anywhere, page by page.
struct StoredTilePages {
  let connections: UntrustedDatabase
  /// For SQL.
  let table: String
  /// Those that are wanted, as the table counts them.
  let levels: ClosedRange<Int>
  /// For messages.
  let thing: String

  /// Rows of one page.
  static let pageCount = 1000
  /// Time for one: the order of a view may have to be found by sorting.
  private static let milliseconds: UInt64 = 2000
  private static let columns = "zoom_level, tile_column, tile_row"

  private struct Place {
    var level: DatabaseValue
    var column: DatabaseValue
    var row: DatabaseValue
  }

  /// By level, column and row, as they are stored. Rows of which a number is none are passed over.
  func forEach(_ body: (_ level: Int, _ column: Int, _ row: Int) throws(FormatError) -> Void) throws(FormatError) {
    var last: Place?
    while true {
      let rows: [Row]
      do {
        rows = try connections.read { database, deadline in
          deadline.start(milliseconds: Self.milliseconds)
          return try page(database, after: last)
        }
      } catch {
        throw UntrustedDatabase.formatError(error, thing)
      }
      for row in rows {
        guard let level = Self.number(row[0]), let column = Self.number(row[1]), let line = Self.number(row[2]) else { continue }
        try body(level, column, line)
      }
      guard let end = rows.last, rows.count == Self.pageCount else { return }
      last = Place(level: end[0], column: end[1], row: end[2])
    }
  }

  /// The next addresses. In this order a page begins behind the one before however the tables are made, and rows that a view makes
  /// without end are an error of time instead of a walk without end.
  private func page(_ database: Database, after last: Place?) throws -> [Row] {
    let start = "SELECT \(Self.columns) FROM \(table) WHERE zoom_level BETWEEN \(levels.lowerBound) AND \(levels.upperBound)"
    let end = "ORDER BY \(Self.columns) LIMIT \(Self.pageCount)"
    guard let last else { return try Row.fetchAll(try database.cachedStatement(sql: "\(start) \(end)")) }
    let statement = try database.cachedStatement(sql: "\(start) AND (\(Self.columns)) > (?, ?, ?) \(end)")
    return try Row.fetchAll(statement, arguments: [last.level, last.column, last.row])
  }

  private static func number(_ value: DatabaseValue) -> Int? {
    guard case .int64(let value) = value.storage else { return nil }
    return Int(value)
  }
}
