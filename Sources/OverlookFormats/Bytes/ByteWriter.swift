/// Appends numbers to a byte array, little-endian, in the forms that `ByteReader` reads.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write(_ value: UInt8) {
    bytes.append(value)
  }

  package mutating func write(_ value: UInt32) {
    for i in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(8 * i))) }
  }

  package mutating func write(_ value: Int32) {
    write(UInt32(bitPattern: value))
  }

  package mutating func write(_ value: UInt64) {
    for i in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * i))) }
  }

  package mutating func writeVarint(_ value: UInt64) {
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  package mutating func write(contentsOf other: some Sequence<UInt8>) {
    bytes.append(contentsOf: other)
  }
}
