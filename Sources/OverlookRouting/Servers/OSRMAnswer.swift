import OverlookFormats
import OverlookGeometry
import OverlookRoads
import OverlookSupport

/// What OSRM's route service answers (http/route of its documentation, version 1).
struct OSRMAnswer {
  private let answer: ServerAnswer
  private let request: RouteRequest

  init(_ answer: ServerAnswer, request: RouteRequest) {
    self.answer = answer
    self.request = request
  }

  func routes() throws(RoutingError) -> [Route] {
    try checkCode()
    let items = try answer.items("routes")
    guard !items.isEmpty else { throw .unusable("\(answer.path): there are no routes in it") }
    var routes: [Route] = []
    // More than were asked for are for others.
    for item in items.prefix(request.options.alternatives + 1) { routes.append(try route(item)) }
    return routes
  }

  private func checkCode() throws(RoutingError) {
    let code = answer.text("code")
    if code == "Ok" { return }
    let text = answer.text("message")
    let message = "\(answer.path): \(text.isEmpty ? code : text)"
    switch code {
    case "NoRoute": throw .noRoute(message)
    case "NoSegment": throw .noRoad(message)
    case "": throw .unusable("\(answer.path): code is missing")
    default: throw .badRequest(message)
    }
  }

  private func route(_ item: ServerAnswer) throws(RoutingError) -> Route {
    var assembly = RouteAssembly(thing: answer.path, mode: request.mode, language: request.options.language)
    for leg in try item.items("legs") {
      var shape: [LocationCoordinate] = []
      var steps: [DraftStep] = []
      let limits = OSRMSpeedLimits(leg)
      for item in try leg.items("steps") { steps.append(try step(item, shape: &shape, limits: limits)) }
      try assembly.add(leg: steps, shape: shape, distance: try leg.measure("distance"), duration: try leg.measure("duration"))
    }
    return try assembly.route(distance: try item.measure("distance"), duration: try item.measure("duration"))
  }

  /// A step, whose geometry goes on where that of the one before ended.
  private func step(
    _ item: ServerAnswer, shape: inout [LocationCoordinate], limits: OSRMSpeedLimits
  ) throws(RoutingError) -> DraftStep {
    let maneuver = try item.member("maneuver")
    let places = try item.member("geometry").polyline(.six)
    guard let first = places.first else { throw item.fault("its geometry is empty") }
    if let last = shape.last, SphericalGeometry.distance(from: last, to: first) > Self.largestGap {
      throw item.fault("its geometry does not begin where that of the step before ends")
    }
    let begin = max(shape.count - 1, 0)
    shape += shape.isEmpty ? places[...] : places.dropFirst()
    let kind = Self.kind(maneuver.text("type"))
    var draft = DraftStep(kind: kind, begin: begin, end: kind == .arrive ? begin : max(shape.count - 1, 0), mode: request.mode)
    if kind == .arrive { shape.removeLast(shape.count - 1 - begin) }
    draft.modifier = Maneuver.Modifier(rawValue: maneuver.text("modifier"))
    if maneuver["exit"] != nil { draft.exit = try maneuver.count("exit") }
    // At the ends of a leg there is no way before or behind.
    draft.bearingBefore = kind == .depart ? nil : try maneuver.bearing("bearing_before")
    draft.bearingAfter = kind == .arrive ? nil : try maneuver.bearing("bearing_after")
    draft.name = item.text("name")
    draft.ref = item.text("ref")
    draft.destinations = Self.destinations(item.text("destinations"))
    draft.exitNumber = item.text("exits")
    draft.rotaryName = item.text("rotary_name")
    draft.isFerry = item.text("mode") == "ferry"
    draft.distance = try item.measure("distance")
    draft.duration = try item.measure("duration")
    draft.lanes = try lanes(item)
    draft.speedLimit = limits.limit(at: begin)
    // OSRM has none; servers of its form may.
    draft.instruction = maneuver.text("instruction")
    return draft
  }

  /// Metres; polylines of steps are rounded each for itself.
  private static let largestGap = 50.0

  private func lanes(_ step: ServerAnswer) throws(RoutingError) -> [Lane] {
    guard step["intersections"] != nil, let first = try step.items("intersections").first, first["lanes"] != nil else {
      return []
    }
    return try first.items("lanes").map { (lane) throws(RoutingError) in
      guard lane.value.object != nil else { throw lane.fault("a lane was expected") }
      let words = lane["indications"]?.value.array ?? []
      return Lane(
        indications: words.compactMap { $0.string.flatMap(Maneuver.Modifier.init) }, isValid: lane.flag("valid"),
        isActive: lane.flag("valid") && (lane["active"] == nil || lane.flag("active")))
    }
  }

  /// A kind that is not known is told as a turn, as the service's documentation asks.
  static func kind(_ word: String) -> Maneuver.Kind {
    if let kind = Maneuver.Kind(rawValue: word) { return kind }
    switch word {
    case "exit rotary": return .exitRoundabout
    case "use lane": return .continue
    default: return .turn
    }
  }

  /// "A 1, A 2: Berlin, Hamburg": roads and then towns.
  static func destinations(_ text: String) -> [String] {
    text.split(whereSeparator: { $0 == "," || $0 == ":" }).compactMap { part in
      let name = part.trimmingPrefix(while: \.isWhitespace)
      return name.isEmpty ? nil : String(name)
    }
  }
}

/// Limits along a leg, as servers of OSRM's form tell them in annotations: one for each pair of places.
struct OSRMSpeedLimits {
  private let limits: [ServerAnswer]

  init(_ leg: ServerAnswer) {
    limits = (leg["annotation"]?["maxspeed"]?.value.array ?? []).map { ServerAnswer($0, path: "") }
  }

  /// Kilometres per hour behind the place of a shape.
  func limit(at index: Int) -> Double? {
    guard limits.indices.contains(index), let speed = limits[index]["speed"]?.value.number, speed > 0, speed < 1000 else {
      return nil
    }
    return limits[index].text("unit") == "mph" ? speed * MeasureFormat.kilometresPerMile : speed
  }
}
