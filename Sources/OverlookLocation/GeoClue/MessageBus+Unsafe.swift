import Foundation
import OverlookStreams

/// A connection to a message bus (D-Bus). For the thread that made it.
final class MessageBus {
  /// A value that is sent.
  enum Argument {
    case text(String)
    case number(UInt32)
    /// A value that says its type along.
    indirect case variant(Argument)

    fileprivate var signature: String {
      switch self {
      case .text: "s"
      case .number: "u"
      case .variant: "v"
      }
    }
  }

  /// A message that came; its values are read one after the other.
  final class Message {
    private let library: BusLibrary
    // Invariant: a reference that is given back in `deinit`.
    private let pointer: BusLibrary.Pointer

    fileprivate init(_ library: BusLibrary, _ pointer: BusLibrary.Pointer) {
      (self.library, self.pointer) = (library, pointer)
    }

    deinit {
      _ = library.releaseMessage(pointer)
    }

    func isSignal(_ interface: String, _ member: String) -> Bool { library.isSignal(pointer, interface, member) > 0 }

    /// The next value, a string or (`type` "o") the path of an object.
    func text(_ type: Unicode.Scalar = "s") -> String? {
      var text: UnsafePointer<CChar>?
      // Invariant: the string belongs to the message, and is copied while it lives.
      guard library.read(pointer, MessageBus.code(type), &text) > 0 else { return nil }
      return text.map { String(cString: $0) }
    }

    /// The next value, a number.
    func double() -> Double? {
      var number = 0.0
      return library.read(pointer, MessageBus.code("d"), &number) > 0 ? number : nil
    }

    /// The next value, a whole number of 64 bits.
    func unsigned() -> UInt64? {
      var number: UInt64 = 0
      return library.read(pointer, MessageBus.code("t"), &number) > 0 ? number : nil
    }

    /// Goes into a variant ("v") or a structure ("r") whose contents are of those types.
    func enter(_ kind: Unicode.Scalar, _ contents: String) -> Bool { library.enter(pointer, MessageBus.code(kind), contents) > 0 }
  }

  private let library: BusLibrary
  // Invariant: a reference that is given back in `deinit`.
  private let bus: BusLibrary.Pointer
  private static let callMicroseconds: UInt64 = 3_000_000

  /// - Parameter address: Of the bus; nil for that of the system.
  init(address: String? = nil) throws(ConnectionError) {
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

  fileprivate static func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }

  /// Calls a method and waits for its answer, three seconds at most.
  @discardableResult
  func call(
    _ service: String, _ path: String, _ interface: String, _ member: String, _ arguments: [Argument] = []
  ) throws(ConnectionError) -> Message {
    var message: BusLibrary.Pointer?
    var status = library.newCall(bus, &message, service, path, interface, member)
    guard status >= 0, let message else { throw fault(member, status) }
    defer { _ = library.releaseMessage(message) }
    for argument in arguments where status >= 0 { status = append(argument, to: message) }
    guard status >= 0 else { throw fault(member, status) }
    var reply: BusLibrary.Pointer?
    status = library.call(bus, message, Self.callMicroseconds, nil, &reply)
    guard status >= 0, let reply else { throw fault(member, status) }
    return Message(library, reply)
  }

  private func append(_ argument: Argument, to message: BusLibrary.Pointer) -> Int32 {
    switch argument {
    // Invariant: the library copies what it is given during the call.
    case .text(let text): return text.withCString { library.append(message, Self.code("s"), $0) }
    case .number(var number): return library.append(message, Self.code("u"), &number)
    case .variant(let value):
      let status = library.open(message, Self.code("v"), value.signature)
      guard status >= 0 else { return status }
      let appended = append(value, to: message)
      return appended < 0 ? appended : library.close(message)
    }
  }

  private func fault(_ member: String, _ status: Int32) -> ConnectionError {
    ConnectionError("\(member): \(String(cString: strerror(-status)))")
  }

  /// The next message that nobody else has taken, such as a signal; nil when there is none yet.
  func next() throws(ConnectionError) -> Message? {
    while true {
      var message: BusLibrary.Pointer?
      let status = library.process(bus, &message)
      if let message { return Message(library, message) }
      guard status >= 0 else { throw ConnectionError("the message bus: \(String(cString: strerror(-status)))") }
      if status == 0 { return nil }
    }
  }

  /// What is readable when there is something to process.
  var descriptor: Int32 { library.descriptor(bus) }
}
