import Dispatch
import Foundation
import Synchronization

/// Threads of low priority for work off the main thread: decoding, layout, tessellation.
///
/// The job with the lowest `WorkTicket.priority` runs next, equal ones in the order of `submit`; a cancelled job is dropped
/// unrun. A job may block its own thread, never the caller of `submit`. The threads live until `shutdown`. Where fewer can be
/// started than are asked for, these do the work; the others are tried again later, once a
/// second.
package final class WorkerPool: Sendable {
  private struct Job: Sendable {
    let ticket: WorkTicket
    let run: @Sendable () -> Void
  }

  private struct Queue: Sendable {
    var jobs: [Job] = []
    var isStopped = false
    var threads = 0
    var fault: ThreadError?
    /// When threads that are missing are tried again, in monotonic seconds.
    var retryAt = 0.0
    var onJob: (@Sendable (Int, Double, Double) -> Void)?
  }

  private let queue = Mutex(Queue())
  private let available = DispatchSemaphore(value: 0)
  private let running = DispatchGroup()
  private static let retrySeconds = 1.0

  private let wantedThreads: Int
  private let stackBytes: Int

  /// By default as many threads as the machine has processors: drawing takes precedence, and what it leaves should not lie idle.
  ///
  /// - Parameter stackBytes: Of each thread; image codecs put rows and tables there.
  package init(threadCount: Int? = nil, stackBytes: Int = 4 << 20) {
    wantedThreads = max(threadCount ?? ProcessInfo.processInfo.activeProcessorCount, 1)
    self.stackBytes = stackBytes
    queue.withLock { startThreads(&$0) }
  }

  /// Threads that work.
  package var threadCount: Int { queue.withLock { $0.threads } }

  /// Why there are fewer threads than were asked for; nil when there are as many.
  package var fault: ThreadError? { queue.withLock { $0.fault } }

  private func startThreads(_ queue: inout Queue) {
    queue.fault = nil
    while queue.threads < wantedThreads {
      let index = queue.threads
      running.enter()
      do throws(ThreadError) {
        try ServiceThread.start("overlook-work-\(index)", stackBytes: stackBytes) { [self] in
          // Drawing goes first. On Linux "process 0" is the calling thread alone (setpriority(2), "C library/kernel differences").
          setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
          work(index)
          running.leave()
        }
      } catch {
        running.leave()
        queue.fault = error
        queue.retryAt = MonotonicClock.now() + Self.retrySeconds
        return
      }
      queue.threads += 1
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
    if accepted { available.signal() }
  }

  /// Drops what waits, lets what runs end, and returns when the threads are gone. Must not be called from a job.
  package func shutdown() {
    stop()
    running.wait()
  }

  /// As `shutdown`, without waiting for the threads: they end with what they are doing. May be called from a job.
  package func stop() {
    let threads = queue.withLock { queue in
      defer {
        queue.isStopped = true
        queue.jobs = []
      }
      return queue.isStopped ? 0 : queue.threads
    }
    for _ in 0..<threads { available.signal() }
  }

  /// Called after each job, on its thread: the number of the thread, and when the job began and ended in monotonic seconds.
  package var onJob: (@Sendable (Int, Double, Double) -> Void)? {
    get { queue.withLock { $0.onJob } }
    set { queue.withLock { $0.onJob = newValue } }
  }

  /// Jobs that wait for a thread.
  package var waitingCount: Int { queue.withLock { $0.jobs.count } }

  private func work(_ thread: Int) {
    while true {
      available.wait()
      let (job, isStopped, onJob) = queue.withLock { queue in (Self.takeNext(&queue.jobs), queue.isStopped, queue.onJob) }
      if isStopped { return }
      guard let job, !job.ticket.isCancelled else { continue }
      let start = onJob == nil ? 0 : MonotonicClock.now()
      job.run()
      onJob?(thread, start, MonotonicClock.now())
    }
  }

  /// A scan, because priorities change while jobs wait, and few do.
  private static func takeNext(_ jobs: inout [Job]) -> Job? {
    guard !jobs.isEmpty else { return nil }
    var best = 0
    var bestPriority = jobs[0].ticket.priority
    for index in jobs.indices.dropFirst() {
      let priority = jobs[index].ticket.priority
      if priority < bestPriority {
        best = index
        bestPriority = priority
      }
    }
    return jobs.remove(at: best)
  }
}
