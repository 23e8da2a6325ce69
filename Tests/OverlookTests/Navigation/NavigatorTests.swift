import Foundation
import OverlookTestSupport
import Synchronization
import Testing

@testable import Overlook

@MainActor @Suite(.serialized) struct NavigatorTests {
  private func navigator(_ routing: any RoutingProvider = CornerTown()) -> Navigator {
    let navigator = Navigator(routing: routing, speaker: Speaker(outputs: []))
    navigator.startLocation = CornerTown.start
    return navigator
  }

  @Test func requestsEndOnceAndANewerOneCallsTheOlderOff() async {
    let navigator = navigator(CornerTown(pauseMilliseconds: 40))
    var first: [RouteStatus] = []
    navigator.setDestinations([CornerTown.destination]) { first.append($0) }
    #expect(await navigator.status() == .ok)
    #expect(first == [.cancelled])
    navigator.setDestinations([CornerTown.destination]) { first.append($0) }
    navigator.clearDestinations()
    try? await Task.sleep(for: .milliseconds(90))
    #expect(first == [.cancelled, .cancelled] && navigator.routes.isEmpty && navigator.destinations.isEmpty)
    #expect(await navigator.status(to: []) == .noRouteFound)
  }

  @Test(arguments: [
    (RoutingError.noRoute(""), RouteStatus.noRouteFound), (.network(""), .networkError), (.offline(""), .networkError),
    (.quotaExceeded(""), .quotaCheckFailed), (.notAuthorized(""), .apiKeyNotAuthorized), (.cancelled, .cancelled),
  ])
  func faultsOfProvidersAreStatuses(_ error: RoutingError, _ status: RouteStatus) async {
    #expect(await navigator(CornerTown(error: error)).status() == status)
    #expect(RouteStatus.allCases.map(\.rawValue) == Array(1...8))
  }

  @Test func withoutAStartThereIsNoneAndWithAProviderItIsWaitedFor() async {
    let navigator = navigator()
    navigator.startLocation = nil
    #expect(await navigator.status() == .locationDisabled)
    let said = SaidLocation()
    navigator.locationProvider = said
    #expect(said.starts == 1)
    var statuses: [RouteStatus] = []
    navigator.setDestinations([CornerTown.destination]) { statuses.append($0) }
    #expect(statuses.isEmpty)
    said.say(CornerTown.start)
    #expect(await eventually { !statuses.isEmpty })
    #expect(statuses == [.ok])
    navigator.locationProvider = nil
    #expect(said.stops == 1)
  }

  @Test func itTellsTheRouteBeforeWhatIsLeftOfItAndThenTheArrival() async throws {
    let navigator = navigator()
    let log = GuidanceLog()
    navigator.delegate = log
    navigator.startGuidance()
    #expect(navigator.isGuidanceActive && navigator.guidanceEnabled)
    #expect(await navigator.status() == .ok)
    #expect(log.events.first == "route")
    let remaining = try #require(log.events.firstIndex(of: "remaining"))
    #expect(log.events[remaining + 1] == "time" && log.events[remaining + 2] == "distance" && log.events.contains("said"))
    #expect(abs(navigator.distanceToNextDestination - 2000) < 10 && navigator.timeToNextDestination > 100)
    #expect(navigator.routeLegs.count == 1 && navigator.currentRouteLeg?.steps.count == 3)
    #expect(abs(navigator.distance(to: CornerTown.destination) - 2000) < 10)
    #expect(navigator.time(to: NavigationWaypoint(location: CornerTown.start)) == .greatestFiniteMagnitude)
    navigator.simulateLocationsAlongExistingRoute(speed: 100)
    #expect(navigator.isSimulating)
    #expect(await eventually { !navigator.isGuidanceActive })
    #expect(log.events.contains("arrived The end") && !navigator.isGuidanceActive && !navigator.isSimulating)
    #expect(log.events.count { $0.hasPrefix("arrived") } == 1)
    #expect(navigator.travelledRoute.count >= 2 && navigator.destinations.isEmpty)
  }

