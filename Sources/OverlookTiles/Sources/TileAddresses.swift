import OverlookGeometry
import OverlookNetwork

/// How the tiles of a server are asked for, apart from their addresses.
struct TileAddresses: Sendable {
  var headers: [HTTPHeader] = []
  /// The only server that secret headers are sent to; nil where the location names all servers itself.
  var home: HTTPAddress?
  var userAgent: String?
  /// Under which a cache keeps the tiles.
  var cacheName: String
  var extent: TileExtent

  /// What is sent with a request for `url`.
  func headers(for url: String) -> [HTTPHeader] {
    guard let home else { return headers }
    return headers.permitted(at: url, home: home)
  }
}

extension [HTTPHeader] {
  /// Those that may be sent to `url` when `home` is the one server that may know the secret ones.
  func permitted(at url: String, home: HTTPAddress?) -> [HTTPHeader] {
    guard contains(where: \.isSecret), home == nil || HTTPAddress(url) != home else { return self }
    return filter { !$0.isSecret }
  }
}

extension TileSource {
  /// A source of one address for each tile.
  ///
  /// - Parameters:
  ///   - tilePixels: Of the pictures for displays of one pixel a point.
  ///   - ratio: 1 or 2 for pictures of that density on every display; nil to follow the display.
  ///   - hasDense: Whether `address` has pictures of twice the size when it is asked for dense ones.
  init(
    kind: Kind, name: String, messageName: String, identity: String, addresses: TileAddresses, attribution: String? = nil,
    tilePixels: Int, tileFormat: Format, ratio: Int? = nil, hasDense: Bool = false, layers: [Layer] = [],
    warnings: [String] = [], address: @escaping @Sendable (_ tile: TileID, _ isDense: Bool) -> String?
  ) {
    let always = hasDense && (ratio ?? 1) > 1
    let provider = HTTPTileProvider(addresses) { address($0, always) }
    self.init(
      kind: kind, name: name, messageName: messageName, identity: identity, provider: provider, extent: addresses.extent,
      attribution: attribution, tileFormat: tileFormat, tilePixels: min(always ? 2 * tilePixels : tilePixels, 4096),
      isRemote: true, layers: layers, warnings: warnings)
    if hasDense, ratio == nil { denseProvider = HTTPTileProvider(addresses) { address($0, true) } }
  }
}
