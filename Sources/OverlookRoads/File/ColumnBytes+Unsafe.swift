internal import OverlookFormats

/// Columns as bytes and back, little-endian.
enum ColumnBytes {
  /// How many bytes a column takes in memory, and those that stand for it in a file.
  static func encoded(
    _ column: RoadGraphFile.Column, in columns: RoadColumns, _ form: SectionForm
  ) throws(FormatError) -> (count: Int, bytes: [UInt8]) {
    switch column {
    case .words(let path): (4 * columns[keyPath: path].count, try form.encoded(columns[keyPath: path]))
    case .signed(let path): (4 * columns[keyPath: path].count, try form.encoded(columns[keyPath: path]))
    case .halves(let path): (2 * columns[keyPath: path].count, try form.encoded(columns[keyPath: path]))
    case .signedHalves(let path): (2 * columns[keyPath: path].count, try form.encoded(columns[keyPath: path]))
    case .doubles(let path): (8 * columns[keyPath: path].count, try form.encoded(columns[keyPath: path]))
    case .bytes(let path): (columns[keyPath: path].count, try form.encoded(columns[keyPath: path]))
    }
  }

  static func read(
    _ column: RoadGraphFile.Column, of bytes: [UInt8], _ section: RoadGraphFile.Section, into columns: inout RoadColumns,
    thing: String
  ) throws(FormatError) {
    let (form, range, count) = (section.form, section.range, section.count)
    switch column {
    case .words(let path): columns[keyPath: path] = try form.decoded(bytes, range, count: count, thing: thing)
    case .signed(let path): columns[keyPath: path] = try form.decoded(bytes, range, count: count, thing: thing)
    case .halves(let path): columns[keyPath: path] = try form.decoded(bytes, range, count: count, thing: thing)
    case .signedHalves(let path): columns[keyPath: path] = try form.decoded(bytes, range, count: count, thing: thing)
    case .doubles(let path): columns[keyPath: path] = try form.decoded(bytes, range, count: count, thing: thing)
    case .bytes(let path): columns[keyPath: path] = try form.decoded(bytes, range, count: count, thing: thing)
    }
  }

  static func bytes<Value: FixedWidthInteger & BitwiseCopyable>(_ values: [Value]) -> [UInt8] {
    // Invariant: the bytes of an array of whole numbers are all there are, and are read inside the call.
    values.map(\.littleEndian).withUnsafeBytes { Array($0) }
  }

  static func values<Value: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: [UInt8], _ range: Range<Int>, _ thing: String
  ) throws(FormatError) -> [Value] {
    let size = MemoryLayout<Value>.size
    guard range.count % size == 0 else { throw .malformed(thing, fault: "a section whose values are cut") }
    // Invariant: `range` lies in `bytes`, and each of its values is `size` bytes, at any alignment.
    return bytes.withUnsafeBytes { raw in
      (0..<range.count / size).map {
        Value(littleEndian: raw.loadUnaligned(fromByteOffset: range.lowerBound + $0 * size, as: Value.self))
      }
    }
  }
}
