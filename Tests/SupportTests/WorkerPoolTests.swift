import Foundation
import OverlookSupport
import Synchronization
import Testing

@Suite struct WorkerPoolTests {
  @Test func runsTheLowestPriorityFirst() {
    let pool = WorkerPool(threadCount: 1)
    let gate = DispatchSemaphore(value: 0)
    let started = DispatchSemaphore(value: 0)
    let order = Mutex<[Int]>([])
    let done = DispatchSemaphore(value: 0)
    pool.submit(WorkTicket()) {
      started.signal()
      gate.wait()
    }
    started.wait()
    let tickets = [3.0, 1, 2, .nan, 1].map { WorkTicket(priority: $0) }
    for (index, ticket) in tickets.enumerated() {
      pool.submit(ticket) {
        order.withLock { $0.append(index) }
        done.signal()
      }
    }
    tickets[0].priority = 0
    gate.signal()
    for _ in tickets { done.wait() }
    #expect(order.withLock { $0 } == [0, 1, 4, 2, 3])
    pool.shutdown()
  }

  @Test func startsItsThreadsWhenItIsTold() {
    let pool = WorkerPool(threadCount: 2, startsAtOnce: false)
    #expect(pool.threadCount == 0)
    for _ in 0..<2 { pool.startThreads() }
    #expect(pool.threadCount == 2)
    let done = DispatchSemaphore(value: 0)
    pool.submit(WorkTicket()) { done.signal() }
    done.wait()
    pool.shutdown()
  }

  @Test func doesNotRunWhatWasCancelled() {
    let pool = WorkerPool(threadCount: 1)
    let gate = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    let ran = Mutex(false)
    let ticket = WorkTicket(priority: 1)
    pool.submit(WorkTicket()) { gate.wait() }
    pool.submit(ticket) { ran.withLock { $0 = true } }
    pool.submit(WorkTicket(priority: 2)) { done.signal() }
    ticket.cancel()
    gate.signal()
    done.wait()
    #expect(!ran.withLock { $0 })
    pool.shutdown()
  }

  @Test func shutdownWaitsForWhatRunsAndDropsTheRest() {
    let pool = WorkerPool(threadCount: 2)
    let count = Mutex(0)
    let started = DispatchSemaphore(value: 0)
    for _ in 0..<2 {
      pool.submit(WorkTicket(priority: -1)) {
        started.signal()
        Thread.sleep(forTimeInterval: 0.05)
        count.withLock { $0 += 1 }
      }
    }
    for _ in 0..<20 { pool.submit(WorkTicket(priority: 1)) { count.withLock { $0 += 100 } } }
    started.wait()
    started.wait()
    pool.shutdown()
    #expect(count.withLock { $0 } == 2)
    pool.submit(WorkTicket()) { count.withLock { $0 = -1 } }
    pool.shutdown()
    #expect(count.withLock { $0 } == 2 && pool.waitingCount == 0)
  }

  @Test func hasAsManyThreadsAsTheMachineAndAtLeastOneOfEachPriority() {
    let pool = WorkerPool()
    #expect(pool.threadCount == ProcessInfo.processInfo.activeProcessorCount)
    #expect(pool.awaitedThreadCount == max(pool.threadCount / 2, 1))
    pool.shutdown()
    let single = WorkerPool(threadCount: -4)
    #expect(single.threadCount == 1 && single.awaitedThreadCount == 0)
    single.shutdown()
  }

  /// The niceness of the thread that calls.
  private static var niceness: Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

  @Test func whatSomebodyWaitsForRunsAtTheUsualPriorityToo() {
    let usual = Self.niceness
    let pool = WorkerPool(threadCount: 1, awaitedThreadCount: 1)
    let (gate, started) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let seen = Mutex<[Int32]>([])
    for _ in 0..<2 {
      pool.submit(WorkTicket()) {
        seen.withLock { $0.append(Self.niceness) }
        started.signal()
        gate.wait()
      }
    }
    started.wait()
    started.wait()
    #expect(seen.withLock { $0 }.sorted() == [usual, min(usual + 10, 19)].sorted())
    for _ in 0..<2 { gate.signal() }
    pool.shutdown()
  }

  @Test func whatNobodyWaitsForRunsAtLowPriorityAlone() {
    let low = min(Self.niceness + 10, 19)
    let pool = WorkerPool(threadCount: 1, awaitedThreadCount: 2)
    let done = DispatchSemaphore(value: 0)
    let seen = Mutex<[Int32]>([])
    for index in 0..<20 {
      pool.submit(WorkTicket(priority: WorkTicket.backgroundPriority + Double(index))) {
        seen.withLock { $0.append(Self.niceness) }
        done.signal()
      }
    }
    for _ in 0..<20 { done.wait() }
    #expect(seen.withLock { $0 } == Array(repeating: low, count: 20))
    pool.shutdown()
  }

  /// Waits until so many threads of a pool have nothing to do.
  private static func isIdle(_ pool: WorkerPool, low: Int, awaited: Int) -> Bool {
    let deadline = MonotonicClock.now() + 60
    while pool.idleThreadCounts != (low, awaited) {
      if MonotonicClock.now() > deadline { return false }
      usleep(100)
    }
    return true
  }

