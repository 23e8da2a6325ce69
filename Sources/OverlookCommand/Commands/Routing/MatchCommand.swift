import ArgumentParser
import Foundation
import Overlook
import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookRoads
import OverlookRouting

/// `overlook match`: the roads that a trace was gone on.
struct MatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "match", abstract: "Finds the roads that a trace of a receiver was gone on.",
    discussion: """
      TRACE is GPX, GeoJSON, CSV or an NMEA log. The JSON is {"status", "matches": [{"distance_m", "duration_s", "geometry", \
      "first_fix", "last_fix"}], "fixes": [{"location", "distance_m", "name", "match"} or null]}; more than one match where the trace has \
      gaps that no road bridges. Exit status 1: no fix is near a road.
      """)

  @Argument(help: ArgumentHelp("A file with the trace.", valueName: "trace"))
  var trace: String

  @Option(help: ArgumentHelp("A region: its name, its folder, or an extract of OpenStreetMap.", valueName: "region"))
  var region: String?

  @Option(help: "car, truck, bicycle, foot or wheelchair.")
  var mode = TravelModeArgument(.car)

  @Flag(help: "Print JSON instead of text.")
  var json = false

  func run() throws {
    let fixes: [TraceFix]
    do throws(FormatError) { fixes = try FixFile.fixes(of: trace) } catch { throw CommandFailure(description: "\(error)") }
    guard !fixes.isEmpty else { throw CommandFailure(description: "\(trace): there are no positions in it") }
    let roads: (graph: RoadGraph, name: String)
    do throws(RoutingError) {
      roads = try RoadSource.graph(of: region, containing: fixes.map(\.coordinate))
    } catch {
      throw CommandFailure(description: "\(error)")
    }
    let metric = RoadMetric(graph: roads.graph, options: PathOptions(mode: mode.mode))
    let matched = MapMatcher(metric: metric).match(fixes)
    let isOnRoads = matched.pieces.contains { $0.path.length > 0 }
    if json { print(JSONWriter.text(MatchReport(matched, metric: metric).json)) }
    guard isOnRoads else {
      throw CommandFailure(description: "\(trace): none of its \(fixes.count) positions leads along roads of \(roads.name)")
    }
    if !json { print(MatchReport(matched, metric: metric).text) }
  }
}
