import Foundation
import Glibc
import OverlookFormats
package import OverlookNetwork
package import OverlookSupport
package import OverlookTiles

/// Gets what styles name: documents, sprites, glyphs, tiles. Any thread; completions come on workers or the network's thread.
package struct StyleFetcher: Sendable {
  package let services: TileServices
  /// Under which a cache keeps what comes from the web.
  package let cacheName: String
  /// The server of the style, which may not send us to hosts in this machine or its local network; nil for styles of this
  /// machine.
  package var home: HTTPAddress?

  /// The largest document or picture.
  package static let maximumDocumentBytes = 256 << 20
  package static let maximumTileBytes = 32 << 20

  package init(services: TileServices, cacheName: String) {
    self.services = services
    self.cacheName = cacheName
  }

  /// Starts one try, and returns at once.
  package func fetch(
    _ address: StyleAddress, kind: NetworkRequest.Kind, limit: Int, ticket: WorkTicket,
    completion: @escaping @Sendable (TileContent) -> Void
  ) {
    switch address {
    case .web(let url):
      var request = HTTPRequest(url: url, kind: kind, maximumBodyBytes: limit, caching: .store(source: cacheName))
      if let home { request.reachesPrivateHosts = home.isPrivateLiteral || HTTPAddress(url)?.host == home.host }
      HTTPTileFetch.start(request, ticket: ticket, services: services, completion: completion)
    case .file(let path):
      services.workers.submit(ticket) { completion(Self.contents(ofFile: path, limit: limit)) }
    case .data(let text):
      services.workers.submit(ticket) { completion(Self.contents(ofDataURL: text, limit: limit)) }
    case .archive(let location):
      completion(.failed(.refusal("\(location) is an archive of tiles, and no document", concernsSource: true)))
    }
  }

  /// The document at `address`, for whoever waits for it: what may work later is tried again a few times.
  package func document(
    at address: StyleAddress, kind: NetworkRequest.Kind, limit: Int = maximumDocumentBytes
  ) async -> Result<TileBytes, LoadFault> {
    var retrying = Retrying()
    retrying.maximumRetries = 3
    let attempt = { (_: Double) -> Result<TileBytes, LoadFault> in
      await OneAnswer.first(ifCancelled: .failure(Self.cancelled)) { ticket, give in
        fetch(address, kind: kind, limit: limit, ticket: ticket) { give($0.document(at: address.location)) }
      }
    }
    do throws(CancellationError) { return try await retrying.run(attempt) } catch { return .failure(Self.cancelled) }
  }

  private static let cancelled = LoadFault.passing("it was cancelled")

  private static func contents(ofFile path: String, limit: Int) -> TileContent {
    guard access(path, F_OK) == 0 else { return .missing }
    do throws(FormatError) {
      return .bytes(TileBytes(bytes: try WholeFile.read(path, byteLimit: limit)))
    } catch {
      return .failed(.refusal("\(error)"))
    }
  }

  /// RFC 2397.
  private static func contents(ofDataURL text: String, limit: Int) -> TileContent {
    guard let comma = text.firstIndex(of: ",") else {
      return .failed(.refusal("a data: address has no comma"))
    }
    let head = text[..<comma].lowercased()
    let body = text[text.index(after: comma)...]
    let bytes: [UInt8]?
    if head.hasSuffix(";base64") {
      let plain = body.removingPercentEncoding ?? String(body)
      bytes = Data(base64Encoded: plain, options: .ignoreUnknownCharacters).map { [UInt8]($0) }
    } else {
      bytes = body.removingPercentEncoding.map { Array($0.utf8) }
    }
    guard let bytes, bytes.count <= limit else {
      return .failed(.refusal("a data: address is damaged or too long"))
    }
    return .bytes(TileBytes(bytes: bytes))
  }
}
