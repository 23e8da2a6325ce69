package import OverlookGeometry
import OverlookRegions
public import OverlookRouting
import OverlookSupport
import Synchronization

/// Routes over the regions on this machine: each request over the smallest that has all of its places. The roads of the last two are kept.
public final class InstalledRouting: RoutingProvider {
  /// The last one first.
  private let kept = Mutex<[(name: String, routing: RegionRouting)]>([])
  private static let keptCount = 2

  /// Nothing is read before the first request.
  public init() {}

  /// The routes of a request; `RoutingError.badRequest` where no region has all of its places.
  public func routes(for request: RouteRequest) async throws(RoutingError) -> [Route] {
    try await roads(containing: request.waypoints.map(\.location)).routes(for: request)
  }

  /// Routes over the region that has these places; its roads are read on the calling thread where they are not kept.
  package func roads(containing places: [LocationCoordinate]) throws(RoutingError) -> RegionRouting {
    let region = try RoadSource.region(containing: places)
    if let known = kept.withLock({ $0.first { $0.name == region.name } }) { return known.routing }
    let roads = try RoadSource.graph(of: region.name, containing: places)
    let routing = RegionRouting(graph: roads.graph, name: roads.name)
    kept.withLock { kept in kept = Array(([(region.name, routing)] + kept).prefix(Self.keptCount)) }
    return routing
  }
}
