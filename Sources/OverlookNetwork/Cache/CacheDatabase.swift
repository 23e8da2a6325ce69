import Foundation
import GRDB

/// The tables of the cache and every statement that is run on them. All of it on the thread that owns the connection.
///
/// Heads and bodies lie in two tables, so that renewing a head or noting a use writes one page and not the picture again.
enum CacheDatabase {
  /// Of the tables; a file with another one is put aside.
  static let version = 1
  /// "OVLK"; makes a file of another program known.
  static let applicationID: Int32 = 0x4F56_4C4B

  /// - Parameter isWriter: Readers change nothing, whatever they are told.
  static func open(_ path: String, isWriter: Bool) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = !isWriter
    configuration.foreignKeysEnabled = false
    configuration.label = isWriter ? "overlook.storage.write" : "overlook.storage.read"
    // Other processes write for milliseconds at a time.
    configuration.busyMode = .timeout(isWriter ? 5 : 1)
    configuration.prepareDatabase { database in
      // Views and triggers there are none; one that damage made up must reach nothing. A map of the file in memory would turn a
      // fault of the disk into a signal.
      try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    if isWriter { try queue.writeWithoutTransaction(prepare) }
    return queue
  }

  private static func prepare(_ database: Database) throws {
    let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard found == 0 || found == version else {
      throw DatabaseError(resultCode: .SQLITE_NOTADB, message: "it has tables of another version (\(found))")
    }
    // Enough against a killed process; after a power cut the last transactions may be gone, which a cache may afford.
    try database.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 16777216")
    // Only an empty file takes these two, and any other would be written to for nothing.
    if found == 0 { try database.execute(sql: "PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL") }
    let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
    guard mode == "wal" else { throw DatabaseError(message: "it cannot be shared with other programs (\(mode ?? "no journal"))") }
    if found == 0 { try database.inTransaction(.immediate) { try makeTables(database) } }
  }

