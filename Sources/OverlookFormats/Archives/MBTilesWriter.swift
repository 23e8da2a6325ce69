package import OverlookGeometry

/// Writes an MBTiles file, and goes on with one that was left unfinished, whatever ended the program before.
///
/// Until `finish` the database is at `unfinishedPath(for:)`; it then gets its name. Belongs to one thread at a time.
package final class MBTilesWriter {
  /// Where the database of an unfinished `path` is.
  package static func unfinishedPath(for path: String) -> String { path + ".unfinished" }

  /// Begins a file or goes on with the unfinished one.
  ///
  /// - Parameters:
  ///   - path: Of the file that `finish` makes or replaces.
  ///   - header: What the file says about itself; its zoom range is replaced by that of the tiles.
  package init(path: String, header: TileArchiveHeader) throws(FormatError) {
    throw .unsupported(path, fault: "writing MBTiles")
  }

  /// Tiles in the file so far, those of earlier runs included.
  package var tileCount: Int { 0 }

  /// Whether the file has the tile already.
  package func contains(_ tile: TileID) throws(FormatError) -> Bool { false }

  /// Adds or replaces a tile. Tiles reach the disk in batches: a killed program loses at most the last second or 500 of them.
  ///
  /// - Parameter bytes: As `TileArchive.tile` gives them; vector tiles are stored compressed by gzip, whether they come so or not.
  package func append(_ tile: TileID, _ bytes: [UInt8]) throws(FormatError) {}

  /// Brings what was appended to the disk.
  package func flush() throws(FormatError) {}

  /// Completes the metadata and gives the file its name. The writer is of no use afterwards.
  package func finish() throws(FormatError) {}
}
