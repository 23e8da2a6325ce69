package import OverlookFormats
import OverlookGeometry
import OverlookRoads

/// Reads what `RouteDocument` writes, and what others write in its form: of members that it does not ask for, it needs none.
package enum RouteReader {
  /// The routes of a document of at most 32 MiB. `thing` names it in errors.
  package static func routes(
    _ bytes: [UInt8], thing: String = "route", language: String = "en"
  ) throws(RoutingError) -> [Route] {
    let value: JSONValue
    do throws(FormatError) { value = try JSONParser.parse(bytes, thing: thing) } catch { throw .unusable("\(error)") }
    return try routes(value, thing: thing, language: language)
  }

  /// The routes of a document that is a part of another one.
  package static func routes(_ value: JSONValue, thing: String, language: String = "en") throws(RoutingError) -> [Route] {
    let document = ServerAnswer(value, path: thing)
    let items = try document.items("routes")
    guard !items.isEmpty else { throw .unusable("\(thing): there are no routes in it") }
    guard items.count <= routeLimit else { throw .unusable("\(thing): more than \(routeLimit) routes") }
    return try items.map { (item) throws(RoutingError) in try route(item, language: language) }
  }

  private static let routeLimit = 100

  private static func route(_ item: ServerAnswer, language: String) throws(RoutingError) -> Route {
    let mode = TravelMode(rawValue: item.text("mode")) ?? .car
    let geometry = try item.items("geometry").map { (item) throws(RoutingError) in try item.place() }
    guard geometry.count >= 2 else { throw item.fault("its geometry has fewer than two places") }
    var assembly = RouteAssembly(thing: item.path, mode: mode, language: language)
    var position = 0
    for leg in try item.items("legs") {
      let (steps, range) = try draft(leg, geometry: geometry, from: position, mode: mode)
      position = range.upperBound
      try assembly.add(
        leg: steps, shape: Array(geometry[range]), distance: try leg.measure("distance_m"),
        duration: try leg.measure("duration_s"))
    }
    guard position == geometry.count - 1 else { throw item.fault("its legs end before its geometry") }
    return try assembly.route(distance: try item.measure("distance_m"), duration: try item.measure("duration_s"))
  }

  /// The steps of a leg that begins at a place of the geometry, and the part of it that is the leg's.
  private static func draft(
    _ leg: ServerAnswer, geometry: [LocationCoordinate], from start: Int, mode: TravelMode
  ) throws(RoutingError) -> (steps: [DraftStep], range: ClosedRange<Int>) {
    let items = try leg.items("steps")
    var begins: [Int] = []
    for item in items {
      let begin = try place(of: item, geometry: geometry, from: begins.last ?? start)
      begins.append(begin)
    }
    guard let last = begins.last, begins.first == start else { throw leg.fault("it does not begin where the leg before it ends") }
    let steps = try items.indices.map { (index) throws(RoutingError) in
      var step = try step(items[index], mode: mode)
      step.begin = begins[index] - start
      step.end = (index + 1 < begins.count ? begins[index + 1] : last) - start
      return step
    }
    return (steps, start...last)
  }

  /// Where on the geometry, from `start` on, a step begins: as it says, or else where its location first lies.
  private static func place(
    of item: ServerAnswer, geometry: [LocationCoordinate], from start: Int
  ) throws(RoutingError) -> Int {
    if let range = item["geometry_range"]?.value.array, range.count == 2,
      let begin = range[0].number.flatMap({ Int(exactly: $0) })
    {
      guard geometry.indices.contains(begin), begin >= start else {
        throw item.fault("it begins at \(begin) of a geometry of \(geometry.count) places, behind which the route is already")
      }
      return begin
    }
    let location = try item.member("maneuver").member("location").place()
    // The one that arrives does so at the very end, wherever else the route has passed the place.
    guard let begin = geometry[start...].firstIndex(where: { isSame($0, location) }) else {
      throw item.fault("its place is not on the geometry")
    }
    return begin
  }

  private static func isSame(_ a: LocationCoordinate, _ b: LocationCoordinate) -> Bool {
    abs(a.latitude - b.latitude) < 5e-7 && abs(a.longitude - b.longitude) < 5e-7
  }

  private static func step(_ item: ServerAnswer, mode: TravelMode) throws(RoutingError) -> DraftStep {
    let maneuver = try item.member("maneuver")
    guard let kind = Maneuver.Kind(rawValue: maneuver.text("type")) else {
      throw maneuver.fault("'\(maneuver.text("type"))' is no type of a maneuver")
    }
    let word = item.text("mode")
    var step = DraftStep(kind: kind, begin: 0, end: 0, mode: TravelMode(rawValue: word) ?? mode)
    step.modifier = Maneuver.Modifier(rawValue: maneuver.text("modifier"))
    if maneuver["exit"] != nil { step.exit = try maneuver.count("exit") }
    step.bearingBefore = try maneuver.bearing("bearing_before")
    step.bearingAfter = try maneuver.bearing("bearing_after")
    step.name = item.text("name")
    step.ref = item.text("ref")
    if item["destinations"] != nil { step.destinations = try item.items("destinations").compactMap { $0.value.string } }
    step.exitNumber = item.text("exit_number")
    step.rotaryName = item.text("rotary_name")
    step.isFerry = word == RouteDocument.ferry
    step.distance = try item.measure("distance_m")
    step.duration = try item.measure("duration_s")
    if item["speed_limit_kmh"] != nil { step.speedLimit = try item.measure("speed_limit_kmh") }
    if item["lanes"] != nil {
      step.lanes = try item.items("lanes").map { lane in
        Lane(
          indications: (lane["indications"]?.value.array ?? []).compactMap { $0.string.flatMap(Maneuver.Modifier.init) },
          isValid: lane.flag("valid"), isActive: lane.flag("active"))
      }
    }
    step.instruction = item.text("instruction")
    return step
  }
}
