internal import OverlookFormats

/// Columns as bytes and back, little-endian.
enum ColumnBytes {
  static func bytes(of column: RoadGraphFile.Column, in columns: RoadColumns) -> [UInt8] {
    switch column {
    case .words(let path): bytes(columns[keyPath: path])
    case .signed(let path): bytes(columns[keyPath: path])
    case .halves(let path): bytes(columns[keyPath: path])
    case .signedHalves(let path): bytes(columns[keyPath: path])
    case .doubles(let path): bytes(columns[keyPath: path])
    case .bytes(let path): columns[keyPath: path]
    }
  }

  static func read(
    _ column: RoadGraphFile.Column, of bytes: [UInt8], _ range: Range<Int>, into columns: inout RoadColumns, thing: String
  ) throws(FormatError) {
    switch column {
    case .words(let path): columns[keyPath: path] = try values(bytes, range, thing)
    case .signed(let path): columns[keyPath: path] = try values(bytes, range, thing)
    case .halves(let path): columns[keyPath: path] = try values(bytes, range, thing)
    case .signedHalves(let path): columns[keyPath: path] = try values(bytes, range, thing)
    case .doubles(let path): columns[keyPath: path] = try values(bytes, range, thing)
    case .bytes(let path): columns[keyPath: path] = Array(bytes[range])
    }
  }

  private static func bytes<Value: FixedWidthInteger & BitwiseCopyable>(_ values: [Value]) -> [UInt8] {
    // Invariant: the bytes of an array of whole numbers are all there are, and are read inside the call.
    values.map(\.littleEndian).withUnsafeBytes { Array($0) }
  }

  private static func values<Value: FixedWidthInteger & BitwiseCopyable>(
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
