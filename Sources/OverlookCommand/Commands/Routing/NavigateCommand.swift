import ArgumentParser
import Foundation
import Overlook
import OverlookGeometry
import OverlookLocation
import OverlookPlatform
import OverlookRouting
import OverlookSupport
import OverlookViewer
import OverlookVoice

/// `overlook navigate`: guidance on a map.
struct NavigateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "navigate", abstract: "Guides from one place to another on a map.",
    discussion: """
      Places are LAT,LON in degrees, or texts as search understands them. The routes are shown to choose from; Start begins guidance. \
      Where the traveller is says --location: gpsd, geoclue, nmea:FILE, serial:DEVICE, tcp:HOST:PORT, LAT,LON, or a file with a recorded \
      track; without it, and with --simulate at once, a drive along the route is simulated.
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The start and the destination: LAT,LON, or what search finds.", valueName: "place"))
  var places: [String] = []

  @Option(parsing: .unconditionalSingleValue, help: ArgumentHelp("A stop on the way; may be given again.", valueName: "place"))
  var via: [String] = []

  @OptionGroup var route: RouteOptions
  @Option(
    help: ArgumentHelp(
      "A MapLibre style in the place of the embedded map: a file, an address, or one of day, night, satellite-hybrid, terrain.",
      valueName: "style"))
  var style: String?

  @OptionGroup var network: NetworkOptions
  @OptionGroup var drawing: RendererOptions

  @Flag(help: "Begins at once, and simulates the drive.")
  var simulate = false

  @Option(help: ArgumentHelp("How many times as fast a simulated drive is, 0.1 to 100.", valueName: "x"))
  var speed = 1.0

  @Option(parsing: .unconditional, help: ArgumentHelp("Who says where the traveller is.", valueName: "source"))
  var location: String?

  @Flag(help: "Says nothing aloud.")
  var silent = false

  @Option(help: ArgumentHelp("Size of the window in points.", valueName: "WxH"), transform: SizeArgument.parse)
  var size = SizeArgument(width: 1280, height: 800)

  func validate() throws {
    if let unknown = places.first(where: { $0.hasPrefix("--") }) { throw ValidationError("navigate knows no option \(unknown)") }
    guard places.count == 2 else {
      throw ValidationError("a start and a destination are expected, e.g. overlook navigate 53.562,13.260 53.556,13.263")
    }
    guard (0.1...100).contains(speed) else { throw ValidationError("--speed must lie in 0.1 to 100") }
    if simulate, location != nil { throw ValidationError("--simulate and --location exclude each other") }
  }

  func run() throws {
    let places = try RoutePlaces.places(of: [places[0]] + via + [places[1]])
    let sources = try SourceOptions.parse([])
    try MainActor.assumeIsolated {
      network.apply()
      try drawing.apply()
      let camera = try CameraOptions.parse([])
      let style = try StyleOptions.parse(style.map { ["--style", $0] } ?? [])
      let prepared = try MapOrder(sources: sources, camera: camera, style: style, size: size.points).startMap()
      let map = prepared.map
      map.camera = CameraPosition(target: places[0].location, zoom: 14)
      map.settings.compassButton = true
      map.settings.compassTilt = true
      map.settings.myLocationButton = true
      let navigator = try makeNavigator(from: places[0].location)
      let viewer = try Viewer(map: map, size: size.points)
      prepared.openRest()
      prepared.warn()
      navigator.startControlling(map)
      let along = AlongRouteSheet(navigator, on: map)
      begin(navigator, on: map, to: Array(places.dropFirst()))
      try viewer.run()
      withExtendedLifetime((navigator, along)) {}
    }
  }

  @MainActor private func makeNavigator(from start: LocationCoordinate) throws -> Navigator {
    let routing: any RoutingProvider
    if let server = route.server {
      routing = try server.form.provider(address: server.address, http: MapThreads.shared.services.http)
    } else if let region = route.region {
      routing = try RegionRouting.open(region)
    } else {
      routing = InstalledRouting()
    }
    let navigator = Navigator(routing: routing, speaker: Speaker(language: route.spokenLanguage))
    navigator.language = route.spokenLanguage
    navigator.travelMode = route.mode.mode
    navigator.startLocation = start
    navigator.voiceGuidance = silent ? .silent : .alertsAndGuidance
    navigator.locationProvider = try provider()
    return navigator
  }

  @MainActor private func provider() throws -> (any LocationProvider)? {
    guard let location else { return nil }
    guard let source = LocationSource(text: location) else {
      throw CommandFailure(description: "--location \(OutsideText.cleaned(location)): expected is \(LocationSource.forms)")
    }
    if case .replay(let path, _) = source, !FileManager.default.fileExists(atPath: path) {
      throw CommandFailure(description: "--location \(OutsideText.cleaned(path)): there is no such file")
    }
    return LocationReceiver(source)
  }

  @MainActor private func begin(_ navigator: Navigator, on map: MapView, to waypoints: [NavigationWaypoint]) {
    var options = route.options
    options.language = route.spokenLanguage
    if route.alternatives == 0, !simulate { options.alternatives = 2 }
    let (isAtOnce, speed, isSimulated) = (simulate, speed, location == nil)
    navigator.onStartByHand = { [unowned navigator] in
      if isSimulated { navigator.simulateLocationsAlongExistingRoute(speed: speed) }
    }
    NavigationServices.showTermsAndConditionsIfNeeded(on: map) { [weak navigator] isAccepted in
      guard isAccepted, let navigator else { return }
      navigator.setDestinations(waypoints, options: options) { status in
        guard status == .ok else { return Report.error("no route: \(status)") }
        guard isAtOnce else { return }
        navigator.startGuidance()
        navigator.simulateLocationsAlongExistingRoute(speed: speed)
        navigator.followMyLocation(perspective: .tilted)
      }
    }
  }
}
