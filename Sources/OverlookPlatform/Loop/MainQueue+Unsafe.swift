import Dispatch
import Foundation
import Glibc
import Synchronization

// Unsafe: libdispatch's two functions for run loops that serve the main queue, which no module map exports. Both are plain C
// functions without aggregates in their signatures, which Swift's calling convention passes as C does on x86-64 and arm64.
@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func dispatchMainQueueHandle() -> Int32
@_silgen_name("_dispatch_main_queue_callback_4CF")
private func dispatchMainQueueCallback(_ message: UnsafeMutableRawPointer?)

/// The main queue of libdispatch, and with it the main actor, served by a loop of our own.
enum MainQueue {
  /// Whether the caller is the process's first thread. In programs whose `main` is asynchronous (test runners are) libdispatch
  /// has taken the main queue over for good, and the main actor runs on other threads: there is nothing to serve then.
  static var isServable: Bool {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    return own?.split(separator: "/").last.map(String.init) == "\(getpid())"
  }

  /// An eventfd that becomes readable when work arrives; negative when there is none. It belongs to libdispatch, which opens it with
  /// the first question or the first work, and ends the process when it cannot.
  static var handle: Int32 {
    if !isOpen.load(ordering: .acquiring) {
      let probe = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard probe >= 0 else { return -1 }
      close(probe)
      isOpen.store(true, ordering: .releasing)
    }
    return dispatchMainQueueHandle()
  }

  private static let isOpen = Atomic<Bool>(false)

  /// Runs what is queued. Only on the first thread, and not from within a job of the main queue.
  @MainActor static func drain() {
    dispatchMainQueueCallback(nil)
  }
}