  @Test func whatSomebodyWaitsForIsLeftToTheUsualPriorityWhileAThreadOfItIsFree() throws {
    let usual = Self.niceness
    let pool = WorkerPool(threadCount: 2, awaitedThreadCount: 1)
    defer { pool.shutdown() }
    let done = DispatchSemaphore(value: 0)
    let seen = Mutex<[Int32]>([])
    for _ in 0..<100 {
      try #require(Self.isIdle(pool, low: 2, awaited: 1))
      // A thread of low priority looks for work at the same time.
      pool.submit(WorkTicket(priority: WorkTicket.backgroundPriority)) { done.signal() }
      pool.submit(WorkTicket()) {
        seen.withLock { $0.append(Self.niceness) }
        done.signal()
      }
      for _ in 0..<2 { done.wait() }
    }
    #expect(seen.withLock { $0 } == Array(repeating: usual, count: 100))
  }

  @Test func whatSomebodyWaitsForIsTakenOverWhereTheThreadForItIsBusy() throws {
    let usual = Self.niceness
    let pool = WorkerPool(threadCount: 1, awaitedThreadCount: 1)
    let (gate, started, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    defer {
      gate.signal()
      pool.shutdown()
    }
    let seen = Mutex<[Int32]>([])
    try #require(Self.isIdle(pool, low: 1, awaited: 1))
    pool.submit(WorkTicket()) {
      seen.withLock { $0.append(Self.niceness) }
      started.signal()
      gate.wait()
    }
    started.wait()
    for _ in 0..<5 {
      pool.submit(WorkTicket()) {
        seen.withLock { $0.append(Self.niceness) }
        done.signal()
      }
      try #require(done.wait(timeout: .now() + 60) == .success)
    }
    #expect(seen.withLock { $0 } == [usual] + Array(repeating: min(usual + 10, 19), count: 5))
  }

  @Test func whatIsMovedUpWhileItWaitsGoesToTheUsualPriority() throws {
    let usual = Self.niceness
    let pool = WorkerPool(threadCount: 1, awaitedThreadCount: 1)
    let (gate, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    defer { pool.shutdown() }
    let seen = Mutex<[Int32]>([])
    pool.submit(WorkTicket(priority: WorkTicket.backgroundPriority)) { gate.wait() }
    let isReady = Self.isIdle(pool, low: 0, awaited: 1)
    let ticket = WorkTicket(priority: WorkTicket.backgroundPriority)
    pool.submit(ticket) {
      seen.withLock { $0.append(Self.niceness) }
      done.signal()
    }
    ticket.priority = 0
    gate.signal()
    try #require(isReady && done.wait(timeout: .now() + 60) == .success)
    #expect(seen.withLock { $0 } == [usual])
  }

  @Test func whatIsMovedDownWhileItWaitsIsNotForgotten() throws {
    let pool = WorkerPool(threadCount: 1, awaitedThreadCount: 1)
    defer { pool.shutdown() }
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<200 {
      try #require(Self.isIdle(pool, low: 1, awaited: 1))
      let ticket = WorkTicket()
      pool.submit(ticket) { done.signal() }
      // Mostly before the thread that was called for it looks.
      ticket.priority = WorkTicket.backgroundPriority
      try #require(done.wait(timeout: .now() + 60) == .success)
    }
  }

  @Test func noJobIsForgottenWhereSeveralSubmitAndMoveThem() {
    let pool = WorkerPool(threadCount: 2, awaitedThreadCount: 1)
    let count = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 4) { submitter in
      let done = DispatchSemaphore(value: 0)
      for index in 0..<500 {
        let ticket = WorkTicket(priority: index % 3 == 0 ? WorkTicket.backgroundPriority : Double(submitter))
        pool.submit(ticket) {
          count.withLock { $0 += 1 }
          done.signal()
        }
        if index % 5 == 0 { ticket.priority = index % 2 == 0 ? 0 : WorkTicket.backgroundPriority }
        let unwanted = WorkTicket(priority: Double(submitter))
        pool.submit(unwanted) {}
        unwanted.cancel()
        guard done.wait(timeout: .now() + 60) == .success else { return }
      }
    }
    #expect(count.withLock { $0 } == 2000)
    // All calls were used up.
    #expect(Self.isIdle(pool, low: 2, awaited: 1) && pool.waitingCount == 0)
    pool.shutdown()
  }
}

@Suite struct WorkTicketTests {
  @Test func tellsItsHandlerOnceWhicheverComesFirst() {
    let calls = Mutex(0)
    let before = WorkTicket()
    before.onCancel { calls.withLock { $0 += 1 } }
    before.cancel()
    before.cancel()
    #expect(calls.withLock { $0 } == 1 && before.isCancelled)
    before.onCancel { calls.withLock { $0 += 10 } }
    #expect(calls.withLock { $0 } == 11)
  }

  @Test func forgetsItsHandlerWhenTheWorkIsDone() {
    let calls = Mutex(0)
    let ticket = WorkTicket()
    ticket.onCancel { calls.withLock { $0 += 1 } }
    ticket.clearCancelHandler()
    ticket.cancel()
    #expect(calls.withLock { $0 } == 0)
  }
}

@Suite struct HeapSortTests {
  @Test func sortsAsTheLibraryDoes() {
    for count in [0, 1, 2, 3, 17, 256] {
      // A linear congruence with repeats.
      var numbers = (0..<count).map { ($0 * 7919 + 13) % 101 }
      let expected = numbers.sorted()
      numbers.heapSort(by: <)
      #expect(numbers == expected)
    }
  }
}
