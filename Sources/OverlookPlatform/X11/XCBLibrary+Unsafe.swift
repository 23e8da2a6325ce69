import Glibc

/// The functions of libxcb that are used here, found by name, for every X11 program has loaded it.
///
/// Unsafe: the types are those of `xcb/xcb.h` and `xcb/xcbext.h`; `Request` has the layout of `xcb_protocol_request_t` on 64-bit
/// machines. Functions of C may be called on any thread.
struct XCBLibrary: @unchecked Sendable {
  /// `xcb_protocol_request_t`: how many pieces of memory, which extension, which request, and whether nothing answers it.
  struct Request {
    var count: Int
    var `extension`: UnsafeMutableRawPointer?
    var opcode: UInt8
    var isVoid: UInt8
  }

  typealias Connect = @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<Int32>?) -> OpaquePointer?
  typealias Number = @convention(c) (OpaquePointer) -> Int32
  typealias Name = @convention(c) (OpaquePointer) -> UInt32
  typealias Disconnect = @convention(c) (OpaquePointer) -> Void
  typealias Event = @convention(c) (OpaquePointer) -> UnsafeMutableRawPointer?
  typealias Send = @convention(c) (OpaquePointer, Int32, UnsafeMutablePointer<iovec>, UnsafeRawPointer) -> UInt32
  typealias Reply =
    @convention(c) (OpaquePointer, UInt32, UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> UnsafeMutableRawPointer?

  let connect: Connect
  let hasError: Number
  let descriptor: Number
  let flush: Number
  let newName: Name
  let disconnect: Disconnect
  let pollForEvent: Event
  let send: Send
  let waitForReply: Reply

  /// Nil where there is no libxcb.
  static let shared = XCBLibrary()

  private init?() {
    guard let library = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL),
      let connect = Self.function("xcb_connect", library, as: Connect.self),
      let hasError = Self.function("xcb_connection_has_error", library, as: Number.self),
      let descriptor = Self.function("xcb_get_file_descriptor", library, as: Number.self),
      let flush = Self.function("xcb_flush", library, as: Number.self),
      let newName = Self.function("xcb_generate_id", library, as: Name.self),
      let disconnect = Self.function("xcb_disconnect", library, as: Disconnect.self),
      let pollForEvent = Self.function("xcb_poll_for_event", library, as: Event.self),
      let send = Self.function("xcb_send_request", library, as: Send.self),
      let waitForReply = Self.function("xcb_wait_for_reply", library, as: Reply.self)
    else { return nil }
    self.connect = connect
    self.hasError = hasError
    self.descriptor = descriptor
    self.flush = flush
    self.newName = newName
    self.disconnect = disconnect
    self.pollForEvent = pollForEvent
    self.send = send
    self.waitForReply = waitForReply
  }

  private static func function<Function>(_ name: String, _ library: UnsafeMutableRawPointer, as type: Function.Type) -> Function?
  {
    dlsym(library, name).map { unsafeBitCast($0, to: type) }
  }
}
