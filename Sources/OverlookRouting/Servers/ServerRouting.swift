package import OverlookNetwork
package import OverlookSupport

/// A provider whose routes come from one server.
package protocol ServerRouting: RoutingProvider {
  init(server: RoutingServer)
  /// The server's routes for a request that was checked.
  func answer(to request: RouteRequest) async throws(RoutingError) -> [Route]
}

extension ServerRouting {
  /// Asks the server; again with ferries where it has no routes without them, or cannot leave them out.
  func routes(checking request: RouteRequest) async throws(RoutingError) -> [Route] {
    var request = try request.checked()
    guard request.options.avoidsFerries else { return try await answer(to: request) }
    do throws(RoutingError) {
      return try await answer(to: request)
    } catch {
      switch error {
      case .noRoute, .badRequest: request.options.avoidsFerries = false
      default: throw error
      }
    }
    return try await answer(to: request)
  }
}

extension ServerRouting {
  /// `address`: what comes before the service's own paths, with what is sent with every request behind "?".
  package init(address: String, http: any HTTPFetching, headers: [HTTPHeader] = [], retrying: Retrying? = nil)
    throws(RoutingError)
  {
    self.init(server: try RoutingServer(address: address, http: http, headers: headers, retrying: retrying))
  }
}
