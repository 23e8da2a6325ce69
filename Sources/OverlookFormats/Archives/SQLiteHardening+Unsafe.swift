internal import CSQLite
internal import GRDB
internal import Synchronization

/// When the running query of one connection is interrupted: once its thread has worked for as long as it may. A thread that waits,
/// for its turn on a busy machine or for a slow disk, is given four times as long before it is given up.
package final class QueryDeadline: Sendable {
  package static let milliseconds: UInt64 = 250
  private static let patience: UInt64 = 4
  /// On the clock of all and on that of the thread, when the query began.
  private let began = Atomic<UInt64>(0)
  private let threadBegan = Atomic<UInt64>(0)
  private let limit = Atomic<UInt64>(.max)

  package init() {}

  /// Gives the next query of this thread `milliseconds` of work, from now on.
  package func start(milliseconds: UInt64 = QueryDeadline.milliseconds) {
    began.store(ArchiveFile.monotonicNanoseconds(), ordering: .relaxed)
    threadBegan.store(ArchiveFile.threadNanoseconds(), ordering: .relaxed)
    limit.store(min(milliseconds, 1_000_000_000) * 1_000_000, ordering: .relaxed)
  }

  /// Whether the query of this thread is to be interrupted.
  package var isOver: Bool {
    let limit = limit.load(ordering: .relaxed)
    // Nobody works for longer than has passed, and that clock is the cheaper one.
    let passed = ArchiveFile.monotonicNanoseconds() &- began.load(ordering: .relaxed)
    guard passed >= limit else { return false }
    return passed / Self.patience >= limit || ArchiveFile.threadNanoseconds() >= threadBegan.load(ordering: .relaxed) &+ limit
  }
}

/// How SQLite is set up for databases that nobody vouches for (sqlite.org/security.html).
enum SQLiteHardening {
  static let maximumValueByteCount = 16 << 20
  private static let heapByteCount: Int64 = 64 << 20

  /// `deadline` is kept alive by the configuration, and so by the connection.
  static func configuration(deadline: QueryDeadline) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.foreignKeysEnabled = false
    configuration.label = "overlook.sqlite"
    configuration.prepareDatabase { database in
      try harden(database, deadline)
    }
    return configuration
  }

  private static func harden(_ database: Database, _ deadline: QueryDeadline) throws {
    guard let connection = database.sqliteConnection else { return }
    let switches: [(Int32, Int32)] = [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
      (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
    ]
    for (option, value) in switches where overlook_sqlite3_db_config(connection, option, value) != SQLITE_OK {
      throw DatabaseError(message: "this SQLite library cannot be made safe (option \(option))")
    }
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Int32(maximumValueByteCount))
    sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
    sqlite3_limit(connection, SQLITE_LIMIT_VDBE_OP, 25_000)
    // The limit is the process's: one that the program has set already stays.
    if sqlite3_hard_heap_limit64(-1) == 0 { sqlite3_hard_heap_limit64(heapByteCount) }

    // Invariant: the configuration's closure holds `deadline`, and the connection holds the configuration.
    let context = Unmanaged.passUnretained(deadline).toOpaque()
    sqlite3_progress_handler(
      connection, 1000,
      { context in
        guard let context else { return 1 }
        return Unmanaged<QueryDeadline>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
      }, context)
    try database.execute(sql: "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA query_only = ON")
  }
}
