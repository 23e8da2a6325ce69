/// The symbols of a layer as they lie in the driver's memory: records in slots, which they keep as long as they stay the same, and beside
/// them the order in which these are drawn, with how far each has come in. Labels that come, go or fade so bring their own records, if any,
/// and the order, a sixteenth of the size.
package struct SymbolSlots: Sendable {
  /// A symbol as it is drawn: its slot, then how far it had come in at the time of the placement, as the bits of `SymbolRecords.fades`.
  package typealias SymbolEntry = SIMD2<UInt32>

  /// By slot; some are drawn no more, and wait to be taken.
  package private(set) var records: [SymbolRecord] = []
  /// In drawing order, then what makes their number even: shaders read two at a time.
  package private(set) var entries: [SymbolEntry] = []
  /// Of the entries, without that.
  package private(set) var count = 0
  /// Whether all records lie elsewhere than before.
  package private(set) var isWhole = true
  /// What of them was written by the last `take`, and of the entries, in ascending order; few pieces, which may have in them what was not.
  package private(set) var changedRecords: [Range<Int>] = []
  package private(set) var changedEntries: [Range<Int>] = []
  private var memory = SlotMemory()

  /// Arrays that are used again.
  private struct SlotMemory: Sendable {
    var entries: [SymbolEntry] = []
    /// Places of entries by what their records are; -1 where there are none.
    var table: [Int32] = []
    /// By slot.
    var isDrawn: [Bool] = []
    /// Places of new entries that have no slot yet.
    var waiting: [Int32] = []
    /// Numbers of what changed.
    var changed: [Int] = []
  }

  /// So many pieces at most: each is a call of the driver.
  private static let maximumPieces = 64
  /// A look into the table goes no further than this: records that are alike by accident, or on purpose, take new slots instead.
  private static let maximumSteps = 32

  package init() {}

  /// Takes the first `count` of what is to be drawn. `keeps`: what is the same as before stays where it is; else, and where little is, all
  /// is laid out anew. No slot is `maximumCount` or greater, where `count` is not.
  package mutating func take(_ symbols: SymbolRecords, count: Int, keeps: Bool, maximumCount: Int) {
    let count = max(min(count, symbols.records.count, symbols.fades.count), 0)
    isWhole = true
    changedRecords.removeAll(keepingCapacity: true)
    memory.entries.removeAll(keepingCapacity: true)
    if keeps, self.count > 0, match(symbols, count) {
      let needed = memory.waiting.count
      let slots = max(records.count, memory.isDrawn.count { $0 } + needed)
      // Little stays, or little is drawn of what lies there.
      isWhole = 4 * needed > 3 * count || slots > maximumCount || slots > 4 * count + 1024
      if !isWhole { fillSlots(symbols) }
    }
    if isWhole {
      records.removeAll(keepingCapacity: true)
      records.append(contentsOf: symbols.records[..<count])
      memory.entries.removeAll(keepingCapacity: true)
      for number in 0..<count { memory.entries.append(SymbolEntry(UInt32(number), symbols.fades[number].bitPattern)) }
    }
    if !count.isMultiple(of: 2) { memory.entries.append(.zero) }
    compareEntries()
    swap(&entries, &memory.entries)
    self.count = count
  }

  // MARK: What stays

  /// Finds the slots of what was there before, and what waits for one.
  private mutating func match(_ symbols: SymbolRecords, _ count: Int) -> Bool {
    guard count > 0, self.count <= Int(Int32.max), count <= Int(Int32.max) else { return false }
    memory.isDrawn.removeAll(keepingCapacity: true)
    memory.isDrawn.append(contentsOf: repeatElement(false, count: records.count))
    memory.waiting.removeAll(keepingCapacity: true)
    var hasTable = false
    // Most follow one another as they did before.
    var next = 0
    for number in 0..<count {
      let record = symbols.records[number]
      var found = next < self.count && records[slot(next)] == record ? next : nil
      if found == nil {
        if !hasTable { fillTable() }
        hasTable = true
        found = place(of: record)
      }
      var slot: UInt32 = 0
      if let found {
        slot = entries[found].x
        memory.isDrawn[Int(slot)] = true
        next = found + 1
      } else {
        memory.waiting.append(Int32(number))
      }
      memory.entries.append(SymbolEntry(slot, symbols.fades[number].bitPattern))
    }
    return true
  }

  private func slot(_ place: Int) -> Int { Int(entries[place].x) }

  private mutating func fillTable() {
    var size = 64
    while size < 2 * count { size *= 2 }
    memory.table.removeAll(keepingCapacity: true)
    memory.table.append(contentsOf: repeatElement(-1, count: size))
    for place in 0..<count {
      // The first one stands for those that are equal to it.
      if let seat = seat(of: records[slot(place)]), memory.table[seat] < 0 { memory.table[seat] = Int32(place) }
    }
  }

  /// Of the entry that had such a record.
  private func place(of record: SymbolRecord) -> Int? {
    seat(of: record).map { Int(memory.table[$0]) }.flatMap { $0 < 0 ? nil : $0 }
  }

  /// Where in the table such a record is or would be; nil where that is too far.
  private func seat(of record: SymbolRecord) -> Int? {
    let mask = memory.table.count - 1
    var seat = record.mixedBits & mask
    for _ in 0..<Self.maximumSteps {
      let place = Int(memory.table[seat])
      if place < 0 || records[slot(place)] == record { return seat }
      seat = (seat + 1) & mask
    }
    return nil
  }

  // MARK: What comes

  /// Gives those that wait the lowest slots that are free, and then new ones.
  private mutating func fillSlots(_ symbols: SymbolRecords) {
    memory.changed.removeAll(keepingCapacity: true)
    var slot = 0
    for number in memory.waiting {
      while slot < memory.isDrawn.count, memory.isDrawn[slot] { slot += 1 }
      let record = symbols.records[Int(number)]
      if slot < records.count { records[slot] = record } else { records.append(record) }
      memory.entries[Int(number)].x = UInt32(slot)
      memory.changed.append(slot)
      slot += 1
    }
    // A call costs what some records cost.
    Self.join(memory.changed, gap: 4, into: &changedRecords)
  }

  private mutating func compareEntries() {
    memory.changed.removeAll(keepingCapacity: true)
    for number in memory.entries.indices where number >= entries.count || entries[number] != memory.entries[number] {
      memory.changed.append(number)
    }
    Self.join(memory.changed, gap: 64, into: &changedEntries)
  }

  /// Numbers in ascending order as pieces, with up to `gap` others between two of one piece, or more where there were too many pieces.
  private static func join(_ numbers: [Int], gap: Int, into pieces: inout [Range<Int>]) {
    var gap = gap
    while true {
      pieces.removeAll(keepingCapacity: true)
      for number in numbers {
        if let last = pieces.last, number - last.upperBound <= gap {
          pieces[pieces.count - 1] = last.lowerBound..<number + 1
        } else if pieces.count < maximumPieces {
          pieces.append(number..<number + 1)
        } else {
          break
        }
      }
      guard let first = numbers.first, let last = numbers.last, pieces.last?.upperBound != last + 1 else { return }
      if gap > last - first { return }
      gap *= 2
    }
  }
}

extension SymbolRecord {
  /// A number that is the same for equal records, and seldom for others.
  fileprivate var mixedBits: Int {
    func pair(_ first: Float, _ second: Float) -> UInt64 { UInt64(first.bitPattern) << 32 | UInt64(second.bitPattern) }
    var bits = pair(anchor.x, anchor.y)
    func mix(_ more: UInt64) {
      bits = (bits ^ more) &* 0x9E37_79B9_7F4A_7C15
      bits ^= bits >> 29
    }
    mix(pair(topLeft.x, topLeft.y))
    mix(pair(texture.x, texture.y))
    mix(pair(size, angle))
    mix(pair(extra.x, extra.y))
    mix(pair(shift.x, shift.z))
    mix(UInt64(flags) << 48 ^ UInt64(color.x) << 32 ^ UInt64(color.y) << 16 ^ UInt64(color.z))
    mix(pair(opacity, haloWidth))
    return Int(truncatingIfNeeded: bits >> 1)
  }
}
