import OverlookGeometry
import OverlookRoads

/// Routes of a server that speaks OSRM's route service. Any task.
public struct OSRMRouting: RoutingProvider, ServerRouting {
  let server: RoutingServer

  /// `server`: its address is what comes before `/route/v1`.
  package init(server: RoutingServer) {
    self.server = server
  }

  /// The server's routes for `request`, with instructions made here. OSRM knows neither dimensions of vehicles nor unpaved roads.
  public func routes(for request: RouteRequest) async throws(RoutingError) -> [Route] {
    try await routes(checking: request)
  }

  package func answer(to request: RouteRequest) async throws(RoutingError) -> [Route] {
    let offered = Self.offered(request)
    let answer = try await server.answer(path: try Self.path(request), query: Self.query(offered))
    let routes = try OSRMAnswer(answer, request: offered).routes()
    guard request.options.strategy == .shortest else { return routes }
    return Array(routes.sorted { $0.distance < $1.distance }.prefix(request.options.alternatives + 1))
  }

  /// Servers weigh time alone: the shortest is looked for among more routes than are wanted, which there are between two places.
  private static func offered(_ request: RouteRequest) -> RouteRequest {
    guard request.options.strategy == .shortest, request.waypoints.count == 2 else { return request }
    var offered = request
    offered.options.alternatives = max(request.options.alternatives, 3)
    return offered
  }

  static func path(_ request: RouteRequest) throws(RoutingError) -> String {
    let profile: String
    switch request.mode {
    case .car: profile = "driving"
    case .bicycle: profile = "cycling"
    case .foot: profile = "walking"
    case .truck, .wheelchair: throw .badRequest("servers of OSRM have no routes for \(request.mode.rawValue)")
    }
    if request.options.avoidsUnpaved { throw .badRequest("servers of OSRM know nothing of unpaved roads") }
    let places = request.waypoints.map { "\(number($0.location.longitude)),\(number($0.location.latitude))" }
    return "/route/v1/\(profile)/\(places.joined(separator: ";"))"
  }

  static func query(_ request: RouteRequest) -> [(name: String, value: String)] {
    let options = request.options
    var query = [
      (name: "steps", value: "true"), (name: "overview", value: "false"), (name: "geometries", value: "polyline6"),
      (name: "alternatives", value: options.alternatives == 0 ? "false" : "\(options.alternatives)"),
    ]
    let avoided = [(options.avoidsTolls, "toll"), (options.avoidsMotorways, "motorway"), (options.avoidsFerries, "ferry")]
    let excluded = avoided.filter(\.0).map(\.1)
    if !excluded.isEmpty { query.append(("exclude", excluded.joined(separator: ","))) }
    if request.stops.count < request.waypoints.count {
      query.append(("waypoints", request.stops.map { "\($0)" }.joined(separator: ";")))
    }
    if request.waypoints.contains(where: { $0.heading != nil }) { query.append(("bearings", bearings(request))) }
    if request.waypoints.contains(where: { $0.side != .either }) {
      let sides = request.waypoints.map { $0.side == .either ? "unrestricted" : $0.side.rawValue }
      query.append(("approaches", sides.joined(separator: ";")))
    }
    return query
  }

  private static func bearings(_ request: RouteRequest) -> String {
    request.waypoints.map { waypoint in
      guard let heading = waypoint.heading else { return "" }
      return "\(degrees(heading)),\(min(max(Int(exactly: waypoint.headingTolerance.rounded()) ?? 45, 0), 180))"
    }.joined(separator: ";")
  }

  /// A bearing in whole degrees, 0 to 359.
  static func degrees(_ heading: Double) -> Int {
    (Int(exactly: heading.truncatingRemainder(dividingBy: 360).rounded()) ?? 0).wrapped(by: 360)
  }

  /// A coordinate with six decimals at most.
  static func number(_ degrees: Double) -> String { "\((degrees * 1e6).rounded() / 1e6)" }
}

extension Int {
  /// The remainder in 0 ..< `count`.
  func wrapped(by count: Int) -> Int {
    let rest = self % count
    return rest < 0 ? rest + count : rest
  }
}
