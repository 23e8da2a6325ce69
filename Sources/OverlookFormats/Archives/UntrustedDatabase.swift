internal import Foundation
package import GRDB
internal import Synchronization

/// An SQLite database that may come from anywhere, opened immutable and read-only, with everything switched off that a schema can
/// use to do more than hold data. Several threads look things up side by side; their connections are opened as they are needed.
package final class UntrustedDatabase: Sendable {
  /// A connection with the deadline of its queries.
  private struct Connection: Sendable {
    let queue: DatabaseQueue
    let deadline: QueryDeadline

    init(uri: String) throws {
      deadline = QueryDeadline()
      deadline.start()
      queue = try DatabaseQueue(path: uri, configuration: SQLiteHardening.configuration(deadline: deadline))
    }
  }

  private struct State: Sendable {
    var idle: [Connection] = []
    var all: [Connection] = []
    /// Connections that are being opened.
    var opening = 0
    /// Which busy connection the next one waits for.
    var turn = 0
  }

  private static let maximumCount = 4
  private let uri: String
  private let state = Mutex(State())

  /// Opens the first connection to the file at `path`.
  package init(path: String) throws {
    uri = Self.uri(path)
    let first = try Connection(uri: uri)
    state.withLock { state in
      state.all = [first]
      state.idle = [first]
    }
  }

  /// Opens the regular file at `path`, if it looks like a database.
  package static func open(path: String) throws -> UntrustedDatabase {
    let file = try ArchiveFile(path: path)
    let head = try file.read(offset: 0, count: Int(min(file.byteCount, 16)), thing: "SQLite database")
    guard head.starts(with: "SQLite format 3".utf8) else {
      throw FormatError.unrecognized(path, found: head.isEmpty ? "an empty file" : "no SQLite database")
    }
    return try UntrustedDatabase(path: path)
  }

  /// What SQLite says, as an error of the thing that was read.
  package static func formatError(_ error: any Error, _ thing: String) -> FormatError {
    if let error = error as? FormatError { return error }
    guard let error = error as? DatabaseError else { return .malformed(thing, fault: "\(error)") }
    let message = error.message ?? "SQLite error \(error.resultCode.rawValue)"
    switch error.resultCode.primaryResultCode {
    case .SQLITE_INTERRUPT: return .tooLarge(thing, fault: "a query took longer than it may")
    case .SQLITE_TOOBIG: return .tooLarge(thing, fault: "a value of more than \(SQLiteHardening.maximumValueByteCount) bytes")
    case .SQLITE_NOMEM: return .tooLarge(thing, fault: "SQLite's memory limit")
    case .SQLITE_CANTOPEN, .SQLITE_IOERR: return .unreadable(thing, fault: message)
    default: return .malformed(thing, fault: message)
    }
  }

  /// Runs `body` on a connection that nobody else uses meanwhile; waits when there is none.
  package func read<Value>(_ body: (Database, QueryDeadline) throws -> Value) throws -> Value {
    let (connection, isOurs) = try take()
    defer { if isOurs { state.withLock { $0.idle.append(connection) } } }
    return try connection.queue.unsafeRead { database in
      connection.deadline.start()
      return try body(database, connection.deadline)
    }
  }

  /// An idle connection, a new one, or, when there are enough, one that somebody else has, whose queue is waited in.
  private func take() throws -> (Connection, isOurs: Bool) {
    let (connection, isOurs) = state.withLock { state -> (Connection?, Bool) in
      if let idle = state.idle.popLast() { return (idle, true) }
      if state.all.count + state.opening < Self.maximumCount {
        state.opening += 1
        return (nil, true)
      }
      state.turn = (state.turn + 1) % state.all.count
      return (state.all[state.turn], false)
    }
    if let connection { return (connection, isOurs) }
    let fresh = Result { try Connection(uri: uri) }
    state.withLock { state in
      state.opening -= 1
      if case .success(let connection) = fresh { state.all.append(connection) }
    }
    return (try fresh.get(), true)
  }

  /// The name of the file as SQLite wants it to open nothing but this one file, and to take no lock and no journal with it.
  private static func uri(_ path: String) -> String {
    let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
    // "file:" and one slash, else a path that begins with two would name a host.
    let absolute = URL(fileURLWithPath: path).path
    return "file:" + (absolute.addingPercentEncoding(withAllowedCharacters: allowed) ?? absolute) + "?mode=ro&immutable=1"
  }
}
