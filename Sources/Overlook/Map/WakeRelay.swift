import Synchronization

/// Lets any thread wake whichever frame loop shows the map at the moment.
final class WakeRelay: Sendable {
  /// A class around the closure: taking a closure out of a mutex would allocate each time.
  private final class Target: Sendable {
    let wake: @Sendable () -> Void

    init(_ wake: @escaping @Sendable () -> Void) {
      self.wake = wake
    }
  }

  private let target = Mutex<Target?>(nil)

  func set(_ wake: @escaping @Sendable () -> Void) {
    let fresh = Target(wake)
    target.withLock { $0 = fresh }
  }

  func wake() {
    target.withLock { $0 }?.wake()
  }

  /// As a value for mailboxes and threads.
  var callback: @Sendable () -> Void {
    { [self] in wake() }
  }
}
