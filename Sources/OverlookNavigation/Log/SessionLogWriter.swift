import OverlookFormats
import OverlookGeometry
import OverlookLocation
import OverlookRoads
import OverlookRouting

/// Writes a session as lines of JSON: what it begins with, what is done to it, and what happened, each number to its last bit.
package enum SessionLogWriter {
  /// The first line.
  package static func line(_ begin: SessionBegin) -> String {
    let settings = begin.settings
    return text([
      ("log", .string(SessionLogReader.form)), ("version", .number(Double(SessionLogReader.version))),
      (
        "settings",
        RouteDocument.object([
          ("language", .string(settings.language)), ("units", .string(settings.units.rawValue)),
          ("guiding", .bool(settings.isGuiding)),
          ("minor_excess", .number(settings.minorExcess)), ("major_excess", .number(settings.majorExcess)),
          ("lost_seconds", .number(settings.lostSeconds)), ("reckoning_seconds", .number(settings.reckoningSeconds)),
        ])
      ), ("routes", routes(begin.routes)), ("destinations", .array(begin.destinations.map(value))),
    ])
  }

  /// The line of what was done.
  package static func line(_ input: SessionInput, now: Double) -> String {
    text([("input", .string(input.name)), ("now", .number(now))] + members(input))
  }

  /// The line of what happened.
  package static func line(_ event: NavigationEvent, now: Double) -> String { JSONWriter.text(event.json(now: now)) }

  private static func text(_ members: [(String, JSONValue)]) -> String { JSONWriter.text(RouteDocument.object(members)) }

  private static func members(_ input: SessionInput) -> [(String, JSONValue)] {
    switch input {
    case .start, .tick, .continueToNextDestination: []
    case .fix(let fix):
      [
        ("location", place(fix.coordinate)), ("time", .number(fix.time)), ("accuracy", number(fix.accuracy)),
        ("speed", number(fix.speed)), ("course", number(fix.course)), ("altitude", number(fix.altitude)),
      ]
    case .accept(let found, let request): [("request", .number(Double(request))), ("routes", routes(found))]
    case .refuse(let error, let request):
      [("request", .number(Double(request))), ("status", .string(error.status)), ("message", .string("\(error)"))]
    case .placesAhead(let places):
      [
        (
          "places",
          .array(
            places.map { item in
              RouteDocument.object([
                ("kind", .string(item.kind.rawValue)), ("location", place(item.coordinate)), ("title", .string(item.title)),
                ("delay", number(item.delay)),
              ])
            })
        )
      ]
    case .tunnels(let ranges):
      [("ranges", .array(ranges.map { .array([.number(Double($0.lowerBound)), .number(Double($0.upperBound))]) }))]
    }
  }

  private static func routes(_ routes: [Route]) -> JSONValue {
    RouteDocument.value(routes, isExact: true)["routes"] ?? .array([])
  }

  private static func value(_ waypoint: NavigationWaypoint) -> JSONValue {
    RouteDocument.object([
      ("location", place(waypoint.location)), ("title", waypoint.title.map { .string($0) } ?? .null),
      ("stop", .bool(waypoint.isStop)), ("place_id", waypoint.placeID.map { .string($0) } ?? .null),
      ("side", .string(waypoint.stop.side.rawValue)), ("heading", number(waypoint.stop.heading)),
      ("heading_tolerance", .number(waypoint.stop.headingTolerance)),
    ])
  }

  private static func place(_ place: LocationCoordinate) -> JSONValue {
    .array([.number(place.longitude), .number(place.latitude)])
  }
  private static func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
}

extension SessionInput {
  /// Its name in a log.
  var name: String {
    switch self {
    case .start: "start"
    case .fix: "fix"
    case .tick: "tick"
    case .accept: "accept"
    case .refuse: "refuse"
    case .continueToNextDestination: "continue"
    case .placesAhead: "places"
    case .tunnels: "tunnels"
    }
  }
}
