internal import Dispatch

/// How the rows of a picture are divided among threads: always the same way, so that equal pictures give equal files.
struct PNGParts {
  /// At least one where there are rows.
  let count: Int
  private let rowCount: Int
  private let rowsPerPart: Int

  /// A part is worth a thread, and what deflate forgets at its start costs less than a hundredth of its size.
  private static let byteCount = 1 << 18

  init(rowCount: Int, rowByteCount: Int) {
    self.rowCount = rowCount
    rowsPerPart = max(Self.byteCount / max(rowByteCount, 1), 1)
    count = (rowCount + rowsPerPart - 1) / rowsPerPart
  }

  /// Calls `body` with the number and the rows of each part, on several threads at a time.
  func forEach(_ body: @Sendable (_ index: Int, _ rows: Range<Int>) -> Void) {
    DispatchQueue.concurrentPerform(iterations: count) { index in
      body(index, (index * rowsPerPart)..<min((index + 1) * rowsPerPart, rowCount))
    }
  }
}
