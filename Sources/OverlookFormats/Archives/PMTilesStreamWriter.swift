package import OverlookGeometry

/// Writes a PMTiles file of any size in bounded memory: tiles come in any order and wait in a file beside the output; `finish`
/// puts them in their order, equal ones once, under leaf directories where the root would grow too large.
///
/// The output appears under its name only when it is whole and on the disk. Belongs to one thread at a time.
package final class PMTilesStreamWriter {
  /// - Parameters:
  ///   - path: Of the file that `finish` makes or replaces.
  ///   - header: What the file says about itself; its zoom range is replaced by that of the tiles.
  package init(path: String, header: TileArchiveHeader) throws(FormatError) {
    throw .unsupported(path, fault: "writing PMTiles")
  }

  /// Adds a tile; the last of several with one address counts.
  ///
  /// - Parameter bytes: As `TileArchive.tile` gives them; vector tiles are stored compressed by gzip, whether they come so or not.
  package func append(_ tile: TileID, _ bytes: [UInt8]) throws(FormatError) {}

  /// Writes the file, with the name, attribution, source and vector layers of the header. The writer is of no use afterwards.
  package func finish() throws(FormatError) {}

  /// Ends without a file; done by itself when the writer goes away unfinished.
  package func abandon() {}
}
