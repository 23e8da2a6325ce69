internal import Foundation
internal import Glibc
internal import OverlookFormats

/// Puts regions where the program finds them, and takes them away again.
package struct RegionInstaller: Sendable {
  /// Where regions are installed.
  package let folder: String

  /// The standard folder, made where it is missing.
  package init(folder: String? = InstalledRegions.folder()) throws(RegionError) {
    guard let folder else { throw .noFolder }
    self.folder = folder
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .unusable("\(folder) cannot be made")
    }
  }

  /// The folder of a region of this name; that of the one that is installed, where it differs in the case of letters.
  package func path(named name: String) -> String {
    let installed = InstalledRegions(folder: folder, includesEmbedded: false)
    return (try? installed.region(named: name).folder) ?? "\(folder)/\(name)\(RegionFiles.suffix)"
  }

  /// A builder that will install the region of an extract.
  package func builder(input: String, name: String? = nil) -> RegionBuilder {
    let name = name ?? RegionBuilder.stem(input)
    return RegionBuilder(input: input, output: path(named: name), name: name)
  }

  /// Takes a region away: at once for whoever looks, and then its files.
  package func remove(_ region: Region) throws(RegionError) {
    guard !region.isEmbedded else { throw .embedded(region.name) }
    let url = URL(fileURLWithPath: region.folder)
    let hidden = url.deletingLastPathComponent().path + "/.\(url.lastPathComponent).removing-\(getpid())"
    guard rename(region.folder, hidden) == 0 else {
      throw .unusable("\(region.folder) cannot be removed: \(RegionFolder.errorText())")
    }
    RegionFolder.syncParent(of: region.folder)
    // What belongs to the region, and nothing that somebody put there.
    for name in RegionFiles.data.union([RegionFiles.description]) { unlink("\(hidden)/\(name)") }
    guard rmdir(hidden) == 0 else { throw .unusable("\(hidden) holds files that are none of a region; they are left there") }
  }
}
