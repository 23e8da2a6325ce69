/// A file that is checked, or what came out of one.
package struct CheckInput: Sendable {
  /// As messages name it.
  package let path: String
  /// The first bytes; the rest is read by the format that knows them.
  package let head: [UInt8]
  /// All bytes where they are not those of the file itself.
  private let content: [UInt8]?

  static let headByteCount = 4096

  init(path: String) throws(FormatError) {
    let file = try ArchiveFile(path: path)
    self.path = path
    head = try file.read(offset: 0, count: Int(min(file.byteCount, UInt64(Self.headByteCount))), thing: "contents")
    content = nil
  }

  /// What was wrapped in the file at `path`.
  init(path: String, content: [UInt8]) {
    self.path = path
    head = Array(content.prefix(Self.headByteCount))
    self.content = content
  }

  /// Whether the bytes are those of the file, which can then be opened by its name.
  package var isFile: Bool { content == nil }

  package func bytes(limit: Int) throws(FormatError) -> [UInt8] {
    guard let content else { return try WholeFile.read(path, byteLimit: limit) }
    guard content.count <= limit else { throw .tooLarge(path, fault: "\(content.count) bytes, where \(limit) are allowed") }
    return content
  }
}
