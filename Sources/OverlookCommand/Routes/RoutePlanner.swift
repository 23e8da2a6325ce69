import Overlook
import OverlookGeometry
import OverlookRouting
import OverlookSupport

/// Who finds the routes of a command, opened with the first request for them.
final class RoutePlanner {
  private let options: RouteOptions
  private var provider: (any RoutingProvider)?
  private var network: CurlClient?

  init(_ options: RouteOptions) {
    self.options = options
  }

  /// The routes of a request, and the milliseconds that it took to find them.
  func routes(for request: RouteRequest) throws(RoutingError) -> (routes: [Route], milliseconds: Double) {
    let provider = try opened(for: request)
    let start = MonotonicClock.now()
    let result = Awaited<[Route], RoutingError>.result(timeoutSeconds: Self.patienceSeconds) { () async throws(RoutingError) in
      try await provider.routes(for: request)
    }
    guard let result else { throw .network("no route was found in time") }
    return (try result.get(), (MonotonicClock.now() - start) * 1000)
  }

  private static let patienceSeconds = 120.0

  /// Roads are read here: the time of a query is without that.
  private func opened(for request: RouteRequest) throws(RoutingError) -> any RoutingProvider {
    let provider: any RoutingProvider
    if let known = self.provider { provider = known } else { provider = try made() }
    self.provider = provider
    guard let installed = provider as? InstalledRouting else { return provider }
    return try installed.roads(containing: request.waypoints.map(\.location))
  }

  private func made() throws(RoutingError) -> any RoutingProvider {
    if let server = options.server {
      let network = CurlClient()
      self.network = network
      return try server.form.provider(address: server.address, http: network)
    }
    if let region = options.region { return try RegionRouting.open(region) }
    // Each request over the region that has its places.
    return InstalledRouting()
  }

  deinit {
    network?.shutdown()
  }
}
