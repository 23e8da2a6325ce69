import Foundation

/// Lines of a file, of which each is a question to a command.
enum JSONLines {
  private static let chunkBytes = 1 << 16

  /// What `path` is called in faults; "-" is standard input.
  static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  /// Calls `body` with the number of each line that is not empty and its bytes; a failure for one that is longer than `lineLimit`.
  /// Gives the number of all lines.
  @discardableResult static func each(
    of path: String, lineLimit: Int = 1 << 16, _ body: (Int, Result<[UInt8], CommandFailure>) throws -> Void
  ) throws -> Int {
    guard let file = path == "-" ? .standardInput : FileHandle(forReadingAtPath: path) else {
      throw CommandFailure(description: "\(path): \(String(cString: strerror(errno)))")
    }
    var (line, number, isTooLong): ([UInt8], Int, Bool) = ([], 0, false)
    func end() throws {
      defer {
        line.removeAll(keepingCapacity: true)
        isTooLong = false
      }
      number += 1
      guard isTooLong || line.contains(where: { $0 > 0x20 }) else { return }
      try body(number, isTooLong ? .failure(CommandFailure(description: "longer than \(lineLimit) bytes")) : .success(line))
    }
    while true {
      let chunk: Data?
      do { chunk = try file.read(upToCount: chunkBytes) } catch {
        throw CommandFailure(description: "\(name(of: path)): cannot be read")
      }
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
    return number
  }
}
