import ArgumentParser
import Overlook

/// "LAT,LON" on the command line, degrees.
struct CoordinateArgument: ExpressibleByArgument {
  let coordinate: LocationCoordinate

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
    guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]) else { return nil }
    let coordinate = LocationCoordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid, abs(longitude) <= 360 else { return nil }
    self.coordinate = coordinate
  }
}

/// "WIDTHxHEIGHT" on the command line, points.
struct SizeArgument: ExpressibleByArgument {
  let width: Int
  let height: Int

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  init?(argument: String) {
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      (1...16384).contains(width), (1...16384).contains(height)
    else { return nil }
    self.width = width
    self.height = height
  }

  var points: ScreenSize { ScreenSize(width: Double(width), height: Double(height)) }

  var defaultValueDescription: String { "\(width)x\(height)" }
}

/// A finite number on the command line; "nan" and "inf" are usage errors.
struct FiniteArgument: ExpressibleByArgument {
  let value: Double

  init(_ value: Double) {
    self.value = value
  }

  init?(argument: String) {
    guard let value = Double(argument), value.isFinite else { return nil }
    self.value = value
  }

  var defaultValueDescription: String { "\(value)" }
}

extension DebugView: ExpressibleByArgument {}

/// Where to look. Values may begin with a minus.
struct CameraOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("Centre of the view, degrees.", valueName: "lat,lon"))
  var center: CoordinateArgument?

  @Option(parsing: .unconditional, help: "Zoom level; the world is 256 * 2^zoom points wide.")
  var zoom: FiniteArgument?

  @Option(parsing: .unconditional, help: "Degrees clockwise from north that point up.")
  var bearing: FiniteArgument?

  @Option(help: "Degrees from straight down, limited by the zoom.")
  var tilt: FiniteArgument?

  /// `base` with what the command line names in its place.
  func camera(over base: CameraPosition) -> CameraPosition {
    CameraPosition(
      target: center?.coordinate ?? base.target, zoom: zoom?.value ?? base.zoom, bearing: bearing?.value ?? base.bearing,
      viewingAngle: tilt?.value ?? base.viewingAngle)
  }
}

/// What to show.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Tiles in place of the embedded world: whatever FILES may be, e.g. 'https://host/{z}/{x}/{y}.png'", valueName: "location"))
  var tiles: String?

  @Flag(inversion: .prefixedNo, help: "The demo scene of overlays (default: when neither FILES nor --tiles are given).")
  var demo: Bool?

  @Option(
    name: .customLong("pack"),
    help: ArgumentHelp(
      "A pack of the tiles: it answers while the network is not used or fails. Packs among FILES find their source themselves.",
      valueName: "file"))
  var packs: [String] = []

  @OptionGroup var choice: SourceChoiceOptions

  @Argument(
    help: ArgumentHelp(
      """
      Tiles above the map: archives (.mbtiles, .pmtiles) and GeoTIFF files (.tif), on web servers too but for .mbtiles, address \
      templates, and the files or addresses of TileJSON, TMS, WMTS and WMS documents, told apart by their content or by tms:, \
      wmts:, wms:, geotiff: or cog: before them.
      """, valueName: "files"))
  var files: [String] = []

  var showsDemo: Bool { demo ?? (files.isEmpty && tiles == nil) }

  /// Everything that is to be opened, the base first.
  var locations: [String] { (tiles.map { [$0] } ?? []) + files }

  func validate() throws {
    try choice.check(locations) { $0 == tiles ? "--tiles: " : "" }
    let servers = locations.count { $0.contains("://") }
    if servers > 1, !choice.header.isEmpty || choice.keyFile != nil || choice.apiKeyEnv != nil {
      throw ValidationError("headers and keys are for one server; name only one, or write {env:NAME} into the addresses")
    }
  }
}
