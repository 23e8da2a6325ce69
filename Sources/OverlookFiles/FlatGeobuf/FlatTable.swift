import OverlookFormats

/// A table of FlatBuffers (flatbuffers.dev, Internals) in a piece of a file. Every number is checked against the piece; what lies beyond
/// it reads as absent.
struct FlatTable {
  private let bytes: ArraySlice<UInt8>
  /// Of the table, from the start of the piece.
  private let position: Int
  private let fieldsStart: Int
  private let fieldsByteCount: Int

  /// The root of a buffer; nil for what is none.
  init?(root bytes: ArraySlice<UInt8>) {
    guard let offset = Self.word(bytes, 0, 4).flatMap({ Int(exactly: $0) }) else { return nil }
    self.init(bytes, at: offset)
  }

  private init?(_ bytes: ArraySlice<UInt8>, at position: Int) {
    guard position >= 4, let back = Self.word(bytes, position, 4) else { return nil }
    let start = position - Int(Int32(truncatingIfNeeded: back))
    guard start >= 0, let count = Self.word(bytes, start, 2).flatMap({ Int(exactly: $0) }), count >= 4 else { return nil }
    (self.bytes, self.position, fieldsStart, fieldsByteCount) = (bytes, position, start, count)
  }

  // MARK: Fields

  func byte(_ field: Int) -> UInt8? { scalar(field, 1).map { UInt8(truncatingIfNeeded: $0) } }
  func uint16(_ field: Int) -> UInt16? { scalar(field, 2).map { UInt16(truncatingIfNeeded: $0) } }
  func int32(_ field: Int) -> Int32? { scalar(field, 4).map { Int32(truncatingIfNeeded: $0) } }
  func uint64(_ field: Int) -> UInt64? { scalar(field, 8) }

  func text(_ field: Int) -> String? { vector(field, size: 1).map { String(decoding: bytes[$0.bytes], as: UTF8.self) } }

  func table(_ field: Int) -> FlatTable? {
    target(field).flatMap { FlatTable(bytes, at: $0) }
  }

  func tables(_ field: Int) -> [FlatTable] {
    guard let vector = vector(field, size: 4) else { return [] }
    return (0..<vector.count).compactMap { index in
      let place = vector.start + 4 * index
      guard let offset = Self.word(bytes, place, 4).flatMap({ Int(exactly: $0) }) else { return nil }
      return FlatTable(bytes, at: place + offset)
    }
  }

  func bytes(_ field: Int) -> ArraySlice<UInt8> { vector(field, size: 1).map { bytes[$0.bytes] } ?? [] }

  func uint32s(_ field: Int) -> [UInt32] {
    guard let vector = vector(field, size: 4) else { return [] }
    return (0..<vector.count).map { UInt32(truncatingIfNeeded: Self.word(bytes, vector.start + 4 * $0, 4) ?? 0) }
  }

  /// A list of numbers that is read where it lies.
  func doubles(_ field: Int) -> FlatDoubles {
    guard let vector = vector(field, size: 8) else { return FlatDoubles(bytes: [], start: 0, count: 0) }
    return FlatDoubles(bytes: bytes, start: bytes.startIndex + vector.start, count: vector.count)
  }

  // MARK: Places

  private struct Vector {
    var start: Int
    var count: Int
    var bytes: Range<Int>
  }

  private func place(_ field: Int) -> Int? {
    let entry = 4 + 2 * field
    guard entry + 2 <= fieldsByteCount, let offset = Self.word(bytes, fieldsStart + entry, 2), offset > 0 else { return nil }
    return position + Int(truncatingIfNeeded: offset)
  }

  private func scalar(_ field: Int, _ size: Int) -> UInt64? { place(field).flatMap { Self.word(bytes, $0, size) } }

  private func target(_ field: Int) -> Int? {
    guard let place = place(field), let offset = Self.word(bytes, place, 4).flatMap({ Int(exactly: $0) }) else { return nil }
    return place + offset
  }

  private func vector(_ field: Int, size: Int) -> Vector? {
    guard let start = target(field), let count = Self.word(bytes, start, 4).flatMap({ Int(exactly: $0) }),
      start + 4 <= bytes.count,
      count <= (bytes.count - start - 4) / size
    else { return nil }
    let first = bytes.startIndex + start + 4
    return Vector(start: start + 4, count: count, bytes: first..<first + count * size)
  }

  static func word(_ bytes: ArraySlice<UInt8>, _ offset: Int, _ size: Int) -> UInt64? {
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    var value: UInt64 = 0
    for i in 0..<size { value |= UInt64(bytes[bytes.startIndex + offset + i]) << UInt64(8 * i) }
    return value
  }
}

/// Numbers in a piece of a file.
struct FlatDoubles {
  fileprivate let bytes: ArraySlice<UInt8>
  fileprivate let start: Int
  let count: Int

  fileprivate init(bytes: ArraySlice<UInt8>, start: Int, count: Int) {
    (self.bytes, self.start, self.count) = (bytes, start, count)
  }

  /// Not a number beyond the end.
  subscript(_ index: Int) -> Double {
    guard index >= 0, index < count else { return .nan }
    return FlatTable.word(bytes, start - bytes.startIndex + 8 * index, 8).map(Double.init(bitPattern:)) ?? .nan
  }
}
