/// All words of an index, sorted by their scalars and numbered in that order: each told by what it shares with the one before.
///
/// An entry is a byte with the scalars shared (high half) and the bytes that follow (low half), or 0xFF and both as numbers. Every
/// `blockCount`-th shares nothing, so that reading can begin there.
struct TermDictionary {
  static var blockCount: Int { 32 }
  static var longest: Int { NameFolding.longestWord }

  let count: Int
  let bytes: [UInt8]
  let remembered = SimilarWords()
  /// Where the blocks begin.
  private let starts: [Int]

  /// Checks the whole of it.
  init(_ bytes: [UInt8]) throws(PackedFault) {
    self.bytes = bytes
    var starts: [Int] = []
    var count = 0
    var position = 0
    var length = 0
    while position < bytes.count {
      if count % Self.blockCount == 0 { starts.append(position) }
      let entry = try Self.entry(bytes, &position)
      guard entry.shared <= (count % Self.blockCount == 0 ? 0 : length) else { throw PackedFault(text: "a word shares too much") }
      length = entry.shared
      for index in entry.bytes where bytes[index] & 0xC0 != 0x80 { length += 1 }
      guard length > 0, length <= Self.longest else { throw PackedFault(text: "a word is too long or empty") }
      count += 1
    }
    self.count = count
    self.starts = starts
  }

  static func entry(_ bytes: [UInt8], _ position: inout Int) throws(PackedFault) -> (shared: Int, bytes: Range<Int>) {
    let head = bytes[position]
    position += 1
    var (shared, length) = (Int(head >> 4), Int(head & 15))
    if head == 0xFF {
      guard position + 2 <= bytes.count else { throw PackedFault(text: "the words end too soon") }
      (shared, length) = (Int(bytes[position]), Int(bytes[position + 1]))
      position += 2
    }
    guard length <= bytes.count - position else { throw PackedFault(text: "the words end too soon") }
    defer { position += length }
    return (shared, position..<position + length)
  }

  static func encoded(_ words: [[UInt32]]) -> [UInt8] {
    var bytes: [UInt8] = []
    var last: [UInt32] = []
    for (index, word) in words.enumerated() {
      var shared = 0
      if index % blockCount != 0 {
        while shared < min(word.count, last.count), word[shared] == last[shared] { shared += 1 }
      }
      let rest = Array(NameFolding.string(word[shared...]).utf8)
      if shared < 16, rest.count < 16, !(shared == 15 && rest.count == 15) {
        bytes.append(UInt8(shared << 4 | rest.count))
      } else {
        bytes += [0xFF, UInt8(clamping: shared), UInt8(clamping: rest.count)]
      }
      bytes += rest
      last = word
    }
    return bytes
  }

  // MARK: Reading on

  /// Goes through the words in order.
  struct Cursor {
    fileprivate(set) var term: Int
    /// The word; its first `length` scalars.
    fileprivate var scalars = [UInt32](repeating: 0, count: TermDictionary.longest + 4)
    fileprivate var length = 0
    fileprivate var position: Int

    var word: ArraySlice<UInt32> { scalars[..<length] }
  }

  /// Before the first word of a block.
  func cursor(atBlock block: Int) -> Cursor {
    Cursor(term: block * Self.blockCount - 1, position: block < starts.count ? starts[block] : bytes.count)
  }

  /// The next word; false at the end.
  func next(_ cursor: inout Cursor) -> Bool {
    guard cursor.position < bytes.count else { return false }
    cursor.term += 1
    // It was looked through when it was opened.
    guard let entry = try? Self.entry(bytes, &cursor.position) else { return false }
    var length = entry.shared
    var index = entry.bytes.lowerBound
    while index < entry.bytes.upperBound, length < Self.longest {
      cursor.scalars[length] = scalar(&index, entry.bytes.upperBound)
      length += 1
    }
    cursor.length = length
    return true
  }

  @inline(__always) func scalar(_ index: inout Int, _ end: Int) -> UInt32 {
    let first = bytes[index]
    index += 1
    guard first >= 0x80 else { return UInt32(first) }
    var value = UInt32(first & (first >= 0xF0 ? 0x07 : first >= 0xE0 ? 0x0F : 0x1F))
    while index < end, bytes[index] & 0xC0 == 0x80 {
      value = value &<< 6 | UInt32(bytes[index] & 0x3F)
      index += 1
    }
    return value
  }

  // MARK: Looking up

  /// The number of the first word that is not before `word`.
  func lowerBound(_ word: [UInt32]) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      var cursor = cursor(atBlock: middle)
      _ = next(&cursor)
      if cursor.word.lexicographicallyPrecedes(word) { low = middle + 1 } else { high = middle }
    }
    var cursor = cursor(atBlock: max(low - 1, 0))
    while next(&cursor) {
      if !cursor.word.lexicographicallyPrecedes(word) { return cursor.term }
    }
    return count
  }

  func term(_ word: [UInt32]) -> Int? {
    let term = lowerBound(word)
    guard term < count, self.word(term) == word else { return nil }
    return term
  }

  func word(_ term: Int) -> [UInt32] {
    guard term >= 0, term < count else { return [] }
    var cursor = cursor(atBlock: term / Self.blockCount)
    while next(&cursor) {
      if cursor.term == term { return Array(cursor.word) }
    }
    return []
  }

  /// The words that begin so.
  func terms(beginningWith word: [UInt32]) -> Range<Int> {
    guard let last = word.last else { return 0..<count }
    var after = word
    after[after.count - 1] = last + 1
    let low = lowerBound(word)
    return low..<max(low, lowerBound(after))
  }

  var blockTotal: Int { starts.count }

  func start(ofBlock block: Int) -> Int { starts[block] }
}
