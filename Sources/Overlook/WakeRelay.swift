import Synchronization

/// Lets any thread wake whichever frame loop shows the map at the moment.
final class WakeRelay: Sendable {
  private let target = Mutex<@Sendable () -> Void>({})

  func set(_ wake: @escaping @Sendable () -> Void) {
    target.withLock { $0 = wake }
  }

  func wake() {
    target.withLock { $0 }()
  }

  /// As a value for mailboxes and threads.
  var callback: @Sendable () -> Void {
    { [self] in wake() }
  }
}
