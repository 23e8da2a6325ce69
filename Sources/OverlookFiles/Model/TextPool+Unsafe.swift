internal import OverlookSupport

/// Texts, each once, as bytes behind each other: a million short ones as `String`s would take most of the memory of a file's table.
package struct TextPool: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [UInt32] = [0]
  /// Numbers of texts plus 1, by hash, 0 where there is none; empty when no more texts come.
  private var slots: [UInt32] = []

  package init() {}

  /// How many texts there are.
  package var count: Int { ends.count - 1 }
  package var byteCount: Int { bytes.capacity + 4 * ends.capacity + 4 * slots.capacity }
  /// Bytes of all texts.
  package var textByteCount: Int { bytes.count }

  package subscript(_ number: Int) -> String {
    guard number >= 0, number < count else { return "" }
    return String(decoding: bytes[Int(ends[number])..<Int(ends[number + 1])], as: UTF8.self)
  }

  /// The UTF-8 of a text.
  package func utf8(_ number: Int) -> ArraySlice<UInt8> {
    guard number >= 0, number < count else { return [] }
    return bytes[Int(ends[number])..<Int(ends[number + 1])]
  }

  /// The number of `text`, which is put in if it is new.
  package mutating func insert(_ text: String) -> UInt32 {
    var text = text
    return text.withUTF8 { insert($0) }
  }

  package mutating func insert(_ text: [UInt8]) -> UInt32 {
    text.withUnsafeBufferPointer { insert($0) }
  }

  /// Bytes that are no UTF-8 read as the replacement character.
  mutating func insert(_ text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    if 2 * ends.count > slots.count { grow() }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: Self.hash(text)) & mask
    while slots[slot] != 0 {
      let number = slots[slot] - 1
      if equals(Int(number), text) { return number }
      slot = (slot + 1) & mask
    }
    let number = UInt32(clamping: count)
    bytes.append(contentsOf: text)
    ends.append(UInt32(clamping: bytes.count))
    slots[slot] = number + 1
    return number
  }

  /// Gives back what only `insert` needs; it makes it anew.
  mutating func trim() {
    slots = []
    bytes = bytes.trimmed()
    ends = ends.trimmed()
  }

  private mutating func grow() {
    var count = max(slots.count, 64)
    while 2 * ends.count > count { count *= 2 }
    count *= 2
    slots = [UInt32](repeating: 0, count: count)
    bytes.withUnsafeBufferPointer { buffer in
      for number in 0..<self.count {
        // Invariant: ends rise, from 0 to the count of bytes.
        let text = UnsafeBufferPointer(rebasing: buffer[Int(ends[number])..<Int(ends[number + 1])])
        var slot = Int(truncatingIfNeeded: Self.hash(text)) & (count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (count - 1) }
        slots[slot] = UInt32(clamping: number) + 1
      }
    }
  }

  private func equals(_ number: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let (start, end) = (Int(ends[number]), Int(ends[number + 1]))
    guard end - start == text.count else { return false }
    return bytes.withUnsafeBufferPointer { buffer in
      for i in 0..<text.count where buffer[start + i] != text[i] { return false }
      return true
    }
  }

  /// A seed that no file can know, so that none can make all its texts meet in one slot.
  private static let seed = UInt64.random(in: 0...UInt64.max) | 1

  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = seed ^ (UInt64(truncatingIfNeeded: text.count) &* 0x9E37_79B9_7F4A_7C15)
    guard let start = text.baseAddress else { return mixed(hash) }
    var i = 0
    // Invariant: eight bytes are read only where as many are left.
    while i + 8 <= text.count {
      let word = UnsafeRawPointer(start + i).loadUnaligned(as: UInt64.self)
      hash = mixed(hash ^ word)
      i += 8
    }
    var rest: UInt64 = 0
    while i < text.count {
      rest = rest << 8 | UInt64(text[i])
      i += 1
    }
    return mixed(hash ^ rest)
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xA076_1D64_78BD_642F ^ seed)
    return product.high ^ product.low
  }
}
