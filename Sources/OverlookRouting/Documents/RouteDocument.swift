package import OverlookFormats
import OverlookGeometry
import OverlookRoads

/// Routes as JSON: what programs are told, and what is read again of a file where a route was kept.
///
/// ```
/// {"status": "ok", "routes": [{"distance_m", "duration_s", "geometry": [[lon, lat], ...], "mode", "legs": [{"distance_m",
/// "duration_s", "steps": [{"maneuver": {"type", "modifier", "exit", "location": [lon, lat], "bearing_before", "bearing_after"},
/// "name", "ref", "destinations", "exit_number", "rotary_name", "mode", "distance_m", "duration_s", "lanes": [{"indications",
/// "valid", "active"}], "speed_limit_kmh", "instruction", "geometry_range": [first, last]}]}]}]}
/// ```
package enum RouteDocument {
  /// Of the document of routes.
  package static func value(_ routes: [Route]) -> JSONValue {
    object([("status", .string("ok")), ("routes", .array(routes.map(value)))])
  }

  /// What is told in place of routes.
  package static func value(_ error: RoutingError) -> JSONValue {
    object([("status", .string(error.status)), ("message", .string("\(error)")), ("routes", .array([]))])
  }

  private static func value(_ route: Route) -> JSONValue {
    object([
      ("distance_m", decimal(route.distance, 1)), ("duration_s", decimal(route.duration, 1)),
      ("geometry", .array(route.geometry.map(place))), ("mode", .string(route.mode.rawValue)),
      (
        "legs",
        .array(
          route.legs.map { leg in
            object([
              ("distance_m", decimal(leg.distance, 1)), ("duration_s", decimal(leg.duration, 1)),
              ("steps", .array(leg.steps.map(value))),
            ])
          })
      ),
    ])
  }

  private static func value(_ step: RouteStep) -> JSONValue {
    object([
      ("maneuver", value(step.maneuver)), ("name", .string(step.name)), ("ref", .string(step.ref)),
      ("destinations", .array(step.destinations.map { .string($0) })),
      ("exit_number", .string(step.exitNumber)), ("rotary_name", .string(step.rotaryName)),
      ("mode", .string(step.isFerry ? ferry : step.mode.rawValue)), ("distance_m", decimal(step.distance, 1)),
      ("duration_s", decimal(step.duration, 1)), ("lanes", .array(step.lanes.map(value))),
      ("speed_limit_kmh", step.speedLimit.map { decimal($0, 1) } ?? .null), ("instruction", .string(step.instruction)),
      ("geometry_range", .array([.number(Double(step.range.lowerBound)), .number(Double(step.range.upperBound))])),
    ])
  }

  private static func value(_ maneuver: Maneuver) -> JSONValue {
    object([
      ("type", .string(maneuver.kind.rawValue)), ("modifier", maneuver.modifier.map { .string($0.rawValue) } ?? .null),
      ("exit", maneuver.exit.map { .number(Double($0)) } ?? .null), ("location", place(maneuver.location)),
      ("bearing_before", decimal(maneuver.bearingBefore, 1)), ("bearing_after", decimal(maneuver.bearingAfter, 1)),
    ])
  }

  private static func value(_ lane: Lane) -> JSONValue {
    object([
      ("indications", .array(lane.indications.map { .string($0.rawValue) })), ("valid", .bool(lane.isValid)),
      ("active", .bool(lane.isActive)),
    ])
  }

  static let ferry = "ferry"

  static func place(_ place: LocationCoordinate) -> JSONValue {
    .array([decimal(place.longitude, 7), decimal(place.latitude, 7)])
  }

  static func decimal(_ number: Double, _ decimals: Int) -> JSONValue {
    let unit = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    return .number((number * unit).rounded() / unit)
  }

  package static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    var object = JSONObject()
    for (key, value) in members { object[key] = value }
    return .object(object)
  }
}
