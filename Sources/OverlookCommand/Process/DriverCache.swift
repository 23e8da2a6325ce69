import Glibc

/// What the graphics driver keeps on the disk.
enum DriverCache {
  /// The index of Mesa's shader cache is 1.3 MB; the shaders are written beside it, where a full disk is only an error.
  private static let neededBytes: UInt = 4 << 20

  /// Has Mesa keep nothing where it cannot keep anything, of which it would tell in a line of its own, and when its disk is full: it
  /// maps the index of its cache into memory without making room for it, and the first write ends the process (SIGBUS; seen with
  /// 22.3.6). Call it before there are threads: it changes the environment.
  static func avoidTrouble() {
    if let folder, isWritable(folder), freeBytes(of: folder).map({ $0 >= neededBytes }) != false { return }
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 0)
  }

  /// Where Mesa puts its cache, which need not be there yet; nil where it has no place. An empty name is one for Mesa, too.
  private static var folder: String? {
    for (name, suffix) in [("MESA_SHADER_CACHE_DIR", ""), ("XDG_CACHE_HOME", ""), ("HOME", "/.cache")] {
      guard let value = getenv(name).map({ String(cString: $0) }) else { continue }
      return value.isEmpty ? nil : value + suffix
    }
    return getpwuid(getuid()).flatMap { $0.pointee.pw_dir }.map { String(cString: $0) + "/.cache" }
  }

  /// Whether `path`, or the nearest folder above it that is there, takes files.
  private static func isWritable(_ path: String) -> Bool {
    var path = path[...]
    while access(String(path), F_OK) != 0 {
      guard let slash = path.lastIndex(of: "/") else { return access(".", W_OK | X_OK) == 0 }
      path = slash == path.startIndex ? "/" : path[..<slash]
    }
    return access(String(path), W_OK | X_OK) == 0
  }

  /// What everybody may still write on the disk of `path`, or of the nearest folder above it that is there.
  private static func freeBytes(of path: String) -> UInt? {
    var path = path[...]
    var status = statvfs()
    while statvfs(String(path), &status) != 0 {
      guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
      path = path[..<slash]
    }
    let (bytes, overflow) = status.f_bavail.multipliedReportingOverflow(by: status.f_frsize)
    return overflow ? nil : bytes
  }
}
