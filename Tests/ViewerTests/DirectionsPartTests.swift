import Foundation
import Overlook
import OverlookControls
import OverlookTestSupport
import Testing

@testable import OverlookViewer

/// Directions in the window: both ends are chosen, routes are listed and looked at, and one is saved.
@MainActor @Suite struct DirectionsPartTests {
  /// Two ways from the middle of a town to a place 2 km to the east of it.
  private struct Town: RoutingProvider {
    static let start = LocationCoordinate(latitude: 53.55, longitude: 13.26)
    static let end = SphericalGeometry.offset(from: start, distanceMeters: 2000, headingDegrees: 90)

    func routes(for request: RouteRequest) async throws(RoutingError) -> [Route] {
      guard request.mode != .truck else { throw .noRoute("no") }
      return [route(over: SphericalGeometry.interpolate(from: Self.start, to: Self.end, fraction: 0.5), seconds: 200)]
        + [route(over: SphericalGeometry.offset(from: Self.start, distanceMeters: 1500, headingDegrees: 20), seconds: 400)]
    }

    private func route(over place: LocationCoordinate, seconds: Double) -> Route {
      let places = [Self.start, place, Self.end]
      let length = SphericalGeometry.length(of: Path(places))
      let steps = [
        RouteStep(
          maneuver: Maneuver(kind: .depart, location: Self.start, bearingBefore: 0, bearingAfter: 90), range: 0...2,
          name: "Road", mode: .car, distance: length, duration: seconds, instruction: "Go"),
        RouteStep(
          maneuver: Maneuver(kind: .arrive, location: Self.end, bearingBefore: 90, bearingAfter: 90), range: 2...2, mode: .car,
          distance: 0, duration: 0, instruction: "There"),
      ]
      return Route(
        geometry: places, legs: [RouteLeg(steps: steps, distance: length, duration: seconds)], distance: length,
        duration: seconds, mode: .car)
    }
  }

  private let part = DirectionsPart(navigator: Navigator(routing: Town(), speaker: Speaker(outputs: [])))
  private var fixture: WindowFixture

  init() {
    let part = part
    fixture = WindowFixture()
    part.didAttach(to: fixture.window)
  }

  private mutating func ask() async {
    part.set(.init(Town.start, name: "Start"), \.start)
    part.set(.init(Town.end), \.end)
    #expect(await eventually { !part.navigator.isLookingForRoutes })
    fixture.run(seconds: 4)
  }

  @Test mutating func bothEndsBringRoutesWhichTheMapShowsBesideTheSheet() async throws {
    part.set(.init(Town.end), \.end)
    #expect(part.navigator.routes.isEmpty && part.navigator.destinations.isEmpty, "nobody said where to start")
    await ask()
    #expect(part.navigator.routes.count == 2 && part.navigator.map === fixture.map)
    for place in [Town.start, Town.end] {
      let point = fixture.map.projection.point(for: place)
      #expect(point.x > SideSheet.width && point.x < 1000 && point.y > 0 && point.y < 700)
    }
    let page = try #require(part.pages.first as? DirectionsPage)
    let lists = page.content.compactMap { $0 as? ScrollingList }
    #expect(lists.count == 1 && lists[0].rowCount == 2)
    #expect(lists[0].row(0).title.contains("3") && lists[0].row(1).title.contains("7"))
    lists[0].onChoice(1)
    #expect(part.navigator.routes[0].duration == 400)
  }

  @Test mutating func eachEndIsMarkedAsSoonAsItIsChosen() async throws {
    let map = fixture.map
    #expect(map.overlayCount == 0)
    part.set(.init(Town.end), \.end)
    #expect(map.overlayCount == 1, "though nobody said where to start")
    let page = try #require(part.pages.first as? DirectionsPage)
    func buttons() -> [Button] { page.content.compactMap { $0 as? Button }.filter { $0.title == "Clear" } }
    #expect(buttons().count == 1 && part.commands.contains { $0.name == "directions.clear" && $0.isEnabled() })
    buttons().first?.onClick()
    #expect(map.overlayCount == 0 && buttons().isEmpty, "what is marked can be taken away without a route")
    part.set(.init(Town.start), \.start)
    #expect(map.overlayCount == 1)
    // Where there is no way, both stay in sight.
    part.order.mode = .truck
    part.set(.init(Town.end), \.end)
    #expect(await eventually { !part.navigator.isLookingForRoutes })
    #expect(part.navigator.routes.isEmpty && map.overlayCount == 2)
    part.order.mode = .car
    part.ask()
    #expect(await eventually { part.navigator.routes.count == 2 })
    // Three lines of the routes, and their own marks in the place of these.
    #expect(map.overlayCount == 5)
    part.navigator.startGuidance()
    part.navigator.clearDestinations()
    #expect(map.overlayCount == 0, "who was on the way wants no marks of what was asked for before")
  }

