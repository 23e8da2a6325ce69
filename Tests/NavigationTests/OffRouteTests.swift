import OverlookGeometry
import OverlookRouting
import Testing

@testable import OverlookNavigation

/// When a route counts as left, and what comes of it.
@Suite struct OffRouteTests {
  /// On the street to the east, 600 metres from its begin.
  private func traveller() throws -> Traveller {
    var traveller = Traveller(try TestRoute.corner().session())
    traveller.go((0, 0), (600, 0))
    #expect(!traveller.events.has("off_route") && !traveller.session.progress.isOffRoute)
    return traveller
  }

  @Test func oneFixFarAwayIsNotEnough() throws {
    var traveller = try traveller()
    let events =
      traveller.fix(TestRoute.place(612, 80), speed: 12, course: 0)
      + traveller.fix(TestRoute.place(624, 80), speed: 12, course: 0)
      + traveller.fix(TestRoute.place(636, 0), speed: 12, course: 90)
    #expect(!events.has("off_route"))
  }

  @Test func threeFixesBesideTheRouteAre() throws {
    var traveller = try traveller()
    let events = traveller.go((600, 200))
    #expect(events.names.filter { $0 == "off_route" }.count == 1 && events.has("reroute_wanted"))
    #expect(traveller.session.progress.isOffRoute)
    let request = try #require(events.requests.first)
    #expect(request.waypoints.count == 2 && request.number == 1)
    #expect(try abs(#require(request.waypoints[0].heading)) < 1)
    #expect(SphericalGeometry.distance(from: request.waypoints[1].location, to: TestRoute.place(2000, 2000)) < 1)
  }

  @Test func aVagueReceiverGetsMoreRoom() throws {
    var traveller = try traveller()
    for step in 1...6 {
      let events = traveller.fix(TestRoute.place(600 + 12 * Double(step), 45), speed: 12, course: 90, accuracy: 25)
      #expect(!events.has("off_route"))
    }
  }

  @Test func nothingIsAnnouncedWhileOffTheRoute() throws {
    var traveller = try traveller()
    traveller.go((600, 60))
    #expect(traveller.session.progress.isOffRoute)
    // Past where all stages of the turn would be due.
    let events = traveller.go((600, 150), (1990, 150), (1990, 100))
    #expect(events.instructions.isEmpty && !events.has("banner"))
  }

  @Test func theLimitOfTheRoadThatWasLeftIsNone() throws {
    var test = TestRoute.corner()
    test.speedLimit = 30
    var traveller = Traveller(try test.session())
    traveller.go((0, 0), (600, 0))
    #expect(traveller.session.progress.speedLimit == 30 && traveller.session.progress.speeding == .minor)
    let events = traveller.go((600, 100))
    #expect(events.contains(.speedLimit(nil, excess: .none)))
    #expect(traveller.session.progress.speedLimit == nil && traveller.session.progress.speeding == .none)
  }

  @Test func anAnswerIsToldAtTheTimeItComes() throws {
    var traveller = try traveller()
    let request = try #require(traveller.go((600, 90)).requests.first)
    traveller.now += 20
    _ = traveller.session.accept([way.route], for: request, now: traveller.now)
    #expect(traveller.session.lastNow == traveller.now)
    #expect(traveller.session.announcements.busyUntil > traveller.now)
  }

  @Test func whoComesBackIsOnTheRouteAgain() throws {
    var traveller = try traveller()
    traveller.go((600, 100), (700, 100))
    let events = traveller.go((700, 0), (800, 0))
    #expect(events.names.contains("back_on_route") && !traveller.session.progress.isOffRoute)
    #expect(abs(traveller.session.progress.distanceTravelled - 800) < 15)
  }

  @Test func whoDrivesBackIsToldSo() throws {
    var traveller = try traveller()
    let events = traveller.go((480, 0))
    #expect(events.names.filter { $0 == "wrong_way" }.count == 1 && events.has("reroute_wanted"))
    #expect(traveller.session.progress.isWrongWay)
    var other = try self.traveller()
    #expect(!other.go((570, 0)).has("wrong_way"))
  }

