package import OverlookGeometry

/// Makes the addresses of pictures of WMS layers, one for each tile of the Web Mercator grid.
package struct WMSAddress: Hashable, Sendable {
  /// The layers', for people.
  package var title = ""
  package var layers: [String] = []
  package var styles: [String] = []
  package var version = WMSCapabilities.Version.v130
  package var crs = ""
  /// MIME type.
  package var format = ""
  package var tileFormat = TileArchiveHeader.TileFormat.unknown
  package var bounds = CoordinateBounds.world
  /// Pixels along a side of a tile.
  package var tilePixels = 256
  package var isTransparent = true
  package var attribution: String?
  package var timeDimension: TimeDimension?
  package var time: String?
  package var warnings: [String] = []

  package var minimumZoom: Int { 0 }
  package var maximumZoom: Int { TileID.maximumZoom }

  /// The address of the picture of `tile`; nil outside the bounds of the layers.
  package func url(for tile: TileID) -> String? {
    nil
  }
}
