import Dispatch
import Foundation
import Synchronization

/// Threads of low priority for work off the main thread: decoding, layout, tessellation.
///
/// The job with the lowest `WorkTicket.priority` runs next, equal ones in the order of `submit`; a cancelled job is dropped
/// unrun. A job may block its own thread, never the caller of `submit`. The threads live until `shutdown`.
package final class WorkerPool: Sendable {
  private struct Job: Sendable {
    let ticket: WorkTicket
    let run: @Sendable () -> Void
  }

  private struct Queue: Sendable {
    var jobs: [Job] = []
    var isStopped = false
    var onJob: (@Sendable (Int, Double, Double) -> Void)?
  }

  private let queue = Mutex(Queue())
  private let available = DispatchSemaphore(value: 0)
  private let running = DispatchGroup()
  package let threadCount: Int

  /// By default as many threads as the machine has processors: drawing takes precedence, and what it leaves should not lie idle.
  package init(threadCount: Int? = nil) {
    self.threadCount = max(threadCount ?? ProcessInfo.processInfo.activeProcessorCount, 1)
    for index in 0..<self.threadCount {
      running.enter()
      let thread = Thread { [self] in
        // Drawing goes first. On Linux "process 0" is the calling thread alone (setpriority(2), "C library/kernel differences").
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        work(index)
        running.leave()
      }
      thread.name = "overlook-worker-\(index)"
      // Image codecs put rows and tables on the stack.
      thread.stackSize = 4 << 20
      thread.start()
    }
  }

  /// Queues `run`; after `shutdown` it is dropped.
  package func submit(_ ticket: WorkTicket, _ run: @escaping @Sendable () -> Void) {
    let accepted = queue.withLock { queue in
      if queue.isStopped { return false }
      queue.jobs.append(Job(ticket: ticket, run: run))
      return true
    }
    if accepted { available.signal() }
  }

  /// Drops what waits, lets what runs end, and returns when the threads are gone. Must not be called from a job.
  package func shutdown() {
    let wasStopped = queue.withLock { queue in
      defer {
        queue.isStopped = true
        queue.jobs = []
      }
      return queue.isStopped
    }
    if !wasStopped {
      for _ in 0..<threadCount { available.signal() }
    }
    running.wait()
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
