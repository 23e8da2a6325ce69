import Foundation

/// A resource file of the program that is not where it should be.
package struct ResourceError: Error, CustomStringConvertible {
  package let name: String
  package let searched: [String]

  package var description: String {
    "cannot find the resource \(name) (looked in \(searched.joined(separator: ", "))); the folders Overlook_*.resources of the "
      + "build belong there, or into the folder that OVERLOOK_RESOURCES names"
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
    throw ResourceError(name: "\(target)/\(path)", searched: searched)
  }

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
