import Dispatch
import Foundation
import Synchronization

/// Threads for work off the main thread: decoding, layout, tessellation.
///
/// The job with the lowest `WorkTicket.priority` runs next, equal ones in the order of `submit`; a cancelled job is dropped
/// unrun. A job may block its own thread, never the caller of `submit`. The threads live until `shutdown`. Where fewer can be
/// started than are asked for, these do the work; the others are tried again later, once a second.
///
/// They have a low priority, so that drawing goes first. Beside them stand threads of the usual priority, which take only work that
/// somebody waits for (`WorkTicket.isAwaited`): where other programs keep the machine busy, low priority is hardly ever served. Such
/// work is left to them while they are free, and goes to threads of low priority only where it is more than those can take at once.
///
/// Who is called when: a thread is busy, or idle (it waits at the semaphore of its crew), or called (it was signalled, and has not looked
/// yet). Each signal is for one idle thread, which counts as called from then on, so that a semaphore is signalled as often as it is waited
/// for. A thread looks for jobs whenever it was called or has done one, and idles only when there is none that it takes. `submit` calls one
/// idle thread that takes the job; who looks calls idle threads for jobs that it leaves and nobody was called for, because priorities
/// change while jobs wait. So for each job that waits a thread was called, or all that take it are busy; one that was moved up or down
/// since may have to wait for the next look.
package final class WorkerPool: Sendable {
  private struct Job: Sendable {
    let ticket: WorkTicket
    let run: @Sendable () -> Void
  }

  /// Threads of one priority. The rest of them is busy.
  private struct ThreadCounts: Sendable {
    var threads = 0
    var idle = 0
    var called = 0

    /// Those that look for a job before long, or can be called to.
    var free: Int { idle + called }

    /// Counts up to `wanted` of the idle as called; how many, each of which is to be signalled.
    mutating func call(_ wanted: Int) -> Int {
      let count = min(max(wanted, 0), idle)
      idle -= count
      called += count
      return count
    }
  }

  private struct Queue: Sendable {
    var jobs: [Job] = []
    var isStopped = false
    /// Of low priority, and of the usual one.
    var low = ThreadCounts()
    var usual = ThreadCounts()
    var fault: ThreadError?
    /// When threads that are missing are tried again, in monotonic seconds.
    var retryAt = 0.0
    var onJob: (@Sendable (Int, Double, Double) -> Void)?

    subscript(isLow isLow: Bool) -> ThreadCounts {
      get { isLow ? low : usual }
      set {
        if isLow { low = newValue } else { usual = newValue }
      }
    }
  }

  /// How many idle threads of each crew are to be signalled.
  private struct Calls: Sendable {
    var low = 0
    var usual = 0
  }

  private enum Step: Sendable {
    case run(Job, onJob: (@Sendable (Int, Double, Double) -> Void)?)
    case wait
    case end
  }

  private let queue = Mutex(Queue())
  private let lowCall = DispatchSemaphore(value: 0)
  private let usualCall = DispatchSemaphore(value: 0)
  private let running = DispatchGroup()
  private static let retrySeconds = 1.0

  private let wantedThreads: Int
  private let wantedAwaitedThreads: Int
  private let stackBytes: Int

  /// By default as many threads as the machine has processors, and half as many of the usual priority: drawing takes precedence, and
  /// what it leaves should not lie idle.
  ///
  /// - Parameters:
  ///   - threadCount: Threads of low priority, at least one.
  ///   - awaitedThreadCount: Those of the usual priority; by default none beside a `threadCount` that is given.
  ///   - stackBytes: Of each thread; image codecs put rows and tables there.
  ///   - startsAtOnce: Whether the threads are started now, and not by `startThreads`.
  package init(
    threadCount: Int? = nil, awaitedThreadCount: Int? = nil, stackBytes: Int = 4 << 20, startsAtOnce: Bool = true
  ) {
    let processors = ProcessInfo.processInfo.activeProcessorCount
    wantedThreads = max(threadCount ?? processors, 1)
    wantedAwaitedThreads = max(awaitedThreadCount ?? (threadCount == nil ? max(processors / 2, 1) : 0), 0)
    self.stackBytes = stackBytes
    if startsAtOnce { startThreads() }
  }

  /// Starts the threads that are not there yet. To be called before the first `submit` of a pool that did not start them at once.
  package func startThreads() {
    queue.withLock { startThreads(&$0) }
  }

  /// Threads of low priority, which do all work.
  package var threadCount: Int { queue.withLock { $0.low.threads } }

  /// Threads of the usual priority, which do what somebody waits for.
  package var awaitedThreadCount: Int { queue.withLock { $0.usual.threads } }

  /// Threads of low and of the usual priority that have nothing to do.
  package var idleThreadCounts: (low: Int, awaited: Int) { queue.withLock { ($0.low.idle, $0.usual.idle) } }

  /// Why there are fewer threads than were asked for; nil when there are as many.
  package var fault: ThreadError? { queue.withLock { $0.fault } }

  private func startThreads(_ queue: inout Queue) {
    queue.fault = nil
    do throws(ThreadError) {
      // A thread looks as soon as it runs, and counts as called until then.
      while queue.low.threads < wantedThreads {
        let index = queue.low.threads
        try start("overlook-work-\(index)") { [self] in
          // Drawing goes first. On Linux "process 0" is the calling thread alone (setpriority(2), "C library/kernel differences").
          setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
          work(index, isLow: true)
        }
        queue.low.threads += 1
        queue.low.called += 1
      }
      while queue.usual.threads < wantedAwaitedThreads {
        let index = wantedThreads + queue.usual.threads
        try start("overlook-work-\(index)") { [self] in work(index, isLow: false) }
        queue.usual.threads += 1
        queue.usual.called += 1
      }
    } catch {
      queue.fault = error
      queue.retryAt = MonotonicClock.now() + Self.retrySeconds
    }
  }

  private func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(ThreadError) {
    running.enter()
    do throws(ThreadError) {
      try ServiceThread.start(name, stackBytes: stackBytes) { [running] in
        body()
        running.leave()
      }
    } catch {
      running.leave()
      throw error
    }
  }

  /// Queues `run`; after `shutdown` it is dropped.
  package func submit(_ ticket: WorkTicket, _ run: @escaping @Sendable () -> Void) {
    let calls = queue.withLock { queue in
      var calls = Calls()
      if queue.isStopped { return calls }
      if queue.fault != nil, MonotonicClock.now() >= queue.retryAt { startThreads(&queue) }
      queue.jobs.append(Job(ticket: ticket, run: run))
      if ticket.isAwaited { calls.usual = queue.usual.call(1) }
      if calls.usual == 0 { calls.low = queue.low.call(1) }
      return calls
    }
    signal(calls)
  }

  private func signal(_ calls: Calls) {
    for _ in 0..<calls.usual { usualCall.signal() }
    for _ in 0..<calls.low { lowCall.signal() }
  }

  /// Drops what waits, lets what runs end, and returns when the threads are gone. Must not be called from a job.
  package func shutdown() {
    stop()
    running.wait()
  }

  /// As `shutdown`, without waiting for the threads: they end with what they are doing. May be called from a job.
  package func stop() {
    let calls = queue.withLock { queue in
      queue.isStopped = true
      queue.jobs = []
      return Calls(low: queue.low.call(queue.low.idle), usual: queue.usual.call(queue.usual.idle))
    }
    signal(calls)
  }

  /// Called after each job, on its thread: the number of the thread, and when the job began and ended in monotonic seconds.
  package var onJob: (@Sendable (Int, Double, Double) -> Void)? {
    get { queue.withLock { $0.onJob } }
    set { queue.withLock { $0.onJob = newValue } }
  }

  /// Jobs that wait for a thread.
  package var waitingCount: Int { queue.withLock { $0.jobs.count } }

  /// The life of a thread.
  private func work(_ thread: Int, isLow: Bool) {
    let call = isLow ? lowCall : usualCall
    var wasCalled = true
    while true {
      let (step, calls) = queue.withLock { Self.look(&$0, isLow: isLow, wasCalled: wasCalled) }
      signal(calls)
      switch step {
      case .end: return
      case .wait:
        call.wait()
        wasCalled = true
      case .run(let job, let onJob):
        wasCalled = false
        if job.ticket.isCancelled { continue }
        let start = onJob == nil ? 0 : MonotonicClock.now()
        job.run()
        onJob?(thread, start, MonotonicClock.now())
      }
    }
  }

  /// What a thread does next. A scan, because priorities change while jobs wait, and few do.
  private static func look(_ queue: inout Queue, isLow: Bool, wasCalled: Bool) -> (Step, Calls) {
    if wasCalled { queue[isLow: isLow].called -= 1 }
    if queue.isStopped { return (.end, Calls()) }
    var awaitedCount = 0
    var (awaited, other) = (Best(), Best())
    for index in queue.jobs.indices {
      let priority = queue.jobs[index].ticket.priority
      if WorkTicket.isAwaited(priority) {
        awaitedCount += 1
        awaited.offer(index, priority)
      } else {
        other.offer(index, priority)
      }
    }
    var step = Step.wait
    // What threads of the usual priority are free for is theirs.
    if let index = awaited.index, !isLow || awaitedCount > queue.usual.free {
      step = .run(queue.jobs.remove(at: index), onJob: queue.onJob)
      awaitedCount -= 1
    } else if isLow, let index = other.index {
      step = .run(queue.jobs.remove(at: index), onJob: queue.onJob)
    } else {
      queue[isLow: isLow].idle += 1
    }
    var calls = Calls()
    calls.usual = queue.usual.call(awaitedCount - queue.usual.called)
    let left = queue.jobs.count - min(awaitedCount, queue.usual.called)
    calls.low = queue.low.call(left - queue.low.called)
    return (step, calls)
  }

  /// The first job of the lowest priority.
  private struct Best {
    private(set) var index: Int?
    private var priority = Double.infinity

    mutating func offer(_ index: Int, _ priority: Double) {
      guard self.index == nil || priority < self.priority else { return }
      (self.index, self.priority) = (index, priority)
    }
  }
}
