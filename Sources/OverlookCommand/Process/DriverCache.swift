import Glibc

/// What the graphics driver keeps on the disk.
enum DriverCache {
  /// The index of Mesa's shader cache is 1.3 MB; the shaders are written beside it, where a full disk is only an error.
  private static let neededBytes: UInt = 4 << 20

  /// Has Mesa keep nothing when its disk is full. It maps the index of its cache into memory without making room for it, and the
  /// first write ends the process (SIGBUS; seen with 22.3.6). Call it before there are threads: it changes the environment.
  static func avoidFullDisk() {
    guard let folder, let free = freeBytes(of: folder), free < neededBytes else { return }
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 0)
  }

  /// Where Mesa puts its cache, which need not be there yet.
  private static var folder: String? {
    if let own = variable("MESA_SHADER_CACHE_DIR") ?? variable("XDG_CACHE_HOME") { return own }
    return variable("HOME").map { $0 + "/.cache" }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
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
