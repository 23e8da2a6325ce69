import Foundation

/// Signals that end a program which does not handle them.
enum EndSignals {
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
