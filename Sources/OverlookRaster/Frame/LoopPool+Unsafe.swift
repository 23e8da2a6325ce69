import Dispatch
import Foundation
import OverlookSupport
import Synchronization

/// A loop whose parts may run at the same time.
package protocol SharedLoop: AnyObject {
  /// Does one part. `worker` is 0 ..< `LoopPool.workerCount`; parts of one worker never run at the same time.
  func run(part: Int, worker: Int)
}

/// Threads that help whoever draws with one loop at a time.
///
/// The caller works too and never waits for a thread that has not begun. The threads start with the first loop, have the caller's
/// priority, and end when the pool goes. A loop allocates nothing.
package final class LoopPool {
  /// Threads that may work on a loop, the caller among them.
  package let workerCount: Int
  private let board = LoopBoard()
  /// Threads that were started; fewer than `workerCount - 1` where no more could be.
  private var helperCount = 0
  private var hasStarted = false

  /// More threads would wait for memory.
  private static let maximumWorkers = 8

  /// By default as many as the machine has processors.
  package init(workerCount: Int = ProcessInfo.processInfo.activeProcessorCount) {
    self.workerCount = min(max(workerCount, 1), Self.maximumWorkers)
  }

  deinit {
    board.close()
    board.call(helperCount)
  }

  /// Runs each part 0 ..< `parts` once, and returns when all are done. `afterOwnPart`: what the caller does besides, after each part that it
  /// runs itself.
  package func run(_ parts: Int, _ loop: some SharedLoop, afterOwnPart: () -> Void = {}) {
    guard workerCount > 1, parts > 1 else {
      for part in 0..<max(parts, 0) {
        loop.run(part: part, worker: 0)
        afterOwnPart()
      }
      return
    }
    if !hasStarted { start() }
    board.post(loop, parts: parts)
    board.call(min(helperCount, parts - 1))
    board.work(0, on: loop, parts: parts, afterPart: afterOwnPart)
    board.takeDown()
  }

  private func start() {
    hasStarted = true
    while helperCount < workerCount - 1 {
      let worker = helperCount + 1
      // Without it the caller does more of the work.
      do { try ServiceThread.start("overlook-loop-\(worker)", { [board] in board.help(worker) }) } catch { return }
      helperCount += 1
    }
  }
}

/// What the threads of a pool share.
private final class LoopBoard: Sendable {
  /// Invariant of the unchecked mark: helpers use the loop only between `join` and `leave`, and `takeDown` returns to the loop's
  /// owner when none is there any more.
  private struct Post: @unchecked Sendable {
    let loop: any SharedLoop
    let parts: Int
  }

  private struct State: Sendable {
    var post: Post?
    var helpers = 0
    var isOwnerWaiting = false
    var isClosed = false
  }

  private let state = Mutex(State())
  private let nextPart = Atomic<Int>(0)
  private let called = DispatchSemaphore(value: 0)
  private let allLeft = DispatchSemaphore(value: 0)

  func post(_ loop: some SharedLoop, parts: Int) {
    let post = Post(loop: loop, parts: parts)
    nextPart.store(0, ordering: .relaxed)
    state.withLock { $0.post = post }
  }

  func call(_ helpers: Int) {
    for _ in 0..<helpers { called.signal() }
  }

  func close() { state.withLock { $0.isClosed = true } }

  func work(_ worker: Int, on loop: some SharedLoop, parts: Int, afterPart: () -> Void = {}) {
    while true {
      let part = nextPart.add(1, ordering: .relaxed).oldValue
      if part >= parts { return }
      loop.run(part: part, worker: worker)
      afterPart()
    }
  }

  /// Ends a loop of which every part has been taken.
  func takeDown() {
    let mustWait = state.withLock { state in
      state.post = nil
      state.isOwnerWaiting = state.helpers > 0
      return state.isOwnerWaiting
    }
    if mustWait { allLeft.wait() }
  }

  /// The life of a helper.
  func help(_ worker: Int) {
    while true {
      called.wait()
      let (post, isClosed) = state.withLock { state in
        if state.post != nil { state.helpers += 1 }
        return (state.post, state.isClosed)
      }
      if isClosed { return }
      // The owner may have done all of it by now.
      guard let post else { continue }
      work(worker, on: post.loop, parts: post.parts)
      let isLast = state.withLock { state in
        state.helpers -= 1
        defer { if state.helpers == 0 { state.isOwnerWaiting = false } }
        return state.helpers == 0 && state.isOwnerWaiting
      }
      if isLast { allLeft.signal() }
    }
  }
}
