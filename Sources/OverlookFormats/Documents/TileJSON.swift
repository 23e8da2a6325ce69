package import OverlookGeometry

/// A TileJSON document, version 1 to 3: where the tiles of one map are, and what is known of them.
///
/// Values that make no sense are replaced and named in `warnings`; only a document without a usable tile address is refused.
package struct TileJSON: Hashable, Sendable {
  /// At least one http(s) address with placeholders, relative ones resolved; servers of equal content where there are several.
  package var tiles: [String] = []
  /// 0 ... 30.
  package var minimumZoom = 0
  /// 0 ... 30, not below `minimumZoom`.
  package var maximumZoom = 30
  /// Valid; the world when the document does not say.
  package var bounds = CoordinateBounds.world
  /// Plain text of at most 300 characters, tags removed.
  package var attribution: String?
  /// As for `attribution`.
  package var name: String?
  /// Rows count from the south.
  package var isTMS = false
  package var format = TileArchiveHeader.TileFormat.unknown
  /// Pixels along a side of a tile; nil when the document does not say.
  package var tileSize: Int?
  /// Identifiers of the layers of vector tiles, cleaned.
  package var vectorLayers: [String] = []
  /// One line each, cleaned.
  package var warnings: [String] = []

  /// Reads the bytes of a document without content coding; `baseURL` is where it came from, nil for a file.
  package init(json: [UInt8], baseURL: String?) throws(FormatError) {
    throw .unsupported("TileJSON", fault: "not yet")
  }
}
