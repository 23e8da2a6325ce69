/// How the cells of a table are written.
struct CSVDialect: Hashable {
  var delimiter: UInt8
  /// The decimal point of numbers.
  var point: UInt8 = 0x2E
}

/// Splits the records of a table (RFC 4180) into cells.
///
/// Invariant: cells are ranges of the buffer that was split, or of `unquoted`; both are read only while they are not changed.
struct CSVTokens {
  /// A cell: where it stands, and whether its quotation marks were taken off into `unquoted`.
  struct Cell {
    var start: Int
    var count: Int
    var isUnquoted: Bool
  }

  private(set) var cells: [Cell] = []
  /// What stood in quotation marks with others inside, without them.
  private(set) var unquoted: [UInt8] = []

  enum Outcome { case record(next: Int), end }

  /// The cells of the record at `start`; `.end` when it goes on beyond the bytes.
  @inline(__always)
  mutating func split(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, delimiter: UInt8, isLast: Bool
  ) -> Outcome {
    cells.removeAll(keepingCapacity: true)
    unquoted.removeAll(keepingCapacity: true)
    var i = start
    let end = bytes.count
    while true {
      if i < end, bytes[i] == 0x22 {
        guard let next = quoted(bytes, i, delimiter, isLast: isLast) else { return .end }
        i = next
      } else {
        let first = i
        while i < end {
          let byte = bytes[i]
          if byte == delimiter || byte == 0x0A || byte == 0x0D { break }
          i += 1
        }
        cells.append(Cell(start: first, count: i - first, isUnquoted: false))
      }
      guard i < end else { return isLast ? .record(next: end) : .end }
      if bytes[i] == delimiter {
        i += 1
        continue
      }
      // A line ends with LF, CR LF or CR.
      guard bytes[i] == 0x0D else { return .record(next: i + 1) }
      guard i + 1 < end || isLast else { return .end }
      return .record(next: i + 1 < end && bytes[i + 1] == 0x0A ? i + 2 : i + 1)
    }
  }

  /// Reads a cell in quotation marks, and returns where the delimiter or the line's end stands; nil when it goes on beyond the bytes.
  /// A cell that never closes its quotation mark is the rest of the file.
  private mutating func quoted(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ delimiter: UInt8, isLast: Bool
  ) -> Int? {
    var i = start + 1
    let first = unquoted.count
    var isPlain = true
    while i < bytes.count || !isLast {
      guard i < bytes.count else { return nil }
      if bytes[i] == 0x22 {
        guard i + 1 < bytes.count, bytes[i + 1] == 0x22 else { break }
        if isPlain { unquoted.append(contentsOf: bytes[(start + 1)..<i]) }
        isPlain = false
        unquoted.append(0x22)
        i += 2
      } else {
        if !isPlain { unquoted.append(bytes[i]) }
        i += 1
      }
    }
    if isPlain {
      cells.append(Cell(start: start + 1, count: i - start - 1, isUnquoted: false))
    } else {
      cells.append(Cell(start: first, count: unquoted.count - first, isUnquoted: true))
    }
    i = min(i + 1, bytes.count)
    // What stands between the quotation mark and the delimiter belongs to nothing.
    while i < bytes.count, bytes[i] != delimiter, bytes[i] != 0x0A, bytes[i] != 0x0D { i += 1 }
    return i
  }

  /// The bytes of a cell, for `body` alone.
  @inline(__always)
  func with<Result>(
    _ cell: Int, of bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let cell = cells[cell]
    if cell.isUnquoted {
      return unquoted.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[cell.start..<cell.start + cell.count])) }
    }
    return body(UnsafeBufferPointer(rebasing: bytes[cell.start..<cell.start + cell.count]))
  }

  func text(_ cell: Int, of bytes: UnsafeBufferPointer<UInt8>) -> String {
    with(cell, of: bytes) { String(decoding: $0, as: UTF8.self).trimmed }
  }
}
