import OverlookSupport
import Synchronization

@testable import OverlookNetwork

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
