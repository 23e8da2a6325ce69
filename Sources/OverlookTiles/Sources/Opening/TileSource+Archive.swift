package import OverlookFormats
import OverlookGeometry

extension TileSource {
  /// The tiles of the archive or GeoTIFF at `path`, told by its content. For workers: of a GeoTIFF without statistics, blocks are
  /// decoded on the calling thread.
  package static func openFile(path: String, options: Options = Options()) throws(FormatError) -> TileSource {
    if GeoTIFF.isLikely(path: path) { return try openGeoTIFF(path: path, options: options) }
    return try openArchive(path: path, options: options)
  }

  /// The tiles of the archive at `path`. Reads a few kilobytes on the calling thread.
  package static func openArchive(path: String, options: Options = Options()) throws(FormatError) -> TileSource {
    let archive = try ArchiveOpener.open(path: path)
    let name = archive is ArchiveUnion ? "the regions" : path
    return TileSource(archive: archive, path: name, options: options) { () throws(FormatError) in
      try ArchiveOpener.open(path: path)
    }
  }

  /// - Parameters:
  ///   - path: Of the file, for messages.
  ///   - reopen: Opens the file again after another program changed it, on a worker; nil to give up then.
  package init(
    archive: any TileArchive, path: String, options: Options = Options(),
    reopen: (@Sendable () throws(FormatError) -> any TileArchive)? = nil
  ) {
    let header = archive.header
    let extent = TileExtent(
      minimumZoom: options.minimumZoom ?? header.minimumZoom, maximumZoom: options.maximumZoom ?? header.maximumZoom,
      bounds: options.bounds ?? CoordinateBounds(southWest: header.southWest, northEast: header.northEast))
    let kind: Kind = archive is MBTilesArchive ? .mbtiles : archive is GeoPackageTiles ? .geoPackage : .pmtiles
    self.init(
      kind: kind, name: header.name ?? path, messageName: path, identity: path,
      provider: ArchiveProvider(archive: archive, name: path, reopen: reopen), extent: extent, archive: archive,
      attribution: header.attribution,
      tileFormat: Format(header.tileFormat), tilePixels: options.tilePixels ?? Self.pixels(archive, extent), isRemote: false,
      layers: Layer.list(vectorLayers: header.vectorLayers), warnings: header.warnings)
  }
}

extension TileSource {
  /// Side of the pictures of an archive: archives do not say, so one of them is looked at.
  private static func pixels(_ archive: any TileArchive, _ extent: TileExtent) -> Int {
    guard archive.header.kind == .raster else { return 256 }
    for tile in extent.likelyTiles {
      guard let bytes = try? archive.tile(tile) else { continue }
      // Others are shown at the size of most: a tile may be a pixel or two too large.
      return PictureSize.side(of: bytes).flatMap { [512, 1024].contains($0) ? $0 : nil } ?? 256
    }
    return 256
  }
}

extension TileSource {
  /// The tiles of a PMTiles file on a web server.
  init(_ archive: RemotePMTiles, name: String, identity: String, options: Options) {
    let header = archive.header
    let extent = TileExtent(
      minimumZoom: options.minimumZoom ?? header.minimumZoom, maximumZoom: options.maximumZoom ?? header.maximumZoom,
      bounds: options.bounds ?? CoordinateBounds(southWest: header.southWest, northEast: header.northEast))
    self.init(
      kind: .pmtiles, name: header.name ?? name, messageName: archive.file.host, identity: identity, provider: archive,
      extent: extent, attribution: header.attribution, tileFormat: Format(header.tileFormat),
      tilePixels: options.tilePixels ?? 256, tileCount: archive.tileCount, byteCount: archive.byteCount, isRemote: true,
      layers: Layer.list(vectorLayers: header.vectorLayers), warnings: header.warnings)
  }
}

extension TileSource.Format {
  init(_ format: TileArchiveHeader.TileFormat) {
    self =
      switch format {
      case .png: .png
      case .jpeg: .jpeg
      case .webp: .webp
      case .avif: .avif
      case .mvt: .mvt
      case .unknown: .unknown
      }
  }
}
