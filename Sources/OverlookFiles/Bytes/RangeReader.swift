package import OverlookFormats

/// Reads pieces of a file that may lie anywhere: on a disk, in memory, on a server that answers ranges. Any thread.
package protocol RangeReader: Sendable {
  var byteCount: UInt64? { get }
  /// `count` bytes from `offset`; fewer at the end.
  func read(offset: UInt64, count: Int) throws(FormatError) -> [UInt8]
  /// Several pieces, which rise; fewer bytes of those at the end. What is far away gets them side by side.
  func read(_ ranges: [Range<UInt64>]) throws(FormatError) -> [ArraySlice<UInt8>]
}

extension RangeReader {
  package func read(_ ranges: [Range<UInt64>]) throws(FormatError) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    for range in ranges {
      pieces.append(try read(offset: range.lowerBound, count: Int(clamping: range.upperBound - range.lowerBound))[...])
    }
    return pieces
  }
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

/// The pieces of bytes in memory.
package struct MemoryRanges: RangeReader {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var byteCount: UInt64? { UInt64(bytes.count) }

  package func read(offset: UInt64, count: Int) throws(FormatError) -> [UInt8] {
    guard let start = Int(exactly: offset), start < bytes.count else { return [] }
    return Array(bytes[start..<start + min(max(count, 0), bytes.count - start)])
  }
}
