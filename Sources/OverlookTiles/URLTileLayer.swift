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
    let address = url.absoluteString
    let host = HTTPAddress(address)?.name ?? "tiles"
    let workers = services.workers
    services.http.fetch(HTTPRequest(url: address, userAgent: userAgent), ticket: ticket) { result in
      switch HTTPVerdict(result, host: host) {
      case .body(let response):
        workers.submit(ticket) { answer.deliver(Self.outcome(of: response, host: host)) }
      case .missing: answer.deliver(.missing)
      case .retry(let message, let afterSeconds): answer.deliver(.failed(message: message, afterSeconds: afterSeconds))
      case .refuse(let message, let stopsSource): answer.deliver(.refused(message: message, stopsLayer: stopsSource))
      }
    }
  }

  package override var cancelsRequests: Bool { true }

  private nonisolated static func outcome(of response: HTTPResponse, host: String) -> TileOutcome {
    switch response.contentEncoding {
    case nil, "identity": TileDecoding.outcome(of: response.body, source: host)
    case "gzip", "x-gzip": TileDecoding.outcome(of: response.body, source: host, isCompressed: true)
    case .some:
      .failed(message: "\(host) sends an encoding that was not asked for", afterSeconds: nil)
    }
  }
}

/// Where the answer to one request goes: all of it to a map, an image to anything else.
struct TileAnswer: Sendable {
  let receiver: any TileReceiver
  let x: Int
  let y: Int
  let zoom: Int

  func deliver(_ outcome: TileOutcome) {
    if let load = receiver as? TileLoad { return load.finish(outcome) }
    let image: Image? =
      switch outcome {
      case .image(let image): image
      case .missing: TileLayer.noTile
      case .failed, .refused: nil
      }
    receiver.receiveTile(x: x, y: y, zoom: zoom, image: image)
  }
}
