import Foundation
import OverlookPlatform
import OverlookTestSupport
import Testing

@testable import Overlook

/// The route of `CornerTown` on a map: the traffic along it, another way that somebody draws, and files.
@MainActor @Suite(.serialized) struct RouteOnMapTests {
  private final class AskedTown: RoutingProvider {
    nonisolated(unsafe) var requests: [RouteRequest] = []
    nonisolated(unsafe) var error: RoutingError?

    func routes(for request: RouteRequest) async throws(RoutingError) -> [Route] {
      await MainActor.run { requests.append(request) }
      if let error { throw error }
      return [CornerTown.route]
    }
  }

  private let town = AskedTown()
  private let navigator: Navigator
  private let map: MapView
  private let loop: HeadlessLoop

  init() async throws {
    navigator = Navigator(routing: town, speaker: Speaker(outputs: []))
    navigator.startLocation = CornerTown.start
    map = MapView(camera: CameraPosition(target: CornerTown.corner, zoom: 14), showsBaseMap: false)
    map.mapType = .normal
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 800, height: 600))
    navigator.startControlling(map)
    #expect(await navigator.status() == .ok)
    map.camera = CameraPosition(target: CornerTown.corner, zoom: 14)
    loop.advance(by: 1)
    map.camera = CameraPosition(target: CornerTown.corner, zoom: 14)
    loop.advance(by: 0.5)
  }

  private static func folder() throws -> String {
    let path = NSTemporaryDirectory() + "/overlook-routes-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private func wait(until isThere: () -> Bool) async {
    _ = await eventually {
      if isThere() { return true }
      loop.advance(by: 0.05)
      return false
    }
  }

  /// Where somebody would take hold of the first road, 400 m before the corner.
  private var onRoute: ScreenPoint {
    map.projection.point(for: SphericalGeometry.offset(from: CornerTown.corner, distanceMeters: 400, headingDegrees: 180))
  }

  @Test func trafficAlongTheRouteIsDrawnOnItAndAddsToItsTime() async throws {
    func line(_ from: LocationCoordinate, _ to: LocationCoordinate, _ properties: String) -> String {
      """
      {"type": "Feature", "properties": {\(properties)}, "geometry": {"type": "LineString", "coordinates":
        [[\(from.longitude), \(from.latitude)], [\(to.longitude), \(to.latitude)]]}}
      """
    }
    let before = (map.overlayCount, navigator.timeToNextDestination)
    let features = [
      line(CornerTown.corner, CornerTown.end, #""congestion": "severe""#),
      line(CornerTown.end, CornerTown.corner, #""congestion": "heavy""#), line(CornerTown.start, CornerTown.corner, #""x": 1"#),
    ]
    map.trafficSource = try TrafficSource(
      geoJSON: #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ", "))]}"#)
    map.isTrafficEnabled = true
    await wait { map.overlayCount > before.0 }
    #expect(map.overlayCount == before.0 + 1)
    // The second road takes 100 s, and at a fifth of the speed 500.
    #expect(navigator.session?.knownPlaces.map(\.kind) == [.congestion])
    let delay = try #require(navigator.session?.knownPlaces.first?.delay)
    #expect(abs(delay - 400) < 8)
    map.isTrafficEnabled = false
    await wait { map.overlayCount == before.0 }
    #expect(map.overlayCount == before.0 && navigator.session?.knownPlaces.isEmpty == true)
  }

  @Test func howOtherRoutesDifferIsToldInWholeMinutes() {
    func other(_ seconds: Double) -> Route {
      var route = CornerTown.route
      route.geometry = [
        CornerTown.start, SphericalGeometry.offset(from: CornerTown.start, distanceMeters: 900, headingDegrees: 45),
      ]
      route.duration += seconds
      return route
    }
    let texts = RouteMarks.differences([CornerTown.route] + [0, 29, -29, 31, -120].map(other)) {
      MeasureFormat(units: .metric).duration($0)
    }
    .map(\.text)
    #expect(texts == ["Similar time", "Similar time", "Similar time", "+1 min", "−2 min"])
  }

  /// Which kinds of marks are drawn at a place: "ring" or "pin".
  private func mark(at place: LocationCoordinate) -> String? {
    loop.advance(by: 0.2)
    let point = map.projection.point(for: place)
    // Above the tip of a pin, and beside the middle of a ring, is the line of the route alone.
    if map.pick(at: ScreenPoint(x: point.x, y: point.y - 25), includesUntappable: true)?.overlay is Marker { return "pin" }
    return map.pick(at: point, includesUntappable: true)?.overlay is Marker ? "ring" : nil
  }

  @Test func bothEndsAreMarkedAndTheStartNoLongerOnTheWay() async {
    #expect(mark(at: CornerTown.start) == "ring" && mark(at: CornerTown.end) == "pin")
    let clicked = map.pick(at: map.projection.point(for: CornerTown.start), includesUntappable: false)?.overlay
    #expect(!(clicked is Marker), "no click is meant for it")
    navigator.startGuidance()
    map.camera = CameraPosition(target: CornerTown.corner, zoom: 14)
    #expect(mark(at: CornerTown.start) != "ring" && mark(at: CornerTown.end) == "pin")
    navigator.stopGuidance()
    map.camera = CameraPosition(target: CornerTown.corner, zoom: 14)
    #expect(mark(at: CornerTown.start) == "ring")
    navigator.clearDestinations()
    #expect(mark(at: CornerTown.start) == nil && mark(at: CornerTown.end) == nil)
  }

  @Test func whereOneHasArrivedStaysMarkedUntilTheStopsAreCleared() async {
    navigator.startGuidance()
    let said = SaidLocation()
    navigator.locationProvider = said
    for meters in stride(from: 0.0, through: 1000, by: 12) {
      said.say(SphericalGeometry.offset(from: CornerTown.start, distanceMeters: meters, headingDegrees: 0), speed: 12, course: 0)
    }
    for meters in stride(from: 4.0, through: 1000, by: 12) {
      said.say(
        SphericalGeometry.offset(from: CornerTown.corner, distanceMeters: meters, headingDegrees: 90), speed: 12, course: 90)
    }
    for _ in 0..<8 { said.say(CornerTown.end) }
    #expect(navigator.routes.isEmpty && navigator.destinations.isEmpty, "one has arrived")
    map.cameraMode = .free
    map.camera = CameraPosition(target: CornerTown.corner, zoom: 14)
    #expect(mark(at: CornerTown.end) == "pin" && mark(at: CornerTown.start) == nil)
    navigator.clearDestinations()
    #expect(mark(at: CornerTown.end) == nil)
  }

  private var prompt: TrafficPromptCard? {
    map.components.lazy.compactMap { $0 as? NavigationDisplay }.first?.controls.lazy.compactMap { $0 as? TrafficPromptCard }.first
  }

  @Test func theTrafficIsPromptedOnTheMapDuringGuidance() async throws {
    map.trafficSource = try TrafficSource(
      geoJSON: """
        {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"congestion": "severe"}, "geometry":
          {"type": "LineString", "coordinates": [[\(CornerTown.corner.longitude), \(CornerTown.corner.latitude)],
          [\(CornerTown.end.longitude), \(CornerTown.end.latitude)]]}}]}
        """)
    map.isTrafficEnabled = true
    await wait { navigator.session?.knownPlaces.count == 1 }
    let card = try #require(prompt)
    loop.advance(by: 0.2)
    #expect(card.content == nil, "before guidance nothing is told")
    navigator.startGuidance()
    await wait { card.content != nil }
    // The jam begins a kilometre ahead, near enough to be told at once; 100 s become 500.
    let content = try #require(card.content)
    #expect(content.sign == .queue && content.detail == "7 min longer", "\(content)")
    let rect = try #require(card.frame(in: map.controlLayer.controlArea))
    #expect(rect.origin.y > 60 && rect.maxY < 400, "below the header")
    // A click shows the place.
    map.cameraMode = .following
    loop.click(ScreenPoint(x: rect.origin.x + 100, y: rect.middle.y))
    loop.advance(by: 2)
    #expect(map.cameraMode == .free || map.cameraMode == .overview)
    // It goes away by itself, and at once where it is not wanted.
    loop.advance(by: 25)
    #expect(card.content == nil)
    navigator.stopGuidance()
    navigator.navigationUISettings.trafficPrompts = false
    navigator.startGuidance()
    loop.advance(by: 1)
    #expect(card.content == nil)
  }

  @Test func aPromptOfAPlaceEndsWhereItIsPassedAndByItsCross() async throws {
    navigator.startGuidance()
    let card = try #require(prompt)
    let display = try #require(map.components.lazy.compactMap { $0 as? NavigationDisplay }.first)
    func say(_ distance: Double) {
      display.prompt(PlaceAhead(.accident, at: CornerTown.corner, title: "A lorry"), distance: distance)
      loop.advance(by: 0.1)
    }
    say(400)
    #expect(card.content?.text == "Accident in 400 m" && card.content?.detail == "A lorry" && card.content?.sign == .accident)
    say(-1)
    #expect(card.content == nil, "it lies behind")
    say(300)
    #expect(card.content != nil)
    let rect = try #require(card.frame(in: map.controlLayer.controlArea))
    loop.click(ScreenPoint(x: rect.maxX - 20, y: rect.middle.y))
    #expect(card.content == nil)
    map.settings.trafficPrompts = false
    say(200)
    #expect(card.content == nil)
    map.settings.trafficPrompts = true
    loop.advance(by: 0.1)
    #expect(card.content?.text == "Accident in 200 m")
    navigator.stopGuidance()
    loop.advance(by: 0.1)
    #expect(card.content == nil)
  }

  @Test func theLineCanBeDrawnOverAnotherPlaceAndThePlaceMovedAndTakenAway() async throws {
    let camera = map.camera
    let goal = ScreenPoint(x: onRoute.x - 90, y: onRoute.y)
    loop.send(.pointerMoved(onRoute))
    loop.send(.buttonPressed(.left, onRoute, []))
    loop.send(.pointerMoved(goal))
    loop.send(.buttonReleased(.left, goal, []))
    await wait { town.requests.count == 2 && navigator.request == nil }
    #expect(map.camera == camera || navigator.destinations.count == 2, "the map stayed")
    let via = try #require(town.requests.last?.waypoints.dropFirst().first)
    #expect(!via.isStop)
    let wanted = map.projection.point(for: via.location)
    #expect(abs(wanted.x - map.projection.point(for: navigator.destinations[0].location).x) < 0.01)
    #expect(navigator.destinations.map(\.isStop) == [false, true] && navigator.destinations.last == CornerTown.destination)
    map.camera = camera
    loop.advance(by: 0.5)
    let there = map.projection.point(for: via.location)
    #expect(abs(there.x - goal.x) < 2 && abs(there.y - goal.y) < 2)
    loop.send(.pointerMoved(there))
    loop.send(.buttonPressed(.left, there, []))
    loop.send(.buttonReleased(.left, there, []))
    await wait { navigator.destinations.count == 1 && navigator.request == nil }
    #expect(navigator.destinations == [CornerTown.destination])
  }

  @Test func whereThereIsNoRouteOverThePlaceTheOneBeforeStays() async throws {
    town.error = .noRoute("")
    let goal = ScreenPoint(x: onRoute.x - 90, y: onRoute.y)
    loop.send(.pointerMoved(onRoute))
    loop.send(.buttonPressed(.left, onRoute, []))
    loop.send(.pointerMoved(goal))
    loop.send(.buttonReleased(.left, goal, []))
    await wait { town.requests.count == 2 && navigator.request == nil }
    #expect(navigator.destinations == [CornerTown.destination] && navigator.routes.count == 1)
  }

  @Test func onTheWayTheLineIsPartOfTheMap() async {
    navigator.startGuidance()
    map.cameraMode = .free
    loop.advance(by: 0.5)
    let point = onRoute
    loop.send(.pointerMoved(point))
    loop.send(.buttonPressed(.left, point, []))
    loop.send(.pointerMoved(ScreenPoint(x: point.x - 90, y: point.y)))
    loop.send(.buttonReleased(.left, ScreenPoint(x: point.x - 90, y: point.y), []))
    loop.advance(by: 0.5)
    #expect(town.requests.count == 1 && navigator.destinations == [CornerTown.destination])
  }

  @Test func aRouteThatWasSavedIsFollowedAgain() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let route = navigator.routes[0]
    for ending in ["json", "gpx", "geojson", "txt"] { try navigator.saveRoute(to: "\(folder)/route.\(ending)") }
    let steps = try String(contentsOfFile: "\(folder)/route.txt", encoding: .utf8)
    #expect(steps.contains("1.0 km") && steps.contains("Head north") && steps.contains("Turn right"))
    #expect(try String(contentsOfFile: "\(folder)/route.gpx", encoding: .utf8).contains("<gpx"))
    navigator.clearDestinations()
    #expect(navigator.stepListText == nil)
    try navigator.openRoute(at: "\(folder)/route.json")
    #expect(navigator.routes.count == 1 && navigator.destinations.count == 1)
    #expect(navigator.routes[0].geometry.count == route.geometry.count && abs(navigator.routes[0].distance - route.distance) < 1)
    #expect(abs(navigator.distanceToNextDestination - 2000) < 10)
  }

  @Test func filesThatAreNoRoutesChangeNothing() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "{}".write(toFile: "\(folder)/none.json", atomically: false, encoding: .utf8)
    for path in ["\(folder)/none.json", "\(folder)/missing.json"] {
      #expect { try navigator.openRoute(at: path) } throws: { "\($0)".contains(path) }
    }
    #expect(navigator.routes.count == 1)
    #expect { try navigator.saveRoute(to: "\(folder)/route.doc") } throws: { "\($0)".contains("route.doc") }
    #expect(throws: FileProblem.self) { try navigator.saveRoute(to: "\(folder)/no/route.json") }
  }

  @Test func theSideOfTheRoadIsThatOfTheCountryUnlessTheAppSaysOne() async {
    #expect(
      DrivingSide.isLeft(countryCode: "gb") && DrivingSide.isLeft(countryCode: "JP") && !DrivingSide.isLeft(countryCode: "DE"))
    func side(at place: LocationCoordinate, said: Bool? = nil) async -> Bool {
      let navigator = Navigator(routing: town, speaker: Speaker(outputs: []))
      if let said { navigator.drivesOnLeft = said }
      var route = CornerTown.route
      route.geometry = [place, SphericalGeometry.offset(from: place, distanceMeters: 500, headingDegrees: 0)]
      navigator.findSide(of: route)
      // What the app has said is not looked up.
      if said == nil { #expect(await eventually { navigator.drivesOnLeft }) }
      return navigator.drivesOnLeft
    }
    #expect(await side(at: LocationCoordinate(latitude: 51.75, longitude: -1.26)), "Oxford")
    #expect(await side(at: LocationCoordinate(latitude: 51.75, longitude: -1.26), said: false) == false)
  }

  @Test func buildingsDoNotHideTheRouteAndHideAgainAfterwards() {
    #expect(!map.standard.baseMap.buildingsHideLabels)
    navigator.stopControllingMap()
    #expect(map.standard.baseMap.buildingsHideLabels)
  }

  @Test func theMapOfANavigatorHasTheControlsOfItsSettings() {
    map.settings.compassButton = false
    map.camera = CameraPosition(target: CornerTown.corner, zoom: 14, bearing: 40)
    loop.advance(by: 0.5)
    #expect(map.standardControls.compass.isEnabled)
    navigator.navigationUISettings.compass = false
    loop.advance(by: 0.5)
    #expect(!map.standardControls.compass.isEnabled)
    #expect(map.showsIncidentCards)
    navigator.navigationUISettings.trafficIncidentCards = false
    #expect(!map.showsIncidentCards)
    navigator.stopControllingMap()
    #expect(map.showsIncidentCards)
  }
}
