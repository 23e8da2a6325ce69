import ArgumentParser
import OverlookRouting

/// How places of a route are come to, on the command line.
struct WaypointOptions: ParsableArguments {
  @Flag(help: "Go past the places of --via without a stop, in one leg.")
  var pass = false

  @Option(
    help: ArgumentHelp(
      "On which side of the road a stop is to be: curb (that on which vehicles drive), opposite or either.", valueName: "side"))
  var side = RoadSideArgument(.either)

  @Option(
    help: ArgumentHelp(
      "Where the traveller looks at the start, clockwise from north: roads in other directions are not taken, if there are any in this one.",
      valueName: "degrees"))
  var heading: Double?

  func validate() throws {
    guard (0...360).contains(heading ?? 0) else { throw ValidationError("--heading must lie in 0 to 360") }
  }

  func apply(to request: inout RouteRequest) {
    guard !request.waypoints.isEmpty else { return }
    for index in request.waypoints.indices.dropFirst() { request.waypoints[index].side = side.side }
    for index in request.waypoints.indices.dropFirst().dropLast() { request.waypoints[index].isStop = !pass }
    request.waypoints[0].heading = heading
  }
}

/// A side of the road on the command line.
struct RoadSideArgument: ExpressibleByArgument {
  let side: RouteWaypoint.RoadSide

  init(_ side: RouteWaypoint.RoadSide) { self.side = side }

  init?(argument: String) {
    guard let side = RouteWaypoint.RoadSide(rawValue: argument) else { return nil }
    self.side = side
  }

  var defaultValueDescription: String { side.rawValue }
  static var allValueStrings: [String] { RouteWaypoint.RoadSide.allCases.map(\.rawValue) }
}
