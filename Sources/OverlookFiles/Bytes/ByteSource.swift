package import OverlookFormats

/// Bytes from outside, from the first to the last. Belongs to one thread at a time.
package protocol ByteSource: AnyObject {
  /// How many there are; nil where nobody knows yet.
  var byteCount: UInt64? { get }
  /// The next bytes, at most `count`; none at the end.
  func read(_ count: Int) throws(FormatError) -> [UInt8]
}

/// The bytes of a file.
package final class FileSource: ByteSource {
  private let file: ArchiveFile
  private var position: UInt64 = 0

  package init(path: String) throws(FormatError) { file = try ArchiveFile(path: path) }

  package var byteCount: UInt64? { file.byteCount }

  package func read(_ count: Int) throws(FormatError) -> [UInt8] {
    let count = min(UInt64(clamping: max(count, 0)), file.byteCount - position)
    let bytes = try file.read(offset: position, count: Int(clamping: count), thing: "contents")
    position += count
    return bytes
  }
}

/// Bytes that are in memory.
package final class MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var byteCount: UInt64? { UInt64(bytes.count) }

  package func read(_ count: Int) throws(FormatError) -> [UInt8] {
    let end = position + min(max(count, 0), bytes.count - position)
    defer { position = end }
    return position == 0 && end == bytes.count ? bytes : Array(bytes[position..<end])
  }
}
