import Foundation
import Synchronization

/// Signals that end a program which does not handle them.
enum EndSignals {
  /// Where handlers wake the main thread; -1 before somebody follows.
  private static let wakeEnd = Atomic<Int32>(-1)

  /// Has `handler` called on the main queue for the first of `numbers` that comes; a second one ends the program as ever. What is returned
  /// is to be held; nil where signals end the program all the same. Programs that this one starts have nothing of it.
  @MainActor static func follow(_ numbers: [Int32], by handler: @escaping @MainActor () -> Void) -> (any DispatchSourceRead)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let waitEnd = ends[0]
    wakeEnd.store(ends[1], ordering: .relaxed)
    let source = DispatchSource.makeReadSource(fileDescriptor: waitEnd, queue: .main)
    source.setEventHandler {
      var byte: UInt8 = 0
      guard read(waitEnd, &byte, 1) == 1 else { return }
      for number in numbers { signal(number, SIG_DFL) }
      MainActor.assumeIsolated(handler)
    }
    source.resume()
    handle(numbers) { _ in
      var byte: UInt8 = 1
      _ = write(EndSignals.wakeEnd.load(ordering: .relaxed), &byte, 1)
    }
    return source
  }

  /// Has `handler` called for each of `numbers`, on whatever thread; it may do only what signal-safety(7) allows.
  static func handle(_ numbers: [Int32], by handler: @escaping @convention(c) (_ number: Int32) -> Void) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers {
      sigaddset(&signals, number)
      signal(number, handler)
    }
    // Whoever started the program may have blocked them.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
