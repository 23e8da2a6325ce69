import Dispatch
import OverlookSupport
import Synchronization

/// What the storage thread is asked to do, in order.
enum CacheOperation: Sendable {
  case store(CacheKey, CachedAnswer, serial: Int)
  case renew(CacheKey, CachedAnswer, serial: Int)
  case remove(CacheKey)
  /// Nil for everything.
  case clear(source: String?)
  /// The database was found damaged.
  case rebuild(reason: String)
  /// Called on the storage thread once all that came before is on the disk.
  case report(@Sendable (CacheReport) -> Void)

  var byteCount: Int {
    if case .store(_, let answer, _) = self { answer.body.count } else { 0 }
  }
}

/// What the storage thread and the others share.
final class CacheInbox: Sendable {
  /// Bodies that may wait to be written; more are not kept.
  static let maximumBytes = 32 << 20
  /// Bodies that need not wait for more of them.
  static let batchBytes = 4 << 20
  /// Uses that are remembered until they are written.
  static let maximumUses = 20_000

  struct Batch {
    var operations: [CacheOperation] = []
    var uses: [CacheKey: Int] = [:]
    var isLast = false
  }

  private struct State: Sendable {
    var operations: [CacheOperation] = []
    /// What was stored or renewed and is not on the disk yet.
    var unwritten: [CacheKey: (serial: Int, answer: CachedAnswer)] = [:]
    var uses: [CacheKey: Int] = [:]
    /// What is being cleared: how many times, by name; nil for everything.
    var clearing: [String?: Int] = [:]
    /// Since the start.
    var finishedClears = 0
    var bytes = 0
    var serial = 0
    var oldestAt: Double?
    var isUrgent = false
    var isStopping = false
  }

  private let state = Mutex(State())
  private let arrived = DispatchSemaphore(value: 0)
  private let batchSeconds: Double

  /// - Parameter batchSeconds: How long the first of several waits for the others, so that they share a transaction.
  init(batchSeconds: Double) {
    self.batchSeconds = batchSeconds
  }

  // MARK: Any thread

  /// What was stored and is not on the disk yet.
  func unwritten(_ key: CacheKey) -> CachedAnswer? {
    state.withLock { $0.unwritten[key]?.answer }
  }

  /// Whether what is filed under `source` on the disk is about to go.
  func isClearing(_ source: String) -> Bool {
    state.withLock { $0.clearing[source] != nil || $0.clearing[nil] != nil }
  }

  /// How many times something was cleared from the disk.
  var finishedClears: Int { state.withLock { $0.finishedClears } }

  func store(_ answer: CachedAnswer, key: CacheKey) {
    post { state in
      guard answer.body.count <= Self.maximumBytes - state.bytes else { return nil }
      state.serial += 1
      state.unwritten[key] = (state.serial, answer)
      return .store(key, answer, serial: state.serial)
    }
  }

  func renew(_ answer: CachedAnswer, key: CacheKey) {
    post { state in
      state.serial += 1
      state.unwritten[key] = (state.serial, answer)
      return .renew(key, answer, serial: state.serial)
    }
  }

  func remove(_ key: CacheKey) {
    post { state in
      state.unwritten[key] = nil
      return .remove(key)
    }
  }

  func clear(source: String?) {
    post(isUrgent: true) { state in
      state.clearing[source, default: 0] += 1
      state.unwritten = state.unwritten.filter { source != nil && $0.value.answer.source != source }
      return .clear(source: source)
    }
  }

  func rebuild(reason: String) {
    post(isUrgent: true) { _ in .rebuild(reason: reason) }
  }

  func report(_ completion: @escaping @Sendable (CacheReport) -> Void) {
    // Nobody is there any more who could look.
    if !post(isUrgent: true, { _ in .report(completion) }) { completion(CacheReport()) }
  }

  func noteUse(_ key: CacheKey, at seconds: Int) {
    state.withLock { state in
      if state.uses.count < Self.maximumUses { state.uses[key] = seconds }
    }
  }

  /// Looks after the size with the next batch, which is now.
  func hurry() {
    state.withLock { $0.isUrgent = true }
    arrived.signal()
  }

  func stop() {
    state.withLock { $0.isStopping = true }
    arrived.signal()
  }

  var isStopping: Bool { state.withLock { $0.isStopping } }

  /// Whether something waits for the storage thread.
  var hasOperations: Bool { state.withLock { !$0.operations.isEmpty } }

  /// False when nothing is taken any more, or this is not.
  @discardableResult private func post(isUrgent: Bool = false, _ make: @Sendable (inout sending State) -> CacheOperation?) -> Bool
  {
    let isPosted = state.withLock { state in
      if state.isStopping { return false }
      guard let operation = make(&state) else { return false }
      state.operations.append(operation)
      state.bytes += operation.byteCount
      if state.oldestAt == nil { state.oldestAt = MonotonicClock.now() }
      if isUrgent { state.isUrgent = true }
      return true
    }
    if isPosted { arrived.signal() }
    return isPosted
  }

  // MARK: Storage thread

  /// Waits for work, or until `deadline` (monotonic seconds), and takes it.
  func take(until deadline: Double) -> Batch {
    while true {
      let now = MonotonicClock.now()
      let (batch, wakeAt) = state.withLock { state -> (Batch?, Double) in
        let ripeAt = state.oldestAt.map { $0 + batchSeconds } ?? .infinity
        let isRipe = state.isUrgent || state.isStopping || state.bytes >= Self.batchBytes || now >= ripeAt
        if isRipe || now >= deadline { return (Self.takeAll(&state), now) }
        return (nil, min(ripeAt, deadline))
      }
      if let batch { return batch }
      _ = arrived.wait(timeout: .now() + min(max(wakeAt - now, 0), 3600))
    }
  }

  private static func takeAll(_ state: inout State) -> Batch {
    let batch = Batch(operations: state.operations, uses: state.uses, isLast: state.isStopping)
    state.operations = []
    state.uses = [:]
    state.bytes = 0
    state.oldestAt = nil
    state.isUrgent = false
    return batch
  }

  /// The operation is done, or will never be.
  func finished(_ operation: CacheOperation) {
    state.withLock { state in
      switch operation {
      case .store(let key, _, let serial), .renew(let key, _, let serial):
        if state.unwritten[key]?.serial == serial { state.unwritten[key] = nil }
      case .clear(let source):
        let left = state.clearing[source, default: 1] - 1
        state.clearing[source] = left > 0 ? left : nil
        state.finishedClears += 1
      case .remove, .rebuild, .report: break
      }
    }
  }
}
