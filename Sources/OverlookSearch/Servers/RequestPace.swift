import OverlookSupport
import Synchronization

/// Keeps questions to one host apart from each other, whoever of this process asks.
final class RequestPace: Sendable {
  private let seconds: Double
  private let next = Mutex(-Double.infinity)

  private static let known = Mutex<[String: RequestPace]>([:])

  init(seconds: Double) {
    self.seconds = seconds
  }

  static func shared(for host: String, seconds: Double) -> RequestPace {
    known.withLock { known in
      let key = "\(host) \(seconds)"
      if let pace = known[key] { return pace }
      let pace = RequestPace(seconds: seconds)
      if known.count < 1000 { known[key] = pace }
      return pace
    }
  }

  /// Waits for its turn; each is given a time of its own, in the order of asking.
  func turn() async throws {
    let now = MonotonicClock.now()
    let time = next.withLock { next in
      let time = max(next, now)
      next = time + seconds
      return time
    }
    if time > now { try await Task.sleep(for: .seconds(time - now)) }
    try Task.checkCancellation()
  }
}
