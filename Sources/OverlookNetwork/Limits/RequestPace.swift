import OverlookSupport
import Synchronization

/// Lets requests go one after the other with a pause between, as servers ask who are open to all.
package final class RequestPace: Sendable {
  package let secondsBetween: Double
  /// When the next request may go, in seconds of `MonotonicClock`.
  private let next = Mutex(0.0)

  private static let known = Mutex<[String: RequestPace]>([:])
  private static let mostKnown = 1000

  /// One for each host, whoever of this process asks it.
  package static func shared(host: String, seconds: Double) -> RequestPace {
    known.withLock { known in
      let key = "\(host) \(seconds)"
      if let pace = known[key] { return pace }
      let pace = RequestPace(seconds: seconds)
      if known.count < mostKnown { known[key] = pace }
      return pace
    }
  }

  /// `seconds`: from one request to the next, 0 or more.
  init(seconds: Double) {
    secondsBetween = seconds.isFinite ? max(seconds, 0) : 0
  }

  /// Returns when the caller's request may go; throws when its task is cancelled meanwhile.
  package func wait() async throws {
    guard secondsBetween > 0 else { return }
    let now = MonotonicClock.now()
    let start = next.withLock { next in
      let start = max(next, now)
      next = start + secondsBetween
      return start
    }
    if start > now { try await Task.sleep(for: .seconds(start - now)) }
  }
}
