package import OverlookGeometry

/// A file that holds tiles. Look-ups may come from several threads at once.
package protocol TileArchive: Sendable {
  var header: TileArchiveHeader { get }

  /// The tile's bytes, decompressed when the archive compresses them; nil when the archive has no such tile.
  ///
  /// Throws `FormatError.changed` when another program changed the file since it was opened: open it again then.
  func tile(_ id: TileID) throws(FormatError) -> [UInt8]?
}

/// What an archive says about itself, validated: whatever was missing or made no sense has its default.
package struct TileArchiveHeader: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case raster
    case vector
  }

  package enum TileFormat: String, Hashable, Sendable {
    case png
    case jpeg
    case webp
    case avif
    /// Mapbox Vector Tile.
    case mvt
    /// Not said; the tiles themselves tell.
    case unknown
  }

  package var kind: Kind
  package var tileFormat: TileFormat
  /// 0 ... 30, not above `maximumZoom`.
  package var minimumZoom: Int
  /// 0 ... 30.
  package var maximumZoom: Int
  /// Degrees; a valid place, west of or at `northEast`. The whole world when the archive does not say.
  package var southWest: LocationCoordinate
  package var northEast: LocationCoordinate
  /// Plain text of at most 300 characters, tags removed; nil when the archive has none.
  package var attribution: String?
  /// As for `attribution`.
  package var name: String?

  package init(
    tileFormat: TileFormat, minimumZoom: Int, maximumZoom: Int,
    southWest: LocationCoordinate = Self.worldSouthWest, northEast: LocationCoordinate = Self.worldNorthEast,
    attribution: String? = nil, name: String? = nil
  ) {
    kind = tileFormat == .mvt ? .vector : .raster
    self.tileFormat = tileFormat
    let highest = min(max(maximumZoom, 0), TileID.maximumZoom)
    self.maximumZoom = highest
    self.minimumZoom = min(max(minimumZoom, 0), highest)
    let isUsable =
      southWest.isValid && northEast.isValid && abs(southWest.longitude) <= 180 && abs(northEast.longitude) <= 180
      && southWest.longitude < northEast.longitude && southWest.latitude < northEast.latitude
    self.southWest = isUsable ? southWest : Self.worldSouthWest
    self.northEast = isUsable ? northEast : Self.worldNorthEast
    self.attribution = attribution
    self.name = name
  }

  package static let worldSouthWest = LocationCoordinate(latitude: -Mercator.maximumLatitude, longitude: -180)
  package static let worldNorthEast = LocationCoordinate(latitude: Mercator.maximumLatitude, longitude: 180)
}

/// The budgets of archives and their tiles.
enum ArchiveLimits {
  /// Bytes of a tile as stored.
  static let storedTileByteCount = 8 << 20
  /// Bytes of a tile after decompression.
  static let tileByteCount = 32 << 20
  /// Bytes of a PMTiles directory after decompression.
  static let directoryByteCount = 8 << 20
  /// Bytes of the metadata document after decompression.
  static let metadataByteCount = 4 << 20
}
