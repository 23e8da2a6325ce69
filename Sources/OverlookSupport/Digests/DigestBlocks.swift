/// A message in blocks of 64 bytes, as RFC 1321 and FIPS 180-4 cut and end it.
struct DigestBlocks {
  private static let size = 64
  /// Less than a block.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  /// What can be mixed now that these bytes have come, and where its blocks begin.
  mutating func append(_ bytes: [UInt8]) -> (message: [UInt8], starts: StrideTo<Int>) {
    byteCount &+= UInt64(bytes.count)
    let message = rest.isEmpty ? bytes : rest + bytes
    let whole = message.count / Self.size * Self.size
    rest = Array(message[whole...])
    return (message, stride(from: 0, to: whole, by: Self.size))
  }

  /// What ends the message and fills its last block: a bit, zeros, and the number of its bits.
  func ending(lengthIsBigEndian: Bool) -> [UInt8] {
    let bits = byteCount &<< 3
    var end: [UInt8] = [0x80]
    end.append(contentsOf: repeatElement(0, count: (119 - rest.count) % Self.size))
    for byte in UInt64(0)..<8 {
      end.append(UInt8(truncatingIfNeeded: bits >> (8 * (lengthIsBigEndian ? 7 - byte : byte))))
    }
    return end
  }
}
