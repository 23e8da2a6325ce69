import OverlookGeometry
import OverlookFormats
import OverlookRoads

/// Routes of a server of GraphHopper. Any task.
public struct GraphHopperRouting: RoutingProvider, ServerRouting {
  let server: RoutingServer

  /// `server`: its address is what comes before `/route`, with the key where one is needed ("https://graphhopper.com/api/1?key=...").
  package init(server: RoutingServer) {
    self.server = server
  }

  /// The server's routes for `request`, with the server's sentences. The profile is the mode's name ("bike" for bicycles). The side
  /// of the road is counted as in countries that drive on the right.
  public func routes(for request: RouteRequest) async throws(RoutingError) -> [Route] {
    try await routes(checking: request)
  }

  package func answer(to request: RouteRequest) async throws(RoutingError) -> [Route] {
    let answer = try await server.answer(path: "/route", body: Self.body(request))
    return try GraphHopperAnswer(answer, request: request).routes()
  }

  static func body(_ request: RouteRequest) -> JSONValue {
    var body = JSONObject()
    body["points"] = .array(
      request.waypoints.map { .array([.number($0.location.longitude), .number($0.location.latitude)]) })
    body["profile"] = .string(request.mode == .bicycle ? "bike" : request.mode.rawValue)
    body["locale"] = .string(request.options.language)
    body["instructions"] = .bool(true)
    body["points_encoded"] = .bool(true)
    body["details"] = .array([.string("max_speed"), .string("road_environment")])
    if request.stops.count < request.waypoints.count { body["pass_through"] = .bool(true) }
    if request.waypoints.contains(where: { $0.heading != nil }) {
      body["headings"] = .array(request.waypoints.map { $0.heading.map { .number(Double(OSRMRouting.degrees($0))) } ?? .null })
    }
    if request.waypoints.contains(where: { $0.side != .either }) { body["curbsides"] = .array(request.waypoints.map(curbside)) }
    if request.options.alternatives > 0 {
      body["algorithm"] = .string("alternative_route")
      body["alternative_route.max_paths"] = .number(Double(request.options.alternatives + 1))
    }
    if let model = customModel(request) {
      body["custom_model"] = .object(model)
      body["ch.disable"] = .bool(true)
    }
    return .object(body)
  }

  private static func curbside(_ waypoint: RouteWaypoint) -> JSONValue {
    switch waypoint.side {
    case .either: .string("any")
    case .curb: .string("right")
    case .opposite: .string("left")
    }
  }

  /// Roads that are not wanted, as a model of how roads are weighted; nil where all are.
  private static func customModel(_ request: RouteRequest) -> JSONObject? {
    let options = request.options
    var conditions: [String] = []
    if options.avoidsTolls { conditions.append("toll == ALL || toll == HGV && \(request.mode == .truck)") }
    if options.avoidsMotorways { conditions.append("road_class == MOTORWAY") }
    if options.avoidsFerries { conditions.append("road_environment == FERRY") }
    if options.avoidsUnpaved {
      conditions.append("surface == UNPAVED || surface == GRAVEL || surface == DIRT || surface == SAND")
    }
    if request.mode == .truck {
      let measures = [
        ("max_height", options.vehicle.height), ("max_width", options.vehicle.width), ("max_length", options.vehicle.length),
        ("max_weight", options.vehicle.weight), ("max_axle_load", options.vehicle.axleLoad),
      ]
      for (name, measure) in measures {
        if let measure, measure.isFinite, measure > 0 { conditions.append("\(name) < \(measure)") }
      }
    }
    guard !conditions.isEmpty || options.strategy == .shortest else { return nil }
    var model = JSONObject()
    if !conditions.isEmpty {
      model["priority"] = .array(
        conditions.map { condition in
          var rule = JSONObject()
          rule["if"] = .string(condition)
          rule["multiply_by"] = .string("0.01")
          return .object(rule)
        })
    }
    // Seconds of a detour that a kilometre less is worth: more than a kilometre takes on foot.
    if options.strategy == .shortest { model["distance_influence"] = .number(10_000) }
    return model
  }
}
