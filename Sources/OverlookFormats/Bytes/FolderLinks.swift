internal import Glibc

/// Where links of the file system lead, for documents that may name files of their own folder and no others.
package enum FolderLinks {
  /// Whether the file at `path`, which a document in `folder` names, lies elsewhere once all links are followed; false where one of
  /// both is not there.
  package static func leaves(_ folder: String, _ path: String) -> Bool {
    guard let home = resolved(folder), let target = resolved(path) else { return false }
    return !target.hasPrefix(home == "/" ? home : home + "/")
  }

  private static func resolved(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }
}
