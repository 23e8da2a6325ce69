import Dispatch
import Foundation
package import OverlookSupport
import Synchronization

/// HTTP by libcurl's multi interface, on one thread of its own: HTTP/2 with multiplexing where the server has it, kept connections, at
/// most 6 transfers a host (16 once it is known to speak HTTP/2) and 16 in all, the lowest priority first.
///
/// Redirects are followed by us, hop by hop. TLS certificates are checked, proxies are taken from the environment, `.netrc` is not read and cookies are not kept. All
/// methods may be called from any thread.
package final class CurlClient: HTTPFetching, Sendable {
  private let inbox: CurlInbox
  private let running = DispatchGroup()

  /// Starts the thread, which sleeps while nothing is to do.
  ///
  /// `environment`: where proxies and certificate authorities are looked up, see `ProxySettings` and `NetworkSettings`.
  package init(
    patience: NetworkPatience = NetworkPatience(), environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let settings = NetworkSettings(patience: patience, environment: environment)
    let inbox = CurlInbox()
    let running = running
    self.inbox = inbox
    running.enter()
    let thread = Thread {
      CurlLoop(inbox: inbox, settings: settings)?.run()
      inbox.close()
      running.leave()
    }
    thread.name = "overlook-network"
    thread.start()
  }

  deinit {
    inbox.stop()
  }

  /// Tells when the machine's network is back.
  package var news: NetworkNews? { inbox.news }

  package func fetch(
    _ request: HTTPRequest, ticket: WorkTicket, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    guard let target = HTTPTarget(request.url) else { return completion(.failure(.badAddress)) }
    let submission = CurlSubmission(request: request, target: target, ticket: ticket, completion: completion)
    guard inbox.submit(submission) else { return completion(.failure(.network("the network is shut down"))) }
    ticket.onCancel { [inbox] in inbox.wake() }
  }

  /// Drops all transfers without calling their completions, and returns when the thread is gone.
  package func shutdown() {
    inbox.stop()
    running.wait()
  }
}

/// A transfer that was asked for.
struct CurlSubmission: Sendable {
  let request: HTTPRequest
  let target: HTTPTarget
  let ticket: WorkTicket
  let completion: @Sendable (Result<HTTPResponse, HTTPError>) -> Void
}

/// What the network thread and the others share.
final class CurlInbox: Sendable {
  let news = NetworkNews()
  private struct State: Sendable {
    var submissions: [CurlSubmission] = []
    var waker: CurlWaker?
    var isStopping = false
    var isClosed = false
  }

  private let state = Mutex(State())

  /// False when nobody will take it.
  func submit(_ submission: CurlSubmission) -> Bool {
    state.withLock { state in
      if state.isStopping || state.isClosed { return false }
      state.submissions.append(submission)
      state.waker?.wake()
      return true
    }
  }

  func wake() {
    state.withLock { $0.waker?.wake() }
  }

  func stop() {
    state.withLock { state in
      state.isStopping = true
      state.waker?.wake()
    }
  }

  /// Called by the loop before it sleeps for the first time.
  func open(_ waker: CurlWaker) {
    state.withLock { $0.waker = waker }
  }

  /// Nobody may wake the loop's handle afterwards; what was not taken fails.
  func close() {
    let left = state.withLock { state in
      state.isClosed = true
      state.waker = nil
      defer { state.submissions = [] }
      return state.isStopping ? [] : state.submissions
    }
    for submission in left where !submission.ticket.isCancelled {
      submission.completion(.failure(.network("the network could not be started")))
    }
  }

  /// What came since the last call, or nil when the loop must end.
  func take() -> [CurlSubmission]? {
    state.withLock { state in
      if state.isStopping { return nil }
      if state.submissions.isEmpty { return [] }
      defer { state.submissions = [] }
      return state.submissions
    }
  }
}
