/// An event or a reply of the X server, as in the protocol; numbers in the byte order of this machine.
package struct X11Message: Sendable {
  /// An event that is longer than 32 bytes.
  static let genericEvent: UInt8 = 35
  static let shortCount = 32

  package let bytes: [UInt8]

  /// Which event it is; what other programs sent counts as the same.
  package var type: UInt8 { byte(at: 0) & 0x7F }

  package func byte(at offset: Int) -> UInt8 { bytes.indices.contains(offset) ? bytes[offset] : 0 }

  package func half(at offset: Int) -> UInt16 { UInt16(byte(at: offset)) | UInt16(byte(at: offset + 1)) << 8 }

  package func word(at offset: Int) -> UInt32 { UInt32(half(at: offset)) | UInt32(half(at: offset + 2)) << 16 }

  /// A number with 16 bits behind the point.
  package func fixed(at offset: Int) -> Double { Double(Int32(bitPattern: word(at: offset))) / 65536 }
}

/// A request to the X server: its number, the byte behind that, and what follows the length.
package struct X11Request: Sendable {
  package var opcode: UInt8
  package var detail: UInt8
  package var body: [UInt8]

  package init(_ opcode: UInt8, detail: UInt8 = 0, words: [UInt32] = [], text: String = "") {
    self.opcode = opcode
    self.detail = detail
    body = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } } + Array(text.utf8)
  }
}

extension X11Connection {
  /// The number of a name that programs agree on; 0 where the server has no room.
  package func atom(_ name: String) -> UInt32 {
    reply(to: X11Request(16, words: [UInt32(name.utf8.count)], text: name))?.word(at: 8) ?? 0
  }

  /// Has events of a window sent here, by their masks.
  package func selectEvents(_ mask: UInt32, of window: UInt32) {
    let eventMaskAttribute: UInt32 = 1 << 11
    send(X11Request(2, words: [window, eventMaskAttribute, mask]))
  }
}
