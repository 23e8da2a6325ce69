package import OverlookSupport
import Synchronization

/// What an app makes of a request that is about to go to the network: the same one, one with another address or other headers, or
/// nil to refuse it.
public typealias RequestTransform = @Sendable (NetworkRequest) async -> NetworkRequest?

/// The transform that holds now. Any thread.
package final class RequestTransformSetting: Sendable {
  private let transform = Mutex<RequestTransform?>(nil)

  package init() {}

  package var current: RequestTransform? {
    get { transform.withLock { $0 } }
    set { transform.withLock { $0 = newValue } }
  }
}

/// Lets the app change or refuse each request before the network has it. It stands below the cache, which so knows answers by the
/// addresses that were asked for first.
package final class TransformingFetcher: HTTPFetching, Sendable {
  private let network: any HTTPFetching
  private let setting: RequestTransformSetting

  package init(_ network: any HTTPFetching, setting: RequestTransformSetting) {
    self.network = network
    self.setting = setting
  }

  package var news: NetworkNews? { network.news }

  package func fetch(
    _ request: HTTPRequest, ticket: WorkTicket, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    guard let transform = setting.current else { return network.fetch(request, ticket: ticket, completion: completion) }
    let asked = NetworkRequest(request)
    AppCall.run(ticket: ticket, timeoutSeconds: request.timeoutSeconds, { await transform(asked) }) { [network] answer in
      switch answer {
      case nil: completion(.failure(.app("the app's request transform takes too long", isFinal: false)))
      case .some(nil): completion(.failure(.app("the request was refused by the app", isFinal: true)))
      case .some(let changed?):
        guard let request = Self.changed(request, to: changed) else {
          return completion(.failure(.app("the app's request transform gives no http or https address", isFinal: true)))
        }
        network.fetch(request, ticket: ticket, completion: completion)
      }
    }
  }

  /// Nil for an address that is none of the web.
  private static func changed(_ request: HTTPRequest, to asked: NetworkRequest) -> HTTPRequest? {
    var changed = request
    changed.headers = asked.headers
    guard asked.url != request.url else { return changed }
    guard let address = HTTPAddress(asked.url) else { return nil }
    changed.url = asked.url
    let first = HTTPAddress(request.url)
    // As with redirects; what the app says anew is its own word.
    if first?.sharesSecrets(with: address) != true {
      changed.headers.removeAll { $0.isSecret && request.headers.contains($0) }
    }
    // A document of a stranger may not lead into the local network; the app may.
    if address.host != first?.host { changed.reachesPrivateHosts = true }
    return changed
  }
}
