import OverlookFormats
public import OverlookGeometry
import OverlookRender
import OverlookStyle
import OverlookStyledMap
import OverlookSupport
public import OverlookTiles

/// Why an archive cannot be shown although it can be read.
public enum ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It holds vector tiles, and the map draws pictures.
  case holdsVectorTiles(path: String)
  /// It is a GeoTIFF file, which may take long to open: `addSource` does that, on other threads.
  case isGeoTIFF(path: String)

  /// One line for people.
  public var description: String {
    switch self {
    case .holdsVectorTiles(let path): "\(path) holds vector tiles; only raster archives can be shown"
    case .isGeoTIFF(let path): "\(path) is a GeoTIFF file and no archive: addSource opens it"
    }
  }
}

extension TileLayer {
  /// The map that shows the layer; nil removes it. A layer is on one map at a time.
  public var map: MapView? {
    get { host as? MapView }
    set {
      guard map !== newValue else { return }
      map?.detach(self)
      newValue?.attach(self)
    }
  }
}

extension MapView: TileLayerHost {
  package func tileLayerDidChange(_ layer: TileLayer) {
    standard.tileLayers.sort()
    collectAttributions()
    requestFrame([.tiles, .interface])
  }

  /// Attached tile layers in drawing order.
  package var tileLayers: [TileLayerRuntime] { standard.tileLayers.runtimes }

  func attach(_ layer: TileLayer) {
    layer.host = self
    standard.tileLayers.add(layer, services: threads.services, wake: wakeRelay.callback)
    tileLayerDidChange(layer)
  }

  func detach(_ layer: TileLayer) {
    guard let number = standard.tileLayers.remove(layer) else { return }
    layer.host = nil
    graphics?.renderer.removeTileLayer(number: number)
    tileLayerDidChange(layer)
  }

  /// Adds a raster archive (`.pmtiles` or `.mbtiles`, told apart by content) above the base map. Reads a few kilobytes of it at
  /// once. Throws what is wrong with the file; GeoTIFF files take `addSource`.
  @discardableResult
  public func addArchive(path: String, zIndex: Int = 0) throws -> (layer: TileLayer, bounds: CoordinateBounds) {
    if GeoTIFF.isLikely(path: path) { throw ArchiveError.isGeoTIFF(path: path) }
    let source = try TileSource.openArchive(path: path)
    guard !source.isVector else { throw ArchiveError.holdsVectorTiles(path: path) }
    return (addSource(source, zIndex: zIndex), source.bounds)
  }

  /// Opens a location and adds its tiles above the base map: an address with placeholders (see `TileURLTemplate`), a TileJSON
  /// document, a TMS, WMTS or WMS, an MBTiles, PMTiles or GeoTIFF file. Throws `TileSourceError` when it cannot be shown.
  @discardableResult
  public func addSource(
    _ location: String, options: TileSource.Options = TileSource.Options(), zIndex: Int = 0
  ) async throws(TileSourceError) -> SourceTileLayer {
    let source = try await TileSource.open(location, options: options, services: services)
    guard !source.isVector else { throw .holdsVectorTiles(source: source.messageName) }
    return addSource(source, zIndex: zIndex)
  }

  /// The threads and the network that sources are opened with.
  package var services: TileServices { threads.services }

  /// Adds the tiles of an opened source above the base map; remove the layer by setting its `map` to nil.
  @discardableResult
  public func addSource(_ source: TileSource, zIndex: Int = 0) -> SourceTileLayer {
    let layer = SourceTileLayer(source: source)
    layer.zIndex = zIndex
    layer.map = self
    return layer
  }

  /// How the tiles in view stand, of one source of vector tiles of the style and of all others that have the same tiles.
  package func tileCounts(ofStyleSource id: String) -> TileCounts {
    guard let styledMap, case .vector(let tiles)? = styledMap.document.source(id)?.kind else { return TileCounts() }
    return styledMap.document.sources.reduce(into: TileCounts()) { sum, source in
      guard case .vector(let others) = source.kind, others == tiles, let standing = styledMap.standing(ofSource: source.id) else {
        return
      }
      sum.add(standing.counts)
    }
  }

  /// How the tiles in view stand, over all layers and the style.
  package var tileCounts: TileCounts {
    tileLayers.reduce(into: styledMap?.counts ?? TileCounts()) { sum, runtime in sum.add(runtime.counts) }
  }

  /// Whether tiles in view wait to be brought to the driver.
  package var hasTilesToUpload: Bool { standard.tileLayers.hasTilesToUpload || styledMap?.hasArrivals == true }

  /// Whether pictures of tiles fade in.
  package var isFadingTiles: Bool { tileLayers.contains { $0.isFading } }
}
