import OverlookFormats
import OverlookGeometry
import OverlookRoads

/// What GraphHopper's routing API answers (docs/web/api-doc.md).
struct GraphHopperAnswer {
  private let answer: ServerAnswer
  private let request: RouteRequest

  init(_ answer: ServerAnswer, request: RouteRequest) {
    self.answer = answer
    self.request = request
  }

  func routes() throws(RoutingError) -> [Route] {
    guard answer["paths"] != nil else { throw refusal }
    let items = try answer.items("paths")
    guard !items.isEmpty else { throw .unusable("\(answer.path): there are no paths in it") }
    var routes: [Route] = []
    for item in items.prefix(request.options.alternatives + 1) { routes.append(try route(item)) }
    return routes
  }

  private var refusal: RoutingError {
    let text = answer.text("message")
    guard !text.isEmpty else { return .unusable("\(answer.path): paths is missing") }
    let message = "\(answer.path): \(text)"
    let hint = answer["hints"]?.value.array?.first.map { ServerAnswer($0, path: answer.path).text("details") } ?? ""
    if hint.hasSuffix("ConnectionNotFoundException") { return .noRoute(message) }
    if hint.hasSuffix("PointNotFoundException") || hint.hasSuffix("PointOutOfBoundsException") { return .noRoad(message) }
    return .badRequest(message)
  }

  private func route(_ path: ServerAnswer) throws(RoutingError) -> Route {
    let shape = try shape(path)
    let limits = try details(path, "max_speed")
    let surroundings = try details(path, "road_environment")
    var assembly = RouteAssembly(thing: answer.path, mode: request.mode, language: request.options.language)
    var steps: [DraftStep] = []
    var start = 0
    var waypoint = 0
    for item in try path.items("instructions") {
      var step = try step(item, isFirst: steps.isEmpty)
      guard step.begin >= start, step.end >= step.begin, step.end < shape.count else {
        throw item.fault("its interval lies outside of the \(shape.count) places of the path")
      }
      step.speedLimit = limits.first { $0.range.contains(step.begin) && $0.range.upperBound > step.begin }?.value.number
      step.isFerry = surroundings.contains {
        $0.range.lowerBound <= step.begin && $0.range.upperBound > step.begin && $0.value.string == "ferry"
      }
      step.begin -= start
      step.end -= start
      steps.append(step)
      guard step.kind == .arrive else { continue }
      waypoint += 1
      if item["sign"]?.value.number == 5, !request.stops.contains(waypoint) {
        steps.removeLast()
        continue
      }
      let end = start + step.end
      try assembly.add(
        leg: steps, shape: Array(shape[start...end]), distance: steps.reduce(0) { $0 + $1.distance },
        duration: steps.reduce(0) { $0 + $1.duration })
      (steps, start) = ([], end)
    }
    guard steps.isEmpty else { throw .unusable("\(path.path): the instructions end before the path is at its destination") }
    return try assembly.route(distance: try path.measure("distance"), duration: try path.measure("time") / 1000)
  }

  private func shape(_ path: ServerAnswer) throws(RoutingError) -> [LocationCoordinate] {
    let points = try path.member("points")
    guard path.flag("points_encoded") else {
      return try points.items("coordinates").map { (item) throws(RoutingError) in try item.place() }
    }
    return try points.polyline(path["points_encoded_multiplier"]?.value.number == 1_000_000 ? .six : .five)
  }

  private func details(
    _ path: ServerAnswer, _ name: String
  ) throws(RoutingError) -> [(range: ClosedRange<Int>, value: ServerAnswer.Detail)] {
    guard let details = path["details"], details[name] != nil else { return [] }
    return try details.items(name).map { (item) throws(RoutingError) in
      guard let parts = item.value.array, parts.count == 3, let from = parts[0].number.flatMap({ Int(exactly: $0) }),
        let to = parts[1].number.flatMap({ Int(exactly: $0) }), from >= 0, to >= from
      else { throw item.fault("two indices and a value were expected") }
      return (from...to, ServerAnswer.Detail(number: parts[2].number, string: parts[2].string))
    }
  }

  private func step(_ item: ServerAnswer, isFirst: Bool) throws(RoutingError) -> DraftStep {
    guard let sign = item["sign"]?.value.number.flatMap({ Int(exactly: $0) }) else { throw item.fault("sign is missing") }
    let interval = try item.items("interval").map { (bound) throws(RoutingError) in
      guard let index = bound.value.number.flatMap({ Int(exactly: $0) }), index >= 0 else {
        throw bound.fault("an index was expected")
      }
      return index
    }
    guard interval.count == 2 else { throw item.fault("interval has no two bounds") }
    let (kind, modifier) = isFirst && sign != 4 && sign != 5 ? (.depart, nil) : Self.maneuver(sign)
    var draft = DraftStep(kind: kind, modifier: modifier, begin: interval[0], end: interval[1], mode: request.mode)
    if kind == .roundabout, item["exit_number"] != nil { draft.exit = try item.count("exit_number") }
    draft.name = item.text("street_name")
    draft.ref = item.text("street_ref")
    draft.destinations = OSRMAnswer.destinations(item.text("street_destination_ref") + "," + item.text("street_destination"))
    draft.distance = try item.measure("distance")
    draft.duration = try item.measure("time") / 1000
    draft.instruction = item.text("text")
    return draft
  }

  /// The signs of GraphHopper's instructions in OSRM's words.
  static func maneuver(_ sign: Int) -> (Maneuver.Kind, Maneuver.Modifier?) {
    switch sign {
    case -98, -8, 8: (.continue, .uturn)
    case -7: (.fork, .slightLeft)
    case -6: (.exitRoundabout, nil)
    case -3: (.turn, .sharpLeft)
    case -2: (.turn, .left)
    case -1: (.turn, .slightLeft)
    case 0: (.continue, .straight)
    case 1: (.turn, .slightRight)
    case 2: (.turn, .right)
    case 3: (.turn, .sharpRight)
    case 4, 5: (.arrive, nil)
    case 6: (.roundabout, nil)
    case 7: (.fork, .slightRight)
    default: (.notification, nil)
    }
  }
}

extension ServerAnswer {
  /// What a road is like between two places of a path.
  struct Detail {
    let number: Double?
    let string: String?
  }
}
