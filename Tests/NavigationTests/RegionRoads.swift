import Foundation
import OverlookGeometry
import OverlookRoads
import OverlookRouting
import OverlookSupport

/// The roads of the regions that come with the program, and routes on them at random.
struct RegionRoads {
  static let names = ["Neubrandenburg", "Helsinki"]

  let graph: RoadGraph
  let routing: RegionRouting

  init(_ name: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    graph = try RoadGraphFile.read(path: root.appendingPathComponent("Assets/Regions/\(name).region/roads").path)
    routing = RegionRouting(graph: graph, name: name)
  }

  /// A route between two places at random; nil where nothing leads there.
  func route(_ random: inout SeededGenerator, from start: LocationCoordinate? = nil, mode: TravelMode = .car, longerThan meters: Double = 1000) async -> Route? {
    func place() -> LocationCoordinate {
      graph.coordinate(of: RoadPosition(arc: .random(in: 0..<graph.arcCount, using: &random), fraction: 0.5))
    }
    let request = RouteRequest(waypoints: [RouteWaypoint(start ?? place()), RouteWaypoint(place())], mode: mode)
    guard let route = try? await routing.routes(for: request).first, route.distance > meters else { return nil }
    return route
  }
}
