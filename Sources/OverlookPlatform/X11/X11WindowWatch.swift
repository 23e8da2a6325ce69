import Synchronization

/// What GLFW does not tell of a window on X11: whether it is unmapped (as minimised windows are) or covered entirely by others, and
/// pinches on a touchpad.
///
/// The connection is used by one thread at a time: here while it is made, then by the watcher.
final class X11WindowWatch: Sendable {
  private static let visibilityChangeMask: UInt32 = 1 << 16
  private static let structureNotifyMask: UInt32 = 1 << 17
  private static let visibilityNotify: UInt8 = 15
  private static let unmapNotify: UInt8 = 18
  private static let mapNotify: UInt8 = 19
  private static let fullyObscured: UInt8 = 2

  private struct Touchpad {
    /// Nil where the server knows no pinches.
    var pinches: X11Pinches?
    /// What was not taken yet; many steps become one.
    var step: X11Pinches.Step?
  }

  private let connection: X11Connection
  private let obscured = Atomic<Bool>(false)
  private let unmapped = Atomic<Bool>(false)
  private let touchpad: Mutex<Touchpad>

  /// Readable when there is something to take.
  var descriptor: Int32 { connection.descriptor }
  /// Any thread.
  var isHidden: Bool { obscured.load(ordering: .relaxed) || unmapped.load(ordering: .relaxed) }
  /// Whether the server tells of pinches.
  var knowsPinches: Bool { touchpad.withLock { $0.pinches != nil } }

  /// Nil where there is no X11 or it does not answer.
  init?(window: UInt32) {
    guard let connection = X11Connection() else { return nil }
    connection.selectEvents(Self.visibilityChangeMask | Self.structureNotifyMask, of: window)
    touchpad = Mutex(Touchpad(pinches: X11Pinches(connection, window: window)))
    connection.flush()
    self.connection = connection
  }

  /// Takes what the server sent; true when the window was hidden or is seen again, or there was a pinch.
  func takeEvents() -> Bool {
    let before = isHidden
    var hasPinch = false
    while let event = connection.nextEvent() {
      switch event.type {
      // VisibilityNotify: type, pad, sequence (2 bytes), window (4), state.
      case Self.visibilityNotify: obscured.store(event.byte(at: 8) == Self.fullyObscured, ordering: .relaxed)
      case Self.unmapNotify: unmapped.store(true, ordering: .relaxed)
      case Self.mapNotify: unmapped.store(false, ordering: .relaxed)
      case X11Message.genericEvent: hasPinch = note(event) || hasPinch
      default: break
      }
    }
    return before != isHidden || hasPinch
  }

  /// What was pinched since the last call, as one step; nil for nothing. Any thread.
  func takePinch() -> X11Pinches.Step? {
    touchpad.withLock { touchpad in
      defer { touchpad.step = nil }
      return touchpad.step
    }
  }

  private func note(_ event: X11Message) -> Bool {
    touchpad.withLock { touchpad in
      guard var step = touchpad.pinches?.take(event) else { return false }
      if let waiting = touchpad.step {
        step.scale *= waiting.scale
        step.degrees += waiting.degrees
      }
      touchpad.step = step
      return true
    }
  }
}
