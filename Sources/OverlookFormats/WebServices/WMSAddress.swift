package import OverlookGeometry
internal import OverlookSupport

/// Makes the addresses of pictures of WMS layers, one for each tile of the Web Mercator grid.
package struct WMSAddress: Hashable, Sendable {
  /// The layers', for people.
  package var title = ""
  package var layers: [String] = []
  /// One a layer; empty for its default.
  package var styles: [String] = []
  package var version = WMSCapabilities.Version.v130
  /// As the server writes it; some name of Web Mercator.
  package var crs = ""
  /// MIME type.
  package var format = ""
  package var tileFormat = TileArchiveHeader.TileFormat.unknown
  package var bounds = CoordinateBounds.world
  /// Pixels along a side of a tile.
  package var tilePixels = 256
  package var isTransparent = true
  package var attribution: String?
  /// The layers' times, and the one asked for; the server's default is served when that is nil.
  package var timeDimension: TimeDimension?
  package var time: String?
  /// Whether the server answers `featureInfoURL`.
  package var isQueryable = false
  package var featureInfoFormats: [String] = []
  /// One line each, cleaned; those of the document among them.
  package var warnings: [String] = []

  /// Addresses without the box, which is added last.
  private var mapStart = ""
  private var mapQuery: QueryAddress?
  private var featureInfoQuery: QueryAddress?
  private var featureInfoStart: String?

  init() {}

  package var minimumZoom: Int { 0 }
  package var maximumZoom: Int { TileID.maximumZoom }

  /// The address of the picture of `tile`; nil when there is no such tile or it does not touch the bounds of the layers.
  package func url(for tile: TileID) -> String? {
    guard tile.isValid, touchesBounds(tile) else { return nil }
    return "\(mapStart)&BBOX=\(box(tile))"
  }

  /// The address of a picture of `width` x `height` pixels of the area between west, south, east and north in metres, at `time`;
  /// nil before queries are set.
  package func url(covering meters: [Double], width: Int, height: Int, time: String?) -> String? {
    let box = meters.map { "\($0 + 0)" }.joined(separator: ",")
    return mapQuery?.text(
      appending: Self.mapRequest + parameters(width: width, height: height, time: time) + [(name: "BBOX", value: box)])
  }

  /// The address of what is known of the place at pixel `x`, `y` (from the north-west) of `tile`; nil when the server does not
  /// say.
  package func featureInfoURL(for tile: TileID, x: Int, y: Int, format: String? = nil, count: Int = 10) -> String? {
    guard isQueryable, let featureInfoStart, tile.isValid, (0..<tilePixels).contains(x), (0..<tilePixels).contains(y) else {
      return nil
    }
    let wanted =
      format ?? ["text/plain", "application/json"].first(where: featureInfoFormats.contains) ?? featureInfoFormats.first
    let (column, row) = version == .v130 ? ("I", "J") : ("X", "Y")
    let kind = PercentEncoding.value(wanted ?? "text/plain")
    return "\(featureInfoStart)&INFO_FORMAT=\(kind)&FEATURE_COUNT=\(max(count, 1))&\(column)=\(x)&\(row)=\(y)&BBOX=\(box(tile))"
  }

  /// Web Mercator is easting before northing in both versions; only systems of degrees changed their order with 1.3.0
  /// (OGC 06-042, 6.7.2, with the axes that the EPSG register gives for 3857).
  private func box(_ tile: TileID) -> String {
    let count = 1 << tile.z
    let west = WebMercatorGrid.meters(tile.x, of: count)
    let east = WebMercatorGrid.meters(tile.x + 1, of: count)
    let south = -WebMercatorGrid.meters(tile.y + 1, of: count)
    let north = -WebMercatorGrid.meters(tile.y, of: count)
    // A corner in the middle of the world is 0, not -0.
    return [west, south, east, north].map { "\($0 + 0)" }.joined(separator: ",")
  }

  private func touchesBounds(_ tile: TileID) -> Bool {
    let rect = tile.worldRect
    let northWest = WorldPoint(x: rect.minX, y: rect.minY).coordinate
    let southEast = WorldPoint(x: rect.maxX, y: rect.maxY).coordinate
    // The outermost rows stand for what lies behind them, up to the poles.
    let south = tile.y == (1 << tile.z) - 1 ? -90 : southEast.latitude
    let north = tile.y == 0 ? 90 : northWest.latitude
    return bounds.intersects(
      CoordinateBounds(
        southWest: LocationCoordinate(latitude: south, longitude: northWest.longitude),
        northEast: LocationCoordinate(latitude: north, longitude: southEast.longitude)))
  }

  /// The same layers at another of their times, as the server writes it.
  package func at(time: String) -> WMSAddress {
    var other = self
    other.time = time
    if let mapQuery { other.setQueries(map: mapQuery, featureInfo: featureInfoQuery) }
    return other
  }

  mutating func setQueries(map: QueryAddress, featureInfo: QueryAddress?) {
    (mapQuery, featureInfoQuery) = (map, featureInfo)
    let common = parameters(width: tilePixels, height: tilePixels, time: time)
    mapStart = map.text(appending: Self.mapRequest + common)
    featureInfoStart = featureInfo?.text(
      appending: [("SERVICE", "WMS"), ("REQUEST", "GetFeatureInfo")] + common + [("QUERY_LAYERS", layers.joined(separator: ","))])
  }

  private static let mapRequest: [(name: String, value: String)] = [("SERVICE", "WMS"), ("REQUEST", "GetMap")]

  private func parameters(width: Int, height: Int, time: String?) -> [(name: String, value: String)] {
    let is130 = version == .v130
    var common: [(name: String, value: String)] = [
      ("VERSION", version.rawValue), ("LAYERS", layers.joined(separator: ",")), ("STYLES", styles.joined(separator: ",")),
      (is130 ? "CRS" : "SRS", crs), ("FORMAT", format), ("TRANSPARENT", isTransparent ? "TRUE" : "FALSE"),
      ("WIDTH", "\(width)"), ("HEIGHT", "\(height)"), ("EXCEPTIONS", is130 ? "XML" : "application/vnd.ogc.se_xml"),
    ]
    if let time { common.append(("TIME", time)) }
    return common
  }
}
