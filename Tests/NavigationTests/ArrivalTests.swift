import OverlookGeometry
import OverlookRouting
import OverlookVoice
import Testing

@testable import OverlookNavigation

/// Stops, places that are only passed, and the end.
@Suite struct ArrivalTests {
  private func arrivals(_ events: [NavigationEvent]) -> [Int] {
    events.compactMap { event in
      if case .arrived(let waypoint, _) = event { return waypoint }
      return nil
    }
  }

  private func twoLegs() -> TestRoute {
    var test = TestRoute([(0, 0), (1000, 0), (1000, 800)])
    test.stops = [1]
    return test
  }

  @Test func eachStopIsToldOnceAndGuidanceGoesOn() throws {
    var traveller = Traveller(try twoLegs().session())
    let first = traveller.go((0, 0), (1000, 0))
    #expect(arrivals(first) == [1] && !first.has("ended") && traveller.session.progress.legIndex == 1)
    #expect(traveller.session.progress.remaining.count == 1 && traveller.session.progress.waypointIndex == 2)
    let second = traveller.go((1000, 800))
    #expect(arrivals(second) == [2] && second.names.last == "ended" && !traveller.session.isActive)
    #expect(traveller.go((1000, 900)).isEmpty && traveller.wait(10).isEmpty)
  }

  @Test func timesAndDistancesAreThoseToEveryStop() throws {
    var traveller = Traveller(try twoLegs().session())
    traveller.go((0, 0), (396, 0))
    let remaining = traveller.session.progress.remaining
    #expect(remaining.count == 2)
    #expect(abs(remaining[0].distance - 604) < 15 && abs(remaining[1].distance - 1404) < 15)
    #expect(abs(remaining[0].time - 604 / 12) < 5 && abs(remaining[1].time - 1404 / 12) < 10)
  }

  @Test func whoParksBeforeTheStopHasArrived() throws {
    var traveller = Traveller(try TestRoute.corner().session())
    traveller.go((0, 0), (2000, 0), (2000, 1950))
    #expect(traveller.session.isActive)
    #expect(!traveller.stand(4).has("arrived"))
    #expect(traveller.stand(4).has("arrived") && !traveller.session.isActive)
  }

  @Test func whoParksBeforeAStopOnTheWayHasNotLeftTheRoute() throws {
    var traveller = Traveller(try twoLegs().session())
    traveller.go((0, 0), (950, 0))
    let events = traveller.stand(15)
    #expect(arrivals(events) == [1] && !events.has("off_route"))
    let rest = traveller.go((1000, 0), (1000, 800))
    #expect(arrivals(rest) == [2] && !rest.has("off_route"))
  }

  @Test func whoComesToAStopAtACornerSlowlyHasNotLeftTheRoute() throws {
    var traveller = Traveller(try twoLegs().session())
    traveller.go((0, 0), (950, 0))
    let events = traveller.go((1000, 0), (1000, 100), speed: 3)
    #expect(arrivals(events) == [1] && !events.has("off_route"))
    #expect(abs(traveller.session.progress.distanceTravelled - 1100) < 15)
  }

  @Test func anArrivalIsHeardToItsEnd() throws {
    var test = TestRoute([(0, 0), (1000, 0), (1025, 0), (1025, 800)], turns: [2: .turn])
    test.stops = [1]
    var traveller = Traveller(try test.session())
    var told: [(now: Double, text: String, kind: NavigationInstruction.Kind)] = []
    for step in 0...113 {
      let events = traveller.go((Double(step) * 9, 0), speed: 9)
      told += events.instructions.map { (traveller.now, $0.text, $0.kind) }
    }
    let arrival = try #require(told.firstIndex { $0.text.contains("arrived") })
    try #require(arrival + 1 < told.count)
    #expect(told[arrival + 1].now >= told[arrival].now + SpeechDuration.seconds(told[arrival].text, language: "en"))
    #expect(told[arrival + 1].kind == .now)
  }

  @Test func whoWaitsInAQueueFarBeforeItHasNot() throws {
    var traveller = Traveller(try TestRoute.corner().session())
    traveller.go((0, 0), (2000, 0), (2000, 1800))
    #expect(!traveller.stand(300).has("arrived"))
  }

  @Test func theYardBesideTheRoadIsTheDestination() throws {
    let yard = NavigationWaypoint(location: TestRoute.place(2070, 1940))
    let session = try NavigationSession(routes: [TestRoute.corner().route], destinations: [yard])
    var traveller = Traveller(session)
    traveller.go((0, 0), (2000, 0), (2000, 1940))
    #expect(traveller.go((2070, 1940), speed: 6).has("arrived"))
  }

