/// Finds routes: a server, or the roads of a region on this machine.
///
/// Requests may be made on any task; a request ends when its task is cancelled.
public protocol RoutingProvider: Sendable {
  /// The routes that `request` asks for, the best one first; one at least.
  func routes(for request: RouteRequest) async throws(RoutingError) -> [Route]
}
