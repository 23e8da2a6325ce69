import Foundation

/// A connection to a message bus (D-Bus). For the thread that made it.
package final class MessageBus {
  private let library: BusLibrary
  // Invariant: a reference that is given back in `deinit`.
  private let bus: BusLibrary.Pointer
  private static let callMicroseconds: UInt64 = 3_000_000

  /// - Parameter address: Of the bus; nil for that of the system.
  package init(address: String? = nil) throws(ConnectionError) {
    guard let library = BusLibrary.shared else { throw ConnectionError("there is no library for message buses (libsystemd)") }
    var bus: BusLibrary.Pointer?
    var status: Int32
    if let address {
      status = library.newBus(&bus)
      if status >= 0, let bus { status = library.setAddress(bus, address) }
      if status >= 0, let bus { status = library.setClient(bus, 1) }
      if status >= 0, let bus { status = library.start(bus) }
    } else {
      status = library.openSystem(&bus)
    }
    guard status >= 0, let bus else {
      if let bus { _ = library.closeBus(bus) }
      throw ConnectionError("the message bus: \(String(cString: strerror(-status)))")
    }
    (self.library, self.bus) = (library, bus)
  }

  deinit {
    _ = library.closeBus(bus)
  }

  static func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }

  /// Calls a method and waits for its answer, three seconds at most.
  @discardableResult
  package func call(
    _ service: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = []
  ) throws(ConnectionError) -> BusMessage {
    var message: BusLibrary.Pointer?
    var status = library.newCall(bus, &message, service, path, interface, member)
    guard status >= 0, let message else { throw fault(member, status) }
    defer { _ = library.releaseMessage(message) }
    for argument in arguments where status >= 0 { status = append(argument, to: message) }
    guard status >= 0 else { throw fault(member, status) }
    var reply: BusLibrary.Pointer?
    status = library.call(bus, message, Self.callMicroseconds, nil, &reply)
    guard status >= 0, let reply else { throw fault(member, status) }
    return BusMessage(library, reply)
  }

  /// Asks for the signals that a rule of the bus describes; `next` gives them from then on.
  package func listen(_ rule: String) throws(ConnectionError) {
    try call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch", [.text(rule)])
  }

  private func append(_ value: BusValue, to message: BusLibrary.Pointer) -> Int32 {
    switch value {
    // Invariant: the library copies what it is given during the call.
    case .text(let text): return text.withCString { library.append(message, Self.code("s"), $0) }
    case .path(let text): return text.withCString { library.append(message, Self.code("o"), $0) }
    case .number(var number): return library.append(message, Self.code("u"), &number)
    case .integer(var number): return library.append(message, Self.code("i"), &number)
    case .real(var number): return library.append(message, Self.code("d"), &number)
    case .flag(let flag):
      var number: Int32 = flag ? 1 : 0
      return library.append(message, Self.code("b"), &number)
    case .array(let type, let values): return append(values, in: "a", type, to: message)
    case .structure(let parts): return append(parts, in: "r", parts.map(\.signature).joined(), to: message)
    case .entry(let key, let value): return append([key, value], in: "e", key.signature + value.signature, to: message)
    case .variant(let value): return append([value], in: "v", value.signature, to: message)
    }
  }

  private func append(
    _ values: [BusValue], in kind: Unicode.Scalar, _ signature: String, to message: BusLibrary.Pointer
  ) -> Int32 {
    let status = library.open(message, Self.code(kind), signature)
    guard status >= 0 else { return status }
    for value in values {
      let status = append(value, to: message)
      guard status >= 0 else { return status }
    }
    return library.close(message)
  }

  private func fault(_ member: String, _ status: Int32) -> ConnectionError {
    ConnectionError("\(member): \(String(cString: strerror(-status)))")
  }

  /// The next message that nobody else has taken, such as a signal; nil when there is none yet.
  package func next() throws(ConnectionError) -> BusMessage? {
    while true {
      var message: BusLibrary.Pointer?
      let status = library.process(bus, &message)
      if let message { return BusMessage(library, message) }
      guard status >= 0 else { throw ConnectionError("the message bus: \(String(cString: strerror(-status)))") }
      if status == 0 { return nil }
    }
  }

  /// What is readable when there is something to process.
  package var descriptor: Int32 { library.descriptor(bus) }

  /// Whether something waits to be written: the descriptor is to be watched for that, too.
  package var isWriting: Bool { library.events(bus) & Int32(POLLOUT) != 0 }

  /// How the bus calls this connection.
  package var name: String {
    var name: UnsafePointer<CChar>?
    // Invariant: the string belongs to the bus, and is copied while it lives.
    guard library.uniqueName(bus, &name) >= 0, let name else { return "" }
    return String(cString: name)
  }

  /// Answers a call with values; nothing is sent to those who want no answer.
  package func answer(_ call: BusMessage, _ values: [BusValue] = []) throws(ConnectionError) {
    guard call.expectsReply else { return }
    try send(values) { library.newReturn(call.pointer, &$0) }
  }

  /// Answers a call with a fault: the name of an error of the bus, and a sentence.
  package func refuse(_ call: BusMessage, _ name: String, _ sentence: String) throws(ConnectionError) {
    guard call.expectsReply else { return }
    // Invariant: larger and more strictly aligned than the library's structure, which it alone reads and writes; zeros stand for none.
    var error: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    try withUnsafeMutableBytes(of: &error) { bytes throws(ConnectionError) in
      guard let error = bytes.baseAddress else { return }
      _ = library.setError(error, name, sentence)
      defer { library.freeError(error) }
      try send([]) { library.newError(call.pointer, &$0, error) }
    }
  }

  /// Tells all who listen.
  package func emit(_ path: String, _ interface: String, _ member: String, _ values: [BusValue]) throws(ConnectionError) {
    try send(values) { library.newSignal(bus, &$0, path, interface, member) }
  }

  private func send(_ values: [BusValue], _ make: (inout BusLibrary.Pointer?) -> Int32) throws(ConnectionError) {
    var message: BusLibrary.Pointer?
    var status = make(&message)
    guard status >= 0, let message else { throw fault("answer", status) }
    defer { _ = library.releaseMessage(message) }
    for value in values where status >= 0 { status = append(value, to: message) }
    if status >= 0 { status = library.send(bus, message, nil) }
    guard status >= 0 else { throw fault("answer", status) }
  }
}

extension MessageBus {
  /// Of the bus of the person's session, by the environment: nil where there is none. None is started.
  package static func sessionAddress(_ environment: [String: String]) -> String? {
    if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
    guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
      FileManager.default.fileExists(atPath: folder + "/bus")
    else { return nil }
    return "unix:path=\(folder)/bus"
  }
}
