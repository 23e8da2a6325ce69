package import OverlookFormats

/// A file that is to be read: its path, or its bytes where it came out of another.
package struct FileInput: Sendable {
  /// As messages name it, and where files beside it are looked for.
  package let path: String
  package let head: [UInt8]
  package var limits = FileLimits()
  private let content: [UInt8]?

  package static let headByteCount = 64 << 10

  /// The file at `path`. Throws when it cannot be opened.
  package init(path: String) throws(FormatError) {
    self.path = path
    let file = try ArchiveFile(path: path)
    head = try file.read(
      offset: 0, count: Int(clamping: min(file.byteCount, UInt64(Self.headByteCount))), thing: "contents")
    content = nil
  }

  /// Bytes under a name that need not exist.
  package init(name: String, bytes: [UInt8]) {
    path = name
    head = Array(bytes.prefix(Self.headByteCount))
    content = bytes
  }

  /// Whether the bytes are those of the file, beside which others may lie.
  package var isFile: Bool { content == nil }

  package func source() throws(FormatError) -> any ByteSource {
    if let content { return MemorySource(content) }
    return try FileSource(path: path)
  }

  /// All bytes; throws when there are more than `limit`.
  package func bytes(limit: Int) throws(FormatError) -> [UInt8] {
    guard let content else { return try WholeFile.read(path, byteLimit: limit) }
    guard content.count <= limit else { throw .tooLarge(path, fault: "\(content.count) bytes, where \(limit) are allowed") }
    return content
  }

  /// In small letters, without the dot; empty where the name has none.
  package var ending: String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// Without folders.
  package var fileName: String { String(path.split(separator: "/").last ?? "") }
}
