/// Numbers texts in the order in which they come; each has one number however often it comes.
struct OSMTexts: Sendable {
  private(set) var strings: [String] = []
  private var hashes: [UInt32] = []
  /// Numbers of texts by their hashes, -1 where there is none; open addressing, at most half full.
  private var slots = [Int32](repeating: -1, count: 1024)

  /// Of `text`, which need not be UTF-8: what is not is replaced. Nil when there are too many texts.
  mutating func number(of text: UnsafeRawBufferPointer) -> Int32? {
    let hash = Self.hash(text)
    var slot = self.slot(hash)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if hashes[number] == hash, Self.isEqual(strings[number], text) { return slots[slot] }
      slot = (slot + 1) & (slots.count - 1)
    }
    // What had to be mended is another text: it may have come before.
    guard let valid = String(validating: text, as: UTF8.self) else { return number(of: String(decoding: text, as: UTF8.self)) }
    guard let number = Int32(exactly: strings.count), number < .max else { return nil }
    strings.append(valid)
    hashes.append(hash)
    slots[slot] = number
    if strings.count * 2 > slots.count { grow() }
    return number
  }

  mutating func number(of text: String) -> Int32? {
    var text = text
    return text.withUTF8 { number(of: UnsafeRawBufferPointer($0)) }
  }

  /// The number of a text that came.
  func known(_ text: String) -> Int32? {
    var text = text
    return text.withUTF8 { buffer in
      let text = UnsafeRawBufferPointer(buffer)
      let hash = Self.hash(text)
      var slot = self.slot(hash)
      while slots[slot] >= 0 {
        let number = Int(slots[slot])
        if hashes[number] == hash, Self.isEqual(strings[number], text) { return slots[slot] }
        slot = (slot + 1) & (slots.count - 1)
      }
      return nil
    }
  }

  private func slot(_ hash: UInt32) -> Int { Int(hash) & (slots.count - 1) }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (number, hash) in hashes.enumerated() {
      var slot = self.slot(hash)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(truncatingIfNeeded: number)
    }
  }

  /// Different in each process, so that no file can be made whose texts all fall into one place.
  private static func hash(_ text: UnsafeRawBufferPointer) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(bytes: text)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  private static func isEqual(_ string: String, _ text: UnsafeRawBufferPointer) -> Bool {
    string.utf8.withContiguousStorageIfAvailable { $0.count == text.count && $0.elementsEqual(text) } ?? false
  }
}
