import OverlookFormats

/// The functions of systemd's bus library (sd-bus) that are used, looked for at run time: opaque pointers, and none that takes arguments of
/// any number.
struct BusLibrary: Sendable {
  // Invariant: the types are those of sd-bus.h; a pointer is a bus or a message, as the name says, and is owned by whoever got it.
  typealias Pointer = UnsafeMutableRawPointer
  typealias Name = UnsafePointer<CChar>

  let newBus: @convention(c) (UnsafeMutablePointer<Pointer?>) -> Int32
  let setAddress: @convention(c) (Pointer, Name) -> Int32
  let setClient: @convention(c) (Pointer, Int32) -> Int32
  let start: @convention(c) (Pointer) -> Int32
  let openSystem: @convention(c) (UnsafeMutablePointer<Pointer?>) -> Int32
  let closeBus: @convention(c) (Pointer) -> Pointer?
  let descriptor: @convention(c) (Pointer) -> Int32
  let process: @convention(c) (Pointer, UnsafeMutablePointer<Pointer?>) -> Int32
  let call: @convention(c) (Pointer, Pointer, UInt64, Pointer?, UnsafeMutablePointer<Pointer?>) -> Int32
  let newCall: @convention(c) (Pointer, UnsafeMutablePointer<Pointer?>, Name, Name, Name, Name) -> Int32
  let releaseMessage: @convention(c) (Pointer) -> Pointer?
  let append: @convention(c) (Pointer, CChar, UnsafeRawPointer) -> Int32
  let open: @convention(c) (Pointer, CChar, Name) -> Int32
  let close: @convention(c) (Pointer) -> Int32
  let enter: @convention(c) (Pointer, CChar, Name) -> Int32
  let read: @convention(c) (Pointer, CChar, UnsafeMutableRawPointer) -> Int32
  let exit: @convention(c) (Pointer) -> Int32
  let atEnd: @convention(c) (Pointer, Int32) -> Int32
  let skip: @convention(c) (Pointer, Name) -> Int32
  let peek: @convention(c) (Pointer, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Name?>?) -> Int32
  let isSignal: @convention(c) (Pointer, Name, Name) -> Int32
  let events: @convention(c) (Pointer) -> Int32
  let uniqueName: @convention(c) (Pointer, UnsafeMutablePointer<Name?>) -> Int32
  let send: @convention(c) (Pointer, Pointer?, UnsafeMutablePointer<UInt64>?) -> Int32
  let newReturn: @convention(c) (Pointer, UnsafeMutablePointer<Pointer?>) -> Int32
  let newError: @convention(c) (Pointer, UnsafeMutablePointer<Pointer?>, UnsafeRawPointer) -> Int32
  let newSignal: @convention(c) (Pointer, UnsafeMutablePointer<Pointer?>, Name, Name, Name) -> Int32
  let setError: @convention(c) (UnsafeMutableRawPointer, Name, Name) -> Int32
  let freeError: @convention(c) (UnsafeMutableRawPointer) -> Void
  let isMethodCall: @convention(c) (Pointer, Name?, Name?) -> Int32
  let expectsReply: @convention(c) (Pointer) -> Int32
  let path: @convention(c) (Pointer) -> Name?
  let interface: @convention(c) (Pointer) -> Name?
  let member: @convention(c) (Pointer) -> Name?

  /// Nil where there is no such library.
  static let shared: BusLibrary? = {
    guard let library = SharedLibrary("libsystemd.so.0") ?? SharedLibrary("libelogind.so.0") else { return nil }
    return BusLibrary(library)
  }()

  private init?(_ library: SharedLibrary) {
    func find<Function>(_ name: String) throws(Missing) -> Function {
      guard let function = library.function("sd_bus_" + name, as: Function.self) else { throw Missing() }
      return function
    }
    do throws(Missing) {
      newBus = try find("new")
      setAddress = try find("set_address")
      setClient = try find("set_bus_client")
      start = try find("start")
      openSystem = try find("open_system")
      closeBus = try find("flush_close_unref")
      descriptor = try find("get_fd")
      process = try find("process")
      call = try find("call")
      newCall = try find("message_new_method_call")
      releaseMessage = try find("message_unref")
      append = try find("message_append_basic")
      open = try find("message_open_container")
      close = try find("message_close_container")
      enter = try find("message_enter_container")
      read = try find("message_read_basic")
      exit = try find("message_exit_container")
      atEnd = try find("message_at_end")
      skip = try find("message_skip")
      peek = try find("message_peek_type")
      isSignal = try find("message_is_signal")
      events = try find("get_events")
      uniqueName = try find("get_unique_name")
      send = try find("send")
      newReturn = try find("message_new_method_return")
      newError = try find("message_new_method_error")
      newSignal = try find("message_new_signal")
      setError = try find("error_set")
      freeError = try find("error_free")
      isMethodCall = try find("message_is_method_call")
      expectsReply = try find("message_get_expect_reply")
      path = try find("message_get_path")
      interface = try find("message_get_interface")
      member = try find("message_get_member")
    } catch {
      return nil
    }
  }

  /// A library without one of the functions.
  private struct Missing: Error {}
}
