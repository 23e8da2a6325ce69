import ArgumentParser
import Foundation
import Overlook

/// Where one looks in a panorama, and what is drawn above it.
struct PanoramaLookOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: "Where to look: degrees clockwise from north; as the panorama says, or north, when left out.",
    transform: FiniteArgument.parse)
  var heading: FiniteArgument?

  @Option(
    parsing: .unconditional,
    help: "Degrees above the horizon, -90 to 90; -90 for a little planet, else as the panorama says or 0, when left out.",
    transform: FiniteArgument.parse)
  var pitch: FiniteArgument?

  @Option(help: "Degrees that the larger side of the view shows, 1 to 160; 90 when left out.", transform: FiniteArgument.parse)
  var fov: FiniteArgument?

  @Option(
    help: "How many times larger than --fov shows it the middle is, 1 to 5; 1 when left out.", transform: FiniteArgument.parse)
  var zoom: FiniteArgument?

  @Option(help: "rectilinear, stereographic, equidistant or little-planet, which shows all around where one looks down.")
  var projection = PanoramaProjectionArgument(.rectilinear)

  @Flag(help: "Draws the sun's path over the picture.")
  var sun = false

  @Flag(help: "Draws the moon's path over the picture.")
  var moon = false

  @Flag(help: "Draws the path of the Milky Way's centre over the picture.")
  var milkyWay = false

  @Option(
    parsing: .unconditional, help: "Degrees, clockwise, that the view is turned about the way one looks.",
    transform: FiniteArgument.parse)
  var roll: FiniteArgument?

  @Option(
    help: ArgumentHelp(
      "The time of --sun and --moon and of the light of streets in the form of ISO 8601, whose offset is that of the hours that are shown; now when left out.",
      valueName: "time"))
  var time: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Where a picture was taken that does not say so, for --sun and --moon.", valueName: "lat,lon"),
    transform: CoordinateArgument.parse)
  var place: CoordinateArgument?

  @OptionGroup var models: ModelOptions

  func validate() throws {
    if let pitch, abs(pitch.value) > 90 { throw ValidationError("--pitch must lie in -90 to 90") }
    if let fov, !PanoramaCamera.fovRange.contains(fov.value) { throw ValidationError("--fov must lie in 1 to 160") }
    if let zoom, !PanoramaCamera.zoomRange.contains(zoom.value) { throw ValidationError("--zoom must lie in 1 to 5") }
    try TimeArgument.check(time)
  }

  /// Throws where something is named that a source has no use for.
  func check(for options: PanoramaOptions) throws {
    guard time == nil || sun || moon || milkyWay || options.source == PanoramaOrder.streetsName else {
      throw ValidationError("--time is that of --sun and --moon, and of streets")
    }
    guard models.model.isEmpty || options.source == PanoramaOrder.streetsName else {
      throw ValidationError("--model stands in streets, not in the pictures of others")
    }
  }

  /// The camera that is named, where it is; of `first` what is not.
  func camera(over first: PanoramaCamera?) -> PanoramaCamera {
    var camera = first ?? PanoramaCamera(heading: 0, pitch: 0)
    if let heading { camera.orientation.heading = heading.value }
    // A little planet is what lies below.
    if let pitch = pitch?.value ?? (projection.projection == .littlePlanet ? -90 : nil) { camera.orientation.pitch = pitch }
    if let fov { camera.fov = fov.value }
    if let zoom { camera.zoom = zoom.value }
    return camera
  }

  /// What is drawn above the picture; nil for nothing.
  @MainActor var sunPath: PanoramaSunPath? {
    guard sun || moon || milkyWay else { return nil }
    let date = TimeArgument.date(time)
    var bodies: Set<CelestialBody> = []
    if sun { bodies.insert(.sun) }
    if moon { bodies.insert(.moon) }
    if milkyWay { bodies.insert(.galacticCenter) }
    let path = PanoramaSunPath(date: date ?? Date(), bodies: bodies)
    path.secondsFromGMT = TimeArgument.secondsFromGMT(time)
    return path
  }
}

/// A projection on the command line.
struct PanoramaProjectionArgument: ExpressibleByArgument {
  let projection: PanoramaProjection

  init(_ projection: PanoramaProjection) { self.projection = projection }

  init?(argument: String) {
    guard let projection = Self.names[argument] else { return nil }
    self.projection = projection
  }

  var defaultValueDescription: String { "rectilinear" }
  static var allValueStrings: [String] { names.keys.sorted() }
  private static let names: [String: PanoramaProjection] = [
    "rectilinear": .rectilinear, "stereographic": .stereographic, "equidistant": .equidistant,
    "little-planet": .littlePlanet,
  ]
}
