package import OverlookGeometry
package import OverlookRoads
package import OverlookRouting
import OverlookSupport

/// Routes at random over the roads of a region: the same for the same seed.
package struct RouteSample: Sendable {
  /// Who found them, and finds new ones.
  package let routing: RegionRouting
  private let graph: RoadGraph
  private var random: SeededGenerator

  /// Routes over a graph; `name` is that of the region.
  package init(_ graph: RoadGraph, name: String, seed: UInt64) {
    self.graph = graph
    routing = RegionRouting(graph: graph, name: name)
    random = SeededGenerator(seed: seed)
  }

  /// A seed for what is done with a route.
  package mutating func seed() -> UInt64 { random.next() }

  /// The next route of more than a kilometre, from a place at random or from `start`; nil where none is found in many tries.
  package mutating func route(from start: LocationCoordinate? = nil, mode: TravelMode = .car) async -> Route? {
    for _ in 0..<1000 {
      let waypoints = [start ?? place(), place()].map { RouteWaypoint($0) }
      let routes = try? await routing.routes(for: RouteRequest(waypoints: waypoints, mode: mode))
      if let route = routes?.first, route.distance > 1000 { return route }
    }
    return nil
  }

  private mutating func place() -> LocationCoordinate {
    guard graph.arcCount > 0 else { return .invalid }
    return graph.coordinate(of: RoadPosition(arc: .random(in: 0..<graph.arcCount, using: &random), fraction: 0.5))
  }

  /// The outcome of drives over so many kilometres.
  package mutating func drives(kilometers: Double, noise: Double, mode: TravelMode = .car) async throws(RoutingError)
    -> SimulatedDrive.Outcome
  {
    var total = SimulatedDrive.Outcome()
    while total.meters < kilometers * 1000, let route = await route(mode: mode) {
      var options = RouteSimulator.Options()
      (options.noise, options.seed) = (noise, random.next())
      total.add(try SimulatedDrive(route, options: options).run())
    }
    return total
  }

  /// Seconds from the third fix behind wrong turns to what is new to do.
  package mutating func wrongTurns(count: Int, noise: Double) async throws(RoutingError) -> [Double] {
    var delays: [Double] = []
    while delays.count < count, let guided = await route(), let start = guided.geometry.first,
      let driven = await route(from: start)
    {
      guard driven.geometry.first == start else { continue }
      var options = RouteSimulator.Options()
      (options.noise, options.seed) = (noise, random.next())
      let turn = WrongTurn(guided: guided, driven: driven, options: options)
      if let delay = try await turn.run(with: routing) { delays.append(delay) }
    }
    return delays
  }
}
