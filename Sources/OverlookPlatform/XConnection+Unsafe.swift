import Glibc
import Synchronization

/// The end of the connection to the X server, after which Xlib ends the process.
///
/// Unsafe: a function of Xlib by name, with the type of `X11/Xlib.h`. Xlib calls the handler on the thread that used the connection.
enum XConnection {
  private typealias Handler = @convention(c) (_ display: OpaquePointer?) -> CInt
  private typealias SetHandler = @convention(c) (_ handler: Handler?) -> Handler?

  static let onEnd = Mutex<(@Sendable () -> Void)?>(nil)

  /// Has `onEnd` called, in place of Xlib's own line on standard error, when there is one.
  static func watch() {
    guard onEnd.withLock({ $0 != nil }) else { return }
    guard let library = dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD), let symbol = dlsym(library, "XSetIOErrorHandler") else {
      return
    }
    _ = unsafeBitCast(symbol, to: SetHandler.self)({ _ in
      XConnection.onEnd.withLock { $0 }?()
      return 0
    })
  }
}

extension GLFWWindow {
  /// Called once, on any thread, when the X server is gone, just before Xlib ends the process: the place for a line about it. Default
  /// nil: Xlib writes one of its own. Set before the first window is opened.
  public nonisolated static var onDisplayLost: (@Sendable () -> Void)? {
    get { XConnection.onEnd.withLock { $0 } }
    set { XConnection.onEnd.withLock { $0 = newValue } }
  }
}
