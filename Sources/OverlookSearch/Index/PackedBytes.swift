package import OverlookFormats

/// Writes numbers in as many bytes as they need (LEB128, the low seven bits first) and texts with their length before them.
struct PackedWriter {
  private(set) var bytes: [UInt8] = []

  var isEmpty: Bool { bytes.isEmpty }

  mutating func byte(_ value: UInt8) { bytes.append(value) }

  /// Not negative; what is becomes 0.
  mutating func number(_ value: Int) {
    var rest = UInt64(max(value, 0))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Small numbers of either sign in few bytes: 0, -1, 1, -2 ... as 0, 1, 2, 3.
  mutating func signed(_ value: Int) {
    let small = min(max(value, -1 << 60), 1 << 60)
    number(small < 0 ? -2 * small - 1 : 2 * small)
  }

  mutating func text(_ text: String) {
    let units = Array(text.utf8)
    number(units.count)
    bytes += units
  }

  /// Bytes with their count before them.
  mutating func part(_ part: PackedWriter) {
    number(part.bytes.count)
    bytes += part.bytes
  }

  mutating func append(_ other: [UInt8]) { bytes += other }
}

/// Bytes that are not what a `PackedWriter` writes.
struct PackedFault: Error {
  let text: String

  func error(_ thing: String) -> FormatError { .malformed(thing, fault: text) }
}

/// Reads what a `PackedWriter` wrote; whatever else the bytes are, it ends with a fault.
struct PackedReader {
  private let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = 0
    end = bytes.count
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { position >= end }

  mutating func byte() throws(PackedFault) -> UInt8 {
    guard position < end else { throw PackedFault(text: "it ends too soon") }
    position += 1
    return bytes[position - 1]
  }

  mutating func number() throws(PackedFault) -> Int {
    var value = 0
    for shift in stride(from: 0, to: 63, by: 7) {
      let next = try byte()
      // The ninth byte would reach the sign.
      value |= Int(next & 0x7F) << shift
      if next < 0x80 {
        guard value >= 0 else { break }
        return value
      }
    }
    throw PackedFault(text: "a number is too large")
  }

  mutating func signed() throws(PackedFault) -> Int {
    let value = try number()
    return value & 1 == 1 ? -(value >> 1) - 1 : value >> 1
  }

  /// A number that counts things of which each takes a byte at least.
  mutating func count() throws(PackedFault) -> Int {
    let count = try number()
    guard count <= end - position else { throw PackedFault(text: "it counts more than there is") }
    return count
  }

  mutating func text() throws(PackedFault) -> String {
    let count = try count()
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  /// A reader of a part written by `part`; this one goes on after it.
  mutating func part() throws(PackedFault) -> PackedReader {
    let count = try count()
    defer { position += count }
    return PackedReader(bytes, position..<position + count)
  }

  mutating func skipPart() throws(PackedFault) {
    let count = try count()
    position += count
  }
}
