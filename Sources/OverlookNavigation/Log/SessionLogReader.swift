package import OverlookFormats
import OverlookGeometry
import OverlookLocation
import OverlookRouting

/// A line of a session's log.
package enum SessionLogEntry: Hashable, Sendable {
  case begin(SessionBegin)
  case input(SessionInput, now: Double)
  /// An event, as it was written.
  case event(JSONValue)
}

/// Reads lines that `SessionLogWriter` wrote.
package enum SessionLogReader {
  static let form = "overlook guidance"
  static let version = 1
  /// Bytes of a line; that of a long route is the longest.
  package static let lineLimit = 32 << 20
  private static let listLimit = 10_000

  /// The entry of a line. `thing` names the log in errors, `line` is counted from 1.
  package static func entry(_ bytes: [UInt8], line: Int, thing: String = "session log") throws(FormatError) -> SessionLogEntry {
    let value = try JSONParser.parse(bytes, thing: thing, line: line)
    let reader = SessionLine(value: value, thing: "\(thing), line \(line)")
    if value["event"] != nil { return .event(value) }
    if value["input"] != nil { return .input(try input(reader), now: try reader.number("now")) }
    guard value["log"] != nil else { throw reader.fault("it is neither the begin of a log nor an input nor an event") }
    return .begin(try begin(reader))
  }

  private static func begin(_ line: SessionLine) throws(FormatError) -> SessionBegin {
    guard try line.text("log") == form else { throw line.fault("it is no log of guidance") }
    guard try line.number("version") == Double(version) else {
      throw .unsupported(line.thing, fault: "a log of another version than \(version)")
    }
    let part = SessionLine(value: line.value["settings"] ?? .null, thing: line.thing)
    var settings = NavigationSettings()
    settings.language = try part.text("language")
    guard let units = DistanceUnits(rawValue: try part.text("units")) else { throw line.fault("units that are not known") }
    settings.units = units
    settings.isGuiding = try part.flag("guiding")
    settings.minorExcess = try part.number("minor_excess")
    settings.majorExcess = try part.number("major_excess")
    settings.lostSeconds = try part.number("lost_seconds")
    settings.reckoningSeconds = try part.number("reckoning_seconds")
    let destinations = try line.items("destinations", limit: listLimit).map { (item) throws(FormatError) in try waypoint(item) }
    return SessionBegin(
      routes: try routes(line, language: settings.language), destinations: destinations, settings: settings)
  }

  private static func waypoint(_ item: SessionLine) throws(FormatError) -> NavigationWaypoint {
    guard let side = RouteWaypoint.RoadSide(rawValue: try item.text("side")) else { throw item.fault("a side that is none") }
    let stop = RouteWaypoint(
      try item.place("location"), title: item.value["title"]?.string, isStop: try item.flag("stop"), side: side,
      heading: item.value["heading"]?.number, headingTolerance: try item.number("heading_tolerance"))
    var waypoint = NavigationWaypoint(stop)
    waypoint.placeID = item.value["place_id"]?.string
    return waypoint
  }

  private static func routes(_ line: SessionLine, language: String) throws(FormatError) -> [Route] {
    let document = RouteDocument.object([("routes", line.value["routes"] ?? .array([]))])
    do throws(RoutingError) {
      return try RouteReader.routes(document, thing: line.thing, language: language)
    } catch {
      throw line.fault("\(error)")
    }
  }

  private static func input(_ line: SessionLine) throws(FormatError) -> SessionInput {
    switch try line.text("input") {
    case "start": return .start
    case "tick": return .tick
    case "continue": return .continueToNextDestination
    case "fix":
      func number(_ name: String) -> Double? { line.value[name]?.number }
      return .fix(
        LocationFix(
          try line.place("location"), time: number("time") ?? .nan, accuracy: number("accuracy"), speed: number("speed"),
          course: number("course"), altitude: number("altitude")))
    case "accept":
      let request = try line.count("request")
      // An answer may hold no route, which a begin may not.
      if line.value["routes"]?.array?.isEmpty == true { return .accept([], request: request) }
      return .accept(try routes(line, language: "en"), request: request)
    case "refuse":
      let message = try line.text("message")
      return .refuse(RoutingError(status: try line.text("status"), message: message), request: try line.count("request"))
    case "places":
      return .placesAhead(
        try line.items("places", limit: listLimit).map { (item) throws(FormatError) in
          guard let kind = GuidanceNotice.Hazard(rawValue: try item.text("kind")) else { throw item.fault("a kind that is none") }
          return PlaceAhead(
            kind, at: try item.place("location"), title: try item.text("title"), delay: item.value["delay"]?.number)
        })
    case "tunnels":
      return .tunnels(
        try line.items("ranges", limit: listLimit).map { (item) throws(FormatError) in
          let ends = item.value.array?.map { $0.number.flatMap { Int(exactly: $0) } } ?? []
          guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else { throw item.fault("no range") }
          return first...last
        })
    case let other: throw line.fault("'\(other)' is no input")
    }
  }
}

/// A part of a line of a log.
struct SessionLine {
  let value: JSONValue
  let thing: String

  func fault(_ text: String) -> FormatError { .malformed(thing, fault: text) }

  func text(_ name: String) throws(FormatError) -> String {
    guard let text = value[name]?.string else { throw fault("it has no text '\(name)'") }
    return text
  }

  func number(_ name: String) throws(FormatError) -> Double {
    guard let number = value[name]?.number else { throw fault("it has no number '\(name)'") }
    return number
  }

  func count(_ name: String) throws(FormatError) -> Int {
    guard let count = Int(exactly: try number(name)) else { throw fault("'\(name)' is no count") }
    return count
  }

  func flag(_ name: String) throws(FormatError) -> Bool {
    guard let flag = value[name]?.bool else { throw fault("it has no flag '\(name)'") }
    return flag
  }

  func items(_ name: String, limit: Int) throws(FormatError) -> [SessionLine] {
    guard let items = value[name]?.array else { throw fault("it has no list '\(name)'") }
    guard items.count <= limit else { throw .tooLarge(thing, fault: "more than \(limit) in '\(name)'") }
    return items.map { SessionLine(value: $0, thing: thing) }
  }

  /// A pair of longitude and latitude; one that is null is no place, as a receiver may say.
  func place(_ name: String) throws(FormatError) -> LocationCoordinate {
    guard let pair = value[name]?.array, pair.count == 2 else { throw fault("it has no place '\(name)'") }
    return LocationCoordinate(latitude: pair[1].number ?? .nan, longitude: pair[0].number ?? .nan)
  }
}

extension RoutingError {
  /// The error that is told so.
  init(status: String, message: String) {
    switch status {
    case "bad_request": self = .badRequest(message)
    case "no_road": self = .noRoad(message)
    case "offline": self = .offline(message)
    case "network_error": self = .network(message)
    case "not_authorized": self = .notAuthorized(message)
    case "quota_exceeded": self = .quotaExceeded(message)
    case "unusable": self = .unusable(message)
    case "cancelled": self = .cancelled
    default: self = .noRoute(message)
    }
  }
}
