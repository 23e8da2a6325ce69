internal import OverlookSupport

/// Why there is no route.
public enum RoutingError: Error, Hashable, Sendable {
  /// The request makes no sense, or asks for what the provider does not do.
  case badRequest(String)
  /// There is no road near a place that the traveller may use.
  case noRoad(String)
  /// There are roads, but none of them leads there.
  case noRoute(String)
  /// The network may not be used.
  case offline(String)
  /// The server cannot be reached, or does not answer in time.
  case network(String)
  /// The server wants a key, or another one.
  case notAuthorized(String)
  /// The server has been asked too often.
  case quotaExceeded(String)
  /// What the server or the file says makes no sense.
  case unusable(String)
  /// The task was cancelled.
  case cancelled

  /// A word for programs: "bad_request", "no_road", "no_route", "offline", "network_error", "not_authorized", "quota_exceeded",
  /// "unusable" or "cancelled".
  public var status: String {
    switch self {
    case .badRequest: "bad_request"
    case .noRoad: "no_road"
    case .noRoute: "no_route"
    case .offline: "offline"
    case .network: "network_error"
    case .notAuthorized: "not_authorized"
    case .quotaExceeded: "quota_exceeded"
    case .unusable: "unusable"
    case .cancelled: "cancelled"
    }
  }
}

extension RoutingError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .badRequest(let text), .noRoad(let text), .noRoute(let text), .offline(let text), .network(let text),
      .notAuthorized(let text), .quotaExceeded(let text), .unusable(let text):
      OutsideText.cleaned(text)
    case .cancelled: "it was cancelled"
    }
  }
}
