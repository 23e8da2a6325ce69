package import OverlookGeometry

/// A TileMapResource: one map of a Tile Map Service 1.0.0 (OSGeo).
package struct TMSDocument: Hashable, Sendable {
  /// Cleaned, for people.
  package var title: String?
  package var attribution: String?
  /// Zooms that have tiles, in order. Never empty.
  package var zooms: [Int] = []
  package var bounds = CoordinateBounds.world
  package var tilePixels = 256
  package var tileFormat = TileArchiveHeader.TileFormat.unknown
  package var warnings: [String] = []

  package var minimumZoom: Int { zooms.first ?? 0 }
  package var maximumZoom: Int { zooms.last ?? 0 }

  /// Reads the bytes of a document without content coding; `baseURL` is where it came from, nil for a file.
  package init(xml: [UInt8], baseURL: String?) throws(FormatError) {
    throw .unsupported("TMS document", fault: "not yet")
  }

  /// The address of `tile`; nil where the map has no tile.
  package func url(for tile: TileID) -> String? {
    nil
  }
}

/// A TileMapService: the maps that a TMS lists.
package struct TMSService: Hashable, Sendable {
  package struct Map: Hashable, Sendable {
    package var title = ""
    /// Where the map's TileMapResource is.
    package var address = ""
    package var srs = ""
    package var profile = ""
    /// Whether it says that it is in Web Mercator.
    package var isWebMercator = false
  }

  package var title: String?
  package var maps: [Map] = []

  /// Reads the bytes of a document without content coding; `baseURL` is where it came from, nil for a file.
  package init(xml: [UInt8], baseURL: String?) throws(FormatError) {
    throw .unsupported("TMS document", fault: "not yet")
  }
}