  @Test func routesAreAskedForEverMoreSeldom() throws {
    var traveller = try traveller()
    var times: [Double] = []
    var places: [LocationCoordinate] = []
    for step in 1...600 {
      let place = TestRoute.place(600, Double(step) * 12)
      for request in traveller.fix(place, speed: 12, course: 0).requests {
        times.append(traveller.now)
        places.append(place)
        _ = traveller.session.refuse(.noRoute("none"), for: request, now: traveller.now)
      }
    }
    let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(times.count >= 7)
    #expect(gaps.allSatisfy { $0 >= 5 } && gaps == gaps.sorted() && gaps.last == 120)
    #expect(zip(places.dropFirst(), places).allSatisfy { SphericalGeometry.distance(from: $0, to: $1) >= 50 })
  }

  @Test func whoStandsOffTheRouteAsksOnce() throws {
    var traveller = try traveller()
    #expect(traveller.go((600, 100)).has("reroute_wanted"))
    // That place is far enough from where it was asked for first; the same place never is.
    #expect(traveller.stand(300).requests.count <= 1)
    #expect(traveller.stand(300).requests.isEmpty)
  }

  private let way = TestRoute([(600, 90), (600, 1000), (2000, 1000), (2000, 2000)], turns: [1: .turn, 2: .turn])

  @Test func aNewRouteIsFollowedAndToldAtOnce() throws {
    var traveller = try traveller()
    let request = try #require(traveller.go((600, 90)).requests.first)
    let events = traveller.session.accept([way.route], for: request, now: traveller.now)
    #expect(events.names == ["rerouted", "banner", "instruction"])
    #expect(!traveller.session.progress.isOffRoute && traveller.session.route == way.route)
    let told = traveller.go((600, 1000), (2000, 1000), (2000, 2000))
    #expect(!told.has("off_route") && told.names.suffix(3) == ["arrived", "instruction", "ended"])
  }

  @Test func anAnswerIsUsedOnlyWhileItIsWanted() throws {
    var traveller = try traveller()
    let request = try #require(traveller.go((600, 90), (650, 90)).requests.first)
    var stale = request
    stale.number = 7
    #expect(traveller.session.accept([way.route], for: stale, now: traveller.now).isEmpty)
    traveller.go((650, 0), (750, 0))
    #expect(!traveller.session.progress.isOffRoute)
    #expect(traveller.session.accept([way.route], for: request, now: traveller.now).isEmpty)
    #expect(traveller.session.route == TestRoute.corner().route)
  }

  @Test func anAnswerThatNobodyCanFollowIsToldAndTheSessionGoesOn() throws {
    var broken = way.route
    broken.legs = []
    for routes in [[], [broken]] {
      var traveller = try traveller()
      let request = try #require(traveller.go((600, 90)).requests.first)
      #expect(traveller.session.accept(routes, for: request, now: traveller.now).names == ["reroute_failed"])
      #expect(traveller.go((600, 0), (700, 0)).has("back_on_route"))
    }
  }

  @Test func aRouteThatIsTakenByDrivingItIsFollowed() throws {
    let other = TestRoute([(0, 0), (1000, 0), (1000, 2000), (2000, 2000)], turns: [1: .turn, 2: .turn]).route
    var traveller = Traveller(try NavigationSession(routes: [TestRoute.corner().route, other]))
    let before = traveller.go((0, 0), (1000, 0))
    #expect(!before.has("alternative_taken"))
    let events = traveller.go((1000, 300))
    #expect(events.contains(.alternativeTaken(0)) && !events.has("reroute_wanted"))
    #expect(traveller.session.route == other && traveller.session.alternatives == [TestRoute.corner().route])
    #expect(abs(traveller.session.progress.distanceTravelled - 1300) < 20)
  }

  @Test func onAFerryTheLineMeansLittle() throws {
    var test = TestRoute([(0, 0), (300, 0), (8000, 0), (8500, 0)], turns: [1: .notification, 2: .continue])
    test.ferries = [1]
    var traveller = Traveller(try test.session())
    let events = traveller.go((0, 0), (320, 0), (2000, 900), (6000, 900), (8000, 0), (8490, 0))
    #expect(!events.has("off_route") && events.has("ended"))
  }
}
