public import Foundation
import OverlookNetwork
import OverlookSupport

/// A tile layer that fetches its pictures from a web server (TL-11).
@MainActor public final class URLTileLayer: TileLayer {
  private let urlConstructor: @MainActor (_ x: Int, _ y: Int, _ zoom: Int) -> URL?

  /// The User-Agent that servers see; nil for `Overlook/<version>` (TL-13). Control characters are left out.
  public var userAgent: String?

  /// A layer of the tiles at the addresses that `urlConstructor` makes (TL-12).
  ///
  /// It is called on the main thread with a tile's column, row and zoom. Nil means that no tile exists there. Only http and https
  /// addresses are fetched; answers 204, 404 and 410 mean that there is no tile, 401 and 403 that none of the layer can be had.
  public init(urlConstructor: @escaping @MainActor (_ x: Int, _ y: Int, _ zoom: Int) -> URL?) {
    self.urlConstructor = urlConstructor
    super.init()
  }

  public override func requestTile(x: Int, y: Int, zoom: Int, receiver: any TileReceiver) {
    guard let url = urlConstructor(x, y, zoom) else {
      return receiver.receiveTile(x: x, y: y, zoom: zoom, image: TileLayer.noTile)
    }
    guard let services else { return receiver.receiveTile(x: x, y: y, zoom: zoom, image: nil) }
    let ticket = (receiver as? TileLoad)?.ticket ?? WorkTicket()
    let answer = TileAnswer(receiver: receiver, x: x, y: y, zoom: zoom)
    let request = HTTPRequest(url: url.absoluteString, userAgent: userAgent)
    let decoding = TileDecoding(name: HTTPAddress(request.url)?.name ?? "tiles", triesAgain: true)
    HTTPTileFetch.start(request, ticket: ticket, services: services) { content in
      decoding.deliver(content, to: answer, ticket: ticket, services: services)
    }
  }

  package override var cancelsRequests: Bool { true }
}
