import ArgumentParser
import Overlook
import OverlookFormats

/// `overlook reverse`: what is at a place.
struct ReverseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reverse", abstract: "Says what is at a place: the house, the street, the town.",
    discussion: "With --json, an array as that of search. Exit status 1: nothing is known there.")

  // Unrecognized, because a southern latitude begins with a minus.
  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The place, in degrees.", valueName: "lat,lon"))
  var place: [String]

  @Option(help: "Answers at most, 1 to 40.")
  var limit = 5

  @Flag(help: "Print JSON instead of text.")
  var json = false

  @OptionGroup var places: PlaceOptions
  @OptionGroup var network: NetworkOptions

  func validate() throws {
    guard place.count == 1 else {
      throw ValidationError(place.count < 2 ? "reverse wants LAT,LON" : "reverse knows no '\(place[1])'")
    }
    _ = try CoordinateArgument.parse(place[0])
    guard (1...40).contains(limit) else { throw ValidationError("--limit must lie in 1 to 40") }
  }

  func run() throws {
    let found = try PlaceQuestions(places, network).reverse(CoordinateArgument.parse(place[0]).coordinate, limit: limit)
    print(json ? JSONWriter.text(PlaceReport.json(found)) : found.isEmpty ? "nothing is known there" : PlaceReport.text(found))
    if found.isEmpty { throw ExitCode(1) }
  }
}
