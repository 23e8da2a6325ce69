import Foundation
import GRDB
import Logging
import OverlookSupport

/// The storage thread: opens the database, writes what is to be kept, makes room, looks for damage. All of it stays on that one
/// thread.
final class CacheKeeper {
  /// A database that is open.
  struct Opened {
    let folder: CacheFolder
    let writer: DatabaseQueue
    let reader: DatabaseQueue
    let number: UInt64?
  }

  let inbox: CacheInbox
  let shelf: CacheShelf
  let options: DiskCache.Options
  private let log: Logger

  var opened: Opened?
  /// Why nothing is kept on the disk, or nothing more.
  var fault: CacheFault?
  /// Whether nothing is written any more in this session.
  var isReadOnly = false
  /// Databases that were begun anew in this session, because the one before was damaged.
  var rebuilds = 0
  /// Monotonic seconds; infinite when there is nothing to come.
  private var settleAt = Double.infinity
  private var checkAt = Double.infinity
  private var retryAt = Double.infinity
  private var usesAt = Double.infinity
  private var uses: [CacheKey: Int] = [:]
  /// What another process kept from being written, and how often.
  private var postponed: [CacheOperation] = []
  private var attempts = 0
  private var told: Set<String> = []

  init(inbox: CacheInbox, shelf: CacheShelf, options: DiskCache.Options, log: Logger) {
    self.inbox = inbox
    self.shelf = shelf
    self.options = options
    self.log = log
  }

  func run() {
    // What was stored before the end is written even where that came before the files were opened.
    if !inbox.isStopping || inbox.hasOperations { open() }
    shelf.set(opened?.reader)
    while true {
      let batch = inbox.take(until: min(settleAt, checkAt, retryAt, usesAt))
      note(batch.uses)
      perform(postponed + batch.operations, isLast: batch.isLast)
      if batch.isLast { break }
      keepTime()
    }
    writeUses()
    settle()
    closeFiles()
    opened = nil
  }

  /// Says it once in a session.
  func warn(_ message: String) {
    guard told.insert(message).inserted else { return }
    log.warning("\(message)")
  }

  // MARK: Opening

  private func open() {
    do throws(CacheFault) {
      let folder = try CacheFolder(named: options.folder, environment: options.environment ?? ProcessInfo.processInfo.environment)
      opened = try open(folder)
      let now = MonotonicClock.now()
      settleAt = now + options.settleSeconds
      checkAt = now + options.checkAfterSeconds
    } catch {
      fault = error
      warn("tiles are not kept on the disk: \(error)")
    }
  }

  /// Starts counting, and opens the database; one that cannot be opened because it is damaged is set aside.
  private func open(_ folder: CacheFolder) throws(CacheFault) -> Opened {
    var isAlone = folder.lockAlone()
    guard isAlone || folder.share() else { throw .busy(folder.path) }
    if isAlone, folder.unfinishedStarts >= 2 {
      let broken = folder.setAside()
      warn("the program ended twice while it used the cache, which is begun anew (the old one is \(broken))")
      folder.unfinishedStarts = 0
    }
    if isAlone { folder.unfinishedStarts += 1 }
    do {
      return try openShared(folder)
    } catch let error as CacheFault {
      throw error
    } catch {
      guard let reason = CacheDatabase.damage(error) else {
        throw .database(path: folder.databasePath, reason: CacheDatabase.text(error))
      }
      // Another process that has it open is about to find out as well.
      for _ in 0..<100 where !isAlone {
        isAlone = folder.lockAlone()
        if !isAlone { usleep(10_000) }
      }
      guard isAlone else { throw .busy(folder.path) }
      return try beginAnew(folder, reason: reason)
    }
  }

  /// Opens the database, and gives a lock that is held alone back shared.
  private func openShared(_ folder: CacheFolder) throws -> Opened {
    let opened = try openDatabase(folder)
    guard folder.share() else { throw CacheFault.busy(folder.path) }
    return opened
  }

  private func openDatabase(_ folder: CacheFolder) throws -> Opened {
    try folder.prepareFiles()
    let writer = try CacheDatabase.open(folder.databasePath, isWriter: true)
    let reader = try CacheDatabase.open(folder.databasePath, isWriter: false)
    return Opened(folder: folder, writer: writer, reader: reader, number: folder.databaseNumber)
  }

  /// Sets the database aside and opens an empty one. Needs the lock alone, and gives it back shared.
  private func beginAnew(_ folder: CacheFolder, reason: String) throws(CacheFault) -> Opened {
    let broken = folder.setAside()
    warn("the cache was damaged (\(reason)) and is begun anew; the old one is \(broken)")
    rebuilds += 1
    do {
      return try openShared(folder)
    } catch let error as CacheFault {
      throw error
    } catch {
      throw .database(path: folder.databasePath, reason: CacheDatabase.text(error))
    }
  }

  private func closeFiles() {
    shelf.set(nil)
    guard let opened else { return }
    try? opened.reader.close()
    try? opened.writer.close()
  }

  // MARK: Damage

  /// Sets a damaged database aside and begins a new one, once in a session; when another process still uses it, later.
  func rebuild(reason: String) {
    guard let opened else { return }
    closeFiles()
    opened.folder.unlock()
    self.opened = nil
    guard rebuilds == 0 else {
      fault = .database(path: opened.folder.databasePath, reason: reason)
      warn("the cache was damaged again (\(reason)); tiles are not kept on the disk until the next start")
      return
    }
    reopen(opened.folder, damaged: opened.number, reason: reason)
  }

