import Foundation

/// A file among what was pasted, as file managers copy them.
enum PastedFile {
  /// Whether a path leads to a FIFO, a device or a socket, which no part may open.
  static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard path.hasPrefix("/"), stat(path, &status) == 0 else { return false }
    let kind = status.st_mode & S_IFMT
    return kind != S_IFREG && kind != S_IFDIR
  }

  /// The path that a line names: one that begins with a slash, or a `file:` address; nil for any other text.
  static func path(of line: String) -> String? {
    let line = line.trimmingCharacters(in: .whitespaces)
    if line.hasPrefix("/") { return line }
    guard line.lowercased().hasPrefix("file://") else { return nil }
    let rest = line.dropFirst(7)
    // Of this machine, with or without its name.
    guard let slash = rest.firstIndex(of: "/"), ["", "localhost"].contains(rest[..<slash].lowercased()) else { return nil }
    return String(rest[slash...]).removingPercentEncoding
  }
}
