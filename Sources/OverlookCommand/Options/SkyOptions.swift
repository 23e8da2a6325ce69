import ArgumentParser
import Foundation
import Overlook
import OverlookFormats
import OverlookSupport

/// What of the sky is to be told.
struct SkyOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("The place. Values may begin with a minus.", valueName: "lat,lon"),
    transform: CoordinateArgument.parse)
  var at: CoordinateArgument?

  @Option(help: ArgumentHelp("A time in the form of ISO 8601, 1600 to 2600; now when left out.", valueName: "time"))
  var time: String?

  @Option(help: "sun, moon or galactic-center.")
  var body = SkyBodyArgument(.sun)

  @Option(parsing: .unconditional, help: ArgumentHelp("Height of the place in metres.", valueName: "m"))
  var height = 0.0

  @Flag(
    help:
      "Print what the body does in the day: rise, set, transit, twilights. From midnight to midnight by the offset of --time, or in local mean time."
  )
  var events = false

  @Option(
    defaultAsFlag: YearArgument.present,
    help: ArgumentHelp(
      "Print a year's equinoxes, solstices, phases of the Moon and eclipses; that of --time when none is named.",
      valueName: "year")
  )
  var year: YearArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Print when the body comes within half a degree of a direction in the year that begins at the time.",
      valueName: "azimuth,altitude"),
    transform: SkyDirectionArgument.parse)
  var find: SkyDirectionArgument?

  /// Nothing was asked.
  var isEmpty: Bool { at == nil && time == nil && !events && year == nil && find == nil }

  /// The time that is named; nil where none is.
  var date: Date? { TimeArgument.date(time) }

  /// Of the offset of the time that is named; nil where it has none.
  var zone: TimeZone? {
    TimeArgument.secondsFromGMT(time).flatMap { Int(exactly: $0.rounded()) }.flatMap { TimeZone(secondsFromGMT: $0) }
  }

  /// Throws where something is missing or is none.
  func check() throws {
    guard at != nil || year != nil else { throw ValidationError("--at LAT,LON names the place, e.g. --at 60.17,24.94") }
    try TimeArgument.check(time)
    try year?.check()
  }
}

/// A body on the command line.
struct SkyBodyArgument: ExpressibleByArgument {
  let body: CelestialBody

  init(_ body: CelestialBody) { self.body = body }

  init?(argument: String) {
    guard let body = Self.names.first(where: { $0.value == argument })?.key else { return nil }
    self.body = body
  }

  var defaultValueDescription: String { Self.names[body] ?? "" }
  static var allValueStrings: [String] { ["sun", "moon", "galactic-center"] }
  static let names: [CelestialBody: String] = [.sun: "sun", .moon: "moon", .galacticCenter: "galactic-center"]
}

/// "AZIMUTH,ALTITUDE" on the command line, degrees.
struct SkyDirectionArgument {
  let azimuth: Double
  let altitude: Double

  static func parse(_ text: String) throws -> Self {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let azimuth = parts[0], let altitude = parts[1], abs(azimuth) <= 360, abs(altitude) <= 90 else {
      throw ValidationError("an azimuth, 0 to 360, and an altitude, -90 to 90, in degrees with a comma between, e.g. 240,10")
    }
    return Self(azimuth: azimuth, altitude: altitude)
  }
}
