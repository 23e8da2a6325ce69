import Foundation
import Glibc

/// Why a resource file of the program cannot be had.
package enum ResourceError: Error, CustomStringConvertible {
  /// It is not where it should be.
  case missing(name: String, searched: [String])
  /// It is there, and the system does not give it.
  case unreadable(path: String, fault: String)

  package var description: String {
    switch self {
    case .missing(let name, let searched):
      "cannot find the resource \(name) (looked in \(searched.joined(separator: ", "))); the folders Overlook_*.resources of the "
        + "build belong there, or into the folder that OVERLOOK_RESOURCES names"
    case .unreadable(let path, let fault): "cannot read the resource \(path): \(fault)"
    }
  }
}

/// Finds the files that the package ships (shaders, fonts, the embedded world).
///
/// `Bundle.module` would end the process when a bundle is missing; this says so instead. Looked for in `OVERLOOK_RESOURCES`,
/// beside the executable (where SwiftPM puts resource bundles) and in `../share/overlook`.
package enum ResourceLocator {
  /// The path of `path` in the resources of `target`, e.g. `("OverlookShaders", "tile.vert")`.
  package static func path(_ path: String, inTarget target: String) throws(ResourceError) -> String {
    var searched: [String] = []
    for folder in folders {
      let candidate = "\(folder)/Overlook_\(target).resources/\(path)"
      if FileManager.default.fileExists(atPath: candidate) { return candidate }
      searched.append(folder)
    }
    throw .missing(name: "\(target)/\(path)", searched: searched)
  }

  /// The files of the folder that one lies in, by name.
  package static func files(beside path: String) -> [(name: String, path: String)] {
    let folder = (path as NSString).deletingLastPathComponent
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.map { ($0, "\(folder)/\($0)") }
  }

  /// The bytes of the resource file at a path that `path(_:inTarget:)` gave.
  package static func contents(of path: String) throws(ResourceError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: path, fault: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, fault: String(cString: strerror(errno))) }
    guard let count = Int(exactly: status.st_size), (0...maximumByteCount).contains(count) else {
      throw .unreadable(path: path, fault: "it is too large")
    }
    var contents = [UInt8](repeating: 0, count: count)
    var length = 0
    while length < count {
      let part = contents[length...].withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { throw .unreadable(path: path, fault: part < 0 ? String(cString: strerror(errno)) : "it was cut") }
      length += part
    }
    return contents
  }

  private static let maximumByteCount = 64 << 20

  private static let folders: [String] = {
    var folders: [String] = []
    if let override = ProcessInfo.processInfo.environment["OVERLOOK_RESOURCES"], !override.isEmpty { folders.append(override) }
    if let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      let folder = (executable as NSString).deletingLastPathComponent
      folders.append(folder)
      folders.append(((folder as NSString).deletingLastPathComponent as NSString).appendingPathComponent("share/overlook"))
    }
    // Under `swift test` the executable is a helper of the toolchain, and the bundles lie beside the test bundle it loads.
    for argument in CommandLine.arguments where argument.hasSuffix(".xctest") {
      folders.append((argument as NSString).deletingLastPathComponent)
    }
    return folders
  }()
}
