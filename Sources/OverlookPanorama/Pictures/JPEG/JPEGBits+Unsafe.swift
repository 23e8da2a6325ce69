/// Reads the coded data of a scan bit by bit: stuffed bytes are left out, and at a mark it stops and gives zeros.
struct JPEGBits {
  /// The next byte that is not yet in `bits`.
  private(set) var position: Int
  /// The bits that come next, in the upper part.
  private var bits: UInt64 = 0
  private var count = 0
  /// Bits that were given although there are none.
  private(set) var missing = 0

  init(position: Int) {
    self.position = position
  }

  /// Makes sure that at least 48 bits lie ready.
  ///
  /// Invariant: reads below `bytes.count` only.
  @inline(__always) mutating func fill(_ bytes: UnsafeBufferPointer<UInt8>) {
    while count <= 48 {
      guard position < bytes.count else {
        (missing, count) = (missing + 8, count + 8)
        continue
      }
      let byte = bytes[position]
      if byte == 0xFF {
        guard position + 1 < bytes.count, bytes[position + 1] == 0 else {
          (missing, count) = (missing + 8, count + 8)
          continue
        }
        position += 1
      }
      position += 1
      bits |= UInt64(byte) << UInt64(56 - count)
      count += 8
    }
  }

  /// The next bits, 16 at most, of those that lie ready.
  @inline(__always) func peek(_ wanted: Int) -> Int { Int(truncatingIfNeeded: bits >> UInt64(64 - wanted)) }

  @inline(__always) mutating func skip(_ skipped: Int) {
    bits <<= UInt64(skipped)
    count -= skipped
  }

  /// Whether more bits were taken than there are.
  var isBeyondEnd: Bool { missing > count }

  /// Goes behind the restart mark that comes next; false when none does.
  mutating func restart(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // Invariant: reads below `bytes.count` only. Nothing behind the mark lies in `bits`, for filling stops at it.
    while position + 1 < bytes.count, bytes[position] == 0xFF, bytes[position + 1] == 0xFF { position += 1 }
    guard position + 1 < bytes.count, bytes[position] == 0xFF, (0xD0...0xD7).contains(bytes[position + 1]) else { return false }
    self = JPEGBits(position: position + 2)
    return true
  }
}

/// What becomes of the codes that a scan is read by.
protocol JPEGCodeReceiver {
  /// The first coefficient of a block of a colour.
  mutating func first(of component: Int, value: Int)
  /// A code and what follows it: the lower `count` bits, 31 at most.
  mutating func code(_ bits: Int, count: Int)
}

/// Where a scan is: the next bits and the first coefficients of the last blocks.
struct JPEGCursor {
  var bits: JPEGBits
  var last: SIMD4<Int32> = .zero
  /// Units until the next restart mark; Int.max where there are none.
  var untilRestart: Int
}

/// Walks through the blocks of a scan without decoding them.
struct JPEGWalker: ~Copyable {
  private let plan: JPEGPlan
  private let dc: [JPEGHuffmanTable]
  private let ac: [JPEGHuffmanTable]
  private let counts: [Int]

  init?(_ plan: JPEGPlan) {
    self.plan = plan
    dc = plan.components.compactMap { plan.dcTables[$0.dc] }
    ac = plan.components.compactMap { plan.acTables[$0.ac] }
    counts = plan.components.map { plan.blockCount($0) }
    guard dc.count == plan.components.count, ac.count == dc.count else { return nil }
  }

  var start: JPEGCursor {
    JPEGCursor(
      bits: JPEGBits(position: plan.dataStart), untilRestart: plan.restartInterval > 0 ? plan.restartInterval : Int.max)
  }

  /// Goes over `units` units; false where the data ends or makes no sense.
  func walk(
    _ bytes: UnsafeBufferPointer<UInt8>, _ cursor: inout JPEGCursor, units: Int, _ receiver: inout some JPEGCodeReceiver
  ) -> Bool {
    for _ in 0..<units {
      if cursor.untilRestart == 0 {
        guard cursor.bits.restart(bytes) else { return false }
        cursor.last = .zero
        cursor.untilRestart = plan.restartInterval
      }
      for component in counts.indices {
        for _ in 0..<counts[component] {
          guard block(bytes, &cursor, component, &receiver) else { return false }
        }
      }
      if cursor.untilRestart != Int.max { cursor.untilRestart -= 1 }
    }
    return !cursor.bits.isBeyondEnd
  }

  @inline(__always) private func block(
    _ bytes: UnsafeBufferPointer<UInt8>, _ cursor: inout JPEGCursor, _ component: Int, _ receiver: inout some JPEGCodeReceiver
  ) -> Bool {
    cursor.bits.fill(bytes)
    let (size, length) = Self.symbol(cursor.bits, dc[component])
    guard length > 0, size <= 11 else { return false }
    cursor.bits.skip(length)
    var value = 0
    if size > 0 {
      value = cursor.bits.peek(size)
      if value < 1 << (size - 1) { value -= 1 << size - 1 }
      cursor.bits.skip(size)
    }
    cursor.last[component] &+= Int32(truncatingIfNeeded: value)
    receiver.first(of: component, value: Int(cursor.last[component]))
    var coefficient = 1
    while coefficient < 64 {
      cursor.bits.fill(bytes)
      let (symbol, length) = Self.symbol(cursor.bits, ac[component])
      guard length > 0 else { return false }
      let (run, size) = (symbol >> 4, symbol & 15)
      let whole = length + size
      receiver.code(cursor.bits.peek(whole), count: whole)
      cursor.bits.skip(whole)
      if size == 0 {
        if run < 15 { break }
        coefficient += 16
      } else {
        coefficient += run + 1
      }
    }
    return coefficient <= 64 && cursor.bits.missing < 4096
  }

  /// The symbol of the code that comes next, and how many bits the code has; 0 for none.
  @inline(__always) private static func symbol(_ bits: JPEGBits, _ table: JPEGHuffmanTable) -> (symbol: Int, length: Int) {
    let entry = table.short[bits.peek(JPEGHuffmanTable.shortBits)]
    if entry != 0 { return (Int(entry & 255), Int(entry >> 8)) }
    let code = bits.peek(16)
    var length = JPEGHuffmanTable.shortBits + 1
    while length <= 16 {
      if code < table.limits[length] {
        let index = code >> (16 - length) + table.offsets[length]
        return table.symbols.indices.contains(index) ? (Int(table.symbols[index]), length) : (0, 0)
      }
      length += 1
    }
    return (0, 0)
  }
}
