package import OverlookGeometry

/// Makes the addresses of the tiles of one WMTS layer.
package struct WMTSAddress: Hashable, Sendable {
  /// The layer's, for people.
  package var title = ""
  package var layer = ""
  package var style = ""
  package var matrixSet = ""
  /// MIME type.
  package var format = ""
  package var tileFormat = TileArchiveHeader.TileFormat.unknown
  package var encoding = WMTSCapabilities.Encoding.kvp
  /// Zooms that have tiles, in order; levels in between may be missing. Never empty.
  package var zooms: [Int] = []
  package var bounds = CoordinateBounds.world
  /// Pixels along a side of a tile.
  package var tilePixels = 256
  /// The layer's times, and the one asked for.
  package var timeDimension: TimeDimension?
  package var time: String?
  package var warnings: [String] = []

  package var minimumZoom: Int { zooms.first ?? 0 }
  package var maximumZoom: Int { zooms.last ?? 0 }

  /// The address of `tile`; nil where the layer has no tile.
  package func url(for tile: TileID) -> String? {
    nil
  }
}
