import OverlookRegions
public import OverlookRouting
import OverlookSupport
import Synchronization

/// Routes over the regions on this machine: each request over the smallest that has all of its places. The roads of the last one are kept.
public final class InstalledRouting: RoutingProvider {
  private let kept = Mutex<(name: String, routing: RegionRouting)?>(nil)

  /// Nothing is read before the first request.
  public init() {}

  /// The routes of a request; `RoutingError.badRequest` where no region has all of its places.
  public func routes(for request: RouteRequest) async throws(RoutingError) -> [Route] {
    let places = request.waypoints.map(\.location)
    let region = try RoadSource.region(containing: places)
    if let known = kept.withLock({ $0 }), known.name == region.name { return try await known.routing.routes(for: request) }
    let roads = try RoadSource.graph(of: region.name, containing: places)
    let routing = RegionRouting(graph: roads.graph, name: roads.name)
    kept.withLock { $0 = (region.name, routing) }
    return try await routing.routes(for: request)
  }
}
