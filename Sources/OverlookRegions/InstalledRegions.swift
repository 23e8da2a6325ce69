package import Foundation
internal import OverlookAssets
internal import OverlookFormats
package import OverlookGeometry
internal import OverlookSupport

/// The regions that the program finds by itself: those in `$XDG_DATA_HOME/overlook/regions`, and those that it brings along.
///
/// A value: it knows what was there when it was made. Any thread; reads a small file of each region.
package struct InstalledRegions: Sendable {
  /// By name; a region that is installed hides an embedded one of its name.
  package let regions: [Region]
  /// Folders that are no regions, though they are named like ones, and why.
  package let faults: [String]

  /// `overlook/regions` in `$XDG_DATA_HOME`, or in `~/.local/share` where that is not set or not absolute; nil without a home.
  package static func folder(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
    UserFolder.data.path(environment: environment).map { "\($0)/regions" }
  }

  /// Looks at what is there now. `folder`: where regions are installed; `includesEmbedded`: whether those of the program count.
  package init(folder: String? = Self.folder(), includesEmbedded: Bool = true) {
    var found: [Region] = []
    var faults: [String] = []
    Self.look(in: folder, isEmbedded: false, &found, &faults)
    if includesEmbedded { Self.look(in: try? EmbeddedAssets.regionsFolder(), isEmbedded: true, &found, &faults) }
    var names: Set<String> = []
    // Those of people come first.
    regions = found.filter { names.insert($0.name.lowercased()).inserted }.sorted { ($0.name, $0.folder) < ($1.name, $1.folder) }
    self.faults = faults
  }

  private static func look(in folder: String?, isEmbedded: Bool, _ found: inout [Region], _ faults: inout [String]) {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
    for name in names.sorted() where name.hasSuffix(RegionFiles.suffix) && !name.hasPrefix(".") {
      do throws(FormatError) {
        found.append(try Region(folder: "\(folder)/\(name)", isEmbedded: isEmbedded))
      } catch {
        faults.append("\(error)")
      }
    }
  }

  /// The region of a name, whatever its letters' case, or at the path of a folder.
  package func region(named name: String) throws(RegionError) -> Region {
    if let region = regions.first(where: { $0.name.lowercased() == name.lowercased() }) { return region }
    if name.contains("/") || name.hasSuffix(RegionFiles.suffix) {
      do throws(FormatError) {
        return try Region(folder: name.count > 1 && name.hasSuffix("/") ? String(name.dropLast()) : name)
      } catch {
        throw .unusable("\(error)")
      }
    }
    throw .notInstalled(name, known: regions.map(\.name))
  }

  /// The regions that a place lies in, the smallest first: it knows the place best.
  package func regions(containing coordinate: LocationCoordinate) -> [Region] {
    regions.filter { $0.description.contains(coordinate) }
      .sorted { ($0.description.area, $0.name) < ($1.description.area, $1.name) }
  }

  /// The smallest region that all of the places lie in; nil when there is none.
  package func region(containing coordinates: [LocationCoordinate]) -> Region? {
    guard let first = coordinates.first else { return nil }
    return regions(containing: first).first { region in coordinates.allSatisfy(region.description.contains) }
  }
}

/// Why a region cannot be had.
package enum RegionError: Error, Hashable, CustomStringConvertible {
  case notInstalled(String, known: [String])
  /// Its files cannot be used.
  case unusable(String)
  /// It belongs to the program.
  case embedded(String)
  /// Another program makes it, or changes the folder.
  case busy(String)
  /// `HOME` and `XDG_DATA_HOME` name no folder.
  case noFolder

  package var description: String {
    switch self {
    case .notInstalled(let name, let known):
      OutsideText.cleaned(
        "no region is named \"\(name)\"" + (known.isEmpty ? "" : "; there are \(known.joined(separator: ", "))"), limit: 600)
    case .unusable(let fault): fault
    case .embedded(let name): "\(name) belongs to the program and cannot be removed"
    case .busy(let path): OutsideText.cleaned("another program is at work on \(path)")
    case .noFolder: "neither XDG_DATA_HOME nor HOME names a folder for regions"
    }
  }
}
