// Unsafe: bytes are written one by one into arrays whose size is known before; checked access takes several times as long.

/// The decompression of LZW (TIFF 6.0, section 13) and PackBits (section 9).
enum TIFFCompression {
  private static let clearCode = 256
  private static let endCode = 257
  private static let tableSize = 4096

  /// At most `count` bytes out of LZW codes, which end where the data or the room ends. Throws for codes that nothing has been
  /// said about.
  static func lzw(_ input: [UInt8], count: Int, thing: String) throws(FormatError) -> [UInt8] {
    if input.count >= 2, input[0] == 0, input[1] & 1 == 1 { throw .unsupported(thing, fault: "LZW of the time before TIFF 6.0") }
    var isSound = true
    let output = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      input.withUnsafeBufferPointer { isSound = decode($0, into: buffer, count: count, &initialized) }
    }
    guard isSound else { throw .malformed(thing, fault: "codes of LZW") }
    return output
  }

  /// A string of the table is what was written at `starts[code]`, `lengths[code]` bytes long: each new one is the last string and
  /// the byte behind it, which lie next to each other in the output.
  private static func decode(
    _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>, count: Int, _ written: inout Int
  ) -> Bool {
    var starts = [Int32](repeating: 0, count: tableSize)
    var lengths = [Int32](repeating: 0, count: tableSize)
    return starts.withUnsafeMutableBufferPointer { starts in
      lengths.withUnsafeMutableBufferPointer { lengths in
        var (bits, bitCount, position) = (0, 0, 0)
        var (width, next) = (9, endCode + 1)
        var last = -1
        var (lastStart, lastLength) = (0, 0)
        while written < count {
          while bitCount < width, position < input.count {
            bits = (bits << 8 | Int(input[position])) & 0xFF_FFFF
            bitCount += 8
            position += 1
          }
          guard bitCount >= width else { return true }
          bitCount -= width
          let code = bits >> bitCount & ((1 << width) - 1)
          if code == endCode { return true }
          if code == clearCode {
            (width, next, last) = (9, endCode + 1, -1)
            continue
          }
          // Invariant: code < 4096, the size of the tables; what they say lies in what has been written.
          let start = written
          var length = 1
          if code < clearCode {
            output[written] = UInt8(truncatingIfNeeded: code)
          } else if code < next {
            length = Int(lengths[code])
            copy(output, from: Int(starts[code]), to: written, min(length, count - written))
          } else {
            guard code == next, last >= 0 else { return false }
            length = lastLength + 1
            copy(output, from: lastStart, to: written, min(length, count - written))
          }
          written += min(length, count - written)
          if last >= 0, next < tableSize {
            starts[next] = Int32(truncatingIfNeeded: lastStart)
            lengths[next] = Int32(truncatingIfNeeded: lastLength + 1)
            next += 1
          }
          // Widths grow one code early.
          if next >= (1 << width) - 1, width < 12 { width += 1 }
          (last, lastStart, lastLength) = (code, start, length)
        }
        return true
      }
    }
  }

  /// The ranges may overlap, and are then repeated byte by byte.
  private static func copy(_ bytes: UnsafeMutableBufferPointer<UInt8>, from source: Int, to target: Int, _ count: Int) {
    // Invariant: source < target, and target + count does not exceed the buffer.
    for index in 0..<count { bytes[target + index] = bytes[source + index] }
  }

  /// At most `count` bytes out of runs.
  static func packBits(_ input: [UInt8], count: Int) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(count)
    var position = 0
    while position + 1 < input.count, output.count < count {
      let head = Int(Int8(bitPattern: input[position]))
      position += 1
      if head >= 0 {
        let end = min(position + head + 1, input.count)
        output.append(contentsOf: input[position..<end])
        position = end
      } else if head > -128 {
        output.append(contentsOf: repeatElement(input[position], count: 1 - head))
        position += 1
      }
    }
    if output.count > count { output.removeLast(output.count - count) }
    return output
  }
}

