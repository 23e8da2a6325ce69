import Foundation
import Overlook
import OverlookFormats
import OverlookStreetScene
import OverlookSupport

/// When the Sun reaches a place, in lines for people or for programs.
struct SunReachReport {
  private let reach: SunReach
  private let place: LocationCoordinate
  /// Out of the wall, degrees; nil for an open place.
  private let facing: Double?
  private let calendar: Calendar

  /// Fails where a window is asked for and no wall is near.
  init(_ scene: StreetScene, height: Double, isOpen: Bool, facing: Double?, zone: TimeZone) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    self.calendar = calendar
    if isOpen {
      (place, self.facing) = (scene.frame.origin, nil)
      reach = SunReach(SIMD3(0, 0, height), in: scene)
      return
    }
    guard let wall = StreetWall(near: SIMD2(), in: scene) else {
      throw CommandFailure(description: "no wall is within 15 m of the place; --open takes the place itself")
    }
    let outward = facing ?? wall.facing
    (place, self.facing) = (scene.frame.coordinate(wall.place), outward)
    reach = SunReach(SIMD3(wall.place.x, wall.place.y, height), facing: outward, in: scene)
  }

  private var heading: String {
    let placeText = String(format: "%.6f,%.6f", place.latitude, place.longitude)
    return facing.map { "window at \(placeText), facing \(Int(exactly: $0.rounded()) ?? 0) degrees" } ?? "place at \(placeText)"
  }

  func day(_ start: Date, json: Bool) throws -> [String] {
    let spans = try reach.spans(from: start)
    if json {
      let values = spans.map { span in
        JSONValue.object(object([("from", .string(iso(span.lowerBound))), ("to", .string(iso(span.upperBound)))]))
      }
      return [JSONWriter.text(.object(object([("day", .string(day(start))), ("sun", .array(values))])))]
    }
    let lines = spans.map { "  \(time($0.lowerBound)) to \(time($0.upperBound))" }
    return ["\(heading), \(day(start)):"] + (lines.isEmpty ? ["  no sun"] : lines)
  }

  func year(_ year: Int, json: Bool) throws -> [String] {
    guard let start = calendar.date(from: DateComponents(year: year, month: 1, day: 1)) else { return [] }
    let count = calendar.range(of: .day, in: .year, for: start)?.count ?? 365
    var lines: [String] = json ? [] : ["\(heading), \(year):"]
    var total = 0.0
    for number in 0..<count {
      guard let date = calendar.date(byAdding: .day, value: number, to: start) else { continue }
      let spans = try reach.spans(from: date)
      let hours = spans.reduce(0) { $0 + $1.upperBound.timeIntervalSince($1.lowerBound) } / 3_600
      total += hours
      if json {
        lines.append(
          JSONWriter.text(
            .object(object([("day", .string(day(date))), ("hours", .number((hours * 100).rounded() / 100))]))))
      } else if calendar.component(.day, from: date) == 1 || calendar.component(.day, from: date) == 15 {
        let text = spans.map { "\(time($0.lowerBound))-\(time($0.upperBound))" }.joined(separator: ", ")
        lines.append(String(format: "  %@  %4.1f h  ", day(date), hours) + text)
      }
    }
    return json ? lines : lines + [String(format: "  %.0f hours in the year", total)]
  }

  private func object(_ members: [(String, JSONValue)]) -> JSONObject {
    members.reduce(into: JSONObject()) { $0[$1.0] = $1.1 }
  }

  private func day(_ date: Date) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }

  private func time(_ date: Date) -> String {
    let parts = calendar.dateComponents([.hour, .minute], from: date)
    return String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
  }

  private func iso(_ date: Date) -> String { date.ISO8601Format(.iso8601(timeZone: calendar.timeZone)) }
}
