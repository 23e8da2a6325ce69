import Foundation

/// Lines of a file, of which each is a question to a command.
enum JSONLines {
  /// No request needs more.
  private static let lineLimit = 1 << 16
  private static let chunkBytes = 1 << 16

  /// Calls `body` with the number of each line that is not empty and its bytes; a failure for one that is too long. `path` "-" is
  /// standard input.
  static func each(of path: String, _ body: (Int, Result<[UInt8], CommandFailure>) throws -> Void) throws {
    let name = path == "-" ? "standard input" : path
    guard let file = path == "-" ? .standardInput : FileHandle(forReadingAtPath: path) else {
      throw CommandFailure(description: "\(path): \(String(cString: strerror(errno)))")
    }
    var (line, number, isTooLong): ([UInt8], Int, Bool) = ([], 0, false)
    func end() throws {
      defer { (line, isTooLong) = ([], false) }
      number += 1
      guard isTooLong || line.contains(where: { $0 > 0x20 }) else { return }
      try body(number, isTooLong ? .failure(CommandFailure(description: "longer than \(lineLimit) bytes")) : .success(line))
    }
    while true {
      let chunk: Data?
      do { chunk = try file.read(upToCount: chunkBytes) } catch { throw CommandFailure(description: "\(name): cannot be read") }
      guard let chunk, !chunk.isEmpty else { break }
      for byte in chunk {
        if byte == UInt8(ascii: "\n") {
          try end()
        } else if line.count < lineLimit {
          line.append(byte)
        } else {
          isTooLong = true
        }
      }
    }
    if !line.isEmpty { try end() }
  }
}
