package import OverlookFormats
import OverlookGeometry
import OverlookRouting

extension NavigationEvent {
  /// "location", "progress", "instruction" and so on: the event's name in documents.
  package var name: String {
    switch self {
    case .location: "location"
    case .progress: "progress"
    case .instruction: "instruction"
    case .banner: "banner"
    case .offRoute: "off_route"
    case .backOnRoute: "back_on_route"
    case .rerouteWanted: "reroute_wanted"
    case .rerouted: "rerouted"
    case .rerouteFailed: "reroute_failed"
    case .wrongWay: "wrong_way"
    case .speedLimit: "speed_limit"
    case .arrived: "arrived"
    case .ended: "ended"
    case .signalLost: "signal_lost"
    case .signalBack: "signal_back"
    case .tunnel: "tunnel"
    case .alternativeTaken: "alternative_taken"
    case .placeAhead: "place_ahead"
    }
  }

  /// An object with "event", "time" (seconds since 1970) and what belongs to the event; lengths end in _m, times in _s.
  package func json(now: Double) -> JSONValue {
    RouteDocument.object([("event", .string(name)), ("time", Self.decimal(now, 1000))] + members)
  }

  private var members: [(String, JSONValue)] {
    switch self {
    case .location(let place, let course, let speed):
      [("location", Self.value(place)), ("course", Self.decimal(course, 10)), ("speed_mps", Self.decimal(speed, 100))]
    case .progress(let progress): progress.members
    case .instruction(let instruction):
      [
        ("kind", .string(instruction.kind.rawValue)), ("text", .string(instruction.text)),
        ("distance_m", Self.decimal(instruction.distance, 10)), ("leg", .number(Double(instruction.legIndex))),
        ("step", .number(Double(instruction.stepIndex))),
      ]
    case .banner(let banner):
      [
        ("text", .string(banner.text)), ("distance_m", Self.decimal(banner.distance, 10)),
        ("leg", .number(Double(banner.legIndex))), ("step", .number(Double(banner.stepIndex))),
      ]
    case .rerouteWanted(let request):
      [("request", .number(Double(request.number))), ("waypoints", .array(request.waypoints.map { Self.value($0.location) }))]
    case .rerouted(let distance, let duration):
      [("distance_m", Self.decimal(distance, 10)), ("duration_s", Self.decimal(duration, 10))]
    case .rerouteFailed(let error): [("status", .string(error.status)), ("message", .string("\(error)"))]
    case .speedLimit(let limit, let excess):
      [("speed_limit_kmh", Self.decimal(limit, 10)), ("excess", .string(excess.rawValue))]
    case .arrived(let waypoint, let isLast): [("waypoint", .number(Double(waypoint))), ("last", .bool(isLast))]
    case .tunnel(let isInside): [("inside", .bool(isInside))]
    case .alternativeTaken(let number): [("alternative", .number(Double(number)))]
    case .placeAhead(let place, let distance):
      [
        ("kind", .string(place.kind.rawValue)), ("location", Self.value(place.coordinate)), ("title", .string(place.title)),
        ("delay_s", Self.decimal(place.delay, 10)), ("distance_m", Self.decimal(distance, 10)),
      ]
    case .offRoute, .backOnRoute, .wrongWay, .ended, .signalLost, .signalBack: []
    }
  }

  /// Null for what is not known.
  static func decimal(_ number: Double?, _ unit: Double) -> JSONValue {
    guard let number, number.isFinite else { return .null }
    return .number((number * unit).rounded() / unit)
  }

  static func value(_ place: LocationCoordinate) -> JSONValue {
    .array([decimal(place.longitude, 1e7), decimal(place.latitude, 1e7)])
  }
}

extension NavigationProgress {
  fileprivate var members: [(String, JSONValue)] {
    func pair(_ value: TimeAndDistance?) -> JSONValue {
      guard let value else { return .null }
      return RouteDocument.object([
        ("time_s", NavigationEvent.decimal(value.time, 10)), ("distance_m", NavigationEvent.decimal(value.distance, 10)),
      ])
    }
    return [
      ("leg", .number(Double(legIndex))), ("step", .number(Double(stepIndex))),
      ("distance_to_maneuver_m", NavigationEvent.decimal(distanceToManeuver, 10)),
      ("time_to_maneuver_s", NavigationEvent.decimal(timeToManeuver, 10)), ("waypoint", .number(Double(waypointIndex))),
      ("next_stop", pair(toNextStop)), ("destination", pair(toDestination)), ("name", .string(step.name)),
      ("ref", .string(step.ref)),
      ("speed_limit_kmh", NavigationEvent.decimal(speedLimit, 10)), ("excess", .string(speeding.rawValue)),
      ("lanes", .array(lanes.map { .string($0.isActive ? "active" : $0.isValid ? "valid" : "other") })),
      ("travelled_m", NavigationEvent.decimal(distanceTravelled, 10)), ("off_route", .bool(isOffRoute)), ("lost", .bool(isLost)),
      ("reckoned", .bool(isReckoned)),
    ]
  }
}
