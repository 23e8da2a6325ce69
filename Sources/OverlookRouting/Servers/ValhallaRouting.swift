import OverlookGeometry
import OverlookFormats
import OverlookRoads

/// Routes of a server of Valhalla. Any task.
public struct ValhallaRouting: RoutingProvider, ServerRouting {
  let server: RoutingServer

  /// `server`: its address is what comes before `/route`.
  package init(server: RoutingServer) {
    self.server = server
  }

  /// The server's routes for `request`, with the server's sentences in the language that was asked for, where it has it.
  public func routes(for request: RouteRequest) async throws(RoutingError) -> [Route] {
    try await routes(checking: request)
  }

  package func answer(to request: RouteRequest) async throws(RoutingError) -> [Route] {
    let answer = try await server.answer(path: "/route", body: Self.body(request))
    return try ValhallaAnswer(answer, request: request).routes()
  }

  static func body(_ request: RouteRequest) -> JSONValue {
    var body = JSONObject()
    body["locations"] = .array(request.waypoints.enumerated().map { location($1, in: request, index: $0) })
    let costing = costing(request.mode)
    body["costing"] = .string(costing)
    var all = JSONObject()
    all[costing] = .object(costingOptions(request))
    body["costing_options"] = .object(all)
    if request.options.alternatives > 0 { body["alternates"] = .number(Double(request.options.alternatives)) }
    body["units"] = .string("kilometers")
    body["language"] = .string(locale(of: request.options.language))
    body["turn_lanes"] = .bool(true)
    return .object(body)
  }

  private static func location(_ waypoint: RouteWaypoint, in request: RouteRequest, index: Int) -> JSONValue {
    var location = JSONObject()
    location["lat"] = .number(waypoint.location.latitude)
    location["lon"] = .number(waypoint.location.longitude)
    location["type"] = .string(request.stops.contains(index) ? "break" : "through")
    if let heading = waypoint.heading {
      location["heading"] = .number(Double(OSRMRouting.degrees(heading)))
      location["heading_tolerance"] = .number(min(max(waypoint.headingTolerance, 0), 180).rounded())
    }
    switch waypoint.side {
    case .either: break
    case .curb: location["preferred_side"] = .string("same")
    case .opposite: location["preferred_side"] = .string("opposite")
    }
    return .object(location)
  }

  private static func costing(_ mode: TravelMode) -> String {
    switch mode {
    case .car: "auto"
    case .truck: "truck"
    case .bicycle: "bicycle"
    case .foot, .wheelchair: "pedestrian"
    }
  }

  private static func costingOptions(_ request: RouteRequest) -> JSONObject {
    let wishes = request.options
    var options = JSONObject()
    // A wish first, for servers that do not let roads be left out altogether.
    if wishes.avoidsTolls { (options["use_tolls"], options["exclude_tolls"]) = (.number(0), .bool(true)) }
    if wishes.avoidsMotorways { (options["use_highways"], options["exclude_highways"]) = (.number(0), .bool(true)) }
    if wishes.avoidsFerries { (options["use_ferry"], options["exclude_ferries"]) = (.number(0), .bool(true)) }
    if wishes.avoidsUnpaved {
      options["exclude_unpaved"] = .bool(true)
      if request.mode == .bicycle { options["avoid_bad_surfaces"] = .number(1) }
    }
    if wishes.strategy == .shortest { options["shortest"] = .bool(true) }
    if request.mode == .wheelchair { options["type"] = .string("wheelchair") }
    guard request.mode == .truck else { return options }
    let vehicle = wishes.vehicle
    let measures = [
      ("height", vehicle.height), ("width", vehicle.width), ("length", vehicle.length), ("weight", vehicle.weight),
      ("axle_load", vehicle.axleLoad),
    ]
    for (name, measure) in measures {
      if let measure, measure.isFinite, measure > 0 { options[name] = .number(measure) }
    }
    if vehicle.carriesHazardousGoods { options["hazmat"] = .bool(true) }
    return options
  }

  /// The name of a language among those of Valhalla, which takes "de" but not "de-AT".
  private static func locale(of language: String) -> String {
    String(language.prefix { $0 != "-" && $0 != "_" }).lowercased()
  }
}
