import ArgumentParser
import Foundation
import Overlook
import OverlookGeometry
import OverlookRoads
import OverlookRouting
import OverlookSupport

/// Who is asked for routes, and what is wanted of them.
struct RouteOptions: ParsableArguments {
  @Option(help: "car, truck, bicycle, foot or wheelchair.")
  var mode = TravelModeArgument(.car)

  @Option(
    help: ArgumentHelp(
      "What is left out where there is another way: tolls, motorways, ferries, unpaved, with commas between.", valueName: "what"),
    transform: AvoidArgument.parse)
  var avoid: AvoidArgument?

  @Flag(help: "The route of the fewest metres in place of the fastest one.")
  var shortest = false

  @OptionGroup var vehicle: VehicleOptions

  @Option(help: ArgumentHelp("How many other routes are wanted, 0 to 5.", valueName: "n"))
  var alternatives = 0

  @Option(
    help: ArgumentHelp(
      "A region: its name, its folder, or an extract of OpenStreetMap. The smallest that has all places when left out.",
      valueName: "region"))
  var region: String?

  @Option(
    help: ArgumentHelp(
      "A server in place of a region: valhalla:URL, osrm:URL or graphhopper:URL.", valueName: "form:url"),
    transform: RoutingServerArgument.parse)
  var server: RoutingServerArgument?

  @Option(
    name: .customLong("language"),
    help: ArgumentHelp(
      "The language of instructions, e.g. de; when left out English, and that of the desktop where they are spoken.",
      valueName: "tag"))
  var chosenLanguage: String?

  /// What instructions are written in.
  var language: String { chosenLanguage ?? "en" }

  /// What they are spoken in: what the desktop asks for (LANGUAGE, LC_ALL, LC_MESSAGES, LANG) where guidance knows it.
  var spokenLanguage: String { chosenLanguage ?? Self.spokenLanguage(in: ProcessInfo.processInfo.environment) }

  static func spokenLanguage(in environment: [String: String]) -> String {
    let known = LocaleName.wanted(environment).lazy.map { name in
      (code: name.lowercased().prefix { $0.isASCII && $0.isLetter }, speech: GuidanceSpeech(language: name).language)
    }
    return known.first { $0.code == $0.speech }?.speech ?? "en"
  }

  func validate() throws {
    if region != nil, server != nil { throw ValidationError("--region and --server exclude each other") }
    guard (0...5).contains(alternatives) else { throw ValidationError("--alternatives must lie in 0 to 5") }
    if let fault = vehicle.fault(mode: mode.mode) { throw ValidationError(fault) }
  }

  var options: RoutingOptions {
    RoutingOptions(
      avoidsTolls: avoid?.words.contains("tolls") == true, avoidsMotorways: avoid?.words.contains("motorways") == true,
      avoidsFerries: avoid?.words.contains("ferries") == true, avoidsUnpaved: avoid?.words.contains("unpaved") == true,
      strategy: shortest ? .shortest : .fastest, alternatives: alternatives, language: language,
      vehicle: vehicle.dimensions)
  }

  /// Says where instructions come in another language than was asked for, because that one is not known here. Servers know their own.
  func reportLanguage() {
    let asked = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    let known = GuidanceSpeech(language: language).language
    guard server == nil, asked != known else { return }
    Report.warning("no instructions are known in '\(OutsideText.cleaned(language, limit: 40))': they are told in '\(known)'")
  }

  func request(_ places: [LocationCoordinate]) -> RouteRequest {
    RouteRequest(waypoints: places.map { RouteWaypoint($0) }, mode: mode.mode, options: options)
  }
}

/// A mode of travel on the command line.
struct TravelModeArgument: ExpressibleByArgument {
  let mode: TravelMode

  init(_ mode: TravelMode) { self.mode = mode }

  init?(argument: String) {
    guard let mode = TravelMode(rawValue: argument) else { return nil }
    self.mode = mode
  }

  var defaultValueDescription: String { mode.rawValue }
  static var allValueStrings: [String] { TravelMode.allCases.map(\.rawValue) }
}

/// What routes keep away from, on the command line.
struct AvoidArgument {
  let words: Set<String>

  static let known = ["tolls", "motorways", "ferries", "unpaved"]

  static func parse(_ text: String) throws -> Self {
    let words = text.split(separator: ",").map { String($0.filter { $0 != " " }) }
    if let other = words.first(where: { !known.contains($0) }) {
      throw ValidationError("'\(OutsideText.cleaned(other))' is none of \(known.joined(separator: ", "))")
    }
    return Self(words: Set(words))
  }
}

/// "FORM:URL" on the command line.
struct RoutingServerArgument {
  let form: RoutingServerForm
  let address: String

  static func parse(_ text: String) throws -> Self {
    let name = text.prefix { $0 != ":" }
    let address = String(text.dropFirst(name.count + 1))
    guard let form = RoutingServerForm(rawValue: String(name)), address.hasPrefix("http://") || address.hasPrefix("https://")
    else {
      throw ValidationError(
        "a form and an address are expected, e.g. valhalla:http://127.0.0.1:8002; forms are valhalla, osrm, graphhopper")
    }
    return Self(form: form, address: address)
  }
}
