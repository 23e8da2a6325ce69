import Dispatch
import GRDB
import OverlookSupport

// How large the database may be, and whether it is sound.
extension CacheKeeper {
  /// Answers that are deleted in one transaction.
  private static let evictedAtOnce = 64
  /// Pages that are given back to the disk at a time.
  private static let shrunkAtOnce = 1000
  /// Beyond the bodies themselves: heads, indices, pages that are not full.
  private static let bytesPerAnswer = 1024
  /// A guess, so that rather too few than too many are deleted at a time.
  private static let bytesOfLargeAnswer = 64 << 10

  /// Makes room for what is to be stored; returns the operations without those for which there is none.
  func makeRoom(for operations: [CacheOperation], _ opened: Opened) throws -> [CacheOperation] {
    let wanted = operations.reduce(0) { $0 + ($1.byteCount > 0 ? $1.byteCount + Self.bytesPerAnswer : 0) }
    guard wanted > 0 else { return operations }
    let allowed = try trimmed(opened, for: wanted)
    if allowed >= wanted { return operations }
    return operations.filter { $0.byteCount == 0 }
  }

  /// Looks after the size when there is time.
  func trim(_ opened: Opened) {
    _ = try? trimmed(opened, for: 0)
  }

  /// Deletes what was not used for longest until there is room for `wanted` bytes; returns the bytes that there is room for.
  private func trimmed(_ opened: Opened, for wanted: Int) throws -> Int {
    var size = try opened.writer.unsafeRead(CacheDatabase.size)
    let free = opened.folder.freeBytes ?? Int.max / 2
    let isShort = free < options.minimumFreeBytes + wanted
    // What is free in the file is ours whatever the disk says.
    let allowed = min(shelf.byteLimit, max(size.file + free - options.minimumFreeBytes, 0))
    if size.used > 0, size.used + wanted > allowed {
      // More than is needed now, so that it need not be done again at once.
      let goal = max(allowed - allowed / 10 - wanted, 0)
      while size.used > goal, try evict(opened, bytes: size.used - goal) > 0 {
        size = try opened.writer.unsafeRead(CacheDatabase.size)
      }
    }
    if size.file > shelf.byteLimit || isShort, size.file > size.used { shrink(opened) }
    if isShort, allowed < size.used + wanted, wanted > 0, shelf.byteLimit > 0 {
      warn(
        "tiles are not kept on the disk: \(CacheFault.diskFull(path: opened.folder.path, megabytes: options.minimumFreeBytes >> 20))"
      )
    }
    return max(allowed - size.used, 0)
  }

  /// Deletes some of the answers that `bytes` may be the size of; the number of them.
  private func evict(_ opened: Opened, bytes: Int) throws -> Int {
    let most = min(bytes / Self.bytesOfLargeAnswer + 1, Self.evictedAtOnce)
    return try opened.writer.writeWithoutTransaction { database in
      var count = 0
      try database.inTransaction(.immediate) {
        count = try CacheDatabase.evict(count: most, database)
        return .commit
      }
      return count
    }
  }

  /// Gives free pages back to the disk.
  func shrink(_ opened: Opened) {
    do {
      var size = try opened.writer.unsafeRead(CacheDatabase.size)
      while size.file > size.used, !inbox.isStopping {
        try opened.writer.writeWithoutTransaction { try CacheDatabase.shrink(pages: Self.shrunkAtOnce, $0) }
        let next = try opened.writer.unsafeRead(CacheDatabase.size)
        guard next.file < size.file else { break }
        size = next
      }
      try opened.writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    } catch {
      // It stays larger than it need be.
    }
  }

  /// Looks through the database, as far as the time allows, on a connection of its own.
  func check() {
    guard let opened, !inbox.isStopping else { return }
    guard let connection = try? CacheDatabase.open(opened.folder.databasePath, isWriter: false) else { return }
    let end = DispatchWorkItem { connection.interrupt() }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + options.checkSeconds, execute: end)
    let finding = Result { try connection.unsafeRead { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") } }
    end.cancel()
    try? connection.close()
    switch finding {
    case .success("ok"), .success(nil): break
    case .success(.some(let text)): rebuild(reason: OutsideText.cleaned(text, limit: 120))
    case .failure(let error):
      if let reason = CacheDatabase.damage(error) { rebuild(reason: reason) }
    }
  }
}
