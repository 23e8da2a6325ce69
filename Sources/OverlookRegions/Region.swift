internal import Foundation
package import OverlookFormats

/// A part of the world that works without the network: a folder with tiles, roads and a search index.
///
/// The folder has its name since all of it is whole; opening reads the description alone.
package struct Region: Hashable, Sendable {
  /// Its path.
  package let folder: String
  package let description: RegionDescription
  /// Whether the program brought it along: it cannot be removed.
  package let isEmbedded: Bool

  package var name: String { description.name }
  package var tilesPath: String? { path(RegionFiles.tiles) }
  package var roadsPath: String? { path(RegionFiles.roads) }
  package var searchPath: String? { path(RegionFiles.search) }

  /// Opens the folder.
  package init(folder: String, isEmbedded: Bool = false) throws(FormatError) {
    self.folder = folder
    self.isEmbedded = isEmbedded
    description = try RegionDescription(contentsOf: "\(folder)/\(RegionFiles.description)")
  }

  /// Of a file that belongs to the region; nil for one that it does not have.
  private func path(_ name: String) -> String? {
    description.files[name] == nil ? nil : "\(folder)/\(name)"
  }

  /// Bytes of all files together, as the description has them.
  package var byteCount: Int { description.files.values.reduce(0) { $0 + max($1.size, 0) } }
}