  @Test func placesAreLookedForNearWhatTheWindowShowsAlsoBeforeThereIsARoute() throws {
    let page = try #require(part.pages.first as? DirectionsPage)
    fixture.map.camera = CameraPosition(target: Town.start, zoom: 13)
    for field in [page.from, page.to] {
      let near = try #require(field.near())
      #expect(SphericalGeometry.distance(from: near, to: Town.start) < 1)
    }
  }

  @Test mutating func placesOfTheMapGetTheirNamesAndWhatIsTypedStays() async throws {
    let page = try #require(part.pages.first as? DirectionsPage)
    part.set(.init(Town.start), \.start)
    page.to.field.text = "Bahn"
    #expect(page.from.field.text == DroppedPin.text(of: Town.start))
    #expect(await eventually { part.order.start?.name != nil })
    let name = try #require(part.order.start?.name)
    #expect(!name.isEmpty && page.from.field.text == name && page.to.field.text == "Bahn")
    // Also that of the destination to which there is a way already.
    part.set(.init(Town.end), \.end)
    #expect(await eventually { !part.navigator.isLookingForRoutes && part.order.end?.name != nil })
    #expect(part.navigator.destinations.first?.title == part.order.end?.name)
    // Who chose another place meanwhile is not told of the first.
    part.set(.init(Town.end), \.start)
    part.set(.init(Town.start, name: "Mine"), \.start)
    #expect(await eventually { !part.navigator.isLookingForRoutes })
    #expect(part.order.start?.name == "Mine" && page.from.field.text == "Mine")
  }

  @Test mutating func aPlaceAlongTheWayBecomesAStopAndIsLeftOutAgain() async throws {
    let page = try #require(part.pages.first as? DirectionsPage)
    #expect(!page.content.contains { $0 === page.along.field }, "there is no way yet")
    await ask()
    #expect(page.content.contains { $0 === page.along.field })
    page.along.field.onSubmit("Neubrandenburg")
    #expect(await eventually { page.along.isOpen })
    page.along.list.onChoice(0)
    #expect(await eventually { !part.navigator.isLookingForRoutes })
    #expect(part.order.stops.count == 1 && part.navigator.destinations.count == 2 && !page.along.isOpen)
    part.removeStop(at: 0)
    #expect(await eventually { !part.navigator.isLookingForRoutes })
    #expect(part.order.stops.isEmpty && part.navigator.destinations.count == 1)
    part.removeStop(at: 7)
    #expect(part.navigator.destinations.count == 1)
  }

  /// As in demos, whose map is in no window of the viewer.
  @Test mutating func onAMapByItselfTheMiddleOfTheViewIsTheStartThatNobodyChose() async {
    let map = MapView(camera: CameraPosition(target: Town.start, zoom: 12), showsBaseMap: false)
    map.resize(to: ScreenSize(width: 800, height: 600), framebuffer: PixelSize(width: 800, height: 600))
    let directions = Directions(navigator: Navigator(routing: Town(), speaker: Speaker(outputs: [])))
    directions.answer(on: map)
    let marker = Marker(position: Town.end)
    marker.title = "There"
    directions.openMenu(for: marker, on: map)
    #expect(map.focusedControl is Menu)
    directions.items(at: .init(Town.end, name: "There"))[0].action()
    #expect(await eventually { directions.navigator.routes.count == 2 })
    #expect(directions.navigator.map === map && directions.navigator.destinations.first?.title == "There")
    #expect(directions.navigator.startLocation == Town.start)
    let other = SphericalGeometry.offset(from: Town.start, distanceMeters: 300, headingDegrees: 180)
    directions.items(at: .init(other))[1].action()
    #expect(directions.navigator.startLocation == other && directions.order.end?.name == "There")
  }

  @Test mutating func theWishesOfThePageAreThoseOfTheRequest() {
    #expect(part.order.options.avoidsFerries && part.order.options.strategy == .fastest)
    let page = part.pages.first as? DirectionsPage
    let toggles = page?.content.compactMap { $0 as? Toggle } ?? []
    #expect(toggles.map(\.isOn) == [false, false, true, false])
    for toggle in toggles { toggle.onChange(true) }
    #expect(part.order.options == RoutingOptions(avoidsTolls: true, avoidsMotorways: true, strategy: .shortest, alternatives: 2))
  }

