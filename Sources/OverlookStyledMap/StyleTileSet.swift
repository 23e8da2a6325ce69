import Foundation
import OverlookFormats
package import OverlookGeometry
import OverlookNetwork
import OverlookStyle
import OverlookSupport
package import OverlookTiles

/// A tiled source of a style, described: where its tiles are, and which there can be.
package struct StyleTileSet: Sendable {
  package var minimumZoom: Int
  package var maximumZoom: Int
  /// Points of a tile's side.
  package var tileSize: Int
  /// Degrees: west, south, east, north.
  package var bounds: [Double]?
  package var attribution: String?
  package var provider: any TileProvider
  package var origin: TileOrigin

  /// Whether tiles of a place may exist.
  package func contains(_ tile: TileID) -> Bool {
    guard let bounds, bounds.count == 4 else { return true }
    let count = Double(1 << tile.z)
    let clamp = { (latitude: Double) in min(max(latitude, -Mercator.maximumLatitude), Mercator.maximumLatitude) }
    let northWest = WorldPoint(LocationCoordinate(latitude: clamp(bounds[3]), longitude: max(bounds[0], -180)))
    let southEast = WorldPoint(LocationCoordinate(latitude: clamp(bounds[1]), longitude: min(bounds[2], 180)))
    return Double(tile.x) >= (northWest.x * count).rounded(.down) && Double(tile.x) < (southEast.x * count).rounded(.up)
      && Double(tile.y) >= (northWest.y * count).rounded(.down) && Double(tile.y) < (southEast.y * count).rounded(.up)
  }
}

/// Tiles by addresses with placeholders: `{z}`, `{x}`, `{y}`, `{prefix}`, `{quadkey}`, `{ratio}`, `{bbox-epsg-3857}`.
struct TemplateTiles: TileProvider {
  let templates: [String]
  let isTMS: Bool
  let isDense: Bool
  let base: StyleBase
  let fetcher: StyleFetcher

  func fetch(
    _ tile: TileID, ticket: WorkTicket, services: TileServices, completion: @escaping @Sendable (TileContent) -> Void
  ) {
    guard tile.isValid, !templates.isEmpty else { return completion(.missing) }
    let text = address(of: tile, in: templates[(tile.x + tile.y) % templates.count])
    guard let address = base.address(text) else {
      return completion(
        .failed(.refusal("an address of tiles cannot be used: \(OutsideText.cleaned(text))", concernsSource: true)))
    }
    fetcher.fetch(address, kind: .tile, limit: StyleFetcher.maximumTileBytes, ticket: ticket, completion: completion)
  }

  /// The server of the first address, or its folder.
  var origin: TileOrigin {
    let first = templates.first.flatMap { base.address(address(of: TileID(z: 0, x: 0, y: 0), in: $0)) }
    switch first {
    case .file(let path): return TileOrigin(name: (path as NSString).deletingLastPathComponent, isRemote: false)
    case let address?: return TileOrigin(name: address.name, isRemote: true)
    case nil: return TileOrigin(name: "the tiles", isRemote: true)
    }
  }

  private func address(of tile: TileID, in template: String) -> String {
    let y = isTMS ? (1 << tile.z) - 1 - tile.y : tile.y
    var text = template.replacing("{z}", with: "\(tile.z)").replacing("{x}", with: "\(tile.x)").replacing("{y}", with: "\(y)")
    guard text.contains("{") else { return text }
    let hex = { (value: Int) in String(value % 16, radix: 16) }
    text = text.replacing("{prefix}", with: hex(tile.x) + hex(tile.y))
    text = text.replacing("{ratio}", with: isDense ? "@2x" : "")
    if text.contains("{quadkey}") { text = text.replacing("{quadkey}", with: tile.quadkey) }
    if text.contains("{bbox-epsg-3857}") { text = text.replacing("{bbox-epsg-3857}", with: tile.webMercatorBox) }
    return text
  }
}

extension StyleTileSet {
  /// Finds out what a tiled source is: its TileJSON document is fetched, its archive opened. `completion` comes on any thread.
  static func describe(
    _ tiles: StyleSource.Tiles, base: StyleBase, fetcher: StyleFetcher, isDense: Bool, ticket: WorkTicket,
    completion: @escaping @Sendable (Result<StyleTileSet, LoadFault>) -> Void
  ) {
    guard let url = tiles.url else {
      return completion(.success(StyleTileSet(tiles, base: base, fetcher: fetcher, isDense: isDense)))
    }
    guard let address = base.address(url) else {
      return completion(.failure(.refusal("the address \(OutsideText.cleaned(url)) cannot be used")))
    }
    if let location = archiveLocation(address) {
      return open(location, tiles, fetcher: fetcher, completion: completion)
    }
    fetcher.fetch(address, kind: .source, limit: StyleFetcher.maximumDocumentBytes, ticket: ticket) { content in
      completion(
        content.document(at: address.location).flatMap { document in
          document.keep?.keep()
          return described(tiles, by: document.bytes, address, base: base, fetcher: fetcher, isDense: isDense)
        })
    }
  }

