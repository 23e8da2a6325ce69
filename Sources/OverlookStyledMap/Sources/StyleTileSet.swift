import Foundation
import OverlookFormats
package import OverlookGeometry
import OverlookNetwork
import OverlookStyle
import OverlookSupport
package import OverlookTiles

/// A tiled source of a style, described: where its tiles are, and which there can be.
package struct StyleTileSet: Sendable {
  package var extent: TileExtent
  /// Points of a tile's side.
  package var tileSize: Int
  package var attribution: String?
  package var provider: any TileProvider
  package var origin: TileOrigin
  /// What makes no sense in its description, and what was taken instead, one line each.
  package var warnings: [String] = []
}

/// Tiles by addresses with placeholders, servers of equal content where there are several.
struct TemplateTiles: TileProvider {
  private let templates: [TileAddressTemplate]
  private let isDense: Bool
  private let base: StyleBase
  private let fetcher: StyleFetcher

  init(_ templates: [String], isTMS: Bool, isDense: Bool, base: StyleBase, fetcher: StyleFetcher) {
    self.templates = templates.map { TileAddressTemplate(reference: $0, isTMS: isTMS) }
    (self.isDense, self.base, self.fetcher) = (isDense, base, fetcher)
  }

  func fetch(
    _ tile: TileID, ticket: WorkTicket, services: TileServices, completion: @escaping @Sendable (TileContent) -> Void
  ) {
    guard tile.isValid, !templates.isEmpty else { return completion(.missing) }
    // By the place, so that a tile has one address only and caches know it again.
    let text = templates[(tile.x + tile.y) % templates.count].address(of: tile, isDense: isDense)
    guard let address = base.address(text) else {
      return completion(
        .failed(.refusal("an address of tiles cannot be used: \(OutsideText.cleaned(text))", concernsSource: true)))
    }
    fetcher.fetch(address, kind: .tile, limit: StyleFetcher.maximumTileBytes, ticket: ticket, completion: completion)
  }

  /// The server of the first address, or its folder.
  var origin: TileOrigin {
    switch templates.first.flatMap({ base.address($0.address(of: TileID(z: 0, x: 0, y: 0), isDense: isDense)) }) {
    case .file(let path): return TileOrigin(name: (path as NSString).deletingLastPathComponent, isRemote: false)
    case let address?: return TileOrigin(name: address.name, isRemote: true)
    case nil: return TileOrigin(name: "the tiles", isRemote: true)
    }
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
    extent = TileExtent(
      minimumZoom: tiles.minimumZoom, maximumZoom: tiles.maximumZoom,
      bounds: tiles.bounds.flatMap(CoordinateBounds.init(degrees:)))
    tileSize = tiles.tileSize
    let template = TemplateTiles(tiles.templates, isTMS: tiles.isTMS, isDense: isDense, base: base, fetcher: fetcher)
    provider = template
    origin = template.origin
  }

  /// What the style says itself goes before what the document says.
  private static func described(
    _ tiles: StyleSource.Tiles, by bytes: [UInt8], _ address: StyleAddress, base: StyleBase, fetcher: StyleFetcher, isDense: Bool
  ) -> Result<StyleTileSet, LoadFault> {
    let document: TileJSON
    do throws(FormatError) {
      document = try TileJSON(references: bytes)
    } catch {
      return .failure(.refusal("\(address.name): \(error)"))
    }
    var tiles = tiles
    let usual = StyleSource.Tiles()
    if tiles.templates.isEmpty { tiles.templates = document.tiles }
    if tiles.minimumZoom == usual.minimumZoom { tiles.minimumZoom = document.minimumZoom }
    if tiles.maximumZoom == usual.maximumZoom, let zoom = document.statedMaximumZoom { tiles.maximumZoom = zoom }
    if tiles.tileSize == usual.tileSize, let size = document.tileSize { tiles.tileSize = size }
    tiles.isTMS = tiles.isTMS || document.isTMS
    var set = StyleTileSet(tiles, base: base.base(of: address), fetcher: fetcher, isDense: isDense)
    if tiles.bounds == nil {
      set.extent = TileExtent(
        minimumZoom: set.extent.minimumZoom, maximumZoom: set.extent.maximumZoom, bounds: document.bounds)
    }
    set.attribution = document.attribution
    set.warnings = document.warnings.map { "\(address.name): \($0)" }
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
            extent: TileExtent(
              minimumZoom: tiles.minimumZoom == usual.minimumZoom ? source.minimumZoom : tiles.minimumZoom,
              maximumZoom: tiles.maximumZoom == usual.maximumZoom ? source.maximumZoom : tiles.maximumZoom,
              bounds: tiles.bounds.flatMap(CoordinateBounds.init(degrees:)) ?? source.extent.bounds),
            tileSize: tiles.tileSize, attribution: source.attribution,
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
}

extension CoordinateBounds {
  /// West, south, east and north in degrees; nil when they are none.
  fileprivate init?(degrees box: [Double]) {
    guard box.count == 4, let bounds = CoordinateBounds(west: box[0], south: box[1], east: box[2], north: box[3]) else {
      return nil
    }
    self = bounds
  }
}
