package import OverlookGeometry

/// A file that holds tiles. Look-ups may come from several threads at once.
package protocol TileArchive: Sendable {
  var header: TileArchiveHeader { get }

  /// Tiles that can be asked for; nil when the archive does not say, or cannot say within a quarter of a second, which this may
  /// take.
  var tileCount: Int? { get }

  /// Bytes of the file.
  var byteCount: Int? { get }

  /// The tile's bytes, decompressed when the archive compresses them; nil when the archive has no such tile.
  ///
  /// Throws `FormatError.changed` when another program changed the file since it was opened: open it again then.
  func tile(_ id: TileID) throws(FormatError) -> [UInt8]?

  /// Calls `body` for every tile of the archive, in the order that suits the archive, with the bytes that `tile` gives or why it
  /// throws; what `body` throws ends the walk.
  ///
  /// A run is several tiles with the same content, as PMTiles keeps them; it is read once. Damage to more than single tiles is
  /// thrown. May take as long as reading the whole file does.
  func visitRuns(_ body: (TileRun, Result<[UInt8], FormatError>) throws(FormatError) -> Void) throws(FormatError)

  /// As `visitRuns`, for every content instead of every tile: what several runs share may come for the first of them only. Tiles
  /// that overlap each other in the file, by which a small one could hold any amount of work, are an error.
  func visitContents(_ body: (TileRun, Result<[UInt8], FormatError>) throws(FormatError) -> Void) throws(FormatError)
}

extension TileArchive {
  package func visitContents(
    _ body: (TileRun, Result<[UInt8], FormatError>) throws(FormatError) -> Void
  ) throws(FormatError) {
    try visitRuns(body)
  }

  /// Calls `body` for one tile, as `visitRuns` does; not where there is none.
  func visit(
    _ tile: TileID, _ body: (TileRun, Result<[UInt8], FormatError>) throws(FormatError) -> Void
  ) throws(FormatError) {
    let content: Result<[UInt8], FormatError>
    do throws(FormatError) {
      guard let bytes = try self.tile(tile) else { return }
      content = .success(bytes)
    } catch {
      if case .changed = error { throw error }
      content = .failure(error)
    }
    try body(TileRun(first: tile), content)
  }

  /// What a pack was made from (`overlook:source` of the metadata); nil when the archive does not say.
  package var source: String? { header.source }

  /// Calls `body` for every tile of the archive with its bytes; the first tile that cannot be read, and what `body` throws, end
  /// the walk.
  package func visitTiles(_ body: (TileID, [UInt8]) throws(FormatError) -> Void) throws(FormatError) {
    try visitRuns { (run, content) throws(FormatError) in
      let bytes = try content.get()
      try run.forEach { (tile) throws(FormatError) in try body(tile, bytes) }
    }
  }
}

/// Tiles that follow each other in the numbering of PMTiles.
package struct TileRun: Hashable, Sendable {
  package let first: TileID
  /// At least 1, at most 2^32 - 1.
  package let count: Int

  package init(first: TileID, count: Int = 1) {
    self.first = first
    self.count = max(count, 1)
  }

  /// The tiles of the run; one that goes on beyond the last level there is ends with it.
  package func forEach(_ body: (TileID) throws(FormatError) -> Void) throws(FormatError) {
    try body(first)
    guard count > 1, let number = PMTilesTileID.number(first) else { return }
    for offset in 1..<UInt64(clamping: count) {
      guard let tile = PMTilesTileID.tile(number + offset) else { return }
      try body(tile)
    }
  }
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
  /// As for `attribution`.
  package var details: String?
  /// What the archive says of itself and makes no sense, and what is taken instead, one line each, cleaned.
  package var warnings: [String] = []
  /// Where the archive wants to be looked at first; nil when it does not say.
  package var center: LocationCoordinate?
  /// 0 ... 30, the zoom for `center`.
  package var centerZoom: Int?
  /// Whether the tiles are meant to be drawn over other maps.
  package var isOverlay = false
  /// What a pack was made from: an address or path without secrets, as for `attribution`.
  package var source: String?
  /// The JSON array that describes the layers of vector tiles (MBTiles 1.3, "Vector tileset metadata"), as it came; nil for none.
  package var vectorLayers: [UInt8]?

  package init(
    tileFormat: TileFormat, minimumZoom: Int, maximumZoom: Int,
    southWest: LocationCoordinate = Self.worldSouthWest, northEast: LocationCoordinate = Self.worldNorthEast,
    attribution: String? = nil, name: String? = nil, source: String? = nil, vectorLayers: [UInt8]? = nil
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
    self.source = source
    self.vectorLayers = vectorLayers
  }

  /// Sets the place to begin at, or none when `place` is no valid one; a `zoom` that is none is left out.
  mutating func setCenter(_ place: LocationCoordinate?, zoom: Int?) {
    guard let place, place.isValid, abs(place.longitude) <= 180 else {
      center = nil
      centerZoom = nil
      return
    }
    center = place
    centerZoom = zoom.flatMap { (0...TileID.maximumZoom).contains($0) ? $0 : nil }
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