  /// Archives need no scheme of their own where the name tells.
  private static func archiveLocation(_ address: StyleAddress) -> String? {
    switch address {
    case .archive(let location): return location
    case .file(let path) where path.hasSuffix(".pmtiles") || path.hasSuffix(".mbtiles"): return path
    case .web(let url) where url.prefix(while: { $0 != "?" }).hasSuffix(".pmtiles"): return "pmtiles:" + url
    case .file, .web, .data: return nil
    }
  }

  private init(_ tiles: StyleSource.Tiles, base: StyleBase, fetcher: StyleFetcher, isDense: Bool) {
    minimumZoom = tiles.minimumZoom
    maximumZoom = tiles.maximumZoom
    tileSize = tiles.tileSize
    bounds = tiles.bounds
    attribution = nil
    let template = TemplateTiles(
      templates: tiles.templates, isTMS: tiles.isTMS, isDense: isDense, base: base, fetcher: fetcher)
    provider = template
    origin = template.origin
  }

  /// What the style says itself goes before what the document says.
  private static func described(
    _ tiles: StyleSource.Tiles, by bytes: [UInt8], _ address: StyleAddress, base: StyleBase, fetcher: StyleFetcher, isDense: Bool
  ) -> Result<StyleTileSet, LoadFault> {
    let object: JSONObject
    do throws(FormatError) {
      guard let found = try JSONParser.parse(bytes, thing: "TileJSON").object else {
        return .failure(.refusal("\(address.name): TileJSON: it is no object"))
      }
      object = found
    } catch {
      return .failure(.refusal("\(address.name): \(error)"))
    }
    var tiles = tiles
    let usual = StyleSource.Tiles()
    if tiles.templates.isEmpty { tiles.templates = (object["tiles"]?.array ?? []).compactMap(\.string) }
    guard !tiles.templates.isEmpty else { return .failure(.refusal("\(address.name): TileJSON names no tiles")) }
    let whole = { (key: String) in object[key]?.number.flatMap { Int(exactly: $0.rounded(.down)) } }
    if tiles.minimumZoom == usual.minimumZoom, let zoom = whole("minzoom") { tiles.minimumZoom = min(max(zoom, 0), 30) }
    if tiles.maximumZoom == usual.maximumZoom, let zoom = whole("maxzoom") { tiles.maximumZoom = min(max(zoom, 0), 30) }
    if tiles.tileSize == usual.tileSize, let size = whole("tileSize"), (1...4096).contains(size) { tiles.tileSize = size }
    tiles.isTMS = tiles.isTMS || object["scheme"]?.string == "tms"
    if tiles.bounds == nil, let box = object["bounds"]?.array?.compactMap(\.number), box.count == 4 { tiles.bounds = box }
    var set = StyleTileSet(tiles, base: base.base(of: address), fetcher: fetcher, isDense: isDense)
    set.attribution = object["attribution"]?.string.map { OutsideText.plainText(fromHTML: $0) }
    return .success(set)
  }

  private static func open(
    _ location: String, _ tiles: StyleSource.Tiles, fetcher: StyleFetcher,
    completion: @escaping @Sendable (Result<StyleTileSet, LoadFault>) -> Void
  ) {
    let usual = StyleSource.Tiles()
    let finish: @Sendable (TileSource) -> Void = { source in
      completion(
        .success(
          StyleTileSet(
            minimumZoom: tiles.minimumZoom == usual.minimumZoom ? source.minimumZoom : tiles.minimumZoom,
            maximumZoom: tiles.maximumZoom == usual.maximumZoom ? source.maximumZoom : tiles.maximumZoom,
            tileSize: tiles.tileSize, bounds: tiles.bounds ?? source.extent.bounds.map(Self.box), attribution: source.attribution,
            provider: source.provider, origin: TileOrigin(name: source.messageName, isRemote: source.isRemote))))
    }
    let path = location.replacing(/^(pmtiles|mbtiles):/, with: "")
    if !path.lowercased().hasPrefix("http"), !CustomProtocols.shared.answers(path) {
      fetcher.services.workers.submit(WorkTicket()) {
        do throws(FormatError) {
          finish(try TileSource.openFile(path: path))
        } catch {
          completion(.failure(.refusal("\(error)")))
        }
      }
      return
    }
    Task.detached {
      do throws(TileSourceError) {
        finish(try await TileSource.open(location, services: fetcher.services))
      } catch {
        completion(.failure(.refusal("\(error)")))
      }
    }
  }

  private static func box(_ bounds: CoordinateBounds) -> [Double] {
    [bounds.southWest.longitude, bounds.southWest.latitude, bounds.northEast.longitude, bounds.northEast.latitude]
  }
}
