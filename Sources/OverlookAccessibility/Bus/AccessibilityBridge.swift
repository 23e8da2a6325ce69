import Foundation
import OverlookSupport
import Synchronization

/// Tells a window to those who cannot see it, through the accessibility bus of the Linux desktop (AT-SPI), and brings back what they
/// want done.
///
/// It has a thread of its own, which sleeps until the desktop says that somebody listens; until then nobody needs to describe the
/// window. From then on it answers every question from the tree that it was shown last, so that nobody who asks can hold up a frame.
/// It starts no bus: without one, or while accessibility is off on the desktop, nothing happens.
package final class AccessibilityBridge: Sendable {
  /// Who decides whether the window is told.
  package enum Wish: Hashable, Sendable {
    /// The desktop's setting.
    case desktop
    /// Always, wherever there is a bus.
    case always
    case never

    /// What `OVERLOOK_ACCESSIBILITY` ("on", "off"; others are the desktop's) and `NO_AT_BRIDGE`, which programs of the desktop heed,
    /// ask for.
    package init(_ environment: [String: String]) {
      switch environment["OVERLOOK_ACCESSIBILITY"] {
      case "on": self = .always
      case "off": self = .never
      default: self = ["", "0"].contains(environment["NO_AT_BRIDGE"] ?? "") ? .desktop : .never
      }
    }
  }

  /// More requests are refused until those that wait are done.
  package static let maximumRequests = 256

  let requests: Mailbox<Request>
  let waker = AccessibilityWaker()
  /// What the thread has to take.
  let inbox = Mutex(Inbox())
  private let listens = Atomic(false)
  private let wake: @Sendable () -> Void

  /// Something that is to be done with an element.
  package struct Request: Hashable, Sendable {
    package var id: AccessibleTree.ID
    package var action: AccessibleAction
  }

  struct Inbox {
    /// The newest; older ones that were not told are of no use.
    var tree: AccessibleTree?
    var announcements: [String] = []
    var isStopped = false
  }

  /// Starts to wait for somebody who listens. Without a bus, or where it is not wished, there is nothing to wait for.
  ///
  /// - Parameters:
  ///   - environment: Where the buses are, and what is wished.
  ///   - wake: Called on any thread when somebody began to listen, or wants something done.
  package init(_ environment: [String: String], title: String, wake: @escaping @Sendable () -> Void) {
    self.wake = wake
    requests = Mailbox(wake: wake)
    let wish = Wish(environment)
    guard wish != .never else { return }
    let places = AccessibilityThread.Places(environment)
    guard places.session != nil || places.bus != nil else { return }
    let thread = AccessibilityThread(self, places, isForced: wish == .always, title: title)
    // Without a thread nobody hears the window, which works all the same.
    try? ServiceThread.start("overlook-access", stackBytes: 1 << 20) { thread.run() }
  }

  deinit {
    waker.wake()
  }

  /// Whether somebody listens, so that trees are wanted. Any thread.
  package var isListening: Bool { listens.load(ordering: .acquiring) }

  func setListening(_ isListening: Bool) {
    guard listens.exchange(isListening, ordering: .acquiringAndReleasing) != isListening else { return }
    wake()
  }

  /// Shows how the window is now; what is different from before is told.
  package func show(_ tree: AccessibleTree) {
    inbox.withLock { $0.tree = tree }
    waker.wake()
  }

  /// Says something at once.
  package func announce(_ text: String) {
    guard isListening, !text.isEmpty else { return }
    inbox.withLock { if $0.announcements.count < 32 { $0.announcements.append(text) } }
    waker.wake()
  }

  /// What is to be done, in its order.
  package func takeRequests() -> [Request] { requests.drain() }

  /// Ends it; the thread goes when it has told the bus.
  package func stop() {
    inbox.withLock { $0.isStopped = true }
    waker.wake()
  }
}
