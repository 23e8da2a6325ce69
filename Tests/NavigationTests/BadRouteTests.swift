import OverlookGeometry
import OverlookLocation
import OverlookRouting
import Testing

@testable import OverlookNavigation

/// Routes of servers that are not as routes should be.
@Suite struct BadRouteTests {
  @Test func whatNobodyCanFollowIsRefusedWithASentence() throws {
    let good = TestRoute.corner().route
    var routes = Array(repeating: good, count: 5)
    routes[0].geometry = []
    routes[1].geometry = [good.geometry[0]]
    routes[2].geometry = [.invalid, .invalid, .invalid]
    routes[3].legs = []
    routes[4].legs[0].steps = []
    for route in routes {
      let error = try #require(#expect(throws: RoutingError.self) { try NavigationSession(routes: [route]) })
      #expect(error.status == "unusable" && "\(error)".contains("the route"))
    }
    #expect(throws: RoutingError.self) { try NavigationSession(routes: []) }
    // Others beside it are left out.
    #expect(try NavigationSession(routes: [good, routes[3], good]).alternatives.count == 1)
  }

  private func drive(_ route: Route) throws -> [NavigationEvent] {
    var session = try NavigationSession(routes: [route])
    var simulator = try RouteSimulator(TestRoute.corner().route, time: 0)
    var events = session.start(now: 0)
    for _ in 0..<600 where session.isActive {
      let fix = simulator.next()
      events += session.update(fix, now: fix.time)
    }
    return events
  }

  @Test(arguments: [-100, .nan, .infinity, 0, 1e300]) func durationsThatCannotBeAreMadeUpFor(duration: Double) throws {
    var route = TestRoute.corner().route
    (route.duration, route.distance, route.legs[0].duration) = (duration, duration, duration)
    for index in route.legs[0].steps.indices {
      (route.legs[0].steps[index].duration, route.legs[0].steps[index].distance) = (duration, duration)
    }
    let session = try NavigationSession(routes: [route])
    let left = try #require(session.progress.toDestination)
    #expect(abs(left.distance - 4000) < 20 && left.time > 4000 / 90 && left.time < 1000)
    #expect(try drive(route).has("ended"))
  }

  @Test func rangesThatLieElsewhereAreHeldToTheGeometry() throws {
    var route = TestRoute.corner().route
    route.legs[0].steps[0].range = 2...900
    route.legs[0].steps[1].range = -5...(-3)
    route.legs[0].steps[2].range = 4000...5000
    #expect(try drive(route).has("ended"))
  }

  @Test func placesThatAreNoneAreLeftOut() throws {
    var route = TestRoute([(0, 0), (1000, 0), (2000, 0), (2000, 2000)], turns: [2: .turn]).route
    route.geometry[1] = .invalid
    let track = try RouteTrack(route)
    #expect(abs(track.length - 4000) < 20)
    #expect(try drive(route).has("ended"))
  }

  @Test func aRouteWithoutManeuversIsFollowed() throws {
    var route = TestRoute.corner().route
    route.legs[0].steps = [route.legs[0].steps[0]]
    route.legs[0].steps[0].range = 0...2
    #expect(try abs(#require(NavigationSession(routes: [route]).progress.toDestination).distance - 4000) < 20)
    var traveller = Traveller(try NavigationSession(routes: [route]))
    let before = traveller.go((0, 0), (2000, 0), (2000, 1900))
    #expect(!before.has("off_route") && !before.has("arrived") && traveller.session.isActive)
    #expect(traveller.go((2000, 2000)).names.suffix(2) == ["arrived", "ended"])
  }

  @Test func aLegThatEndsWithAManeuverIsFollowedBehindIt() throws {
    var route = TestRoute.corner().route
    route.legs[0].steps.removeLast()
    var traveller = Traveller(try NavigationSession(routes: [route]))
    traveller.go((0, 0), (2000, 0), (2000, 1000))
    #expect(traveller.session.isActive && traveller.session.progress.stepIndex == 1)
    #expect(try abs(#require(traveller.session.progress.toDestination).time - 1000 / 12) < 5)
    #expect(traveller.go((2000, 2000)).has("ended"))
  }

  @Test func aDoubledPlaceLeadsWhereTheNextOneLies() throws {
    let track = try RouteTrack(TestRoute([(0, 0), (0, 0), (0, 0), (0, -600), (0, -600), (0, -600)]).route)
    #expect((0...4).allSatisfy { abs(track.bearing($0) - 180) < 0.1 })
    #expect(abs(track.place(at: track.length).bearing - 180) < 0.1)
    let point = try RouteTrack(TestRoute([(0, 0), (0, 0), (0, 0)]).route)
    #expect((0...1).allSatisfy { point.bearing($0).isFinite })
  }

  @Test func aHundredThousandStepsAreFollowed() throws {
    let points = (0...100_000).map { (step: Int) -> (Double, Double) in (Double(step) * 20, Double(step % 2) * 5) }
    var test = TestRoute(points)
    for index in 1..<100_000 { test.turns[index] = .turn }
    let session = try test.session()
    var traveller = Traveller(session)
    #expect(session.track.steps.count == 100_001)
    traveller.go((0, 0), (20, 5), (40, 0), (60, 5), (80, 0), (100, 5), (120, 0))
    #expect(traveller.session.progress.stepIndex >= 5)
  }

  @Test func aHundredThousandNamesAreNoDelay() throws {
    var test = TestRoute((0...100_000).map { (Double($0) * 20, 0) })
    for index in 1..<100_000 { test.turns[index] = .newName }
    var route = test.route
    for index in 1..<100_000 { route.legs[0].steps[index].maneuver.modifier = .straight }
    var traveller = Traveller(try NavigationSession(routes: [route]))
    let time = ContinuousClock().measure { traveller.go((0, 0), (12_000, 0)) }
    #expect(traveller.session.progress.stepIndex >= 599 && time < .seconds(3), "\(time)")
  }

  @Test func startAndDestinationMayBeTheSamePlace() throws {
    var traveller = Traveller(try TestRoute([(0, 0), (0, 0)]).session())
    #expect(traveller.go((0, 0)).names.suffix(1) == ["ended"])
  }
}
