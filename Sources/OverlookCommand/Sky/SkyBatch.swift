import Foundation
import Overlook
import OverlookFormats
import OverlookSupport

/// Positions from lines of JSON, one answer a line.
enum SkyBatch {
  /// No request needs more.
  private static let lineLimit = 4096

  /// Reads `path`, or standard input for "-", line by line: its size does not matter.
  static func run(_ path: String) throws {
    let name = JSONLines.name(of: path)
    var failures = 0
    let count = try JSONLines.each(of: path, lineLimit: lineLimit) { number, line in
      var members: [(String, JSONValue)]
      do {
        members = try answer(try JSONParser.parse(try line.get(), thing: name, line: number))
      } catch {
        failures += 1
        members = [("error", .string("\(error)"))]
      }
      print(JSONWriter.text(JSONValue(members: members)))
    }
    guard failures == 0 else { throw CommandFailure(description: "\(name): \(failures) of \(count) lines had an error") }
  }

  private static func answer(_ request: JSONValue) throws -> [(String, JSONValue)] {
    guard let latitude = request["lat"]?.number, let longitude = request["lon"]?.number else {
      throw CommandFailure(description: "lat and lon, in degrees, are missing")
    }
    guard let text = request["time"]?.string, let time = ISOTime(text) else {
      throw CommandFailure(description: "time is missing, or no time such as 2026-06-21T12:00:00Z")
    }
    let name = request["body"]?.string ?? "sun"
    guard let body = SkyBodyArgument(argument: name)?.body else {
      throw CommandFailure(description: "body '\(OutsideText.cleaned(name))' is none of sun, moon and galactic-center")
    }
    let observer = SkyObserver(
      LocationCoordinate(latitude: latitude, longitude: longitude), heightMeters: request["height"]?.number ?? 0)
    let date = Date(timeIntervalSince1970: time.secondsSinceEpoch)
    return SkyReport.members(try Ephemeris.position(of: body, at: date, observer: observer))
  }
}