  /// Keeps what it was asked for.
  private final class AskedRoads: RoutingProvider {
    let requests = Mutex<[RouteRequest]>([])

    func routes(for request: RouteRequest) async throws(RoutingError) -> [Route] {
      requests.withLock { $0.append(request) }
      return [CornerTown.route]
    }
  }

  @Test func aWaypointMayBeTheIdentifierOfAPlaceAlone() async throws {
    let roads = AskedRoads()
    let navigator = Navigator(routing: roads, speaker: Speaker(outputs: []))
    navigator.startLocation = CornerTown.start
    navigator.places = OfficePlaces()
    let waypoint = NavigationWaypoint(placeID: "office-1")
    #expect(!waypoint.location.isValid && waypoint.placeID == "office-1" && waypoint.title == nil)
    #expect(await navigator.status(to: [waypoint]) == .ok)
    #expect(roads.requests.withLock { $0.last?.waypoints.last?.location } == OfficePlaces.office.coordinate)
    let stop = try #require(navigator.destinations.first)
    #expect(stop.location == OfficePlaces.office.coordinate && stop.title == "Office" && stop.placeID == "office-1")
    #expect(navigator.distance(to: waypoint) < 1e9, "the stop is known by what the app called it")
    #expect(await navigator.status(to: [NavigationWaypoint(placeID: "office-1", title: "Work")]) == .ok)
    #expect(navigator.destinations.first?.title == "Work")
    // What is not there, and who does not answer.
    #expect(await navigator.status(to: [NavigationWaypoint(placeID: "office-2")]) == .noRouteFound)
    navigator.places = OfficePlaces(error: .unreachable("closed"))
    #expect(await navigator.status(to: [waypoint]) == .networkError)
    #expect(await navigator.status(to: [CornerTown.destination]) == .ok, "who has a place is not looked up")
    #expect(roads.requests.withLock { $0.count } == 3 && navigator.routes.count == 1)
  }

  @Test func thresholdsSayHowOftenItIsTold() {
    #expect(Navigator.differs(10, 11, 1) && !Navigator.differs(10, 10.5, 1) && Navigator.differs(10, .infinity, 1))
    #expect(Navigator.differs(10, 11.5, -3) && !Navigator.differs(10, 10.5, -3) && !Navigator.differs(0, 1e9, .infinity))
    #expect(!Navigator.differs(10, 10, 0))
  }

  @Test func whoIsToldMayTakeEverythingAway() async {
    for event in ["route", "remaining", "said", "location"] {
      var navigator: Navigator? = navigator()
      let log = GuidanceLog()
      let map = MapView(size: ScreenSize(width: 800, height: 600))
      navigator?.delegate = log
      navigator?.startControlling(map)
      navigator?.startGuidance()
      var isDone = false
      log.onEvent = { [weak navigator] in
        guard $0 == event, !isDone else { return }
        isDone = true
        navigator?.stopControllingMap()
        navigator?.clearDestinations()
      }
      _ = await navigator?.status()
      navigator?.simulateLocationsAlongExistingRoute(speed: 100)
      try? await Task.sleep(for: .milliseconds(60))
      navigator?.clearDestinations()
      #expect(isDone, "\(event)")
      #expect(map.navigator == nil && map.overlayCount == 0, "\(event)")
      navigator = nil
    }
  }

  @Test func ofTwoNavigatorsTheLaterHasTheMap() async {
    let map = MapView(size: ScreenSize(width: 800, height: 600))
    map.mapType = .satellite
    let (first, second) = (navigator(), navigator())
    map.navigator = first
    #expect(map.navigator === first && first.map === map && map.shownMapType == .normal)
    #expect(await first.status() == .ok)
    #expect(map.overlayCount > 0)
    second.startControlling(map)
    #expect(first.map == nil && map.navigator === second && map.overlayCount <= 2)
    #expect(first.routes.count == 1, "it goes on without the map")
    map.isNavigationEnabled = false
    #expect(map.navigator == nil && map.shownMapType == .satellite && map.overlayCount == 0)
    first.startControlling(map)
    #expect(first.map == nil)
    map.isNavigationEnabled = true
    first.startControlling(map)
    #expect(first.map === map)
    first.stopControllingMap()
  }

