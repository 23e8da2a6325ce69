import OverlookFormats

/// The entries of a zip file (PKWARE APPNOTE 6.3), in memory. Nothing is written to a disk, and names are only ever compared.
struct ZipArchive {
  struct Entry: Hashable {
    var name: String
    fileprivate var method: UInt16
    fileprivate var flags: UInt16
    fileprivate var checksum: UInt32
    fileprivate var packedCount: UInt64
    fileprivate var headerOffset: UInt64
  }

  let entries: [Entry]
  private let bytes: [UInt8]
  /// What may still be unpacked: entries may share their bytes.
  private var budget: Int

  static let entryLimit = 2000

  static func isZip(_ head: [UInt8]) -> Bool { head.starts(with: [0x50, 0x4B, 3, 4]) || head.starts(with: [0x50, 0x4B, 5, 6]) }

  init(_ bytes: [UInt8], limits: FileLimits) throws(FormatError) {
    self.bytes = bytes
    budget = limits.unpackedByteCount
    entries = try Self.directory(bytes)
  }

  /// The content of an entry, at most `limit` bytes. Throws for one that is encrypted, packed in another way, or damaged.
  mutating func content(of entry: Entry, limit: Int) throws(FormatError) -> [UInt8] {
    let thing = "\(entry.name) in the archive"
    guard entry.flags & 1 == 0 else { throw .unsupported(thing, fault: "it is encrypted") }
    guard let header = Int(exactly: entry.headerOffset) else { throw .truncated(thing) }
    var reader = ByteReader(bytes, thing: thing)
    try reader.skip(header)
    guard try reader.readUInt32() == 0x0403_4B50 else { throw .malformed(thing, fault: "its header lies elsewhere") }
    try reader.skip(22)
    let counts = try reader.readUInt32()
    try reader.skip(Int(counts & 0xFFFF) + Int(counts >> 16))
    guard let packedCount = Int(exactly: entry.packedCount) else { throw .truncated(thing) }
    let packed = try reader.readBytes(packedCount)
    let limit = min(limit, budget)
    let content: [UInt8]
    switch entry.method {
    case 0:
      guard packed.count <= limit else { throw .tooLarge(thing, fault: "more than \(limit) bytes") }
      content = packed
    case 8: content = try Inflation.inflate(packed, .bare, limit: limit, thing: thing)
    default: throw .unsupported(thing, fault: "it is compressed in a way that is not known (\(entry.method))")
    }
    guard Inflation.checksum(content) == entry.checksum else { throw .malformed(thing, fault: "its checksum is wrong") }
    budget -= content.count
    return content
  }

  // MARK: Directory

  private static let thing = "zip archive"

  private static func directory(_ bytes: [UInt8]) throws(FormatError) -> [Entry] {
    // The end record stands before a comment of at most 65,535 bytes.
    let first = max(0, bytes.count - 65_557)
    guard bytes.count >= 22,
      let end = (first...(bytes.count - 22)).reversed().first(where: {
        bytes[$0] == 0x50 && bytes[$0 + 1] == 0x4B && bytes[$0 + 2] == 5 && bytes[$0 + 3] == 6
      })
    else { throw .truncated(thing) }
    var reader = ByteReader(bytes, thing: thing)
    try reader.skip(end + 10)
    let counts = try reader.readUInt32()
    var count = UInt64(counts & 0xFFFF)
    reader = ByteReader(bytes, thing: thing)
    try reader.skip(end + 16)
    var offset = UInt64(try reader.readUInt32())
    if count == 0xFFFF || offset == 0xFFFF_FFFF, let large = try largeEnd(bytes, end) { (count, offset) = large }
    guard count <= UInt64(entryLimit) else { throw .tooLarge(thing, fault: "\(count) entries, where \(entryLimit) are allowed") }
    guard let start = Int(exactly: offset), start <= bytes.count else { throw .truncated(thing) }
    reader = ByteReader(bytes, thing: thing)
    try reader.skip(start)
    var entries: [Entry] = []
    for _ in 0..<Int(count) { entries.append(try entry(&reader)) }
    return entries
  }

  /// The numbers of zip64, behind the locator before the end record.
  private static func largeEnd(_ bytes: [UInt8], _ end: Int) throws(FormatError) -> (count: UInt64, offset: UInt64)? {
    guard end >= 20 else { return nil }
    var reader = ByteReader(bytes, thing: thing)
    try reader.skip(end - 20)
    guard try reader.readUInt32() == 0x0706_4B50 else { return nil }
    try reader.skip(4)
    guard let place = Int(exactly: try reader.readUInt64()), place <= bytes.count else { throw .truncated(thing) }
    reader = ByteReader(bytes, thing: thing)
    try reader.skip(place)
    guard try reader.readUInt32() == 0x0606_4B50 else { throw .malformed(thing, fault: "its directory lies elsewhere") }
    try reader.skip(28)
    let count = try reader.readUInt64()
    try reader.skip(8)
    return (count, try reader.readUInt64())
  }

  private static func entry(_ reader: inout ByteReader) throws(FormatError) -> Entry {
    guard try reader.readUInt32() == 0x0201_4B50 else { throw .malformed(thing, fault: "an entry of its directory") }
    try reader.skip(4)
    let methods = try reader.readUInt32()
    try reader.skip(4)
    let checksum = try reader.readUInt32()
    var packed = UInt64(try reader.readUInt32())
    let plain = try reader.readUInt32()
    let counts = try reader.readUInt32()
    let commentAndDisk = try reader.readUInt32()
    try reader.skip(2 + 4)
    var offset = UInt64(try reader.readUInt32())
    let name = try reader.readBytes(Int(counts & 0xFFFF))
    var extra = try reader.readPart(Int(counts >> 16), thing: thing)
    // Numbers of 64 bits stand in the extra field of kind 1, those that did not fit, in this order.
    while extra.remaining >= 4 {
      let header = try extra.readUInt32()
      var part = try extra.readPart(min(Int(header >> 16), extra.remaining), thing: thing)
      guard header & 0xFFFF == 1 else { continue }
      if plain == .max { _ = try part.readUInt64() }
      if packed == 0xFFFF_FFFF { packed = try part.readUInt64() }
      if offset == 0xFFFF_FFFF { offset = try part.readUInt64() }
    }
    try reader.skip(Int(commentAndDisk & 0xFFFF))
    return Entry(
      name: String(decoding: name, as: UTF8.self), method: UInt16(methods >> 16), flags: UInt16(methods & 0xFFFF),
      checksum: checksum, packedCount: packed, headerOffset: offset)
  }
}
