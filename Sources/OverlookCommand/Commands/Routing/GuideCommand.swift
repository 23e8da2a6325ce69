import ArgumentParser
import Foundation
import Overlook
import OverlookFormats
import OverlookGeometry
import OverlookLocation
import OverlookNavigation
import OverlookRouting
import OverlookSupport

/// `overlook guide`: guidance along a route, without a map.
struct GuideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "guide", abstract: "Guides along a route: what to do, when, and what happens on the way.",
    discussion: """
      The route is that of FILE (what 'overlook route --json' prints), or from FROM to TO as 'overlook route' finds it. The fixes are those of \
      TRACE (GPX, GeoJSON, CSV or an NMEA log), of a simulated drive, or of a receiver. With --json each event is a line: {"event", "time", ...}, where the \
      event is location, progress, instruction (with kind early, prepare, turn or now), banner, off_route, back_on_route, wrong_way, \
      reroute_wanted, rerouted, reroute_failed, speed_limit, alternative_taken, place_ahead, tunnel, signal_lost, signal_back, arrived or \
      ended. A simulated drive begins at the time 0. --log keeps what went in and what came out; --replay does such a log again, and fails \
      where something else happens.
      """)

  // Unrecognized, because a southern latitude begins with a minus.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The start and the destination: LAT,LON, or what search finds.", valueName: "place"))
  var places: [String] = []

  @Option(parsing: .unconditionalSingleValue, help: ArgumentHelp("A stop on the way; may be given again.", valueName: "place"))
  var via: [String] = []

  @Option(help: ArgumentHelp("A route in a file, in place of two places.", valueName: "file"))
  var route: String?

  @Option(help: ArgumentHelp("A file with the fixes of a drive.", valueName: "file"))
  var trace: String?

  @Option(
    help: ArgumentHelp("A receiver: \(LocationSource.forms).", valueName: "source"), transform: LocationSourceArgument.parse)
  var location: LocationSourceArgument?

  @Flag(help: "Drive along the route as it plans.")
  var simulate = false

  @Option(help: ArgumentHelp("With --simulate: how much faster than planned, 0.01 to 100.", valueName: "x"))
  var speed = 1.0

  @Option(help: ArgumentHelp("With --simulate: metres of the receiver's error, 0 to 1000.", valueName: "m"))
  var noise = 0.0

  @Option(help: ArgumentHelp("With --simulate: which error.", valueName: "n"))
  var seed: UInt64 = 1

  @OptionGroup var options: RouteOptions

  @Option(help: ArgumentHelp("What distances are told in: metric, feet or yards.", valueName: "units"))
  var units = DistanceUnitsArgument(.metric)

  @Option(help: ArgumentHelp("Keep the session in a file.", valueName: "file"))
  var log: String?

  @Option(help: ArgumentHelp("Do a kept session again.", valueName: "file"))
  var replay: String?

  @Flag(help: "Speak, and let time pass as on the road.")
  var voice = false

  @Flag(help: "Print JSON instead of text.")
  var json = false

  func validate() throws {
    if let unknown = places.first(where: { $0.hasPrefix("--") }) { throw ValidationError("guide knows no option \(unknown)") }
    if replay != nil {
      guard places.isEmpty, via.isEmpty, route == nil, trace == nil, location == nil, !simulate, !voice, log == nil else {
        throw ValidationError("--replay has all in its file")
      }
      return
    }
    guard route == nil ? places.count == 2 : places.isEmpty && via.isEmpty else {
      throw ValidationError(
        "a route in a file, or a start and a destination are expected, e.g. overlook guide 60.17,24.94 60.19,24.96 --simulate")
    }
    guard [simulate, trace != nil, location != nil].filter({ $0 }).count == 1 else {
      throw ValidationError("one of --simulate, --trace and --location says where the traveller is")
    }
    guard (0.01...100).contains(speed) else { throw ValidationError("--speed must lie in 0.01 to 100") }
    guard (0...1000).contains(noise) else { throw ValidationError("--noise must lie in 0 to 1000") }
  }

  func run() throws {
    let output = GuideOutput(isJSON: json, units: self.units.units)
    if let replay { return try GuideReplay(path: replay, output: output).run() }
    options.reportLanguage()
    let planner = RoutePlanner(options)
    var settings = NavigationSettings()
    let (language, units) = (spokenLanguage, units.units)
    (settings.language, settings.units) = (language, units)
    let fixes = try trace.map { path in try GuideTrace.fixes(of: path) }
    let found = try routes(planner)
    var guide: GuideRun
    let speaker = voice ? MainActor.assumeIsolated { GuideVoice(language: language, units: units) } : nil
    let file = try log.map { path in try GuideLog(path: path) }
    do throws(RoutingError) {
      guide = try GuideRun(
        SessionBegin(routes: found.routes, destinations: found.destinations, settings: settings), planner: planner,
        options: options, output: output, log: file, voice: speaker)
    } catch {
      throw CommandFailure(description: "\(error)")
    }
    if let fixes {
      try guide.follow(fixes)
    } else if let location {
      try guide.listen(to: location.source)
    } else {
      var drive = RouteSimulator.Options()
      (drive.factor, drive.noise, drive.seed) = (speed, noise, seed)
      try guide.simulate(drive)
    }
  }

  /// Of what is said and of the texts of the route.
  private var spokenLanguage: String { voice ? options.spokenLanguage : options.language }

  private func routes(_ planner: RoutePlanner) throws -> (routes: [Route], destinations: [NavigationWaypoint]) {
    do {
      if let route {
        let bytes = try ResourceLocator.contents(of: route)
        return (try RouteReader.routes(bytes, thing: route, language: spokenLanguage), [])
      }
      let coordinates = try RoutePlaces.coordinates(of: [places[0]] + via + [places[1]], isJSON: json)
      var request = options.request(coordinates)
      request.options.language = spokenLanguage
      return (try planner.routes(for: request).routes, request.waypoints.dropFirst().map { NavigationWaypoint($0) })
    } catch let error as RoutingError {
      if json { print(JSONWriter.text(RouteDocument.value(error))) }
      throw CommandFailure(description: "\(error)")
    } catch let error as ResourceError {
      throw CommandFailure(description: "\(error)")
    }
  }
}

/// A receiver on the command line.
struct LocationSourceArgument {
  let source: LocationSource

  static func parse(_ text: String) throws -> Self {
    guard let source = LocationSource(text: text) else {
      throw ValidationError("'\(OutsideText.cleaned(text))' is none of \(LocationSource.forms)")
    }
    return Self(source: source)
  }
}

/// What distances are told in, on the command line.
struct DistanceUnitsArgument: ExpressibleByArgument {
  let units: DistanceUnits

  init(_ units: DistanceUnits) { self.units = units }

  init?(argument: String) {
    guard let units = DistanceUnits(rawValue: argument) else { return nil }
    self.units = units
  }

  var defaultValueDescription: String { units.rawValue }
  static var allValueStrings: [String] { DistanceUnits.allCases.map(\.rawValue) }
}
