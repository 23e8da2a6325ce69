import OverlookFormats
import OverlookGeometry
import OverlookRoads
import OverlookSupport

/// What Valhalla's route service answers in its own form (turn-by-turn API reference).
struct ValhallaAnswer {
  private let answer: ServerAnswer
  private let request: RouteRequest

  init(_ answer: ServerAnswer, request: RouteRequest) {
    self.answer = answer
    self.request = request
  }

  func routes() throws(RoutingError) -> [Route] {
    if answer["error_code"] != nil || answer["trip"] == nil { throw refusal }
    var routes = [try route(try answer.member("trip"))]
    guard answer["alternates"] != nil else { return routes }
    for other in try answer.items("alternates").prefix(request.options.alternatives) {
      routes.append(try route(try other.member("trip")))
    }
    return routes
  }

  private var refusal: RoutingError {
    let text = answer.text("error")
    guard !text.isEmpty else { return .unusable("\(answer.path): trip is missing") }
    let message = "\(answer.path): \(text)"
    switch answer["error_code"]?.value.number {
    case 171: return .noRoad(message)
    case 170, 442, 443: return .noRoute(message)
    default: return .badRequest(message)
    }
  }

  private func route(_ trip: ServerAnswer) throws(RoutingError) -> Route {
    var assembly = RouteAssembly(thing: answer.path, mode: request.mode, language: request.options.language)
    let perUnit = trip.text("units") == "miles" ? MeasureFormat.metresPerMile : 1000.0
    for leg in try trip.items("legs") {
      let shape = try leg.member("shape").polyline(.six)
      var steps: [DraftStep] = []
      for item in try leg.items("maneuvers") { steps.append(try step(item, perUnit: perUnit)) }
      let summary = try leg.member("summary")
      try assembly.add(
        leg: steps, shape: shape, distance: try summary.measure("length") * perUnit, duration: try summary.measure("time"))
    }
    let summary = try trip.member("summary")
    return try assembly.route(distance: try summary.measure("length") * perUnit, duration: try summary.measure("time"))
  }

  private func step(_ item: ServerAnswer, perUnit: Double) throws(RoutingError) -> DraftStep {
    let (kind, modifier) = Self.maneuver(try item.count("type"))
    var draft = DraftStep(
      kind: kind, modifier: modifier, begin: try item.count("begin_shape_index"), end: try item.count("end_shape_index"),
      mode: request.mode)
    draft.bearingBefore = try item.bearing("bearing_before")
    draft.bearingAfter = try item.bearing("bearing_after")
    if item["roundabout_exit_count"] != nil { draft.exit = try item.count("roundabout_exit_count") }
    let names = try Self.names(item)
    draft.name = names.first { !Self.isRef($0) } ?? ""
    draft.ref = names.first(where: Self.isRef) ?? ""
    if let sign = item["sign"] {
      draft.exitNumber = try Self.sign(sign, "exit_number_elements").joined(separator: ";")
      draft.destinations = try Self.sign(sign, "exit_branch_elements") + Self.sign(sign, "exit_toward_elements")
    }
    draft.isFerry = item.flag("ferry")
    draft.distance = try item.measure("length") * perUnit
    draft.duration = try item.measure("time")
    draft.lanes = try lanes(item)
    draft.instruction = item.text("instruction")
    return draft
  }

  private static func names(_ item: ServerAnswer) throws(RoutingError) -> [String] {
    // Names that begin with the maneuver are those that signs show there.
    for key in ["begin_street_names", "street_names"] where item[key] != nil {
      return try item.items(key).compactMap { $0.value.string.map { OutsideText.cleaned($0) } }
    }
    return []
  }

  /// A number of a road, not a name: letters of the alphabet, few, and digits.
  static func isRef(_ name: String) -> Bool {
    name.count <= 10 && name.contains(where: \.isNumber)
      && name.allSatisfy { $0.isNumber || $0.isUppercase || " -.".contains($0) }
  }

  private static func sign(_ sign: ServerAnswer, _ key: String) throws(RoutingError) -> [String] {
    guard sign[key] != nil else { return [] }
    return try sign.items(key).map { $0.text("text") }.filter { !$0.isEmpty }
  }

  private func lanes(_ item: ServerAnswer) throws(RoutingError) -> [Lane] {
    guard item["lanes"] != nil else { return [] }
    return try item.items("lanes").map { (lane) throws(RoutingError) in
      let directions = lane["directions"] == nil ? 0 : try lane.count("directions")
      let valid = lane["valid"] == nil ? 0 : try lane.count("valid")
      let active = lane["active"] == nil ? 0 : try lane.count("active")
      return Lane(
        indications: Self.arrows.filter { directions & $0.mask != 0 }.map(\.modifier), isValid: valid != 0 || active != 0,
        isActive: active != 0)
    }
  }

  /// From left to right, as Valhalla's masks of turn lanes have them (`baldr/turnlanes.h`).
  private static let arrows: [(mask: Int, modifier: Maneuver.Modifier)] = [
    (256, .uturn), (4, .sharpLeft), (8, .left), (16, .slightLeft), (2, .straight), (32, .slightRight), (64, .right),
    (128, .sharpRight),
  ]

  /// The maneuver types of Valhalla's reference in OSRM's words.
  static func maneuver(_ type: Int) -> (Maneuver.Kind, Maneuver.Modifier?) {
    switch type {
    case 1: (.depart, nil)
    case 2: (.depart, .right)
    case 3: (.depart, .left)
    case 4: (.arrive, nil)
    case 5: (.arrive, .right)
    case 6: (.arrive, .left)
    case 7: (.newName, .straight)
    case 8: (.continue, .straight)
    case 9: (.turn, .slightRight)
    case 10: (.turn, .right)
    case 11: (.turn, .sharpRight)
    case 12, 13: (.continue, .uturn)
    case 14: (.turn, .sharpLeft)
    case 15: (.turn, .left)
    case 16: (.turn, .slightLeft)
    case 17: (.onRamp, .straight)
    case 18: (.onRamp, .slightRight)
    case 19: (.onRamp, .slightLeft)
    case 20: (.offRamp, .slightRight)
    case 21: (.offRamp, .slightLeft)
    case 22: (.fork, .straight)
    case 23: (.fork, .slightRight)
    case 24: (.fork, .slightLeft)
    case 25: (.merge, nil)
    case 26: (.roundabout, nil)
    case 27: (.exitRoundabout, nil)
    case 37: (.merge, .slightRight)
    case 38: (.merge, .slightLeft)
    default: (.notification, nil)
    }
  }
}
