package import OverlookSupport

/// Answers what lies under the app's own schemes by the app, and asks the network for the rest. It stands above the cache and its
/// offline switch: what the app has is no network's.
package final class ProtocolFetcher: HTTPFetching, Sendable {
  private let network: any HTTPFetching
  private let protocols: CustomProtocols

  package init(_ network: any HTTPFetching, protocols: CustomProtocols) {
    self.network = network
    self.protocols = protocols
  }

  package var news: NetworkNews? { network.news }

  package func fetch(
    _ request: HTTPRequest, ticket: WorkTicket, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    guard let handler = protocols.handler(of: request.url) else {
      return network.fetch(request, ticket: ticket, completion: completion)
    }
    let (asked, limit) = (NetworkRequest(request), request.maximumBodyBytes)
    AppCall.run(
      ticket: ticket, timeoutSeconds: request.timeoutSeconds, { await Self.answer(asked, by: handler, limit: limit) },
      completion: { completion($0 ?? .failure(.timedOut(.total))) })
  }

  private static func answer(
    _ request: NetworkRequest, by handler: ProtocolHandler, limit: Int
  ) async -> Result<HTTPResponse, HTTPError> {
    do {
      let bytes = try await handler(request)
      guard bytes.count <= limit else { return .failure(.tooLarge(limitBytes: limit)) }
      return .success(HTTPResponse(status: 200, body: bytes))
    } catch let error as ProtocolError {
      switch error {
      case .notFound: return .success(HTTPResponse(status: 404))
      case .refused(let text): return .failure(.app(cleaned(text), isFinal: true))
      }
    } catch {
      return .failure(.app(cleaned("\(error)"), isFinal: false))
    }
  }

  /// Errors of the app may quote addresses.
  private static func cleaned(_ text: String) -> String {
    OutsideText.cleaned(Redactor.redacted(text), limit: 200)
  }
}
