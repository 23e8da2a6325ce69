/// Reads numbers and runs of bytes from the front of a byte array; every step is checked against what is left.
///
/// Parsers read through this type only, so that no input reaches a subscript or an unchecked sum.
package struct ByteReader {
  private let bytes: [UInt8]
  private let end: Int
  /// What is read, for errors: "PMTiles directory".
  package let thing: String
  /// Bytes read so far, counted from the start of the array.
  package private(set) var position: Int

  package init(_ bytes: [UInt8], thing: String) {
    self.bytes = bytes
    self.thing = thing
    position = 0
    end = bytes.count
  }

  private init(_ bytes: [UInt8], from start: Int, to end: Int, thing: String) {
    self.bytes = bytes
    self.thing = thing
    position = start
    self.end = end
  }

  /// Bytes not yet read.
  package var remaining: Int { end - position }

  package var isAtEnd: Bool { position == end }

  package mutating func readUInt8() throws(FormatError) -> UInt8 {
    guard position < end else { throw .truncated(thing) }
    defer { position += 1 }
    return bytes[position]
  }

  package mutating func readUInt16BigEndian() throws(FormatError) -> UInt16 {
    UInt16(truncatingIfNeeded: try readBigEndian(byteCount: 2))
  }

  package mutating func readUInt32BigEndian() throws(FormatError) -> UInt32 {
    UInt32(truncatingIfNeeded: try readBigEndian(byteCount: 4))
  }

  package mutating func readUInt32() throws(FormatError) -> UInt32 {
    UInt32(truncatingIfNeeded: try readLittleEndian(byteCount: 4))
  }

  package mutating func readInt32() throws(FormatError) -> Int32 {
    Int32(truncatingIfNeeded: try readLittleEndian(byteCount: 4))
  }

  package mutating func readUInt64() throws(FormatError) -> UInt64 {
    try readLittleEndian(byteCount: 8)
  }

  /// An unsigned LEB128 number of at most ten bytes and 64 bits, as in Protocol Buffers and PMTiles.
  package mutating func readVarint() throws(FormatError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try readUInt8()
      let bits = UInt64(byte & 0x7F)
      guard shift < 63 || (shift == 63 && bits <= 1) else {
        throw .malformed(thing, fault: "a number has more than 64 bits")
      }
      value |= bits << shift
      if byte & 0x80 == 0 { return value }
      shift += 7
    }
  }

  /// The next `count` bytes as an array of their own.
  package mutating func readBytes(_ count: Int) throws(FormatError) -> [UInt8] {
    let start = position
    try skip(count)
    return Array(bytes[start..<position])
  }

  /// A reader of the next `count` bytes; this one goes on behind them.
  package mutating func readPart(_ count: Int, thing: String) throws(FormatError) -> ByteReader {
    let start = position
    try skip(count)
    return ByteReader(bytes, from: start, to: position, thing: thing)
  }

  /// Steps over `count` bytes.
  package mutating func skip(_ count: Int) throws(FormatError) {
    guard count >= 0, count <= remaining else { throw .truncated(thing) }
    position += count
  }

  /// Whether the next bytes are `expected`; reads nothing.
  package func starts(with expected: some Collection<UInt8>) -> Bool {
    remaining >= expected.count && bytes[position..<end].starts(with: expected)
  }

  private mutating func readLittleEndian(byteCount: Int) throws(FormatError) -> UInt64 {
    guard remaining >= byteCount else { throw .truncated(thing) }
    var value: UInt64 = 0
    for i in 0..<byteCount {
      value |= UInt64(bytes[position + i]) << UInt64(8 * i)
    }
    position += byteCount
    return value
  }

  private mutating func readBigEndian(byteCount: Int) throws(FormatError) -> UInt64 {
    guard remaining >= byteCount else { throw .truncated(thing) }
    var value: UInt64 = 0
    for i in 0..<byteCount {
      value = value << 8 | UInt64(bytes[position + i])
    }
    position += byteCount
    return value
  }
}
