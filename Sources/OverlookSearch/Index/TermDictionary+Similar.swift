extension TermDictionary {
  /// A word that is near to another one.
  struct Similar {
    let term: Int
    /// Letters added, dropped, changed or swapped with their neighbour.
    let distance: Int
    /// Scalars of the word.
    let length: Int
  }

  /// The words at most `limit` changes away from `word`; with `isBeginning`, those of which a beginning is.
  ///
  /// The distance of optimal string alignment, in one table of rows that the words share as far as they begin alike: what begins
  /// too differently is passed over together (as in tries, doi 10.1145/375360.375365).
  func similar(to word: [UInt32], limit: Int, isBeginning: Bool) -> [Similar] {
    guard !word.isEmpty, word.count <= NameFolding.longestWord else { return [] }
    var table = AlignmentTable(word, limit: limit)
    var found: [Similar] = []
    var cursor = cursor(atBlock: 0)
    /// Scalars after which all is lost.
    var dead = Int.max
    while next(&cursor) {
      if cursor.shared >= dead {
        continue
      }
      dead = .max
      table.cut(to: cursor.shared)
      while table.depth < cursor.length {
        table.append(cursor.scalars)
        if table.isLost(isBeginning: isBeginning) {
          dead = table.depth
          break
        }
      }
      if dead == .max {
        let distance = isBeginning ? table.bestBeginning : table.whole
        if distance <= limit { found.append(Similar(term: cursor.term, distance: distance, length: cursor.length)) }
      } else {
        skip(&cursor, dead)
      }
    }
    return found
  }

  /// Goes on at a later block, if all until there begins in the way that is lost.
  private func skip(_ cursor: inout Cursor, _ dead: Int) {
    let block = cursor.term / Self.blockCount
    let next = block + 1
    guard next < blockTotal else { return }
    let after = self.block(after: block, notBeginningWith: cursor.scalars, length: dead)
    guard after > next else { return }
    // From the block before: its end may be of another kind already.
    let (scalars, length) = (cursor.scalars, cursor.length)
    cursor = self.cursor(atBlock: after - 1)
    (cursor.scalars, cursor.length) = (scalars, length)
  }
}

/// The rows of the table of optimal string alignment for one word, a row a scalar of the other.
private struct AlignmentTable {
  private let word: [UInt32]
  private let limit: Int
  private let width: Int
  private var rows: [UInt8]
  /// The least distance of a beginning that ends at a row or before it.
  private var best: [UInt8]
  private(set) var depth = 0

  init(_ word: [UInt32], limit: Int) {
    self.word = word
    self.limit = limit
    width = word.count + 1
    rows = [UInt8](repeating: 99, count: width * (NameFolding.longestWord + 5))
    best = [UInt8](repeating: 99, count: NameFolding.longestWord + 5)
    for column in 0..<width { rows[column] = UInt8(column) }
    best[0] = UInt8(word.count)
  }

  mutating func cut(to depth: Int) { self.depth = min(depth, self.depth) }

  /// Adds the row of the scalar at `depth` of the other word.
  mutating func append(_ other: [UInt32]) {
    let scalar = other[depth]
    let above = depth * width
    let row = above + width
    depth += 1
    let first = max(1, depth - limit)
    let last = min(word.count, depth + limit)
    rows[row] = UInt8(clamping: depth)
    if first > 1 { rows[row + first - 1] = 99 }
    if first <= last {
      for column in first...last {
        var value = min(rows[row + column - 1] &+ 1, rows[above + column - 1] &+ (word[column - 1] == scalar ? 0 : 1))
        // Right of the band nothing was written.
        if column < depth + limit { value = min(value, rows[above + column] &+ 1) }
        if column > 1, depth > 1, word[column - 1] == other[depth - 2], word[column - 2] == scalar {
          value = min(value, rows[above - width + column - 2] &+ 1)
        }
        rows[row + column] = value
      }
    }
    if last < word.count { rows[row + last + 1] = 99 }
    let whole = last == word.count && first <= last ? rows[row + word.count] : 99
    best[depth] = min(best[depth - 1], whole)
  }

  var whole: Int {
    abs(depth - word.count) <= limit ? Int(rows[depth * width + word.count]) : 99
  }
  var bestBeginning: Int { Int(best[depth]) }

  /// Whether no longer word can be near.
  func isLost(isBeginning: Bool) -> Bool {
    if isBeginning, best[depth] <= limit { return false }
    let first = max(0, depth - limit)
    let last = min(word.count, depth + limit)
    guard first <= last else { return true }
    let row = depth * width
    for column in first...last where rows[row + column] <= limit { return false }
    return true
  }
}
