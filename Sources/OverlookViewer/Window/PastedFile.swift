import Foundation

/// A file among what was pasted, as file managers copy them.
enum PastedFile {
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
