internal import CZlib

/// Gzip (RFC 1952) with a cap on what comes out, through zlib.
package enum Gzip {
  /// Whether `bytes` begin like a gzip member.
  package static func isGzip(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x1F, 0x8B])
  }

  /// The content of all members of `bytes`, at most `limit` bytes.
  ///
  /// Memory follows what is really produced: the size that the file claims for itself is never believed. A cut stream, a wrong
  /// checksum and rubbish behind the last member are errors; the raw bytes are never handed on instead.
  package static func inflate(_ bytes: [UInt8], limit: Int, thing: String) throws(FormatError) -> [UInt8] {
    var stream = z_stream()
    // 15 window bits, and 16 for "gzip framing only".
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
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
          if consumed == input.count { return output }
          // Another member follows.
          guard inflateReset(&stream) == Z_OK else { throw .malformed(thing, fault: "gzip data") }
        case Z_OK:
          if consumed == input.count && produced < chunk.count { throw .truncated(thing) }
        case Z_BUF_ERROR:
          throw .truncated(thing)
        case Z_MEM_ERROR:
          throw .tooLarge(thing, fault: "no memory to decompress it")
        default:
          throw .malformed(thing, fault: stream.msg.map { String(cString: $0) } ?? "gzip data")
        }
      }
    }
  }

  /// `bytes` as one gzip member without a time or name, so that equal input gives equal output.
  package static func deflate(_ bytes: [UInt8]) throws(FormatError) -> [UInt8] {
    var stream = z_stream()
    let opened = deflateInit2_(
      &stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard opened == Z_OK, let count = UInt32(exactly: bytes.count) else {
      throw .tooLarge("gzip data", fault: "\(bytes.count) bytes")
    }
    defer { deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, UInt(count)))
    guard let capacity = UInt32(exactly: bound) else { throw .tooLarge("gzip data", fault: "\(bytes.count) bytes") }
    var status = Z_OK
    // Invariant: deflateBound is an upper bound for one call with Z_FINISH.
    let output = [UInt8](unsafeUninitializedCapacity: bound) { buffer, initialized in
      bytes.withUnsafeBufferPointer { input in
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = count
        stream.next_out = buffer.baseAddress
        stream.avail_out = capacity
        status = CZlib.deflate(&stream, Z_FINISH)
      }
      initialized = bound - Int(stream.avail_out)
    }
    guard status == Z_STREAM_END else { throw .tooLarge("gzip data", fault: "no memory to compress it") }
    return output
  }
}