  @Test func theSamePlaceTwiceIsReachedTwice() throws {
    var test = TestRoute([(0, 0), (600, 0), (600, 0), (1200, 0)])
    test.stops = [1, 2]
    var traveller = Traveller(try test.session())
    #expect(arrivals(traveller.go((0, 0), (600, 0))) == [1, 2])
    #expect(arrivals(traveller.go((1200, 0))) == [3])
  }

  @Test func aThousandStopsAreReachedInTheirOrder() throws {
    var test = TestRoute((0...1000).map { (Double($0) * 60, 0) })
    test.stops = Array(1..<1000)
    var traveller = Traveller(try test.session())
    let events = traveller.go((0, 0), (60_000, 0), speed: 20)
    #expect(arrivals(events) == Array(1...1000) && events.names.last == "ended")
  }

  @Test func placesThatAreOnlyPassedAreNoArrivalsAndAreKeptInRequestsUntilThen() throws {
    let over = NavigationWaypoint(location: TestRoute.place(1000, 0), isStop: false)
    let end = NavigationWaypoint(location: TestRoute.place(2000, 2000), title: "Home")
    let session = try NavigationSession(routes: [TestRoute.corner().route], destinations: [over, end])
    var early = Traveller(session)
    early.go((0, 0), (600, 0))
    let first = try #require(early.go((600, 90)).requests.first)
    #expect(first.waypoints.map(\.isStop) == [true, false, true] && first.waypoints[2].title == "Home")
    var late = Traveller(session)
    let events = late.go((0, 0), (1200, 0))
    #expect(arrivals(events).isEmpty)
    #expect(try #require(late.go((1200, 90)).requests.first).waypoints.map(\.isStop) == [true, true])
  }

  @Test func aStopCanBeDropped() throws {
    var traveller = Traveller(try twoLegs().session())
    traveller.go((0, 0), (500, 0))
    let next = traveller.session.continueToNextDestination(now: traveller.now)
    #expect(try SphericalGeometry.distance(from: #require(next).location, to: TestRoute.place(1000, 800)) < 1)
    let request = try #require(traveller.go((512, 0)).requests.first)
    #expect(request.waypoints.count == 2)
    // Still on the old road, until there is a new one.
    let events = traveller.go((560, 0))
    #expect(!events.has("back_on_route") && traveller.session.progress.isOffRoute)
    let way = TestRoute([(560, 0), (1000, 0), (1000, 800)], turns: [1: .turn]).route
    #expect(traveller.session.accept([way], for: request, now: traveller.now).has("rerouted"))
    #expect(arrivals(traveller.go((1000, 0))).isEmpty && arrivals(traveller.go((1000, 800))) == [2])
    #expect(!traveller.session.isActive)
  }

  @Test func otherRoutesOverADroppedStopAreNoMoreTaken() throws {
    var other = TestRoute([(0, 0), (1000, 0), (1000, -300), (1000, 800)], turns: [2: .turn])
    other.stops = [1]
    var traveller = Traveller(try NavigationSession(routes: [twoLegs().route, other.route]))
    traveller.go((0, 0), (500, 0))
    traveller.session.continueToNextDestination(now: traveller.now)
    #expect(traveller.session.alternatives.isEmpty)
  }

  @Test func anAnswerFromBeforeTheDropIsNone() throws {
    var traveller = Traveller(try twoLegs().session())
    traveller.go((0, 0), (500, 0))
    let old = try #require(traveller.go((500, 90)).requests.first)
    traveller.session.continueToNextDestination(now: traveller.now)
    let new = try #require(traveller.go((500, 150)).requests.first)
    let way = TestRoute([(500, 102), (1000, 102), (1000, 800)], turns: [1: .turn]).route
    #expect(old.number != new.number)
    #expect(traveller.session.accept([way], for: old, now: traveller.now).isEmpty)
    #expect(traveller.session.accept([way], for: new, now: traveller.now).has("rerouted"))
  }

  @Test func afterTheLastStopThereIsNothingToGoOnTo() throws {
    var traveller = Traveller(try TestRoute.corner().session())
    traveller.go((0, 0), (500, 0))
    #expect(traveller.session.continueToNextDestination(now: traveller.now) == nil && !traveller.session.isActive)
  }
}
