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
    try Inflation.inflate(bytes, .gzip, limit: limit, thing: thing)
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
