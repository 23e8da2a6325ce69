import Glibc
import Synchronization

/// Whether a window on X11 is unmapped (as minimised windows are) or covered entirely by others. GLFW neither asks for all of
/// these events nor hands them on, so a second connection does, through the libxcb that every X11 program has loaded.
///
/// Unsafe: functions of libxcb by name, with the types of `xcb/xcb.h`. A cookie is a struct of one 32-bit number and comes back
/// like one. Events are blocks of at least 32 bytes that the caller frees. The connection is used by one thread at a time: here
/// while it is made, then by the watcher.
final class X11Visibility: @unchecked Sendable {
  private typealias Connect = @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<Int32>?) -> OpaquePointer?
  private typealias WithConnection = @convention(c) (OpaquePointer) -> Int32
  private typealias Disconnect = @convention(c) (OpaquePointer) -> Void
  private typealias ChangeAttributes = @convention(c) (OpaquePointer, UInt32, UInt32, UnsafePointer<UInt32>) -> UInt32
  private typealias PollEvent = @convention(c) (OpaquePointer) -> UnsafeMutableRawPointer?

  private static let eventMaskAttribute: UInt32 = 1 << 11
  private static let visibilityChangeMask: UInt32 = 1 << 16
  private static let structureNotifyMask: UInt32 = 1 << 17
  private static let visibilityNotify: UInt8 = 15
  private static let unmapNotify: UInt8 = 18
  private static let mapNotify: UInt8 = 19
  private static let fullyObscured: UInt8 = 2

  private let connection: OpaquePointer
  private let pollForEvent: PollEvent
  private let disconnect: Disconnect
  let descriptor: Int32
  private let obscured = Atomic<Bool>(false)
  private let unmapped = Atomic<Bool>(false)

  /// Any thread.
  var isHidden: Bool { obscured.load(ordering: .relaxed) || unmapped.load(ordering: .relaxed) }

  /// Nil where there is no X11 or it does not answer.
  init?(window: UInt32) {
    guard let library = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL),
      let connect = Self.function("xcb_connect", library, as: Connect.self),
      let hasError = Self.function("xcb_connection_has_error", library, as: WithConnection.self),
      let fileDescriptor = Self.function("xcb_get_file_descriptor", library, as: WithConnection.self),
      let flush = Self.function("xcb_flush", library, as: WithConnection.self),
      let change = Self.function("xcb_change_window_attributes", library, as: ChangeAttributes.self),
      let disconnect = Self.function("xcb_disconnect", library, as: Disconnect.self),
      let pollForEvent = Self.function("xcb_poll_for_event", library, as: PollEvent.self),
      let connection = connect(nil, nil)
    else { return nil }
    guard hasError(connection) == 0 else {
      disconnect(connection)
      return nil
    }
    var mask = Self.visibilityChangeMask | Self.structureNotifyMask
    _ = change(connection, window, Self.eventMaskAttribute, &mask)
    _ = flush(connection)
    self.connection = connection
    self.pollForEvent = pollForEvent
    self.disconnect = disconnect
    descriptor = fileDescriptor(connection)
  }

  deinit {
    disconnect(connection)
  }

  /// Takes what the server sent; true when the window was hidden or is seen again.
  func takeEvents() -> Bool {
    let before = isHidden
    while let event = pollForEvent(connection) {
      // The first byte is the type; its high bit marks events that clients sent.
      switch event.load(as: UInt8.self) & 0x7F {
      case Self.visibilityNotify:
        // xcb_visibility_notify_event_t: type, pad, sequence (2 bytes), window (4), state.
        obscured.store(event.load(fromByteOffset: 8, as: UInt8.self) == Self.fullyObscured, ordering: .relaxed)
      case Self.unmapNotify:
        unmapped.store(true, ordering: .relaxed)
      case Self.mapNotify:
        unmapped.store(false, ordering: .relaxed)
      default:
        break
      }
      free(event)
    }
    return before != isHidden
  }

  private static func function<Function>(_ name: String, _ library: UnsafeMutableRawPointer, as type: Function.Type) -> Function?
  {
    dlsym(library, name).map { unsafeBitCast($0, to: type) }
  }
}
