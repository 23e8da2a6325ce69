import Dispatch
import Foundation
package import OverlookNetwork
package import OverlookSupport
import Synchronization

/// Asks servers no faster than agreed, over few connections, never while one of them wants to be left alone, and never those that
/// forbid what is done here.
package final class PoliteFetcher: HTTPFetching {
  private struct Pending: Sendable {
    var request: HTTPRequest
    var ticket: WorkTicket
    var completion: @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  }

  private struct State: Sendable {
    var waiting: [Pending] = []
    var running = 0
    /// Seconds of `MonotonicClock`.
    var nextStart = 0.0
    var pausedUntil = 0.0
    var pausesInARow = 0
    var isTimerSet = false
    var requestCount = 0
    var refusal: String?
  }

  private let http: any HTTPFetching
  private let state = Mutex(State())
  private let secondsPerRequest: Double
  private let connections: Int

  /// - Parameters:
  ///   - requestsPerSecond: More than 0.
  ///   - connections: Requests that are under way at a time.
  package init(_ http: any HTTPFetching, requestsPerSecond: Double, connections: Int) {
    self.http = http
    secondsPerRequest = 1 / max(requestsPerSecond, 0.001)
    self.connections = max(connections, 1)
  }

  /// Why a server was not asked, once that has happened.
  package var refusal: String? { state.withLock { $0.refusal } }

  /// How often servers asked to wait since one of them last answered.
  package var pausesInARow: Int { state.withLock { $0.pausesInARow } }

  /// How long all of it waits because a server asked to; 0 when it does not.
  package var pauseSeconds: Double { state.withLock { max($0.pausedUntil - MonotonicClock.now(), 0) } }

  /// Requests that were sent.
  package var requestCount: Int { state.withLock { $0.requestCount } }

  package func fetch(
    _ request: HTTPRequest, ticket: WorkTicket, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    if let refusal = PackPolicy.refusal(request) {
      state.withLock { $0.refusal = refusal }
      return completion(.failure(.closedHost(HTTPAddress(request.url)?.host ?? "the server")))
    }
    var request = request
    request.closedHosts = PackPolicy.closedHosts
    let pending = Pending(request: request, ticket: ticket, completion: completion)
    state.withLock { $0.waiting.append(pending) }
    startNext()
  }

  /// Starts what may be started, and comes back for the rest.
  private func startNext() {
    while let pending = take() {
      let transfer = Transfer(priority: pending.ticket.priority)
      pending.ticket.onCancel {
        transfer.ticket.cancel()
        if transfer.end() { self.ended(nil) }
      }
      http.fetch(pending.request, ticket: transfer.ticket) { result in
        pending.ticket.clearCancelHandler()
        guard transfer.end() else { return }
        self.ended(result)
        pending.completion(result)
      }
    }
  }

  /// A request that was sent; it ends once, by its answer or by being given up.
  private final class Transfer: Sendable {
    let ticket: WorkTicket
    private let isOver = Atomic<Bool>(false)

    init(priority: Double) {
      ticket = WorkTicket(priority: priority)
    }

    /// False when it has ended already.
    func end() -> Bool {
      !isOver.exchange(true, ordering: .acquiringAndReleasing)
    }
  }

  private func take() -> Pending? {
    state.withLock { state in
      state.waiting.removeAll { $0.ticket.isCancelled }
      guard !state.waiting.isEmpty, state.running < connections else { return nil }
      let now = MonotonicClock.now()
      let start = max(state.nextStart, state.pausedUntil)
      guard start <= now else {
        setTimer(&state, seconds: start - now)
        return nil
      }
      state.nextStart = now + secondsPerRequest
      state.running += 1
      state.requestCount += 1
      return state.waiting.removeFirst()
    }
  }

  private func setTimer(_ state: inout State, seconds: Double) {
    guard !state.isTimerSet else { return }
    state.isTimerSet = true
    DispatchQueue.global().asyncAfter(deadline: .now() + min(seconds, 1)) { [self] in
      self.state.withLock { $0.isTimerSet = false }
      startNext()
    }
  }

  /// A request came back, or was given up (nil).
  private func ended(_ result: Result<HTTPResponse, HTTPError>?) {
    state.withLock { state in
      state.running -= 1
      if case .failure(.closedHost(let host)) = result { state.refusal = PackPolicy.refusal(host: host) }
      guard case .success(let response) = result else { return }
      guard response.status == 429 || response.status == 503 else {
        state.pausesInARow = 0
        return
      }
      let now = MonotonicClock.now()
      // Those that were under way together are one reason to wait.
      if now >= state.pausedUntil { state.pausesInARow += 1 }
      let seconds = response.retryAfterSeconds ?? RetrySchedule.delaySeconds(failures: state.pausesInARow, jitter: 0.5)
      state.pausedUntil = max(state.pausedUntil, now + seconds)
    }
    startNext()
  }
}
