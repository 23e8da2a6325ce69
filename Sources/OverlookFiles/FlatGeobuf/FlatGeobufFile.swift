package import OverlookFormats
package import OverlookGeometry

/// Reads pieces of a file that may lie anywhere: on a disk, in memory, on a server that answers ranges.
package protocol RangeReader {
  var byteCount: UInt64? { get }
  /// `count` bytes from `offset`; fewer at the end.
  func read(offset: UInt64, count: Int) throws(FormatError) -> [UInt8]
}

/// The pieces of a file on this machine.
package struct FileRanges: RangeReader {
  private let file: ArchiveFile

  package init(path: String) throws(FormatError) { file = try ArchiveFile(path: path) }

  package var byteCount: UInt64? { file.byteCount }

  package func read(offset: UInt64, count: Int) throws(FormatError) -> [UInt8] {
    guard offset < file.byteCount else { return [] }
    return try file.read(
      offset: offset, count: min(count, Int(clamping: file.byteCount - offset)), thing: "contents")
  }
}

/// A FlatGeobuf file that is asked for the features in a box, by its index.
package struct FlatGeobufFile {
  package let header: FlatGeobufHeader
  private let ranges: any RangeReader

  package init(_ ranges: any RangeReader) throws(FormatError) {
    self.ranges = ranges
    var count = 16 << 10
    while true {
      let bytes = try ranges.read(offset: 0, count: count)
      if let header = try FlatGeobufHeader(bytes) {
        self.header = header
        return
      }
      guard bytes.count == count, count < 2 * FlatGeobufHeader.byteCountLimit else { throw .truncated("FlatGeobuf") }
      count *= 4
    }
  }

  /// Where the features lie whose boxes meet `box`, in bytes from the first feature, in order; nil for a file without an index.
  /// Numbers of the file's own reference system.
  package func offsets(west: Double, south: Double, east: Double, north: Double) throws(FormatError) -> [UInt64]? {
    guard header.nodeSize > 0, let counts = PackedIndex.levels(featureCount: header.featureCount, nodeSize: header.nodeSize)
    else {
      return nil
    }
    // The root comes first in the file: levels end where the one below begins.
    var starts: [UInt64] = []
    var start: UInt64 = 0
    for count in counts.reversed() {
      starts.append(start)
      start += count
    }
    starts.reverse()
    var open: [(node: UInt64, level: Int)] = [(0, counts.count - 1)]
    var found: [UInt64] = []
    while let (node, level) = open.popLast() {
      let end = min(node + UInt64(header.nodeSize), starts[level] + counts[level])
      guard node < end else { continue }
      let bytes = try ranges.read(
        offset: header.indexOffset + node * PackedIndex.nodeByteCount, count: Int((end - node) * PackedIndex.nodeByteCount))[...]
      for index in 0..<Int(end - node) {
        guard meets(bytes, 40 * index, west, south, east, north), let offset = FlatTable.word(bytes, 40 * index + 32, 8) else {
          continue
        }
        if level == 0 {
          found.append(offset)
        } else if offset >= starts[level - 1], offset < starts[level - 1] + counts[level - 1] {
          // A node of the level below: no file can send us in circles.
          open.append((offset, level - 1))
        }
      }
      guard found.count <= 10_000_000 else { throw .tooLarge("FlatGeobuf", fault: "too many features in the box") }
    }
    return found.sorted()
  }

  private func meets(_ bytes: ArraySlice<UInt8>, _ at: Int, _ west: Double, _ south: Double, _ east: Double, _ north: Double)
    -> Bool
  {
    func number(_ index: Int) -> Double { FlatTable.word(bytes, at + 8 * index, 8).map(Double.init(bitPattern:)) ?? .nan }
    return number(0) <= east && number(2) >= west && number(1) <= north && number(3) >= south
  }

  /// The features in a box as a document, with what lies between near neighbours read along.
  package func features(
    west: Double, south: Double, east: Double, north: Double, limits: FileLimits = FileLimits()
  ) throws(FormatError) -> FileDocument {
    guard let offsets = try offsets(west: west, south: south, east: east, north: north) else {
      throw .unsupported("FlatGeobuf", fault: "it has no index")
    }
    var builder = FlatGeobufBuilder(header, limits: limits)
    var (held, heldStart): ([UInt8], UInt64) = ([], 0)
    for offset in offsets {
      // From one feature to a near one it is quicker to go on reading.
      if offset < heldStart || offset + 4 > heldStart + UInt64(held.count) {
        (held, heldStart) = (try ranges.read(offset: header.featuresOffset + offset, count: 64 << 10), offset)
      }
      guard let size = FlatTable.word(held[...], Int(offset - heldStart), 4).flatMap({ Int(exactly: $0) }),
        size <= limits.itemByteCount
      else { throw .malformed("FlatGeobuf", fault: "a feature at \(offset)") }
      if offset + 4 + UInt64(size) > heldStart + UInt64(held.count) {
        (held, heldStart) = (try ranges.read(offset: header.featuresOffset + offset, count: max(size + 4, 64 << 10)), offset)
      }
      let first = Int(offset - heldStart) + 4
      guard first + size <= held.count else { throw .truncated("FlatGeobuf") }
      try builder.take(held[first..<first + size])
    }
    return try builder.finished()
  }
}
