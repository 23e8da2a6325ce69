import Dispatch
import Foundation
package import Logging
package import OverlookSupport
import Synchronization

/// Answers of servers on the disk, found by key: a database that several processes may share and that any of them may be killed
/// in.
///
/// Nothing touches the disk before the first use. Whatever is wrong there costs the cache and nothing else: a folder that cannot
/// be used and a full disk are told once, a damaged answer counts as absent, and a damaged database is set aside and begun anew.
/// All methods may be called from any thread; reading and writing happen on two threads of the cache's own, which are started with the
/// first use.
package final class DiskCache: Sendable {
  package struct Options: Sendable {
    /// Nil for the place that the environment names.
    package var folder: String?
    /// Nil for that of the process, when the cache is opened.
    package var environment: [String: String]?
    /// Of the database; what was not used for longest makes room.
    package var byteLimit = 512 << 20
    /// What must stay free on the disk.
    package var minimumFreeBytes = 200 << 20
    /// After this time in use a start counts as finished: after two that did not finish, one after the other, the cache is begun
    /// anew.
    package var settleSeconds = 3.0
    /// When, after opening, the database is looked through for damage, and for how long.
    package var checkAfterSeconds = 5.0
    package var checkSeconds = 1.0
    /// How long an answer waits for others to be written with.
    package var batchSeconds = 0.1
    package var clock = CacheClock.session
    /// Of each thread; nil for what the system gives.
    package var stackBytes: Int?

    package init() {}
  }

  package let clock: CacheClock
  private let inbox: CacheInbox
  private let shelf: CacheShelf
  private let reader: CacheReader
  private let reading: WorkerPool
  private let running = DispatchGroup()
  private let options: Options
  private let log: Logger
  private let isBegun = Mutex(false)

  package init(options: Options = Options(), log: Logger = Logger(label: "overlook.cache")) {
    clock = options.clock
    inbox = CacheInbox(batchSeconds: options.batchSeconds)
    shelf = CacheShelf(byteLimit: options.byteLimit)
    reader = CacheReader(inbox: inbox, shelf: shelf, clock: options.clock)
    reading = WorkerPool(threadCount: 1, stackBytes: options.stackBytes ?? 4 << 20, startsAtOnce: false)
    self.options = options
    self.log = log
  }

  // Waits for nobody: the last to let go of the cache may be an answer on its reading thread.
  deinit {
    stop()
    reading.stop()
  }

  /// Has the storage thread end; true when there is one. What was not begun has nothing to write, and begins no more.
  @discardableResult private func stop() -> Bool {
    inbox.stop()
    let wasBegun = isBegun.withLock { isBegun in
      defer { isBegun = true }
      return isBegun
    }
    if !wasBegun { shelf.set(nil) }
    return wasBegun
  }

  /// Starts the threads at the first use; the storage thread opens the files.
  private func begin() {
    let fault = isBegun.withLock { isBegun -> ThreadError? in
      if isBegun { return nil }
      isBegun = true
      return startThreads()
    }
    if let fault { log.warning("tiles are not kept on the disk: \(fault)") }
  }

  private func startThreads() -> ThreadError? {
    reading.startThreads()
    let (inbox, shelf, running, options, log) = (inbox, shelf, running, options, log)
    running.enter()
    do throws(ThreadError) {
      try ServiceThread.start("overlook-store", stackBytes: options.stackBytes) {
        CacheKeeper(inbox: inbox, shelf: shelf, options: options, log: log).run()
        running.leave()
      }
    } catch {
      shelf.set(nil)
      inbox.stop()
      running.leave()
      return error
    }
    return nil
  }

  /// Looks for an answer, of any age. `completion` is called on a thread of the cache and must not block; not when `ticket` was
  /// cancelled. Lower priorities of the ticket go first.
  package func find(_ key: CacheKey, ticket: WorkTicket, completion: @escaping @Sendable (CachedAnswer?) -> Void) {
    begin()
    // Without a thread nothing is found.
    guard reading.threadCount > 0 else {
      if !ticket.isCancelled { completion(nil) }
      return
    }
    // Holds the reader and not the cache, which would otherwise live until every look-up has ended.
    reading.submit(ticket) { [reader] in
      let answer = reader.find(key)
      if !ticket.isCancelled { completion(answer) }
    }
  }

  /// Keeps `answer`, soon.
  package func store(_ answer: CachedAnswer, key: CacheKey) {
    guard answer.body.count <= shelf.byteLimit / 4 else { return }
    inbox.store(answer, key: key)
    begin()
  }

  /// Gives an answer that was found a new head and time.
  package func renew(_ answer: CachedAnswer, key: CacheKey) {
    inbox.renew(answer, key: key)
    begin()
  }

  package func remove(_ key: CacheKey) {
    inbox.remove(key)
    begin()
  }

  /// Forgets everything, or what is filed under `source`: nothing of it is found from now on.
  package func clear(source: String? = nil) {
    inbox.clear(source: source)
    begin()
  }

  /// Forgets what is filed under `source`, be it written as people write it or without its secrets, as it is filed.
  package func clear(named source: String) {
    clear(source: source)
    let name = Redactor.identity(source)
    if name != source { clear(source: name) }
  }

  /// Tells what the cache holds, once all that was asked before is on the disk; on the storage thread.
  package func report(_ completion: @escaping @Sendable (CacheReport) -> Void) {
    inbox.report(completion)
    begin()
  }

  /// `report`, waited for. Not for the main thread of a program with a window.
  package func waitForReport() -> CacheReport {
    let result = Mutex(CacheReport())
    let done = DispatchSemaphore(value: 0)
    report { report in
      result.withLock { $0 = report }
      done.signal()
    }
    done.wait()
    return result.withLock { $0 }
  }

  /// Bytes of the database, at least 0; nothing is kept at 0.
  package var byteLimit: Int {
    get { shelf.byteLimit }
    set {
      shelf.byteLimit = max(newValue, 0)
      if isBegun.withLock({ $0 }) { inbox.hurry() }
    }
  }

  /// Look-ups that found an answer, and that did not.
  package var counts: (hits: Int, misses: Int) { shelf.counts }

  /// Writes what waits and closes the files; later calls find nothing and keep nothing. Waits for the end of it.
  package func close() {
    if stop() { running.wait() }
    reading.shutdown()
  }
}