  private static func makeTables(_ database: Database) throws -> Database.TransactionCompletion {
    try database.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS answers (
          id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, source TEXT NOT NULL, status INTEGER NOT NULL,
          encoding TEXT, type TEXT, tag TEXT, modified TEXT, control TEXT, expires TEXT, date TEXT, age REAL,
          received REAL NOT NULL, used INTEGER NOT NULL, bytes INTEGER NOT NULL, bodysum INTEGER NOT NULL, headsum INTEGER NOT NULL);
        CREATE INDEX IF NOT EXISTS answers_by_use ON answers (used);
        CREATE INDEX IF NOT EXISTS answers_by_source ON answers (source, bytes);
        CREATE TABLE IF NOT EXISTS bodies (id INTEGER PRIMARY KEY, body BLOB NOT NULL);
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(version);
        """)
    return .commit
  }
}

// MARK: Reading

extension CacheDatabase {
  /// What a look-up found.
  enum Found {
    case nothing
    /// `used`: when it was last noted as used, in seconds since 1970.
    case answer(CachedAnswer, used: Int)
    case damaged
  }

  static func find(_ key: CacheKey, _ database: Database) throws -> Found {
    let statement = try database.cachedStatement(
      sql: """
        SELECT source, status, encoding, type, tag, modified, control, expires, date, age, received, used, bytes, bodysum, headsum,
          body FROM answers LEFT JOIN bodies USING (id) WHERE key = ?
        """)
    let cursor = try Row.fetchCursor(statement, arguments: [Data(key.bytes)])
    guard let row = try cursor.next() else { return .nothing }
    return read(row, key: key)
  }

  /// Types and sums are checked: a flipped bit may have made anything of a row.
  private static func read(_ row: Row, key: CacheKey) -> Found {
    guard let source = text(row[0]), let status = integer(row[1]), let received = number(row[10]), let used = integer(row[11]),
      let bytes = integer(row[12]), let bodySum = integer(row[13]), let headSum = integer(row[14])
    else { return .damaged }
    guard case .blob(let data) = (row[15] as DatabaseValue).storage, data.count == bytes else { return .damaged }
    var head = HTTPHead()
    head.contentEncoding = text(row[2])
    head.contentType = text(row[3])
    head.entityTag = text(row[4])
    head.lastModified = text(row[5])
    head.cacheControl = text(row[6])
    head.expires = text(row[7])
    head.date = text(row[8])
    head.ageSeconds = number(row[9])
    let answer = CachedAnswer(source: source, status: status, head: head, body: [UInt8](data), receivedAt: received)
    let sum = CacheChecksum(answer, key: key)
    guard Int(sum.body) == bodySum, Int(sum.head) == headSum else { return .damaged }
    return .answer(answer, used: used)
  }

  private static func text(_ value: DatabaseValue) -> String? {
    if case .string(let text) = value.storage { text } else { nil }
  }

  private static func integer(_ value: DatabaseValue) -> Int? {
    if case .int64(let number) = value.storage { Int(exactly: number) } else { nil }
  }

  private static func number(_ value: DatabaseValue) -> Double? {
    if case .double(let number) = value.storage { number } else { nil }
  }

  /// Answers and bytes of bodies under each name, in the order of the names.
  static func contents(_ database: Database) throws -> [CacheReport.Source] {
    let cursor = try Row.fetchCursor(
      database, sql: "SELECT source, count(*), sum(bytes) FROM answers GROUP BY source ORDER BY source LIMIT 10000")
    var sources: [CacheReport.Source] = []
    while let row = try cursor.next() {
      guard let name = text(row[0]), let count = integer(row[1]), let bytes = integer(row[2]) else { continue }
      sources.append(CacheReport.Source(name: name, entryCount: count, byteCount: bytes))
    }
    return sources
  }

  /// Bytes of the pages that hold something, and of all pages; from the file's head, whatever its size.
  static func size(_ database: Database) throws -> (used: Int, file: Int) {
    let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
    let free = try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
    let bytes = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
    return (bytes * max(pages - free, 0), bytes * pages)
  }
}

// MARK: Writing

extension CacheDatabase {
  static func store(_ answer: CachedAnswer, key: CacheKey, used: Int, _ database: Database) throws {
    try remove(key, database)
    let sum = CacheChecksum(answer, key: key)
    let head = answer.head
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO answers (key, source, status, encoding, type, tag, modified, control, expires, date, age, received, used, bytes,
          bodysum, headsum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(
      arguments: [
        Data(key.bytes), answer.source, answer.status, head.contentEncoding, head.contentType, head.entityTag, head.lastModified,
        head.cacheControl, head.expires, head.date, head.ageSeconds, answer.receivedAt, used, answer.body.count, Int(sum.body),
        Int(sum.head),
      ])
    let id = database.lastInsertedRowID
    // A row that damage left behind may be in the way.
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO bodies (id, body) VALUES (?, ?)")
      .execute(arguments: [id, Data(answer.body)])
  }

  /// Gives the answer a new head and time. `answer` is what was read before, with its body; a row that has another one by now
  /// stays as it is.
  static func renew(_ answer: CachedAnswer, key: CacheKey, used: Int, _ database: Database) throws {
    let sum = CacheChecksum(answer, key: key)
    let head = answer.head
    try database.cachedStatement(
      sql: """
        UPDATE answers SET tag = ?, modified = ?, control = ?, expires = ?, date = ?, age = ?, received = ?, used = ?, headsum = ?
        WHERE key = ? AND bytes = ? AND bodysum = ? AND source = ? AND status = ? AND encoding IS ? AND type IS ?
        """
    ).execute(
      arguments: [
        head.entityTag, head.lastModified, head.cacheControl, head.expires, head.date, head.ageSeconds, answer.receivedAt, used,
        Int(sum.head), Data(key.bytes), answer.body.count, Int(sum.body), answer.source, answer.status, head.contentEncoding,
        head.contentType,
      ])
  }

  static func noteUse(_ key: CacheKey, used: Int, _ database: Database) throws {
    try database.cachedStatement(sql: "UPDATE answers SET used = ? WHERE key = ?").execute(arguments: [used, Data(key.bytes)])
  }

  static func remove(_ key: CacheKey, _ database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM bodies WHERE id IN (SELECT id FROM answers WHERE key = ?)")
      .execute(arguments: [Data(key.bytes)])
    try database.cachedStatement(sql: "DELETE FROM answers WHERE key = ?").execute(arguments: [Data(key.bytes)])
  }

  /// Deletes everything, or what is filed under `source`.
  static func clear(_ source: String?, _ database: Database) throws {
    guard let source else { return try database.execute(sql: "DELETE FROM bodies; DELETE FROM answers") }
    try database.execute(
      sql: "DELETE FROM bodies WHERE id IN (SELECT id FROM answers WHERE source = ?)", arguments: [source])
    try database.execute(sql: "DELETE FROM answers WHERE source = ?", arguments: [source])
  }

  /// Deletes the answers that were not used for longest; the number of them.
  static func evict(count: Int, _ database: Database) throws -> Int {
    let oldest = "SELECT id FROM answers ORDER BY used LIMIT \(count)"
    try database.execute(sql: "DELETE FROM bodies WHERE id IN (\(oldest)); DELETE FROM answers WHERE id IN (\(oldest))")
    return database.changesCount
  }

  /// Gives up to `pages` free pages back to the disk.
  static func shrink(pages: Int, _ database: Database) throws {
    // Each row that the statement returns frees one page.
    let cursor = try Row.fetchCursor(database, sql: "PRAGMA incremental_vacuum(\(pages))")
    while try cursor.next() != nil {}
  }
}