/// What stands between decompressed bytes and samples: predictors, the order of bytes, several samples in a byte.
enum TIFFSampleOrder {
  /// Brings rows of samples into the byte order of this machine and undoes predictor 2 (TIFF 6.0, section 14) or 3 (Adobe's
  /// Photoshop TIFF technical note 3). `together`: samples of a pixel that lie next to each other. Rows are complete.
  static func restore(
    _ bytes: inout [UInt8], rowByteCount: Int, together: Int, bits: Int, predictor: Int, isLittleEndian: Bool
  ) {
    let size = bits / 8
    guard rowByteCount > 0, size > 0, predictor > 1 || size > 1 && !isLittleEndian else { return }
    let rows = bytes.count / rowByteCount
    var scratch = [UInt8](repeating: 0, count: rowByteCount)
    bytes.withUnsafeMutableBufferPointer { buffer in
      scratch.withUnsafeMutableBufferPointer { scratch in
        for row in 0..<rows {
          // Invariant: every row lies within the buffer, because `rows` counts whole ones.
          let row = UnsafeMutableBufferPointer(rebasing: buffer[row * rowByteCount..<(row + 1) * rowByteCount])
          if predictor == 3 {
            undoFloatDifferences(row, scratch, together: together, size: size)
            continue
          }
          if !isLittleEndian, size > 1 { swapBytes(row, size: size) }
          if predictor == 2 { undoDifferences(row, together: together, size: size) }
        }
      }
    }
  }

  private static func swapBytes(_ row: UnsafeMutableBufferPointer<UInt8>, size: Int) {
    for start in stride(from: 0, through: row.count - size, by: size) {
      for index in 0..<size / 2 { row.swapAt(start + index, start + size - 1 - index) }
    }
  }

  private static func undoDifferences(_ row: UnsafeMutableBufferPointer<UInt8>, together: Int, size: Int) {
    // Invariant: i - together >= 0, and i stays below the number of whole samples of the row.
    switch size {
    case 1:
      for i in stride(from: together, to: row.count, by: 1) { row[i] &+= row[i - together] }
    case 2: add(UInt16.self, row, together)
    case 4: add(UInt32.self, row, together)
    default: add(UInt64.self, row, together)
    }
  }

  private static func add<Sample: FixedWidthInteger>(_: Sample.Type, _ row: UnsafeMutableBufferPointer<UInt8>, _ together: Int) {
    let raw = UnsafeMutableRawBufferPointer(row)
    let size = MemoryLayout<Sample>.size
    for i in stride(from: together, to: row.count / size, by: 1) {
      let sum =
        raw.loadUnaligned(fromByteOffset: i * size, as: Sample.self)
        &+ raw.loadUnaligned(fromByteOffset: (i - together) * size, as: Sample.self)
      raw.storeBytes(of: sum, toByteOffset: i * size, as: Sample.self)
    }
  }

  /// Bytes are differences, the highest ones of all samples first.
  private static func undoFloatDifferences(
    _ row: UnsafeMutableBufferPointer<UInt8>, _ scratch: UnsafeMutableBufferPointer<UInt8>, together: Int, size: Int
  ) {
    for i in stride(from: together, to: row.count, by: 1) { row[i] &+= row[i - together] }
    let count = row.count / size
    // Invariant: place * count + i < row.count, the size of both buffers.
    for i in 0..<count {
      for place in 0..<size { scratch[i * size + size - 1 - place] = row[place * count + i] }
    }
    for i in 0..<count * size { row[i] = scratch[i] }
  }

  /// One byte for each sample of 1, 2 or 4 bits, the highest bits first. Rows begin with a byte of their own; `perRow` samples
  /// are in one.
  static func unpacked(_ bytes: [UInt8], rowByteCount: Int, perRow: Int, bits: Int) -> [UInt8] {
    guard rowByteCount > 0 else { return [] }
    let rows = bytes.count / rowByteCount
    var output = [UInt8](repeating: 0, count: rows * perRow)
    let mask = UInt8(truncatingIfNeeded: (1 << bits) - 1)
    output.withUnsafeMutableBufferPointer { output in
      bytes.withUnsafeBufferPointer { bytes in
        for row in 0..<rows {
          for index in 0..<perRow {
            // Invariant: perRow * bits <= 8 * rowByteCount.
            let bit = index * bits
            output[row * perRow + index] = bytes[row * rowByteCount + bit / 8] >> UInt8(8 - bits - bit % 8) & mask
          }
        }
      }
    }
    return output
  }
}
