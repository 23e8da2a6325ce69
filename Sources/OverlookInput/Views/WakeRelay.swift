import Synchronization

/// Lets any thread wake whichever frame loop shows a view at the moment.
package final class WakeRelay: Sendable {
  /// A class around the closure: taking a closure out of a mutex would allocate each time.
  private final class Target: Sendable {
    let wake: @Sendable () -> Void

    init(_ wake: @escaping @Sendable () -> Void) {
      self.wake = wake
    }
  }

  private let target = Mutex<Target?>(nil)

  package init() {}

  package func set(_ wake: @escaping @Sendable () -> Void) {
    let fresh = Target(wake)
    target.withLock { $0 = fresh }
  }

  package func wake() {
    target.withLock { $0 }?.wake()
  }

  /// As a value for mailboxes and threads.
  package var callback: @Sendable () -> Void {
    { [self] in wake() }
  }
}