  private var pendingRebuild: (folder: CacheFolder, damaged: UInt64?, reason: String)?

  private func reopen(_ folder: CacheFolder, damaged: UInt64?, reason: String) {
    pendingRebuild = nil
    retryAt = .infinity
    do throws(CacheFault) {
      if folder.databaseNumber != damaged, folder.share() {
        // Another process was faster.
        rebuilds += 1
        do { opened = try openDatabase(folder) } catch {
          throw CacheFault.database(path: folder.databasePath, reason: CacheDatabase.text(error))
        }
      } else if folder.lockAlone() {
        opened = try beginAnew(folder, reason: reason)
      } else {
        pendingRebuild = (folder, damaged, reason)
        retryAt = MonotonicClock.now() + 5
      }
      if opened != nil { shelf.set(opened?.reader) }
    } catch {
      fault = error
      warn("tiles are not kept on the disk: \(error)")
    }
  }

  // MARK: Work

  private func perform(_ operations: [CacheOperation], isLast: Bool) {
    postponed = []
    var run: [CacheOperation] = []
    for operation in operations {
      switch operation {
      case .store, .renew, .remove, .clear: run.append(operation)
      case .rebuild(let reason):
        write(&run, isLast: isLast)
        rebuild(reason: reason)
      case .report(let completion):
        write(&run, isLast: isLast)
        completion(report())
      }
    }
    write(&run, isLast: isLast)
  }

  /// Writes `run` in one transaction and empties it.
  private func write(_ run: inout [CacheOperation], isLast: Bool) {
    guard !run.isEmpty else { return }
    let operations = run
    run = []
    guard let opened, !isReadOnly else { return finish(operations) }
    do {
      let kept = try makeRoom(for: operations, opened)
      try write(kept, opened)
      finish(operations)
      attempts = 0
      if operations.contains(where: \.isClear) { shrink(opened) }
    } catch {
      failed(operations, error, isLast: isLast)
    }
  }

  private func write(_ operations: [CacheOperation], _ opened: Opened) throws {
    let used = Int(exactly: options.clock.now().rounded()) ?? 0
    try opened.writer.writeWithoutTransaction { database in
      try database.inTransaction(.immediate) {
        for operation in operations { try Self.apply(operation, used: used, database) }
        return .commit
      }
    }
  }

  private static func apply(_ operation: CacheOperation, used: Int, _ database: Database) throws {
    switch operation {
    case .store(let key, let answer, _): try CacheDatabase.store(answer, key: key, used: used, database)
    case .renew(let key, let answer, _): try CacheDatabase.renew(answer, key: key, used: used, database)
    case .remove(let key): try CacheDatabase.remove(key, database)
    case .clear(let source): try CacheDatabase.clear(source, database)
    case .rebuild, .report: break
    }
  }

  private func finish(_ operations: [CacheOperation]) {
    for operation in operations { inbox.finished(operation) }
  }

  private func failed(_ operations: [CacheOperation], _ error: any Error, isLast: Bool) {
    if let reason = CacheDatabase.damage(error) {
      finish(operations)
      return rebuild(reason: reason)
    }
    switch CacheDatabase.trouble(error) {
    case .busy where attempts < 5 && !isLast:
      attempts += 1
      postponed = operations
      retryAt = MonotonicClock.now() + 1
      return
    case .disk:
      isReadOnly = true
      fault = .database(path: opened?.folder.databasePath ?? "the cache", reason: CacheDatabase.text(error))
      warn("no more tiles are kept on the disk in this session: \(fault.map { "\($0)" } ?? "")")
    case .busy, .other: attempts = 0
    }
    finish(operations)
  }

  /// What is due at this time.
  private func keepTime() {
    let now = MonotonicClock.now()
    if now >= settleAt { settle() }
    if now >= usesAt { writeUses() }
    if now >= checkAt {
      checkAt = .infinity
      check()
    }
    if now >= retryAt {
      retryAt = .infinity
      if let pendingRebuild { reopen(pendingRebuild.folder, damaged: pendingRebuild.damaged, reason: pendingRebuild.reason) }
    }
    if let opened, !isReadOnly { trim(opened) }
  }

  /// The start counts as finished.
  private func settle() {
    if settleAt < .infinity { opened?.folder.unfinishedStarts = 0 }
    settleAt = .infinity
  }

  private func note(_ more: [CacheKey: Int]) {
    guard !more.isEmpty else { return }
    if uses.isEmpty { usesAt = MonotonicClock.now() + 30 }
    uses.merge(more) { max($0, $1) }
  }

  private func writeUses() {
    usesAt = .infinity
    let uses = self.uses
    self.uses = [:]
    guard let opened, !isReadOnly, !uses.isEmpty else { return }
    do {
      try opened.writer.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          for (key, used) in uses { try CacheDatabase.noteUse(key, used: used, database) }
          return .commit
        }
      }
    } catch {
      failed([], error, isLast: true)
    }
  }

  private func report() -> CacheReport {
    var report = CacheReport()
    report.byteLimit = shelf.byteLimit
    (report.hits, report.misses) = shelf.counts
    report.fault = fault.map { "\($0)" }
    guard let opened else { return report }
    report.folder = opened.folder.path
    do {
      try opened.writer.unsafeRead { database in
        report.sources = try CacheDatabase.contents(database)
        report.fileByteCount = try CacheDatabase.size(database).file
      }
    } catch {
      report.fault = report.fault ?? CacheDatabase.text(error)
    }
    return report
  }
}

extension CacheOperation {
  fileprivate var isClear: Bool {
    if case .clear = self { true } else { false }
  }
}
