import ArgumentParser
import Foundation
import Overlook
import OverlookFormats
import OverlookStreetScene
import OverlookSupport

/// `overlook sun reach`: when the Sun reaches a window.
struct SunReachCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reach", abstract: "Tells when the Sun reaches a window or a place between buildings, over a day or a year.",
    discussion: """
      The place is a window of the wall nearest to --at, within 15 m, so high above the ground as --height says; with --open it is \
      the place itself, lit from all sides. Buildings come from the region that the place lies in, or from --tiles. The ground is taken as \
      level, and the air as clear. Times are of the zone that --zone names.
      """)

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The place. Values may begin with a minus.", valueName: "lat,lon"),
    transform: CoordinateArgument.parse)
  var at: CoordinateArgument

  @Option(
    help: ArgumentHelp("Metres of the window above the ground, 0 to 500; 1.7 when left out.", valueName: "m"),
    transform: FiniteArgument.parse)
  var height = FiniteArgument(1.7)

  @Flag(help: "The place itself, and not a wall near it.")
  var open = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Where the window looks to, degrees clockwise from north; else out of its wall.", valueName: "deg"),
    transform: FiniteArgument.parse)
  var facing: FiniteArgument?

  @Option(help: ArgumentHelp("The day: 2026-06-21; today when left out.", valueName: "day"))
  var date: String?

  @Option(
    defaultAsFlag: YearArgument.present,
    help: ArgumentHelp("A whole year in place of a day: its hours of sun; the present one when none is named.", valueName: "year")
  )
  var year: YearArgument?

  @Option(help: ArgumentHelp("The zone of the times, such as Europe/Helsinki; UTC when left out.", valueName: "zone"))
  var zone: String?

  @Option(help: ArgumentHelp("An archive of vector tiles in place of the region's.", valueName: "file"))
  var tiles: String?

  @Flag(help: "Print JSON instead of text.")
  var json = false

  func validate() throws {
    guard (0...500).contains(height.value) else { throw ValidationError("--height must lie in 0 to 500") }
    guard date == nil || year == nil else { throw ValidationError("--date and --year exclude each other") }
    guard !open || facing == nil else { throw ValidationError("--open and --facing exclude each other") }
    try year?.check()
    if let date, ISOTime("\(date)T00:00:00Z") == nil {
      throw ValidationError("--date: '\(OutsideText.cleaned(date))' is no day such as 2026-06-21")
    }
    if let zone, TimeZone(identifier: zone) == nil {
      throw ValidationError("--zone: '\(OutsideText.cleaned(zone))' is no zone such as Europe/Helsinki")
    }
  }

  func run() throws {
    do {
      let archive = try ArchiveOpener.open(path: try StreetTiles.path(at: at.coordinate, tiles: tiles, region: nil))
      let scene = try StreetSceneReader.scene(around: at.coordinate, radius: 500, in: archive)
      let report = try SunReachReport(
        scene, height: height.value, isOpen: open, facing: facing?.value, zone: zone.flatMap { TimeZone(identifier: $0) } ?? .gmt)
      let lines = try year.map { try report.year($0.value, json: json) } ?? report.day(try start(), json: json)
      for line in lines { print(line) }
    } catch let fault as CommandFailure {
      throw fault
    } catch {
      throw CommandFailure(description: "\(error)")
    }
  }

  private func start() throws -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone.flatMap { TimeZone(identifier: $0) } ?? .gmt
    guard let date, let time = ISOTime("\(date)T00:00:00Z") else { return calendar.startOfDay(for: Date()) }
    // Clocks may have been changed since its midnight: its noon is of the same day in the zone, whatever its offset.
    var parts = Calendar(identifier: .gregorian)
    parts.timeZone = .gmt
    var noon = parts.dateComponents([.year, .month, .day], from: Date(timeIntervalSince1970: time.secondsSinceEpoch))
    noon.hour = 12
    guard let middle = calendar.date(from: noon) else { throw CommandFailure(description: "--date: \(date) is no day there") }
    return calendar.startOfDay(for: middle)
  }
}