  @Test func theMapOutlivesItsNavigatorAndTheNavigatorItsMap() async {
    let map = MapView(size: ScreenSize(width: 800, height: 600))
    var navigator: Navigator? = navigator()
    navigator?.startControlling(map)
    _ = await navigator?.status()
    navigator?.clearDestinations()
    navigator = nil
    #expect(await eventually { map.navigator == nil })
    #expect(map.navigator == nil)
    let other = self.navigator()
    var brief: MapView? = MapView(size: ScreenSize(width: 800, height: 600))
    if let brief { other.startControlling(brief) }
    brief = nil
    #expect(await other.status() == .ok)
    #expect(other.map == nil)
  }

  @Test func nightComesFromTheSettingsOrTheSun() async {
    final class Modes: NavigationUISettingsDelegate {
      var modes: [NavigationUIMode] = []
      func didChangeUIMode(_ mode: NavigationUIMode) { modes.append(mode) }
    }
    let map = MapView(size: ScreenSize(width: 800, height: 600))
    let navigator = navigator()
    let modes = Modes()
    map.settings.navigationDelegate = modes
    navigator.startControlling(map)
    _ = await navigator.status()
    navigator.navigationUISettings.mode = .normal
    modes.modes = []
    navigator.navigationUISettings.mode = .night
    #expect(map.shownTheme == .dark && map.shownStyle?.name == MapStyle.embedded("night")?.name && modes.modes == [.night])
    navigator.stopControllingMap()
    #expect(map.shownTheme == .light && map.shownStyle?.name == MapStyle.embedded("day")?.name)
  }

  @Test func whatAnAppSetsWhileItIsOverriddenIsShownAfterwards() {
    let map = MapView(size: ScreenSize(width: 800, height: 600))
    let navigator = navigator()
    navigator.startControlling(map)
    navigator.navigationUISettings.mode = .night
    map.mapType = .terrain
    map.interfaceTheme = .dark
    map.isBuildingOcclusionEnabled = true
    #expect(map.mapType == .terrain && map.shownMapType == .normal && !map.standard.baseMap.buildingsHideLabels)
    navigator.stopControllingMap()
    #expect(map.shownMapType == .terrain && map.shownTheme == .dark && map.standard.baseMap.buildingsHideLabels)
  }

  @Test func aMapThatIsTakenOverFollowsAtOnceUnlessRoutesAreToBeChosen() async {
    let map = MapView(size: ScreenSize(width: 800, height: 600))
    let navigator = navigator()
    navigator.startControlling(map)
    #expect(map.cameraMode == .following && map.followingPerspective == .tilted)
    navigator.stopControllingMap()
    #expect(await navigator.status() == .ok)
    navigator.startControlling(map)
    #expect(map.cameraMode == .overview)
  }

  @Test func aRequestThatFailsLeavesTheStopsOfTheRouteThatIsFollowed() async {
    let town = ClosingTown()
    let navigator = navigator(town)
    navigator.startGuidance()
    #expect(await navigator.status() == .ok)
    town.isClosed = true
    let elsewhere = NavigationWaypoint(location: CornerTown.corner, title: "Elsewhere")
    #expect(await navigator.status(to: [elsewhere]) == .noRouteFound)
    #expect(navigator.destinations == [CornerTown.destination] && navigator.isGuidanceActive)
    #expect(abs(navigator.distance(to: CornerTown.destination) - 2000) < 10)
    town.isClosed = false
    #expect(await navigator.status(to: [elsewhere]) == .ok)
    #expect(navigator.destinations == [elsewhere])
  }

