public import Foundation
public import OverlookGeometry
public import OverlookNetwork
import OverlookSupport

/// A tile layer that fetches its pictures from a web server.
@MainActor public final class URLTileLayer: TileLayer {
  private let urlConstructor: @MainActor (_ x: Int, _ y: Int, _ zoom: Int) -> URL?
  private var isDense = false
  /// Whether the server that was asked last has no rule against being asked for more than is seen.
  private var isOpenServer = true

  /// The User-Agent that servers see; nil for `Overlook/<version>`. Control characters are left out.
  public var userAgent: String?

  /// Sent with every request. Changes hold for the requests that follow; default none.
  public var headers: [HTTPHeader] = []

  /// Where there are tiles; nothing is asked for outside. Default nil: everywhere.
  public var bounds: CoordinateBounds? {
    didSet { if bounds != oldValue { reloadTiles() } }
  }

  /// The addresses of the tiles; nil for a layer that was made with a function. A new one takes the place of the tiles in view as
  /// its own arrive, and the layer stays on its map.
  public var template: TileURLTemplate? {
    didSet {
      guard template != oldValue else { return }
      setDense(isDense, from: isDense && oldValue?.usesRatio == true)
      reloadTiles()
    }
  }

  /// A layer of the tiles at the addresses that `urlConstructor` makes.
  ///
  /// It is called on the main thread with a tile's column, row and zoom. Nil means that no tile exists there. Only http and https
  /// addresses are fetched, and those of protocols that were set; answers 204, 404 and 410 mean that there is no tile, 403
  /// that it cannot be had, and 401 that none of the layer can.
  public init(urlConstructor: @escaping @MainActor (_ x: Int, _ y: Int, _ zoom: Int) -> URL?) {
    self.urlConstructor = urlConstructor
    super.init()
  }

  /// A layer of the tiles that `template` names. `tileSize` becomes 512 where the template asks for `@2x` pictures always.
  public init(template: TileURLTemplate) {
    urlConstructor = { _, _, _ in nil }
    self.template = template
    super.init()
    if template.isDense { tileSize = 512 }
  }

  public override func requestTile(x: Int, y: Int, zoom: Int, receiver: any TileReceiver) {
    let tile = TileID(z: zoom, x: x, y: y)
    guard let address = address(of: tile) else {
      return receiver.receiveTile(x: x, y: y, zoom: zoom, image: TileLayer.noTile)
    }
    guard let services else { return receiver.receiveTile(x: x, y: y, zoom: zoom, image: nil) }
    let ticket = (receiver as? TileLoad)?.ticket ?? WorkTicket()
    let answer = TileAnswer(receiver: receiver, x: x, y: y, zoom: zoom)
    let host = HTTPAddress.name(of: address) ?? "tiles"
    let request = HTTPRequest(
      url: address, kind: .tile, userAgent: userAgent, headers: headers, caching: .store(source: template?.cacheName ?? host))
    isOpenServer = PackPolicy.refusal(request) == nil
    let decoding = TileDecoding(name: host, triesAgain: true)
    HTTPTileFetch.start(request, ticket: ticket, services: services) { content in
      decoding.deliver(content, to: answer, ticket: ticket, services: services)
    }
  }

  private func address(of tile: TileID) -> String? {
    guard TileExtent(bounds: bounds).contains(tile) else { return nil }
    if let template { return template.address(of: tile, isDense: isDense) }
    return urlConstructor(tile.x, tile.y, tile.z)?.absoluteString
  }

  package override func displayDidChange(pixelsPerPoint: Double) {
    setDense(pixelsPerPoint >= 1.5, from: isDense && template?.usesRatio == true)
  }

  /// Pictures of twice the size cover as many points: `tileSize` counts pixels.
  private func setDense(_ isDense: Bool, from wasLarge: Bool) {
    self.isDense = isDense
    let isLarge = isDense && template?.usesRatio == true
    guard isLarge != wasLarge else { return }
    tileSize = isLarge ? 2 * tileSize : tileSize / 2
    reloadTiles()
  }

  package override var cancelsRequests: Bool { true }
  package override var isFetched: Bool { true }
  package override var looksAhead: Bool { isOpenServer }
}
