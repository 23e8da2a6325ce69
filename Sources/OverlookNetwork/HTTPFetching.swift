package import OverlookSupport

/// Why there is no answer. The texts hold no secrets.
package enum HTTPError: Error, Hashable, Sendable {
  /// Not an absolute http or https address.
  case badAddress
  case tooLarge(limitBytes: Int)
  case timedOut(HTTPTimeout)
  case refusedRedirect
  /// A host that the request must not be sent to, by its `closedHosts`.
  case closedHost(String)
  /// The address of a public document leads into the local network.
  case refusedAddress
  /// What is wrong with the server's certificate.
  case certificate(String)
  /// Why no connection came about.
  case unreachable(String)
  /// What kept the answer from coming.
  case network(String)
  /// What is wrong with an answer that came.
  case badAnswer(String)
  /// The network may not be used, and nothing is kept that answers.
  case offline
  /// What parts are asked of is no longer what it was.
  case changed
  /// What the app says that transforms or answers requests; final when it will say so again.
  case app(String, isFinal: Bool)
}

/// Which patience ended.
package enum HTTPTimeout: String, Hashable, Sendable {
  case connect
  case firstByte
  case stall
  case total
}

/// Gets bodies from servers. Two exist: curl, and one with prepared answers for tests and replay.
package protocol HTTPFetching: Sendable {
  /// Starts a transfer and returns at once. `completion` is called once, on a thread of the fetcher, and must not block; it is
  /// not called when `ticket` was cancelled before the end. Lower priorities of the ticket start first.
  func fetch(
    _ request: HTTPRequest, ticket: WorkTicket, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void)

  /// Tells when failures are worth another try; nil where nobody knows.
  var news: NetworkNews? { get }
}

extension HTTPFetching {
  package var news: NetworkNews? { nil }
}
