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
    let provider = try opened()
    let start = MonotonicClock.now()
    let result = Awaited<[Route], RoutingError>.result(timeoutSeconds: Self.patienceSeconds) { () async throws(RoutingError) in
      try await provider.routes(for: request)
    }
    guard let result else { throw .network("no route was found in time") }
    return (try result.get(), (MonotonicClock.now() - start) * 1000)
  }

  private static let patienceSeconds = 120.0

  private func opened() throws(RoutingError) -> any RoutingProvider {
    if let provider { return provider }
    let made: any RoutingProvider
    if let server = options.server {
      let network = CurlClient()
      self.network = network
      made = try server.form.provider(address: server.address, http: network)
    } else if let region = options.region {
      made = try RegionRouting.open(region)
    } else {
      // Each request over the region that has its places.
      made = InstalledRouting()
    }
    provider = made
    return made
  }

  deinit {
    network?.shutdown()
  }
}
