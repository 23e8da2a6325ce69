/// A message that came over the bus; its values are read one after the other. For the thread of its bus.
package final class BusMessage {
  private let library: BusLibrary
  // Invariant: a reference that is given back in `deinit`.
  let pointer: BusLibrary.Pointer

  init(_ library: BusLibrary, _ pointer: BusLibrary.Pointer) {
    (self.library, self.pointer) = (library, pointer)
  }

  deinit {
    _ = library.releaseMessage(pointer)
  }

  package func isSignal(_ interface: String, _ member: String) -> Bool { library.isSignal(pointer, interface, member) > 0 }

  /// Whether somebody calls a method of ours.
  package var isCall: Bool { library.isMethodCall(pointer, nil, nil) > 0 }
  package var expectsReply: Bool { library.expectsReply(pointer) > 0 }

  // Invariant: these texts belong to the message, and are copied while it lives.
  package var path: String { library.path(pointer).map { String(cString: $0) } ?? "" }
  package var interface: String { library.interface(pointer).map { String(cString: $0) } ?? "" }
  package var member: String { library.member(pointer).map { String(cString: $0) } ?? "" }

  /// The next value, a string or (`type` "o") the path of an object.
  package func text(_ type: Unicode.Scalar = "s") -> String? {
    var text: UnsafePointer<CChar>?
    guard library.read(pointer, MessageBus.code(type), &text) > 0 else { return nil }
    return text.map { String(cString: $0) }
  }

  /// The next value, a number.
  package func double() -> Double? {
    var number = 0.0
    return library.read(pointer, MessageBus.code("d"), &number) > 0 ? number : nil
  }

  /// The next value, a whole number of 64 bits.
  package func unsigned() -> UInt64? {
    var number: UInt64 = 0
    return library.read(pointer, MessageBus.code("t"), &number) > 0 ? number : nil
  }

  /// The next value, a whole number of 32 bits without a sign.
  package func number() -> UInt32? {
    var number: UInt32 = 0
    return library.read(pointer, MessageBus.code("u"), &number) > 0 ? number : nil
  }

  /// The next value, a whole number of 32 bits.
  package func integer() -> Int32? {
    var number: Int32 = 0
    return library.read(pointer, MessageBus.code("i"), &number) > 0 ? number : nil
  }

  /// The next value, true or false.
  package func flag() -> Bool? {
    var number: Int32 = 0
    return library.read(pointer, MessageBus.code("b"), &number) > 0 ? number != 0 : nil
  }

  /// Goes into a variant ("v"), a structure ("r"), an array ("a") or an entry ("e") whose contents are of those types.
  package func enter(_ kind: Unicode.Scalar, _ contents: String) -> Bool {
    library.enter(pointer, MessageBus.code(kind), contents) > 0
  }

  /// Goes past values of these types.
  package func skip(_ types: String) -> Bool { library.skip(pointer, types) >= 0 }

  /// Leaves what was entered, all of which must have been read.
  @discardableResult package func leave() -> Bool { library.exit(pointer) > 0 }

  /// Whether nothing is left of what was entered, or of the message.
  package var isAtEnd: Bool { library.atEnd(pointer, 0) != 0 }

  /// The next value: of a basic type, or a variant of one; nil for others, and where nothing is left.
  package func value() -> BusValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    // Invariant: the contents belong to the message, and are copied while it lives.
    guard library.peek(pointer, &type, &contents) > 0 else { return nil }
    guard type == MessageBus.code("v") else { return basicValue(type) }
    guard let inner = contents.map({ String(cString: $0) }), inner.utf8.count == 1, enter("v", inner),
      let code = inner.utf8.first, let value = basicValue(CChar(truncatingIfNeeded: code))
    else { return nil }
    leave()
    return .variant(value)
  }

  private func basicValue(_ type: CChar) -> BusValue? {
    switch UnicodeScalar(UInt8(bitPattern: type)) {
    case "s": text().map { .text($0) }
    case "o": text("o").map { .path($0) }
    case "u": number().map { .number($0) }
    case "i": integer().map { .integer($0) }
    case "b": flag().map { .flag($0) }
    case "d": double().map { .real($0) }
    default: nil
    }
  }

  /// All values, `limit` at most; nil where one is of another type than `value` reads, or there are more.
  package func arguments(limit: Int = 8) -> [BusValue]? {
    var values: [BusValue] = []
    while !isAtEnd {
      guard values.count < limit, let value = value() else { return nil }
      values.append(value)
    }
    return values
  }
}
