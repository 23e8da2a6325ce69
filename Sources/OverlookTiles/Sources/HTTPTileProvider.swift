import OverlookFormats
import OverlookGeometry
package import OverlookNetwork
package import OverlookSupport

/// The tiles of a web server, one address each.
struct HTTPTileProvider: TileProvider {
  private let addresses: TileAddresses
  private let address: @Sendable (TileID) -> String?

  /// `address` names a tile, nil where there is none; it is called on any thread. Tiles outside the extent are not asked for.
  init(_ addresses: TileAddresses, address: @escaping @Sendable (TileID) -> String?) {
    self.addresses = addresses
    self.address = address
  }

  func fetch(
    _ tile: TileID, ticket: WorkTicket, services: TileServices, completion: @escaping @Sendable (TileContent) -> Void
  ) {
    guard addresses.extent.contains(tile), let url = address(tile) else { return completion(.missing) }
    let request = HTTPRequest(
      url: url, kind: .tile, userAgent: addresses.userAgent, headers: addresses.headers(for: url),
      caching: .store(source: addresses.cacheName))
    HTTPTileFetch.start(request, ticket: ticket, services: services, completion: completion)
  }
}

/// One tile from one address.
package enum HTTPTileFetch {
  /// Bytes of a tile after the content coding is undone.
  package static let maximumBytes = 32 << 20

  /// As `TileProvider.fetch`. Asks for the content codings that it undoes.
  package static func start(
    _ request: HTTPRequest, ticket: WorkTicket, services: TileServices, completion: @escaping @Sendable (TileContent) -> Void
  ) {
    let host = HTTPAddress.name(of: request.url) ?? "tiles"
    let workers = services.workers
    var request = request
    request.acceptEncoding = ContentCoding.accepted
    request.confirmedAfter = services.confirmedAfter
    services.http.fetch(request, ticket: ticket) { result in
      switch HTTPVerdict(result, host: host) {
      case .body(let response):
        let isCoded = response.contentEncoding.map { $0 != "identity" } ?? false
        if isCoded { workers.submit(ticket) { completion(decoded(response, host: host)) } } else { completion(plain(response)) }
      case .missing: completion(.missing)
      case .offline: completion(.failed(.offline(host)))
      case .changed: completion(.failed(.passing("what \(host) has was changed")))
      case .fault(let fault): completion(.failed(fault))
      }
    }
  }

  private static func plain(_ response: HTTPResponse) -> TileContent {
    .bytes(TileBytes(bytes: response.body, keep: response.keep, isFromCache: response.isFromCache))
  }

  private static func decoded(_ response: HTTPResponse, host: String) -> TileContent {
    do throws(FormatError) {
      var response = response
      response.body = try ContentCoding.decoded(
        response.body, encoding: response.contentEncoding, limit: maximumBytes, thing: "tile")
      return plain(response)
    } catch {
      response.keep?.drop()
      return .failed(.passing("\(host): \(error)", isLikelyToStay: true))
    }
  }
}
