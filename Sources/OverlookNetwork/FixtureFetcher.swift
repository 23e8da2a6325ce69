package import OverlookSupport
import Synchronization

/// Answers from memory instead of a network, for tests and replay; counts who asked for what.
package final class FixtureFetcher: HTTPFetching {
  private struct State: Sendable {
    var answers: [String: Result<HTTPResponse, HTTPError>] = [:]
    var requests: [HTTPRequest] = []
  }

  private let state = Mutex(State())
  private let other: Result<HTTPResponse, HTTPError>
  /// For tests to tell that the network is back.
  package let news: NetworkNews? = NetworkNews()

  /// `other` answers addresses that nothing was set for.
  package init(other: Result<HTTPResponse, HTTPError> = .success(HTTPResponse(status: 404))) {
    self.other = other
  }

  package func set(_ url: String, _ answer: Result<HTTPResponse, HTTPError>) {
    state.withLock { $0.answers[url] = answer }
  }

  /// In the order of asking.
  package var requests: [HTTPRequest] { state.withLock { $0.requests } }

  package func fetch(
    _ request: HTTPRequest, ticket: WorkTicket, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    if ticket.isCancelled { return }
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.answers[request.url] ?? other
    }
    completion(answer)
  }
}
