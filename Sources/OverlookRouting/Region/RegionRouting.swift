import Foundation
import OverlookGeometry
package import OverlookRoads
import OverlookSupport
import Synchronization

/// Routes over the roads of a region on this machine. Any task; what roads cost for one set of options is kept for the next requests.
public final class RegionRouting: RoutingProvider {
  package let graph: RoadGraph
  /// What people call the region.
  let name: String
  private let searches = Mutex<[(options: PathOptions, search: any PathSearch)]>([])

  /// Sets of options whose costs are kept.
  private static let keptSearches = 4

  /// `name` is for messages.
  package init(graph: RoadGraph, name: String) {
    self.graph = graph
    self.name = name
  }

  /// The routes over the region's roads. Requests that lead out of it have none.
  public func routes(for request: RouteRequest) async throws(RoutingError) -> [Route] {
    let request = try request.checked()
    let search = search(for: request)
    return try RegionLegs(request: request, search: search, region: name, graph: graph).routes()
  }

  /// What finds ways under the options of a request.
  package func search(for request: RouteRequest) -> any PathSearch {
    let options = PathOptions(request)
    if let search = searches.withLock({ kept in kept.first { $0.options == options }?.search }) { return search }
    let search = PreparedSearch(metric: RoadMetric(graph: graph, options: options))
    searches.withLock { kept in
      if kept.count >= Self.keptSearches { kept.removeFirst() }
      kept.append((options, search))
    }
    return search
  }
}

extension PathOptions {
  init(_ request: RouteRequest) {
    var avoid: RoadAvoidance = []
    if request.options.avoidsTolls { avoid.insert(.tolls) }
    if request.options.avoidsMotorways { avoid.insert(.motorways) }
    if request.options.avoidsFerries { avoid.insert(.ferries) }
    if request.options.avoidsUnpaved { avoid.insert(.unpaved) }
    self.init(
      mode: request.mode, avoid: avoid, isShortest: request.options.strategy == .shortest,
      vehicle: request.mode == .truck ? VehicleSize(request.options.vehicle) : nil)
  }
}

extension VehicleSize {
  /// What is not known is that of a usual truck.
  init(_ vehicle: VehicleDimensions) {
    let usual = VehicleSize.truck
    func size(_ value: Double?, _ usual: Double) -> Double {
      guard let value, value.isFinite, value > 0 else { return usual }
      return value
    }
    self.init(
      height: size(vehicle.height, usual.height), width: size(vehicle.width, usual.width),
      length: size(vehicle.length, usual.length), weight: size(vehicle.weight, usual.weight),
      axleLoad: size(vehicle.axleLoad, usual.axleLoad), carriesHazmat: vehicle.carriesHazardousGoods)
  }
}
