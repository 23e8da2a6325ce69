internal import Foundation
package import OverlookFormats
internal import OverlookSupport

/// Files of road graphs: a header, a table of sections, and the columns of the graph, each packed as suits it.
/// `Documentation/roads.md` describes them.
package enum RoadGraphFile {
  /// Written into files; others are not read.
  package static let version: UInt32 = 2
  static let magic = Array("OVROADS\n".utf8)
  /// Magic, version, number of sections, digest of what follows.
  static let headerByteCount = 48
  static let entryByteCount = 32
  /// More than the roads of a continent.
  private static let byteLimit = 16 << 30

  /// A column by the kind of its numbers.
  enum Column {
    case words(WritableKeyPath<RoadColumns, [UInt32]>)
    case signed(WritableKeyPath<RoadColumns, [Int32]>)
    case halves(WritableKeyPath<RoadColumns, [UInt16]>)
    case signedHalves(WritableKeyPath<RoadColumns, [Int16]>)
    case doubles(WritableKeyPath<RoadColumns, [Int64]>)
    case bytes(WritableKeyPath<RoadColumns, [UInt8]>)
  }

  /// Where a section lies in a file.
  struct Section {
    var form: SectionForm
    var range: Range<Int>
    /// Bytes that its numbers take in memory.
    var count: Int
  }

  /// Columns that go along the curve of segments or nodes, and those whose low bytes are noise and whose high ones are not.
  private static let alongCurve: Set<UInt32> = [1, 2, 4, 5, 10, 11, 16, 29]
  private static let noisy: Set<UInt32> = [13, 14]

  static func form(of number: UInt32) -> SectionForm {
    alongCurve.contains(number) ? .differences : noisy.contains(number) ? .planes : .packed
  }

  /// Columns that a file need not have: older ones lack them.
  private static let optional: Set<UInt32> = [orderNumber]
  /// Of the order of the arcs, which only large graphs have.
  private static let orderNumber: UInt32 = 29

  /// All columns, with their numbers in files.
  static var columns: [(number: UInt32, column: Column)] {
    [
      (1, .signed(\.latitudes)), (2, .signed(\.longitudes)), (3, .words(\.nodeTraits)), (4, .words(\.firstOut)),
      (5, .words(\.outArcs)), (6, .signedHalves(\.heights)), (7, .words(\.labelNodes)), (8, .words(\.labelRefs)),
      (9, .words(\.labelNames)), (10, .words(\.segmentFrom)), (11, .words(\.segmentTo)), (12, .words(\.segmentRow)),
      (13, .words(\.lengths)), (14, .halves(\.bearings)), (15, .halves(\.stops)), (16, .words(\.shapeStart)),
      (17, .bytes(\.shapeBytes)), (18, .doubles(\.ways)), (19, .words(\.rows)), (20, .words(\.textStart)),
      (21, .bytes(\.textBytes)),
      (22, .words(\.conditions)), (23, .words(\.times)), (24, .words(\.restrictionStart)), (25, .words(\.restrictionArcs)),
      (26, .words(\.restrictionModes)), (27, .words(\.restrictionTimes)), (28, .words(\.restrictionTimeCounts)),
      (orderNumber, .words(\.arcOrder)),
    ]
  }

  // MARK: Writing

  /// Writes a graph to `path`, over what is there. Whoever must not see half of it writes under another name first.
  package static func write(_ graph: RoadGraph, to path: String) throws(FormatError) {
    let bytes = try bytes(of: graph)
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
    } catch {
      throw .unwritable(path, fault: (error as NSError).localizedDescription)
    }
  }

  package static func bytes(of graph: RoadGraph) throws(FormatError) -> [UInt8] {
    var table = ByteWriter()
    var parts: [[UInt8]] = []
    let columns = columns.filter { $0.number != orderNumber || graph.hasOrder }
    var offset = UInt64(headerByteCount + columns.count * entryByteCount)
    for (number, column) in columns {
      let form = form(of: number)
      let (count, part) = try ColumnBytes.encoded(column, in: graph.columns, form)
      table.write(number)
      table.write(form.rawValue)
      table.write(offset)
      table.write(UInt64(part.count))
      table.write(UInt64(count))
      offset += UInt64(part.count)
      parts.append(part)
    }
    var digest = SHA256()
    digest.update(table.bytes)
    for part in parts { digest.update(part) }
    var file = ByteWriter()
    file.write(contentsOf: magic)
    file.write(version)
    file.write(UInt32(columns.count))
    file.write(contentsOf: digest.finish())
    return file.bytes + table.bytes + parts.joined()
  }

  // MARK: Reading

  /// The graph of the file at `path`, read as a whole, with every number in it checked.
  package static func read(path: String) throws(FormatError) -> RoadGraph {
    try graph(of: try WholeFile.read(path, byteLimit: byteLimit), thing: "\(path): roads")
  }

  /// `isDigestChecked`: whether the bytes must be those that were written; without, only what a graph needs is checked.
  package static func graph(of bytes: [UInt8], thing: String, isDigestChecked: Bool = true) throws(FormatError) -> RoadGraph {
    var reader = ByteReader(bytes, thing: thing)
    guard reader.starts(with: magic) else { throw .unrecognized(thing, found: "no graph of roads") }
    try reader.skip(magic.count)
    let version = try reader.readUInt32()
    guard version == Self.version else { throw .unsupported(thing, fault: "version \(version) of the format") }
    let count = Int(try reader.readUInt32())
    let digest = try reader.readBytes(32)
    if isDigestChecked {
      var sum = SHA256()
      sum.update(Array(bytes[headerByteCount...]))
      guard sum.finish() == digest else { throw .malformed(thing, fault: "its checksum is another") }
    }
    // Sections that are not known are passed over.
    guard count >= columns.count - optional.count, count <= 1000 else { throw .malformed(thing, fault: "\(count) sections") }
    let sections = try sections(count, &reader, byteCount: bytes.count, thing: thing)
    var columns = RoadColumns()
    for (number, column) in Self.columns {
      guard let section = sections[number] else {
        if optional.contains(number) { continue }
        throw .malformed(thing, fault: "section \(number) is missing")
      }
      try ColumnBytes.read(column, of: bytes, section, into: &columns, thing: thing)
    }
    return try RoadGraph(columns, thing: thing)
  }

  private static func sections(
    _ count: Int, _ reader: inout ByteReader, byteCount: Int, thing: String
  ) throws(FormatError) -> [UInt32: Section] {
    var sections: [UInt32: Section] = [:]
    for _ in 0..<count {
      let (number, form) = (try reader.readUInt32(), SectionForm(rawValue: try reader.readUInt32()))
      let (start, length, plain) = (try reader.readUInt64(), try reader.readUInt64(), try reader.readUInt64())
      let (end, overflow) = start.addingReportingOverflow(length)
      guard !overflow, end <= UInt64(byteCount) else { throw .truncated(thing) }
      guard plain <= UInt64(byteLimit) else { throw .tooLarge(thing, fault: "section \(number) of \(plain) bytes") }
      guard let form else {
        if columns.contains(where: { $0.number == number }) { throw .unsupported(thing, fault: "the form of section \(number)") }
        continue
      }
      sections[number] = Section(form: form, range: Int(start)..<Int(end), count: Int(plain))
    }
    return sections
  }
}
