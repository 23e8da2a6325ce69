import Dispatch
import Foundation
import OverlookSupport
import Synchronization
import Testing

@Suite struct ServiceThreadTests {
  /// More than any machine can map: `pthread_create` refuses it as it does at the limit of threads.
  private static let impossible = 1 << 50

  @Test func aThreadRunsUnderItsName() throws {
    let name = Mutex<String?>(nil)
    let done = DispatchSemaphore(value: 0)
    try ServiceThread.start("overlook-a-long-name") {
      name.withLock { $0 = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8) }
      done.signal()
    }
    done.wait()
    #expect(name.withLock { $0 } == "overlook-a-long\n")
  }

  @Test func aThreadThatCannotBeStartedIsAnErrorAndLetsGoOfItsWork() {
    final class Held: Sendable {}
    weak var left: Held?
    do {
      let held = Held()
      left = held
      #expect(throws: ThreadError.self) {
        try ServiceThread.start("overlook-none", stackBytes: Self.impossible) { _ = held }
      }
    }
    #expect(left == nil)
    #expect(ThreadError(status: EAGAIN).description.contains("Resource temporarily unavailable"))
  }

  @Test func severalThreadsCanLiveAtATime() throws {
    #expect(throws: Never.self) { try ServiceThread.check(6) }
  }

  @Test func aPoolWithoutThreadsSaysWhyAndEndsAtOnce() {
    let pool = WorkerPool(threadCount: 2, stackBytes: Self.impossible)
    #expect(pool.threadCount == 0)
    #expect(pool.fault != nil)
    pool.submit(WorkTicket()) { Issue.record("run") }
    #expect(pool.waitingCount == 1)
    pool.shutdown()
    #expect(pool.waitingCount == 0)
  }

  @Test func aPoolMayBeStoppedByItsOwnJob() {
    let pool = WorkerPool(threadCount: 2)
    let done = DispatchSemaphore(value: 0)
    pool.submit(WorkTicket()) {
      pool.stop()
      done.signal()
    }
    done.wait()
    pool.shutdown()
    #expect(pool.fault == nil)
  }
}
