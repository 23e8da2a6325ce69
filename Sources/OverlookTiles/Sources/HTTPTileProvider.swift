import OverlookFormats
package import OverlookGeometry
package import OverlookNetwork
package import OverlookSupport

/// The tiles of a web server, one address each.
package struct HTTPTileProvider: TileProvider {
  /// What can exist; nothing else is asked for.
  package let extent: TileExtent
  private let address: @Sendable (TileID) -> String?

  /// `address` names a tile, nil where there is none; it is called on any thread.
  package init(extent: TileExtent = TileExtent(), address: @escaping @Sendable (TileID) -> String?) {
    self.extent = extent
    self.address = address
  }

  package func fetch(
    _ tile: TileID, ticket: WorkTicket, services: TileServices, completion: @escaping @Sendable (TileContent) -> Void
  ) {
    guard extent.contains(tile), let url = address(tile) else { return completion(.missing) }
    HTTPTileFetch.start(HTTPRequest(url: url), ticket: ticket, services: services, completion: completion)
  }
}

/// One tile from one address.
package enum HTTPTileFetch {
  /// Bytes of a tile after the content coding is undone.
  package static let maximumBytes = 32 << 20

  /// As `TileProvider.fetch`.
  package static func start(
    _ request: HTTPRequest, ticket: WorkTicket, services: TileServices, completion: @escaping @Sendable (TileContent) -> Void
  ) {
    let host = HTTPAddress(request.url)?.name ?? "tiles"
    let workers = services.workers
    services.http.fetch(request, ticket: ticket) { result in
      switch HTTPVerdict(result, host: host) {
      case .body(let response):
        guard let coding = response.contentEncoding, coding != "identity" else {
          return completion(.bytes(TileBytes(bytes: response.body)))
        }
        workers.submit(ticket) { completion(decoded(response.body, coding: coding, host: host)) }
      case .missing: completion(.missing)
      case .offline: completion(.failed(message: "\(host) is not asked while offline", afterSeconds: nil))
      case .changed: completion(.failed(message: "what \(host) has was changed", afterSeconds: nil))
      case .retry(let message, let afterSeconds): completion(.failed(message: message, afterSeconds: afterSeconds))
      case .refuse(let message, let stopsSource): completion(.refused(message: message, stopsSource: stopsSource))
      }
    }
  }

  private static func decoded(_ body: [UInt8], coding: String, host: String) -> TileContent {
    guard coding == "gzip" || coding == "x-gzip" else {
      return .failed(message: "\(host) sends an encoding that was not asked for", afterSeconds: nil)
    }
    do throws(FormatError) {
      return .bytes(TileBytes(bytes: try Gzip.inflate(body, limit: maximumBytes, thing: "tile")))
    } catch {
      return .failed(message: "\(host): \(error)", afterSeconds: nil)
    }
  }
}
