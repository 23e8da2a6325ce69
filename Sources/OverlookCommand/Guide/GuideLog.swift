import Foundation

/// The file that a session is kept in, line by line: what was written before an end by force can be done again.
final class GuideLog {
  private let path: String
  private let file: FileHandle
  /// Why not all of it could be written.
  private(set) var fault: String?

  init(path: String) throws(CommandFailure) {
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path) else {
      throw CommandFailure(description: "cannot write \(path): \(String(cString: strerror(errno)))")
    }
    self.path = path
    self.file = file
  }

  func write(_ line: String) {
    guard fault == nil else { return }
    do { try file.write(contentsOf: Data((line + "\n").utf8)) } catch { fault = "\(path): the log could not be written whole" }
  }
}
