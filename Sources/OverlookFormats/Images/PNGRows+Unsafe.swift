internal import CZlib

/// The rows of a picture as PNG stores them, each behind the number of its filter (PNG specification, third edition, 9.2), deflated in parts:
/// whoever deflates a part makes its rows first, which are still near the processor then.
struct PNGRows {
  /// Of a row with its filter's number.
  private let rowByteCount: Int
  private let rowCount: Int
  private let samples: [UInt8]
  private let hasAlpha: Bool
  private let isFiltered: Bool

  /// - Parameters:
  ///   - samples: Red, green, blue and alpha of `rowCount` rows of the same size.
  ///   - hasAlpha: Whether alpha is stored.
  ///   - isFiltered: Whether each row has the filter that leaves the smallest sum of differences; else none has one.
  init(_ samples: [UInt8], rowCount: Int, hasAlpha: Bool, isFiltered: Bool) {
    let pixelCount = rowCount > 0 ? samples.count / 4 / rowCount : 0
    self.samples = samples
    self.rowCount = pixelCount > 0 ? rowCount : 0
    self.hasAlpha = hasAlpha
    self.isFiltered = isFiltered
    rowByteCount = pixelCount * (hasAlpha ? 4 : 3) + 1
  }

  /// The rows as a zlib stream (RFC 1950) in pieces, which are made side by side and do not depend on how many at a time. Nil where
  /// there is no memory.
  func deflated(level: Int32) -> [[UInt8]]? {
    let parts = PNGParts(rowCount: rowCount, rowByteCount: rowByteCount)
    let strategy = isFiltered ? Z_FILTERED : Z_DEFAULT_STRATEGY
    var pieces = [Piece?](repeating: nil, count: parts.count)
    pieces.withUnsafeMutableBufferPointer { pieces in
      // Invariant: part i writes pieces[i] alone, and i < parts.count.
      nonisolated(unsafe) let pieces = pieces
      parts.forEach { index, rows in
        // With those before it that it may look back to.
        let start = max(rows.lowerBound - (Piece.window + rowByteCount - 1) / rowByteCount, 0)
        bytes(start..<rows.upperBound).withUnsafeBufferPointer { source in
          let range = ((rows.lowerBound - start) * rowByteCount)..<source.count
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

  /// Some of the rows, with their filters.
  private func bytes(_ rows: Range<Int>) -> [UInt8] {
    let count = rowByteCount - 1
    let total = rowByteCount * rows.count
    return [UInt8](unsafeUninitializedCapacity: total) { buffer, initialized in
      if isFiltered {
        var filter = PNGFilter(rowByteCount: count, pixelByteCount: hasAlpha ? 4 : 3)
        var (line, above) = ([UInt8](repeating: 0, count: count), [UInt8](repeating: 0, count: count))
        if rows.lowerBound > 0 { above.withUnsafeMutableBufferPointer { write(rows.lowerBound - 1, to: $0) } }
        for row in rows {
          let start = (row - rows.lowerBound) * rowByteCount
          let out = UnsafeMutableBufferPointer(rebasing: buffer[start..<(start + rowByteCount)])
          line.withUnsafeMutableBufferPointer { write(row, to: $0) }
          line.withUnsafeBufferPointer { line in
            above.withUnsafeBufferPointer { filter.write(line, above: row > 0 ? $0 : nil, to: out) }
          }
          swap(&line, &above)
        }
      } else {
        for row in rows {
          let start = (row - rows.lowerBound) * rowByteCount
          buffer[start] = PNGFilter.none
          write(row, to: UnsafeMutableBufferPointer(rebasing: buffer[(start + 1)..<(start + rowByteCount)]))
        }
      }
      initialized = total
    }
  }

  /// The samples of a row as they are stored. Invariant: row < rowCount, and `target` has rowByteCount - 1 bytes.
  private func write(_ row: Int, to target: UnsafeMutableBufferPointer<UInt8>) {
    samples.withUnsafeBufferPointer { samples in
      if hasAlpha {
        _ = target.update(fromContentsOf: samples[(row * target.count)..<((row + 1) * target.count)])
        return
      }
      let pixelCount = target.count / 3
      let source = UnsafeBufferPointer(rebasing: samples[(row * pixelCount * 4)..<((row + 1) * pixelCount * 4)])
      for i in 0..<pixelCount {
        target[3 * i] = source[4 * i]
        target[3 * i + 1] = source[4 * i + 1]
        target[3 * i + 2] = source[4 * i + 2]
      }
    }
  }

  /// A part of a zlib stream that looks back into the part before it.
  private struct Piece {
    let bytes: [UInt8]
    /// Adler-32 of the `byteCount` bytes that went in.
    let checksum: UInt
    let byteCount: Int

    /// As far as deflate looks back (RFC 1951, 2).
    static let window = 32_768

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
