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

  /// What keeps the file at `path`, links followed, from lying in `folder` itself; nil for nothing.
  static func fault(of path: String, in folder: String) -> String? {
    guard let file = resolved(path), let home = resolved(folder.isEmpty ? "." : folder) else {
      return String(cString: strerror(errno))
    }
    return name(of: file) == (home.hasSuffix("/") ? home : home + "/") ? nil : "it is a link to somewhere else"
  }

  private static func resolved(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }
}
