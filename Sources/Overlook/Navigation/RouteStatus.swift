public import OverlookRouting
public import OverlookSearch

/// How a request for a route ended.
public enum RouteStatus: Int, CaseIterable, Hashable, Sendable {
  /// There is a route.
  case ok = 1
  /// There are roads, but no way; or no roads.
  case noRouteFound = 2
  /// The network may not be used, or the server does not answer.
  case networkError = 3
  /// The server has been asked too often.
  case quotaCheckFailed = 4
  /// The server wants a key, or another one.
  case apiKeyNotAuthorized = 5
  /// The terms have not been accepted.
  case termsNotAccepted = 6
  /// A newer request took the place of this one, or it was called off.
  case cancelled = 7
  /// Nobody says where the traveller is.
  case locationDisabled = 8

  /// What an error of a provider means to those who asked.
  public init(_ error: RoutingError) {
    self =
      switch error {
      case .badRequest, .noRoad, .noRoute, .unusable: .noRouteFound
      case .offline, .network: .networkError
      case .quotaExceeded: .quotaCheckFailed
      case .notAuthorized: .apiKeyNotAuthorized
      case .cancelled: .cancelled
      }
  }

  /// What an error of a provider of places means to those who asked for a route to one.
  public init(_ error: PlaceError) {
    self =
      switch error {
      case .notFound, .unusable: .noRouteFound
      case .unreachable: .networkError
      case .cancelled: .cancelled
      }
  }
}

/// Told once how a request ended, on the main thread.
public typealias RouteStatusCallback = @MainActor (RouteStatus) -> Void
