import OverlookSupport
import Synchronization

@testable import OverlookNetwork

/// Waits until `condition` holds; false when it does not come to that.
func eventually(seconds: Double = 20, _ condition: () -> Bool) async -> Bool {
  let end = MonotonicClock.now() + seconds
  while !condition() {
    if MonotonicClock.now() > end { return false }
    try? await Task.sleep(for: .milliseconds(2))
  }
  return true
}

extension CurlClient {
  /// A client with short patience, in the usual proportions.
  static func hasty(environment: [String: String] = [:]) -> CurlClient {
    var patience = NetworkPatience()
    patience.connectSeconds = 2
    patience.firstByteSeconds = 1
    patience.stallSeconds = 0.5
    return CurlClient(patience: patience, environment: environment)
  }
}

extension HTTPFetching {
  func get(_ request: HTTPRequest) async -> Result<HTTPResponse, HTTPError> {
    await withCheckedContinuation { continuation in
      fetch(request, ticket: WorkTicket()) { continuation.resume(returning: $0) }
    }
  }

  func get(_ url: String) async -> Result<HTTPResponse, HTTPError> {
    await get(HTTPRequest(url: url))
  }
}

/// A number that several threads count up.
final class Counter: Sendable {
  private let number = Mutex(0)

  var value: Int { number.withLock { $0 } }

  func increase() { number.withLock { $0 += 1 } }
}
