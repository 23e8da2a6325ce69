import ArgumentParser
import Foundation
import Overlook
import OverlookFormats
import OverlookGeometry
import OverlookRouting
import OverlookSupport

/// `overlook route`: a route with its instructions.
struct RouteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "route", abstract: "Finds a route, and tells what to do on it.",
    discussion: """
      Places are LAT,LON in degrees, or texts as search understands them. Roads come from a region on this machine, or from a server that is named. \
      With --batch, each line of FILE (- is standard input) is {"from": [LAT, LON], "to": [LAT, LON], "via": [[LAT, LON], ...], \
      "mode": "car"}, where a text may stand for each [LAT, LON]; each line of the answer is the JSON of --json with "query_ms". \
      Exit status 1: there is no route, or a line \
      had none; the sentence is on standard error, and with --json in "message" as well.
      """)

  // Unrecognized, because a southern latitude begins with a minus.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The start and the destination: LAT,LON, or what search finds.", valueName: "place"))
  var places: [String] = []

  @Option(parsing: .unconditionalSingleValue, help: ArgumentHelp("A stop on the way; may be given again.", valueName: "place"))
  var via: [String] = []

  @OptionGroup var waypoints: WaypointOptions
  @OptionGroup var options: RouteOptions

  @Flag(help: "Print JSON instead of text.")
  var json = false

  @Flag(name: .customLong("geojson"), help: "Print GeoJSON: a line for each route, points for its maneuvers.")
  var geoJSON = false

  @Flag(help: "Print GPX: a route and a track.")
  var gpx = false

  @Option(help: ArgumentHelp("Routes of many pairs of places, from lines of JSON.", valueName: "file"))
  var batch: String?

  func validate() throws {
    guard [json, geoJSON, gpx].filter({ $0 }).count <= 1 else {
      throw ValidationError("--json, --geojson and --gpx exclude each other")
    }
    if let unknown = places.first(where: { $0.hasPrefix("--") }) { throw ValidationError("route knows no option \(unknown)") }
    if batch != nil {
      guard places.isEmpty, via.isEmpty else { throw ValidationError("--batch has the places in its file") }
    } else if places.count != 2 {
      throw ValidationError("a start and a destination are expected, e.g. overlook route 60.17,24.94 60.19,24.96")
    }
  }

  func run() throws {
    options.reportLanguage()
    let planner = RoutePlanner(options)
    if let batch { return try RouteBatch(planner: planner, options: options, waypoints: waypoints).run(batch) }
    let coordinates = try RoutePlaces.coordinates(of: [places[0]] + via + [places[1]], isJSON: json)
    let routes: [Route]
    do throws(RoutingError) {
      var request = options.request(coordinates)
      waypoints.apply(to: &request)
      routes = try planner.routes(for: request).routes
    } catch {
      if json { print(JSONWriter.text(RouteDocument.value(error))) }
      throw CommandFailure(description: "\(error)")
    }
    print(text(of: routes))
  }

  private func text(of routes: [Route]) -> String {
    if json { return JSONWriter.text(RouteDocument.value(routes)) }
    if geoJSON { return JSONWriter.text(RouteGeoJSON.value(routes)) }
    if gpx { return RouteGPX.text(routes) }
    return RouteText.text(of: routes)
  }
}