  @Test func afterTheArrivalFixesAreToldAsTheyCome() async {
    let navigator = navigator()
    let log = GuidanceLog()
    navigator.delegate = log
    navigator.startGuidance()
    #expect(await navigator.status() == .ok)
    navigator.simulateLocationsAlongExistingRoute(speed: 100)
    #expect(await eventually { !navigator.isGuidanceActive })
    #expect(log.events.last == "route", "the route is gone, and that is told")
    #expect(navigator.routeLegs.isEmpty && navigator.currentRouteLeg == nil && navigator.currentRouteLegGeometry.isEmpty)
    let travelled = navigator.travelledRoute
    let said = SaidLocation()
    navigator.locationProvider = said
    let place = SphericalGeometry.offset(from: CornerTown.end, distanceMeters: 300, headingDegrees: 0)
    said.say(place)
    #expect(log.events.last == "location" && navigator.lastFix?.coordinate == place)
    #expect(navigator.travelledRoute == travelled && travelled.count >= 2)
    navigator.startGuidance()
    #expect(navigator.travelledRoute.isEmpty)
  }

  @Test func aRouteIsToldOnceAndTheRestOfItBeginsWhereOneIs() async throws {
    let navigator = navigator()
    let log = GuidanceLog()
    navigator.delegate = log
    #expect(await navigator.status() == .ok)
    navigator.startGuidance()
    navigator.stopGuidance()
    navigator.startGuidance()
    #expect(log.events.count { $0 == "route" } == 1)
    navigator.simulateLocationsAlongExistingRoute(speed: 100)
    #expect(await eventually { navigator.session?.progress.distanceToManeuver ?? 0 <= 900 })
    let leg = try #require(navigator.currentRouteLeg)
    let place = try #require(navigator.session).progress.coordinate
    let toCorner = SphericalGeometry.distance(from: place, to: CornerTown.corner)
    #expect(abs(leg.steps[0].distance - toCorner) < 2 && toCorner < 950)
    #expect(navigator.currentRouteLegGeometry == [place, CornerTown.corner, CornerTown.end])
    #expect(navigator.currentRouteSegment == leg && navigator.routeSegments == navigator.routeLegs)
  }

  @Test func stopsAreDroppedOneByOne() async {
    let navigator = navigator()
    let other = NavigationWaypoint(location: CornerTown.corner, title: "Corner")
    #expect(navigator.continueToNextDestination() == nil)
    _ = await navigator.status(to: [other, CornerTown.destination])
    #expect(navigator.continueToNextDestination()?.location == CornerTown.destination.location)
    #expect(navigator.continueToNextDestination() == nil && navigator.routes.isEmpty)
  }

  @Test func theTermsAreAskedForOnceAndKept() throws {
    let state = StateFolder()
    defer { state.end() }
    NavigationServices.setTermsAccepted(false)
    #expect(throws: NavigatorError.termsNotAccepted) { try Navigator.sharedNavigator() }
    let map = MapView(size: ScreenSize(width: 800, height: 600))
    var answers: [Bool] = []
    NavigationServices.showTermsAndConditionsIfNeeded(on: map) { answers.append($0) }
    #expect(answers.isEmpty && map.focusedControl != nil)
    map.handle(InputEvent(timeSeconds: 0, kind: .keyPressed(.escape, [])))
    #expect(answers == [false] && !NavigationServices.termsHaveBeenAccepted())
    NavigationServices.showTermsAndConditionsIfNeeded(on: map) { answers.append($0) }
    map.handle(InputEvent(timeSeconds: 1, kind: .keyPressed(.enter, [])))
    #expect(answers == [false, true] && FileManager.default.fileExists(atPath: state.path + "/overlook/navigation-terms"))
    NavigationServices.showTermsAndConditionsIfNeeded(on: map) { answers.append($0) }
    #expect(answers.last == true && answers.count == 3)
    #expect(try Navigator.sharedNavigator() === Navigator.sharedNavigator())
    #expect(NavigationServices.sdkVersion() == MapServices.version && NavigationServices.openSourceLicenseInfo().count > 1000)
    NavigationServices.setTermsAccepted(false)
  }
}
