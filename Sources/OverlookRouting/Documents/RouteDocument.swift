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
  /// Of the document of routes. Lengths and times have a decimal and places seven, or with `isExact` all they have, so that what is read
  /// again is the same to the last bit.
  package static func value(_ routes: [Route], isExact: Bool = false) -> JSONValue {
    let numbers = RouteNumbers(isExact: isExact)
    return object([("status", .string("ok")), ("routes", .array(routes.map { value($0, numbers) }))])
  }

  /// What is told in place of routes.
  package static func value(_ error: RoutingError) -> JSONValue {
    object([("status", .string(error.status)), ("message", .string("\(error)")), ("routes", .array([]))])
  }

  private static func value(_ route: Route, _ numbers: RouteNumbers) -> JSONValue {
    object([
      ("distance_m", numbers.measure(route.distance)), ("duration_s", numbers.measure(route.duration)),
      ("geometry", .array(route.geometry.map(numbers.place))), ("mode", .string(route.mode.rawValue)),
      (
        "legs",
        .array(
          route.legs.map { leg in
            object([
              ("distance_m", numbers.measure(leg.distance)), ("duration_s", numbers.measure(leg.duration)),
              ("steps", .array(leg.steps.map { value($0, numbers) })),
            ])
          })
      ),
    ])
  }

  private static func value(_ step: RouteStep, _ numbers: RouteNumbers) -> JSONValue {
    object([
      ("maneuver", value(step.maneuver, numbers)), ("name", .string(step.name)), ("ref", .string(step.ref)),
      ("destinations", .array(step.destinations.map { .string($0) })),
      ("exit_number", .string(step.exitNumber)), ("rotary_name", .string(step.rotaryName)),
      ("mode", .string(step.isFerry ? ferry : step.mode.rawValue)), ("distance_m", numbers.measure(step.distance)),
      ("duration_s", numbers.measure(step.duration)), ("lanes", .array(step.lanes.map(value))),
      ("speed_limit_kmh", step.speedLimit.map { numbers.measure($0) } ?? .null), ("instruction", .string(step.instruction)),
      ("geometry_range", .array([.number(Double(step.range.lowerBound)), .number(Double(step.range.upperBound))])),
    ])
  }

  private static func value(_ maneuver: Maneuver, _ numbers: RouteNumbers) -> JSONValue {
    object([
      ("type", .string(maneuver.kind.rawValue)), ("modifier", maneuver.modifier.map { .string($0.rawValue) } ?? .null),
      ("exit", maneuver.exit.map { .number(Double($0)) } ?? .null), ("location", numbers.place(maneuver.location)),
      ("bearing_before", numbers.measure(maneuver.bearingBefore)), ("bearing_after", numbers.measure(maneuver.bearingAfter)),
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

/// How the numbers of a route are written.
private struct RouteNumbers {
  let isExact: Bool

  func measure(_ number: Double) -> JSONValue { isExact ? .number(number) : RouteDocument.decimal(number, 1) }

  func place(_ place: LocationCoordinate) -> JSONValue {
    isExact ? .array([.number(place.longitude), .number(place.latitude)]) : RouteDocument.place(place)
  }
}
