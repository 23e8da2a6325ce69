import Synchronization

/// One piece of work on its way through other threads: whoever started it cancels it or moves it up and down the queues.
///
/// All members may be used from any thread.
package final class WorkTicket: Sendable {
  private let cancelled = Atomic<Bool>(false)
  private let priorityBits: Atomic<UInt64>
  private let cancelHandler = Mutex<(@Sendable () -> Void)?>(nil)
  private let leaders: [WorkTicket]

  /// Lower numbers go first; not a number counts as last.
  package init(priority: Double = 0) {
    priorityBits = Atomic(priority.bitPattern)
    leaders = []
  }

  /// One part of the work of `leader`: as urgent as that, and unwanted when that is; it can be cancelled alone. Whoever makes it
  /// passes the leader's cancellation on to its handler.
  package init(following leader: WorkTicket) {
    priorityBits = Atomic(0)
    leaders = [leader]
  }

  /// Work that several others wait for: as urgent as the most urgent that is still wanted, and unwanted when all of them are.
  /// Whoever makes it passes that on to its handler.
  package init(followingAnyOf leaders: [WorkTicket]) {
    priorityBits = Atomic(0)
    self.leaders = leaders
  }

  package var isCancelled: Bool {
    if cancelled.load(ordering: .acquiring) { return true }
    return !leaders.isEmpty && leaders.allSatisfy(\.isCancelled)
  }

  /// Lower numbers go first. A queue reads it when it picks its next piece of work.
  package var priority: Double {
    get {
      if !leaders.isEmpty { return leaders.reduce(.infinity) { $1.isCancelled ? $0 : min($0, $1.priority) } }
      let value = Double(bitPattern: priorityBits.load(ordering: .relaxed))
      return value.isNaN ? .infinity : value
    }
    set { priorityBits.store(newValue.bitPattern, ordering: .relaxed) }
  }

  /// Numbers from this on are for work that nobody waits for: what may be seen later, and what is kept.
  package static let backgroundPriority = 1e9

  /// Whether somebody waits for what comes of it: a picture, an answer.
  package var isAwaited: Bool { Self.isAwaited(priority) }

  static func isAwaited(_ priority: Double) -> Bool { priority < backgroundPriority }

  /// Marks the work as unwanted, and tells whoever carries it out. Further calls do nothing.
  package func cancel() {
    guard !cancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let handler = cancelHandler.withLock { handler in
      defer { handler = nil }
      return handler
    }
    handler?()
  }

  /// Sets what `cancel` calls, on the thread that cancels; it must not block. A ticket that is cancelled already calls it at
  /// once.
  package func onCancel(_ handler: @escaping @Sendable () -> Void) {
    cancelHandler.withLock { $0 = handler }
    guard isCancelled else { return }
    let pending = cancelHandler.withLock { handler in
      defer { handler = nil }
      return handler
    }
    pending?()
  }

  /// Forgets the handler, once the work is done.
  package func clearCancelHandler() {
    cancelHandler.withLock { $0 = nil }
  }
}
