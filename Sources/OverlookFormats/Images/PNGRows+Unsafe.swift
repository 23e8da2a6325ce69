internal import CZlib

/// The rows of a picture as PNG stores them: each behind the number of its filter (PNG specification, third edition, 9.2).
struct PNGRows {
  /// Of a row with its filter's number.
  let rowByteCount: Int
  let rowCount: Int
  private(set) var bytes: [UInt8]

  /// - Parameters:
  ///   - samples: Of `rowCount` rows of the same size, `pixelByteCount` bytes a pixel.
  ///   - isFiltered: Whether each row has the filter that leaves the smallest sum of differences; else none has one.
  init(_ samples: [UInt8], rowCount: Int, pixelByteCount: Int, isFiltered: Bool) {
    let count = rowCount > 0 ? samples.count / rowCount : 0
    self.rowCount = count > 0 ? rowCount : 0
    rowByteCount = count + 1
    let total = rowByteCount * self.rowCount
    let parts = PNGParts(rowCount: self.rowCount, rowByteCount: rowByteCount)
    bytes = [UInt8](unsafeUninitializedCapacity: total) { buffer, initialized in
      // Invariant: row r < rowCount of the source are the bytes count * r ..< count * (r + 1) <= samples.count, and each part writes the
      // rows that are its own.
      nonisolated(unsafe) let target = buffer
      samples.withUnsafeBufferPointer { source in
        nonisolated(unsafe) let source = source
        parts.forEach { _, rows in
          var filter = PNGFilter(rowByteCount: count, pixelByteCount: pixelByteCount)
          for row in rows {
            let line = UnsafeBufferPointer(rebasing: source[(row * count)..<((row + 1) * count)])
            let above = row > 0 ? UnsafeBufferPointer(rebasing: source[((row - 1) * count)..<(row * count)]) : nil
            let out = UnsafeMutableBufferPointer(rebasing: target[(row * (count + 1))..<((row + 1) * (count + 1))])
            if isFiltered { filter.write(line, above: above, to: out) } else { PNGFilter.copy(line, to: out) }
          }
        }
      }
      initialized = total
    }
  }

  /// The rows as a zlib stream (RFC 1950) in pieces, which are made side by side and do not depend on how many at a time. Nil where
  /// there is no memory.
  func deflated(level: Int32, isFiltered: Bool) -> [[UInt8]]? {
    let parts = PNGParts(rowCount: rowCount, rowByteCount: rowByteCount)
    let strategy = isFiltered ? Z_FILTERED : Z_DEFAULT_STRATEGY
    var pieces = [Piece?](repeating: nil, count: parts.count)
    bytes.withUnsafeBufferPointer { source in
      nonisolated(unsafe) let source = source
      pieces.withUnsafeMutableBufferPointer { pieces in
        // Invariant: part i writes pieces[i] alone, and i < parts.count.
        nonisolated(unsafe) let pieces = pieces
        parts.forEach { index, rows in
          let range = (rows.lowerBound * rowByteCount)..<(rows.upperBound * rowByteCount)
          pieces[index] = Piece(source, range, level, strategy, isLast: index == parts.count - 1)
        }
      }
    }
    var stream = [[UInt8]]()
    var checksum = adler32(0, nil, 0)
    for piece in pieces {
      guard let piece else { return nil }
      checksum = adler32_combine(checksum, piece.checksum, piece.byteCount)
      stream.append(piece.bytes)
    }
    guard let last = stream.indices.last else { return nil }
    // A window of 32 KiB; that it was made fast is told too.
    stream[0] = [0x78, level < 2 ? 0x01 : 0x5E] + stream[0]
    stream[last] += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) }
    return stream
  }

  /// A part of a zlib stream that looks back into the part before it.
  private struct Piece {
    let bytes: [UInt8]
    /// Adler-32 of the `byteCount` bytes that went in.
    let checksum: UInt
    let byteCount: Int

    /// As far as deflate looks back (RFC 1951, 2).
    private static let window = 32_768

    init?(
      _ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ level: Int32, _ strategy: Int32, isLast: Bool
    ) {
      var stream = z_stream()
      let opened = deflateInit2_(
        &stream, level, Z_DEFLATED, -15, 8, strategy, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
      guard opened == Z_OK else { return nil }
      defer { deflateEnd(&stream) }
      guard let base = source.baseAddress, let count = UInt32(exactly: range.count) else { return nil }
      let start = max(range.lowerBound - Self.window, 0)
      if start < range.lowerBound { deflateSetDictionary(&stream, base + start, UInt32(range.lowerBound - start)) }
      // Room for the empty block that ends a part.
      let bound = Int(deflateBound(&stream, UInt(count))) + 16
      guard let capacity = UInt32(exactly: bound) else { return nil }
      var status = Z_OK
      // Invariant: deflateBound is an upper bound for one call that flushes, but for that block.
      bytes = [UInt8](unsafeUninitializedCapacity: bound) { buffer, initialized in
        stream.next_in = UnsafeMutablePointer(mutating: base + range.lowerBound)
        stream.avail_in = count
        stream.next_out = buffer.baseAddress
        stream.avail_out = capacity
        status = deflate(&stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
        initialized = bound - Int(stream.avail_out)
      }
      guard status == (isLast ? Z_STREAM_END : Z_OK), stream.avail_in == 0 else { return nil }
      checksum = adler32(adler32(0, nil, 0), base + range.lowerBound, count)
      byteCount = range.count
    }
  }
}
