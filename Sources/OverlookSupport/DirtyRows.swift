/// A set of small row numbers as bits, read back in ascending order or as runs of neighbours: which rows changed, which are
/// visible.
///
/// Inserting allocates only when the row is above every row reserved before.
package struct DirtyRows: Sendable {
  private var words = ContiguousArray<UInt64>()
  /// The words that may have bits; all others are zero.
  private var used: Range<Int> = 0..<0
  /// Rows in the set.
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  /// Makes room for rows below `rowCount`.
  package mutating func reserve(_ rowCount: Int) {
    let needed = (rowCount + 63) >> 6
    guard needed > words.count else { return }
    words.append(contentsOf: repeatElement(0, count: max(needed, 2 * words.count) - words.count))
  }

  /// `row` must not be negative. Returns whether it was new.
  @discardableResult
  package mutating func insert(_ row: Int) -> Bool {
    let word = row >> 6
    if word >= words.count { reserve(row + 1) }
    let bit: UInt64 = 1 << UInt64(row & 63)
    guard words[word] & bit == 0 else { return false }
    words[word] |= bit
    used = used.isEmpty ? word..<(word + 1) : min(used.lowerBound, word)..<max(used.upperBound, word + 1)
    count += 1
    return true
  }

  /// Returns whether `row` was in the set.
  @discardableResult
  package mutating func remove(_ row: Int) -> Bool {
    guard contains(row) else { return false }
    words[row >> 6] &= ~(1 << UInt64(row & 63))
    count -= 1
    return true
  }

  package func contains(_ row: Int) -> Bool {
    let word = row >> 6
    return row >= 0 && word < words.count && words[word] & (1 << UInt64(row & 63)) != 0
  }

  /// Keeps the room.
  package mutating func removeAll() {
    for word in used { words[word] = 0 }
    used = 0..<0
    count = 0
  }

  /// The lowest row that is at least `row`; nil when there is none.
  package func next(atLeast row: Int) -> Int? {
    var word = max(row >> 6, used.lowerBound)
    guard word < used.upperBound else { return nil }
    var bits = words[word]
    if word == row >> 6 { bits &= ~UInt64(0) << UInt64(row & 63) }
    while bits == 0 {
      word += 1
      guard word < used.upperBound else { return nil }
      bits = words[word]
    }
    return word << 6 + bits.trailingZeroBitCount
  }

  /// The first run of neighbouring rows at or after `row`, where gaps of at most `maximumGap` absent rows count as part of the
  /// run.
  ///
  /// Walk all runs with `while let run = rows.nextRun(atLeast: row) { row = run.upperBound }`.
  package func nextRun(atLeast row: Int, maximumGap: Int = 0) -> Range<Int>? {
    guard let first = next(atLeast: row) else { return nil }
    var last = first
    while let following = next(atLeast: last + 1), following - last - 1 <= maximumGap {
      last = following
    }
    return first..<(last + 1)
  }
}
