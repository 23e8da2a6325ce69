/// Reads a regular file as a whole.
package enum WholeFile {
  /// The bytes of the file at `path`; throws when it is none, cannot be read, or has more than `byteLimit` bytes.
  package static func read(_ path: String, byteLimit: Int) throws(FormatError) -> [UInt8] {
    let file = try ArchiveFile(path: path)
    guard let count = Int(exactly: file.byteCount), count <= byteLimit else {
      throw .tooLarge(path, fault: "\(file.byteCount) bytes, where \(byteLimit) are allowed")
    }
    return try file.read(offset: 0, count: count, thing: "contents")
  }
}
