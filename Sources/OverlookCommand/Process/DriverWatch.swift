import Glibc
import OverlookPlatform
import OverlookSupport
import Synchronization

/// Ends the program where the graphics driver does not come back: Mesa's software renderer, refused a thread of its own, waits for that
/// one without end, and so does whoever has called it.
enum DriverWatch {
  /// A driver at work takes processor time, or waits for a graphics card, which the kernel resets before long.
  private static let patienceSeconds = 5.0
  private static let stepSeconds = 0.25
  /// Of a step; less is that of threads which look around now and then.
  private static let leastShare = 0.02

  private struct State: Sendable {
    var isStarted = false
    var isOver = false
  }

  private static let state = Mutex(State())

  /// Watches from now on, once; not where there is no thread for it.
  static func start() {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    if isFirst { try? ServiceThread.start("overlook-watch", stackBytes: 256 << 10) { watch() } }
  }

  /// Says no more: the program is about to end, and has said why.
  static func stop() {
    state.withLock { $0.isOver = true }
  }

  /// Counts steps, and not seconds: a process that is stopped, or whose machine sleeps, makes none.
  private static func watch() {
    var quietSteps = 0.0
    var spent = processorSeconds
    while true {
      usleep(useconds_t(stepSeconds * 1e6))
      let now = processorSeconds
      let isQuiet = DriverUse.isInUse && now - spent < leastShare * stepSeconds
      spent = now
      quietSteps = isQuiet ? quietSteps + 1 : 0
      guard quietSteps * stepSeconds >= patienceSeconds else { continue }
      state.withLock { state in
        if state.isOver { return }
        Report.error(
          "the graphics driver does not answer: it waits for a graphics card, or for a thread that it could not start; "
            + "try: raise the limit of processes (ulimit -u), or LP_NUM_THREADS=0")
        // What is put away at an end would be in the driver's hands.
        _exit(1)
      }
      return
    }
  }

  /// What all threads have taken of processors so far.
  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
