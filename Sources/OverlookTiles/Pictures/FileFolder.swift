import Glibc

/// Questions about where files lie.
enum FileFolder {
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Everything of `path` up to its last slash, with it; empty for a plain name.
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Whether the file at `path`, links followed, lies in `folder` itself.
  static func holds(_ path: String, in folder: String) -> Bool {
    guard let file = resolved(path), let home = resolved(folder.isEmpty ? "." : folder) else { return false }
    return name(of: file) == (home.hasSuffix("/") ? home : home + "/")
  }

  private static func resolved(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }
}
