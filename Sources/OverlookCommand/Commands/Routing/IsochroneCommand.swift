import ArgumentParser
import Overlook
import OverlookFormats
import OverlookRoads
import OverlookRouting

/// `overlook isochrone`: how far one gets.
struct IsochroneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "isochrone", abstract: "Tells how far one gets from a place in some time.",
    discussion: """
      Prints GeoJSON: a feature for each time with the area around the roads that are reached, and "minutes". Exit status 1: there is no \
      road near the place.
      """)

  // Unrecognized, because a southern latitude begins with a minus.
  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The place: LAT,LON, or what search finds.", valueName: "place"))
  var at: [String]

  @Option(help: ArgumentHelp("Times, at most ten, with commas between.", valueName: "m,m"), transform: MinutesArgument.parse)
  var minutes = MinutesArgument(minutes: [10])

  @Option(help: "car, truck, bicycle, foot or wheelchair.")
  var mode = TravelModeArgument(.car)

  @Option(help: ArgumentHelp("A region: its name, its folder, or an extract of OpenStreetMap.", valueName: "region"))
  var region: String?

  @Flag(name: .customLong("geojson"), help: "Print GeoJSON, as it does anyway.")
  var geoJSON = false

  func validate() throws {
    guard at.count == 1 else {
      throw ValidationError(at.isEmpty ? "isochrone wants a place" : "isochrone knows no '\(at[1])'")
    }
  }

  func run() throws {
    let place = try RoutePlaces.coordinates(of: at)[0]
    do {
      let roads = try RoadSource.graph(of: region, containing: [place])
      let metric = RoadMetric(graph: roads.graph, options: PathOptions(mode: mode.mode))
      let starts = try metric.ends(at: PathPlace(place))
      // The largest first, so that what is nearer lies above.
      let areas = try minutes.minutes.sorted(by: >).map { ($0, try Isochrone(from: starts, limit: $0 * 60, metric: metric)) }
      print(JSONWriter.text(IsochroneGeoJSON.value(areas, mode: mode.mode)))
    } catch is PathFault {
      throw CommandFailure(description: "there is no road for \(mode.mode.rawValue) near the place")
    } catch let error as RoutingError {
      throw CommandFailure(description: "\(error)")
    }
  }
}

/// "5,10,15" on the command line, minutes.
struct MinutesArgument {
  let minutes: [Double]

  static func parse(_ text: String) throws -> Self {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0.filter { $0 != " " }) }
    let minutes = numbers.compactMap { $0 }
    guard minutes.count == numbers.count, (1...10).contains(minutes.count), minutes.allSatisfy({ $0 > 0 && $0 <= 600 }) else {
      throw ValidationError("times in minutes, above 0 to 600, with commas between, e.g. 5,10,15")
    }
    return Self(minutes: minutes)
  }
}

extension MinutesArgument: CustomStringConvertible {
  var description: String { minutes.map { JSONWriter.text($0) }.joined(separator: ",") }
}
