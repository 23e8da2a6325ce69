/// Makes lines of bytes that come in pieces. A line that is longer than the limit is passed over to its end, and counted.
package struct LineAssembler: Sendable {
  private let limit: Int
  private var pending: [UInt8] = []
  private var isPassingOver = false
  /// Lines that were too long.
  package private(set) var droppedCount = 0

  /// - Parameter limit: Bytes of a line, without its end.
  package init(limit: Int) {
    self.limit = limit
  }

  /// The lines that are whole now, without their ends (LF, CR LF or CR); empty ones are left out.
  package mutating func add(_ bytes: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x0D {
      take(bytes[start..<index])
      start = index + 1
      if !pending.isEmpty, !isPassingOver { lines.append(pending) }
      isPassingOver = false
      pending = []
    }
    take(bytes[start...])
    return lines
  }

  private mutating func take(_ part: ArraySlice<UInt8>) {
    guard !isPassingOver else { return }
    guard pending.count + part.count <= limit else {
      isPassingOver = true
      droppedCount += 1
      pending = []
      return
    }
    pending += part
  }
}
