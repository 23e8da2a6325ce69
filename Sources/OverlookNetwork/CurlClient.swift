import Dispatch
import Foundation
package import OverlookSupport
import Synchronization

/// HTTP by libcurl's multi interface, on one thread of its own: HTTP/2 with multiplexing where the server has it, kept
/// connections, at most 6 transfers a host (16 once it is known to speak HTTP/2) and 16 in all, the lowest priority first.
///
/// Redirects are followed by us, hop by hop. TLS certificates are checked, proxies are taken from the environment, `.netrc` is
/// not read and cookies are not kept. All methods may be called from any thread.
package final class CurlClient: HTTPFetching, Sendable {
  private let inbox = CurlInbox()
  private let running = DispatchGroup()
  private let settings: ConnectionSettings
  private let stackBytes: Int?

  /// The thread is started with the first request, and sleeps while nothing is to do.
  ///
  /// `environment`: where proxies and certificate authorities are looked up, see `ProxySettings` and `ConnectionSettings`.
  /// `stackBytes`: of the thread; nil for what the system gives.
  package init(
    patience: NetworkPatience = NetworkPatience(), environment: [String: String] = ProcessInfo.processInfo.environment,
    stackBytes: Int? = nil
  ) {
    settings = ConnectionSettings(patience: patience, environment: environment)
    self.stackBytes = stackBytes
  }

  /// What was submitted fails when there is no thread for it; the next request tries again.
  private func start() {
    let (inbox, running, settings) = (inbox, running, settings)
    do throws(ThreadError) {
      try ServiceThread.start("overlook-net", stackBytes: stackBytes) {
        if let loop = CurlLoop(inbox: inbox, settings: settings) {
          loop.run()
          inbox.close()
        } else {
          inbox.giveUp("the network could not be started")
        }
        running.leave()
      }
    } catch {
      inbox.giveUp(error.description)
      running.leave()
    }
  }

  deinit {
    inbox.stop()
  }

  /// Tells when the machine's network is back.
  package var news: NetworkNews? { inbox.news }

  package func fetch(
    _ request: HTTPRequest, ticket: WorkTicket, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    guard Curl.functions != nil else { return completion(.failure(.network("this machine has no libcurl.so.4"))) }
    guard let target = HTTPTarget(request.url) else { return completion(.failure(.badAddress)) }
    let submission = CurlSubmission(request: request, target: target, ticket: ticket, completion: completion)
    // Entered before anybody can wait for the thread's end.
    switch inbox.submit(submission, atFirst: { running.enter() }) {
    case .first: start()
    case .taken: break
    case .refused: return completion(.failure(.network("the network is shut down")))
    }
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
    var hasThread = false
    var isStopping = false
    var isClosed = false
  }

  private let state = Mutex(State())

  enum Answer {
    /// Taken, and nobody is there yet who works on it.
    case first
    case taken
    /// Nobody will take it.
    case refused
  }

  /// `atFirst` is called under the lock when the answer is `first`.
  func submit(_ submission: CurlSubmission, atFirst: () -> Void) -> Answer {
    state.withLock { state in
      if state.isStopping || state.isClosed { return .refused }
      state.submissions.append(submission)
      state.waker?.wake()
      if state.hasThread { return .taken }
      state.hasThread = true
      atFirst()
      return .first
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
  func close() { end("the network is shut down", isClosed: true) }

  /// No loop could begin, for `reason`: what was submitted fails, and the next submission is the first again.
  func giveUp(_ reason: String) { end(reason, isClosed: false) }

  private func end(_ reason: String, isClosed: Bool) {
    let left = state.withLock { state in
      state.isClosed = isClosed
      state.hasThread = isClosed
      state.waker = nil
      defer { state.submissions = [] }
      return state.isStopping ? [] : state.submissions
    }
    for submission in left where !submission.ticket.isCancelled {
      submission.completion(.failure(.network(reason)))
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
