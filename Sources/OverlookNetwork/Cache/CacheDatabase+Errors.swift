import GRDB
import OverlookSupport

// What a failed statement means for the cache.
extension CacheDatabase {
  enum Trouble {
    /// Another process was in the way for too long.
    case busy
    /// Nothing can be written there.
    case disk
    case other
  }

  /// What is wrong with the database itself; nil when it is something else that failed.
  static func damage(_ error: any Error) -> String? {
    guard let error = error as? DatabaseError else { return nil }
    switch error.resultCode.primaryResultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: return text(error)
    // A table is gone or looks otherwise: damage to the schema, as no statement here is wrong.
    case .SQLITE_ERROR, .SQLITE_SCHEMA, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH: return text(error)
    default: return nil
    }
  }

  static func trouble(_ error: any Error) -> Trouble {
    guard let error = error as? DatabaseError else { return .other }
    switch error.resultCode.primaryResultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: return .busy
    case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: return .disk
    default: return .other
    }
  }

  /// SQLite quotes what it read, so its words are cleaned.
  static func text(_ error: any Error) -> String {
    guard let error = error as? DatabaseError else { return OutsideText.cleaned("\(error)", limit: 120) }
    return OutsideText.cleaned(error.message ?? "SQLite error \(error.resultCode.rawValue)", limit: 120)
  }
}
