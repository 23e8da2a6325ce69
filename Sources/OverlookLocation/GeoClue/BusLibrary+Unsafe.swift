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
  let isSignal: @convention(c) (Pointer, Name, Name) -> Int32

  /// Nil where there is no such library.
  static let shared: BusLibrary? = {
    guard let library = SharedLibrary("libsystemd.so.0") ?? SharedLibrary("libelogind.so.0") else { return nil }
    return BusLibrary(library)
  }()

  private init?(_ library: SharedLibrary) {
    func find<Function>(_ name: String) -> Function? { library.function("sd_bus_" + name, as: Function.self) }
    guard let newBus: @convention(c) (UnsafeMutablePointer<Pointer?>) -> Int32 = find("new"),
      let setAddress: @convention(c) (Pointer, Name) -> Int32 = find("set_address"),
      let setClient: @convention(c) (Pointer, Int32) -> Int32 = find("set_bus_client"),
      let start: @convention(c) (Pointer) -> Int32 = find("start"),
      let openSystem: @convention(c) (UnsafeMutablePointer<Pointer?>) -> Int32 = find("open_system"),
      let closeBus: @convention(c) (Pointer) -> Pointer? = find("flush_close_unref"),
      let descriptor: @convention(c) (Pointer) -> Int32 = find("get_fd"),
      let process: @convention(c) (Pointer, UnsafeMutablePointer<Pointer?>) -> Int32 = find("process"),
      let call: @convention(c) (Pointer, Pointer, UInt64, Pointer?, UnsafeMutablePointer<Pointer?>) -> Int32 = find("call"),
      let newCall: @convention(c) (Pointer, UnsafeMutablePointer<Pointer?>, Name, Name, Name, Name) -> Int32 = find(
        "message_new_method_call"),
      let releaseMessage: @convention(c) (Pointer) -> Pointer? = find("message_unref"),
      let append: @convention(c) (Pointer, CChar, UnsafeRawPointer) -> Int32 = find("message_append_basic"),
      let open: @convention(c) (Pointer, CChar, Name) -> Int32 = find("message_open_container"),
      let close: @convention(c) (Pointer) -> Int32 = find("message_close_container"),
      let enter: @convention(c) (Pointer, CChar, Name) -> Int32 = find("message_enter_container"),
      let read: @convention(c) (Pointer, CChar, UnsafeMutableRawPointer) -> Int32 = find("message_read_basic"),
      let isSignal: @convention(c) (Pointer, Name, Name) -> Int32 = find("message_is_signal")
    else { return nil }
    (self.newBus, self.setAddress, self.setClient, self.start) = (newBus, setAddress, setClient, start)
    (self.openSystem, self.closeBus, self.descriptor, self.process) = (openSystem, closeBus, descriptor, process)
    (self.call, self.newCall, self.releaseMessage, self.append) = (call, newCall, releaseMessage, append)
    (self.open, self.close, self.enter, self.read, self.isSignal) = (open, close, enter, read, isSignal)
  }
}
