internal import CZlib

/// What gzip (RFC 1952, all members) has compressed, in parts, from a file of any size.
final class InflatedParts {
  private let source: SequentialFile
  private let thing: String
  private let limit: UInt64
  private var produced: UInt64 = 0
  private var stream = z_stream()
  private var input: [UInt8] = []
  private var consumed = 0
  private var isAtMemberEnd = true

  init(_ source: SequentialFile, limit: UInt64, thing: String) throws(FormatError) {
    self.source = source
    self.limit = limit
    self.thing = thing
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw .tooLarge(thing, fault: "no memory to decompress it")
    }
  }

  deinit {
    inflateEnd(&stream)
  }

  /// Nil at the end; parts may be empty.
  func next() throws(FormatError) -> [UInt8]? {
    if consumed == input.count {
      guard let part = try source.next() else {
        guard isAtMemberEnd else { throw .truncated(thing) }
        return nil
      }
      input = part
      consumed = 0
    }
    if isAtMemberEnd {
      inflateReset(&stream)
      isAtMemberEnd = false
    }
    var status = Z_OK
    // Invariant: next_in and next_out point into the two arrays only inside the closures, and avail_* bound them.
    let output = [UInt8](unsafeUninitializedCapacity: SequentialFile.partByteCount) { buffer, initialized in
      input.withUnsafeBufferPointer { bytes in
        stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress.map { $0 + consumed })
        stream.avail_in = UInt32(clamping: bytes.count - consumed)
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(clamping: buffer.count)
        status = inflate(&stream, Z_NO_FLUSH)
        consumed = bytes.count - Int(stream.avail_in)
        initialized = buffer.count - Int(stream.avail_out)
      }
    }
    produced += UInt64(output.count)
    guard produced <= limit else { throw .tooLarge(thing, fault: "it decompresses to more than \(limit) bytes") }
    switch status {
    case Z_STREAM_END: isAtMemberEnd = true
    // No step was possible: more input is needed.
    case Z_OK, Z_BUF_ERROR: break
    case Z_MEM_ERROR: throw .tooLarge(thing, fault: "no memory to decompress it")
    default: throw .malformed(thing, fault: stream.msg.map { String(cString: $0) } ?? "compressed data")
    }
    return output
  }
}
