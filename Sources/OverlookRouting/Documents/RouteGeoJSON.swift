import OverlookRoads
package import OverlookFormats
import OverlookGeometry

/// Routes as a feature collection of RFC 7946: a line for each route, and a point for each maneuver.
package enum RouteGeoJSON {
  package static func value(_ routes: [Route]) -> JSONValue {
    var features: [JSONValue] = []
    for (index, route) in routes.enumerated() {
      features.append(line(route, number: index))
      for (leg, part) in route.legs.enumerated() {
        features += part.steps.map { point($0, route: index, leg: leg) }
      }
    }
    return RouteDocument.object([("type", .string("FeatureCollection")), ("features", .array(features))])
  }

  private static func line(_ route: Route, number: Int) -> JSONValue {
    feature(
      "LineString", .array(route.geometry.map(RouteDocument.place)),
      [
        ("route", .number(Double(number))), ("mode", .string(route.mode.rawValue)),
        ("distance_m", RouteDocument.decimal(route.distance, 1)), ("duration_s", RouteDocument.decimal(route.duration, 1)),
      ])
  }

  private static func point(_ step: RouteStep, route: Int, leg: Int) -> JSONValue {
    feature(
      "Point", RouteDocument.place(step.maneuver.location),
      [
        ("route", .number(Double(route))), ("leg", .number(Double(leg))), ("type", .string(step.maneuver.kind.rawValue)),
        ("modifier", step.maneuver.modifier.map { .string($0.rawValue) } ?? .null), ("name", .string(step.name)),
        ("ref", .string(step.ref)), ("instruction", .string(step.instruction)),
        ("distance_m", RouteDocument.decimal(step.distance, 1)), ("duration_s", RouteDocument.decimal(step.duration, 1)),
      ])
  }

  static func feature(_ type: String, _ coordinates: JSONValue, _ properties: [(String, JSONValue)]) -> JSONValue {
    RouteDocument.object([
      ("type", .string("Feature")), ("properties", RouteDocument.object(properties)),
      ("geometry", RouteDocument.object([("type", .string(type)), ("coordinates", coordinates)])),
    ])
  }
}
