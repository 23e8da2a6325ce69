import OverlookNetwork
import OverlookSupport
public import OverlookTiles

extension TileSource {
  /// Opens a location without a map: an address with placeholders (see `TileURLTemplate`), a TileJSON document, a TMS, WMTS or
  /// WMS, an MBTiles, PMTiles or GeoTIFF file. What is neither said by a prefix (`tms:`, `wmts:`, `wms:`, `tilejson:`,
  /// `mbtiles:`, `pmtiles:`, `geotiff:` or `cog:`) nor by an option is told by its content. Any thread; throws `TileSourceError`.
  public static func open(_ location: String, options: Options = Options()) async throws(TileSourceError) -> TileSource {
    try await open(location, options: options, services: MapThreads.shared.services)
  }

  /// What the document at a location offers to choose from, also when none of it can be shown; empty for what is no document.
  /// Any thread; throws `TileSourceError`.
  public static func layers(of location: String, options: Options = Options()) async throws(TileSourceError) -> [Layer] {
    try await layers(of: location, options: options, services: MapThreads.shared.services)
  }

  /// What one tile of the source turned out to be. Throws when the source refuses all of its tiles.
  package func sample() async throws(TileSourceError) -> Sample {
    try await sample(services: MapThreads.shared.services)
  }
}
