import ArgumentParser
import Foundation
import Overlook
import OverlookFormats
import OverlookSupport

/// `overlook sun`: the sky of a place, and what it makes of the ground.
struct SunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sun", abstract: "Tells where sun, moon and the Milky Way's centre stand, and how long the Sun shines where.",
    subcommands: [SunPlaceCommand.self, SunHoursCommand.self, SunReachCommand.self], defaultSubcommand: SunPlaceCommand.self)
}

/// `overlook sun place`, or without a word: where sun and moon stand, and when they rise and set.
struct SunPlaceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "place", abstract: "Tells where sun, moon and the Milky Way's centre stand, and when they rise and set.",
    discussion: """
      Azimuths are degrees clockwise from north, altitudes degrees above a level horizon. Without a zone, times are UTC. \
      With --batch, each line of FILE (- is standard input) is {"lat": 60.2, "lon": 24.9, "time": "2026-06-21T12:00:00Z", "body": "sun"} \
      (body sun when left out; "height" in metres), and each line of the answer {"azimuth", "altitude", "altitude_airless", \
      "distance_km", "angular_diameter", ...} or {"error"}. Exit status 1: a line had an error.
      """)

  @OptionGroup var sky: SkyOptions

  @Flag(help: "Print JSON instead of text.")
  var json = false

  @Option(help: ArgumentHelp("Positions of many places and times, from lines of JSON.", valueName: "file"))
  var batch: String?

  func validate() throws {
    if batch == nil { return try sky.check() }
    guard sky.isEmpty else { throw ValidationError("--batch has the places and times in its file") }
  }

  func run() throws {
    if let batch { return try SkyBatch.run(batch) }
    let report: SkyReport
    do throws(AstronomyError) {
      report = try SkyReport(sky, at: sky.date ?? Date(), alwaysHasPosition: json)
    } catch {
      throw CommandFailure(description: "\(error)")
    }
    print(json ? JSONWriter.text(report.json) : report.text)
  }
}
