import Foundation
import Overlook
import OverlookFormats
import OverlookGeometry
import OverlookRoads
import OverlookRouting
import OverlookSupport

/// Routes from lines of JSON, one answer a line.
struct RouteBatch {
  let planner: RoutePlanner
  let options: RouteOptions
  let waypoints: WaypointOptions

  /// Reads `path`, or standard input for "-", line by line: its size does not matter.
  func run(_ path: String) throws {
    var failures = 0
    var count = 0
    let name = JSONLines.name(of: path)
    try JSONLines.each(of: path) { number, line in
      count += 1
      var members: [(String, JSONValue)]
      do {
        let request = try request(try JSONParser.parse(try line.get(), thing: name, line: number))
        let answer = try planner.routes(for: request)
        members = (RouteDocument.value(answer.routes).object?.members).map { $0.map { ($0.key, $0.value) } } ?? []
        members.append(("query_ms", .number((answer.milliseconds * 1000).rounded() / 1000)))
      } catch let error as RoutingError {
        failures += 1
        members = (RouteDocument.value(error).object?.members).map { $0.map { ($0.key, $0.value) } } ?? []
      } catch {
        failures += 1
        members = [("status", .string("bad_request")), ("message", .string("\(error)")), ("routes", .array([]))]
      }
      print(JSONWriter.text(RouteDocument.object(members)))
    }
    guard failures == 0 else {
      throw CommandFailure(description: "\(name): \(failures) of \(count) lines have no route")
    }
  }

  private func request(_ value: JSONValue) throws -> RouteRequest {
    let via = try (value["via"]?.array ?? []).map { try Self.place($0, name: "via") }
    let places = [try Self.place(value["from"], name: "from")] + via + [try Self.place(value["to"], name: "to")]
    var request = options.request(places)
    waypoints.apply(to: &request)
    if let word = value["mode"]?.string {
      guard let mode = TravelMode(rawValue: word) else {
        throw CommandFailure(description: "mode '\(OutsideText.cleaned(word))' is none of \(TravelModeArgument.allValueStrings)")
      }
      request.mode = mode
    }
    return request
  }

  /// A pair of numbers, or a text as on the command line.
  private static func place(_ value: JSONValue?, name: String) throws -> LocationCoordinate {
    if let text = value?.string, let place = try RoutePlaces.coordinates(of: [text]).first { return place }
    guard let numbers = value?.array?.map(\.number), numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1]
    else {
      throw CommandFailure(description: "\(name) is missing, or neither [LAT, LON] nor a text")
    }
    return LocationCoordinate(latitude: latitude, longitude: longitude)
  }
}