  @Test mutating func whereThereIsNoRouteThePageSaysSo() async throws {
    part.order.mode = .truck
    await ask()
    let page = try #require(part.pages.first as? DirectionsPage)
    let said = page.content.compactMap { ($0 as? Paragraph)?.text }
    #expect(said == ["There is no route between these places by this means"])
  }

  @Test mutating func clearingForgetsBothEndsAndGivesTheMapBack() async {
    await ask()
    part.clear()
    #expect(part.order.start == nil && part.order.end == nil && part.navigator.map == nil && part.navigator.routes.isEmpty)
    #expect(!part.commands.contains { ["directions.save", "directions.clear"].contains($0.name) && $0.isEnabled() })
  }

  @Test mutating func aSavedRouteIsOpenedAgainAndOtherFilesAreLeft() async throws {
    await ask()
    let path = NSTemporaryDirectory() + "/overlook-directions-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try part.navigator.saveRoute(to: path)
    part.clear()
    #expect(part.open(path) && part.navigator.routes.count == 1)
    try #"{"type": "FeatureCollection", "features": []}"#.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(!part.open(path) && part.navigator.routes.count == 1)
    #expect(!part.open("/nowhere/route.json") && !part.open("a.gpx"))
  }

  @Test mutating func guidanceBeginsWhenTheTermsAreAccepted() async throws {
    await ask()
    let state = StateFolder()
    defer { state.end() }
    NavigationServices.setTermsAccepted(false)
    part.start()
    #expect(!part.navigator.isGuidanceActive, "nobody has answered")
    let panel = try #require(fixture.map.focusedControl as? TermsPanel)
    panel.onAnswer(false)
    let page = try #require(part.pages.first as? DirectionsPage)
    #expect(!part.navigator.isGuidanceActive && page.content.contains { ($0 as? Paragraph)?.text.contains("terms") == true })
    part.start()
    try #require(fixture.map.focusedControl as? TermsPanel).onAnswer(true)
    #expect(part.navigator.isGuidanceActive)
    part.navigator.stopGuidance()
    part.start()
    #expect(part.navigator.isGuidanceActive, "asked once")
    NavigationServices.setTermsAccepted(false)
  }

  /// A script stands for the printer: it keeps what it is given.
  @Test mutating func theListOfStepsIsGivenToThePrinter() async throws {
    let folder = NSTemporaryDirectory() + "/overlook-printer-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let script = "#!/bin/sh\nfor path; do :; done\ncp -- \"$path\" \"\(folder)/sheet\"\n"
    try script.write(toFile: folder + "/lp", atomically: true, encoding: .utf8)
    try #require(chmod(folder + "/lp", 0o755) == 0)
    #expect(await part.printSteps(with: folder + "/lp") != nil, "there is no route")
    await ask()
    #expect(await part.printSteps(with: folder + "/lp") == nil)
    let sheet = try String(contentsOfFile: folder + "/sheet", encoding: .utf8)
    #expect(sheet == (part.navigator.stepListText ?? "") + "\n" && sheet.contains("Go") && sheet.contains("2.0 km"))
    part.navigator.units = .yards
    #expect(await part.printSteps(with: folder + "/lp") == nil)
    #expect(try String(contentsOfFile: folder + "/sheet", encoding: .utf8).contains("1.2 mi"))
    #expect(await part.printSteps(with: "/bin/false")?.contains("printer") == true)
    #expect(await part.printSteps(with: nil)?.contains("no printing") == true)
    #expect(await part.printSteps(with: folder)?.contains("printer") == true)
  }

  /// A print server that hangs keeps nobody waiting, and what was to be printed does not stay behind.
  @Test func aPrinterThatHangsIsNotWaitedFor() async throws {
    let folder = NSTemporaryDirectory() + "/overlook-printer-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "#!/bin/sh\necho $$ >\"\(folder)/number\"\nexec sleep 900\n".write(
      toFile: folder + "/lp", atomically: true, encoding: .utf8)
    try #require(chmod(folder + "/lp", 0o755) == 0)
    try Data("a page".utf8).write(to: URL(fileURLWithPath: folder + "/page.txt"))
    let fault = await Printer.send(folder + "/page.txt", with: folder + "/lp", within: 3)
    #expect(fault?.contains("printer") == true && !FileManager.default.fileExists(atPath: folder + "/page.txt"))
    let number = (try? String(contentsOfFile: folder + "/number", encoding: .utf8)).flatMap {
      Int32($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    if let number { #expect(await eventually { kill(number, 0) != 0 }) }
  }
}
