internal import CZlib

/// Decompression by zlib, with a cap on what comes out.
package enum Inflation {
  /// What stands around the compressed data.
  package enum Framing {
    /// RFC 1952; several members may follow each other.
    case gzip
    /// RFC 1950.
    case zlib
    /// Nothing (RFC 1951).
    case bare

    fileprivate var windowBits: Int32 {
      switch self {
      // 15 bits of window, and 16 for "gzip framing only".
      case .gzip: 15 + 16
      case .zlib: 15
      case .bare: -15
      }
    }
  }

  /// Whether `bytes` begin like a zlib stream (RFC 1950, 2.2).
  static func isZlib(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 && bytes[0] & 0x0F == 8 && bytes[0] >> 4 <= 7 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
  }

  /// The content of `bytes`, at most `limit` bytes.
  ///
  /// Memory follows what is really produced: the size that the data claims for itself is never believed. A cut stream, a wrong
  /// checksum and, unless `allowsRest`, rubbish behind the end are errors.
  package static func inflate(
    _ bytes: [UInt8], _ framing: Framing, limit: Int, allowsRest: Bool = false, thing: String
  ) throws(FormatError) -> [UInt8] {
    var stream = z_stream()
    guard inflateInit2_(&stream, framing.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw .tooLarge(thing, fault: "no memory to decompress it")
    }
    defer { inflateEnd(&stream) }

    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(max(limit, 1), 64 * 1024))
    // Invariant: next_in and next_out point into the two arrays only inside the closures below, and avail_* bound them.
    return try bytes.withUnsafeBufferPointer { input throws(FormatError) in
      var consumed = 0
      while true {
        let available = min(input.count - consumed, Int(UInt32.max))
        let (status, produced, used) = chunk.withUnsafeMutableBufferPointer { buffer in
          stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress.map { $0 + consumed })
          stream.avail_in = UInt32(available)
          stream.next_out = buffer.baseAddress
          stream.avail_out = UInt32(buffer.count)
          let status = CZlib.inflate(&stream, Z_NO_FLUSH)
          return (status, buffer.count - Int(stream.avail_out), available - Int(stream.avail_in))
        }
        consumed += used
        guard produced <= limit - output.count else {
          throw .tooLarge(thing, fault: "it decompresses to more than \(limit) bytes")
        }
        output.append(contentsOf: chunk[..<produced])
        switch status {
        case Z_STREAM_END:
          if consumed == input.count || allowsRest { return output }
          // Another member follows, or rubbish, which the next turn finds out.
          guard case .gzip = framing, inflateReset(&stream) == Z_OK else {
            throw .malformed(thing, fault: "\(input.count - consumed) bytes behind its end")
          }
        case Z_OK:
          if consumed == input.count && produced < chunk.count { throw .truncated(thing) }
        case Z_BUF_ERROR:
          throw .truncated(thing)
        case Z_MEM_ERROR:
          throw .tooLarge(thing, fault: "no memory to decompress it")
        default:
          throw .malformed(thing, fault: stream.msg.map { String(cString: $0) } ?? "compressed data")
        }
      }
    }
  }

  /// The content of the zlib stream in `range` of `bytes`, where it says itself how much comes out: in one step, and an error when
  /// it is another count. At most `limit` bytes.
  static func inflate(
    _ bytes: [UInt8], _ range: Range<Int>, claimed: Int, limit: Int, thing: String
  ) throws(FormatError) -> [UInt8] {
    guard claimed <= limit else { throw .tooLarge(thing, fault: "\(claimed) bytes") }
    // zlib makes of a byte 1032 at most.
    guard claimed >= 0, claimed / 1100 <= range.count else { throw .malformed(thing, fault: "a size that cannot be") }
    var count: UInt = 0
    var status = Z_OK
    // Invariant: zlib reads `range.count` bytes from where the range begins, and writes at most the capacity of the array.
    let output = [UInt8](unsafeUninitializedCapacity: max(claimed, 1)) { buffer, initialized in
      count = UInt(buffer.count)
      bytes.withUnsafeBufferPointer { input in
        let part = input[range.clamped(to: 0..<input.count)]
        status = uncompress(buffer.baseAddress, &count, UnsafeBufferPointer(rebasing: part).baseAddress, UInt(part.count))
      }
      initialized = min(Int(count), buffer.count)
    }
    switch status {
    case Z_OK where output.count == claimed: return output
    case Z_OK, Z_BUF_ERROR: throw .malformed(thing, fault: "a blob of another size than it says")
    case Z_MEM_ERROR: throw .tooLarge(thing, fault: "no memory to decompress it")
    default: throw .malformed(thing, fault: "compressed data")
    }
  }

  /// The checksum of gzip (CRC-32) over `bytes`.
  package static func checksum(_ bytes: [UInt8]) -> UInt32 {
    // Invariant: zlib reads `count` bytes of an array that lives through the closure.
    bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
  }
}
