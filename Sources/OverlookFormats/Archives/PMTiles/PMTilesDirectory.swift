/// A sorted list of tiles, or of further directories, of a PMTiles file (specification, chapter 4).
package struct PMTilesDirectory: Sendable {
  /// Root, and three levels below it: one more than any writer makes.
  static let maximumDepth = 4

  struct Entry: Hashable, Sendable {
    /// The first tile number that the entry is about.
    var number: UInt64
    /// From the start of the tile data, or of the leaf directories.
    var offset: UInt64
    var length: UInt32
    /// Consecutive tiles with this content; 0: a leaf directory.
    var runLength: UInt32

    var isLeaf: Bool { runLength == 0 }
  }

  private(set) var entries: [Entry] = []

  /// Bytes of memory, those of keeping it included.
  package var byteCount: Int { entries.count * MemoryLayout<Entry>.stride + 1024 }

  init(entries: [Entry]) {
    self.entries = entries
  }

  /// Reads a decompressed directory: a count, then one column after the other.
  init(_ bytes: [UInt8], thing: String) throws(FormatError) {
    var reader = ByteReader(bytes, thing: thing)
    let claimed = try reader.readVarint()
    // Each entry takes at least a byte in each of the four columns; memory is reserved only for what can really follow.
    guard claimed <= UInt64(reader.remaining / 4) else { throw .malformed(thing, fault: "it claims \(claimed) entries") }
    let count = Int(claimed)
    entries.reserveCapacity(count)
    var number: UInt64 = 0
    for i in 0..<count {
      let delta = try reader.readVarint()
      let (next, overflow) = number.addingReportingOverflow(delta)
      guard !overflow, i == 0 || delta > 0 else { throw .malformed(thing, fault: "its entries are not in order") }
      number = next
      entries.append(Entry(number: number, offset: 0, length: 0, runLength: 0))
    }
    for i in 0..<count { entries[i].runLength = try Self.readUInt32(&reader) }
    for i in 0..<count {
      entries[i].length = try Self.readUInt32(&reader)
      guard entries[i].length > 0 else { throw .malformed(thing, fault: "an entry of 0 bytes") }
    }
    for i in 0..<count {
      // 0 stands for "right behind the one before", other values are one more than the offset.
      let value = try reader.readVarint()
      if value > 0 {
        entries[i].offset = value - 1
        continue
      }
      guard i > 0 else { throw .malformed(thing, fault: "the first entry has no offset") }
      let (next, overflow) = entries[i - 1].offset.addingReportingOverflow(UInt64(entries[i - 1].length))
      guard !overflow else { throw .malformed(thing, fault: "an offset beyond 64 bits") }
      entries[i].offset = next
    }
  }

  /// The entry that holds or leads to the tile `number`.
  func entry(for number: UInt64) -> Entry? {
    // The last entry that does not begin behind `number`.
    var low = 0
    var high = entries.count
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].number <= number { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let entry = entries[low - 1]
    return entry.isLeaf || number - entry.number < UInt64(entry.runLength) ? entry : nil
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.writeVarint(UInt64(entries.count))
    var last: UInt64 = 0
    for entry in entries {
      writer.writeVarint(entry.number - last)
      last = entry.number
    }
    for entry in entries { writer.writeVarint(UInt64(entry.runLength)) }
    for entry in entries { writer.writeVarint(UInt64(entry.length)) }
    var end: UInt64?
    for entry in entries {
      writer.writeVarint(entry.offset == end ? 0 : entry.offset + 1)
      end = entry.offset + UInt64(entry.length)
    }
    return writer.bytes
  }

  private static func readUInt32(_ reader: inout ByteReader) throws(FormatError) -> UInt32 {
    guard let value = UInt32(exactly: try reader.readVarint()) else {
      throw .malformed(reader.thing, fault: "a length of more than 32 bits")
    }
    return value
  }
}
