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
/// somebody waits for (`WorkTicket.isAwaited`): where other programs keep the machine busy, low priority is hardly ever served.
package final class WorkerPool: Sendable {
  private struct Job: Sendable {
    let ticket: WorkTicket
    let run: @Sendable () -> Void
  }

  private struct Queue: Sendable {
    var jobs: [Job] = []
    var isStopped = false
    /// Of low priority, and of the usual one.
    var threads = 0
    var awaitedThreads = 0
    var fault: ThreadError?
    /// When threads that are missing are tried again, in monotonic seconds.
    var retryAt = 0.0
    var onJob: (@Sendable (Int, Double, Double) -> Void)?
  }

  private let queue = Mutex(Queue())
  private let available = DispatchSemaphore(value: 0)
  private let awaited = DispatchSemaphore(value: 0)
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
  package init(threadCount: Int? = nil, awaitedThreadCount: Int? = nil, stackBytes: Int = 4 << 20) {
    let processors = ProcessInfo.processInfo.activeProcessorCount
    wantedThreads = max(threadCount ?? processors, 1)
    wantedAwaitedThreads = max(awaitedThreadCount ?? (threadCount == nil ? max(processors / 2, 1) : 0), 0)
    self.stackBytes = stackBytes
    queue.withLock { startThreads(&$0) }
  }

  /// Threads of low priority, which do all work.
  package var threadCount: Int { queue.withLock { $0.threads } }

  /// Threads of the usual priority, which do what somebody waits for.
  package var awaitedThreadCount: Int { queue.withLock { $0.awaitedThreads } }

  /// Why there are fewer threads than were asked for; nil when there are as many.
  package var fault: ThreadError? { queue.withLock { $0.fault } }

  private func startThreads(_ queue: inout Queue) {
    queue.fault = nil
    do throws(ThreadError) {
      while queue.threads < wantedThreads {
        let index = queue.threads
        try start("overlook-work-\(index)") { [self] in
          // Drawing goes first. On Linux "process 0" is the calling thread alone (setpriority(2), "C library/kernel differences").
          setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
          work(index, available) { _ in true }
        }
        queue.threads += 1
      }
      while queue.awaitedThreads < wantedAwaitedThreads {
        let index = wantedThreads + queue.awaitedThreads
        try start("overlook-work-\(index)") { [self] in work(index, awaited, \.isAwaited) }
        queue.awaitedThreads += 1
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
    let accepted = queue.withLock { queue in
      if queue.isStopped { return false }
      if queue.fault != nil, MonotonicClock.now() >= queue.retryAt { startThreads(&queue) }
      queue.jobs.append(Job(ticket: ticket, run: run))
      return true
    }
    guard accepted else { return }
    if ticket.isAwaited { awaited.signal() }
    available.signal()
  }

  /// Drops what waits, lets what runs end, and returns when the threads are gone. Must not be called from a job.
  package func shutdown() {
    stop()
    running.wait()
  }

  /// As `shutdown`, without waiting for the threads: they end with what they are doing. May be called from a job.
  package func stop() {
    let (threads, awaitedThreads) = queue.withLock { queue in
      defer {
        queue.isStopped = true
        queue.jobs = []
      }
      return queue.isStopped ? (0, 0) : (queue.threads, queue.awaitedThreads)
    }
    for _ in 0..<threads { available.signal() }
    for _ in 0..<awaitedThreads { awaited.signal() }
  }

  /// Called after each job, on its thread: the number of the thread, and when the job began and ended in monotonic seconds.
  package var onJob: (@Sendable (Int, Double, Double) -> Void)? {
    get { queue.withLock { $0.onJob } }
    set { queue.withLock { $0.onJob = newValue } }
  }

  /// Jobs that wait for a thread.
  package var waitingCount: Int { queue.withLock { $0.jobs.count } }

  /// The life of a thread: whenever it is called it looks for a job, which another one may have taken by then.
  private func work(_ thread: Int, _ call: DispatchSemaphore, _ takes: (WorkTicket) -> Bool) {
    while true {
      call.wait()
      let (job, isStopped, onJob) = queue.withLock { queue in
        (Self.takeNext(&queue.jobs, takes), queue.isStopped, queue.onJob)
      }
      if isStopped { return }
      guard let job, !job.ticket.isCancelled else { continue }
      let start = onJob == nil ? 0 : MonotonicClock.now()
      job.run()
      onJob?(thread, start, MonotonicClock.now())
    }
  }

  /// A scan, because priorities change while jobs wait, and few do.
  private static func takeNext(_ jobs: inout [Job], _ takes: (WorkTicket) -> Bool) -> Job? {
    var (best, bestPriority) = (-1, Double.infinity)
    for index in jobs.indices {
      let priority = jobs[index].ticket.priority
      if (best < 0 || priority < bestPriority) && takes(jobs[index].ticket) { (best, bestPriority) = (index, priority) }
    }
    return best < 0 ? nil : jobs.remove(at: best)
  }
}
