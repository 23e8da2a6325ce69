import OverlookGeometry
import OverlookLocation
import OverlookSupport
import OverlookRouting
import Testing

@testable import OverlookNavigation

/// What receivers say that cannot be, and what they do not say.
@Suite struct BadFixTests {
  private func traveller() throws -> Traveller {
    var traveller = Traveller(try TestRoute.corner(4000).session())
    traveller.go((0, 0), (600, 0))
    return traveller
  }

  /// The session after some fixes goes on as if they had not been.
  private func expectUnmoved(_ fixes: [LocationFix]) throws {
    var traveller = try traveller()
    let before = traveller.session.progress.distanceTravelled
    var events: [NavigationEvent] = []
    for fix in fixes { events += traveller.session.update(fix, now: traveller.now + 0.5) }
    #expect(!events.has("off_route") && !events.has("arrived"))
    #expect(abs(traveller.session.progress.distanceTravelled - before) < 30)
    let rest = traveller.go((800, 0))
    #expect(!rest.has("off_route") && abs(traveller.session.progress.distanceTravelled - 800) < 15)
  }

  private func fix(_ east: Double, _ north: Double, time: Double = 1_000_052, accuracy: Double? = 5, speed: Double? = 12)
    -> LocationFix
  {
    LocationFix(TestRoute.place(east, north), time: time, accuracy: accuracy, speed: speed, course: 90)
  }

  @Test func whatIsNoPlaceIsNoFix() throws {
    try expectUnmoved([
      LocationFix(.invalid, time: 1_000_052), LocationFix(LocationCoordinate(latitude: 95, longitude: 0), time: 1_000_052),
      LocationFix(LocationCoordinate(latitude: .infinity, longitude: 10), time: 1_000_053),
    ])
  }

  @Test func timesThatCannotBeDoNotStopWhatFollows() throws {
    try expectUnmoved([fix(606, 0, time: .nan), fix(606, 0, time: .infinity), fix(606, 0, time: 1e300), fix(606, 0, time: 9e9)])
    try expectUnmoved([fix(100, 0, time: 5), fix(100, 0, time: -1e9), fix(100, 0, time: 999_999)])
  }

  @Test func theSameFixTwiceIsOne() throws {
    var traveller = try traveller()
    let again = LocationFix(TestRoute.place(600, 0), time: traveller.now, accuracy: 5, speed: 12, course: 90)
    let progress = traveller.session.progress
    for _ in 0..<100 { #expect(traveller.session.update(again, now: traveller.now).isEmpty) }
    #expect(traveller.session.progress == progress)
  }

  @Test func aReceiverWhoseClockWasSetBackGoesOn() throws {
    var traveller = try traveller()
    for step in 1...20 {
      traveller.now += 1
      let fix = fix(600 + 12 * Double(step), 0, time: 500 + Double(step))
      _ = traveller.session.update(fix, now: traveller.now)
    }
    #expect(abs(traveller.session.progress.distanceTravelled - 840) < 20)
  }

  @Test func jumpsOfAHundredKilometersAreNotBelievedAtOnce() throws {
    try expectUnmoved([fix(100_000, 0)])
    // But when they last.
    var traveller = try traveller()
    var events: [NavigationEvent] = []
    for step in 0..<8 { events += traveller.fix(TestRoute.place(100_000 + 12 * Double(step), 0), speed: 12, course: 90) }
    #expect(events.has("off_route"))
  }

  @Test func accuraciesThatCannotBeAreTheUsualOne() throws {
    for accuracy in [0, -5, .nan, .infinity, nil] as [Double?] {
      var traveller = try traveller()
      for step in 1...10 {
        let events = traveller.fix(TestRoute.place(600 + 12 * Double(step), 3), speed: 12, course: 90, accuracy: accuracy)
        #expect(!events.has("off_route"))
      }
      #expect(abs(traveller.session.progress.distanceTravelled - 720) < 20)
    }
  }

  @Test func aPlaceWithinTenKilometersSaysNothing() throws {
    try expectUnmoved([fix(600, 5000, accuracy: 10_000)])
    var traveller = try traveller()
    var events: [NavigationEvent] = []
    for _ in 0..<20 { events += traveller.fix(TestRoute.place(900, 4000), speed: 0, course: nil, accuracy: 10_000) }
    #expect(!events.has("off_route") && events.has("signal_lost"))
  }

  @Test func speedsOfTenThousandAnHourAreNotBelieved() throws {
    var traveller = try traveller()
    let wild = 10_000 / 3.6
    for (step, speed) in [wild, -5, .nan, .infinity, nil].enumerated() {
      _ = traveller.fix(TestRoute.place(600 + 12 * Double(step + 1), 0), speed: speed, course: .nan)
      #expect((0...90).contains(traveller.session.progress.speed))
    }
    #expect(abs(traveller.session.progress.distanceTravelled - 660) < 20)
  }

  @Test func withoutSpeedAndCourseTheRouteIsFollowedAllTheSame() throws {
    var traveller = Traveller(try TestRoute.corner(1000).session())
    var events: [NavigationEvent] = []
    for step in 0...83 { events += traveller.fix(TestRoute.place(12 * Double(step), 0), speed: nil, course: nil, accuracy: nil) }
    #expect(abs(traveller.session.progress.speed - 12) < 1)
    for step in 0...83 {
      events += traveller.fix(TestRoute.place(1000, 12 * Double(step)), speed: nil, course: nil, accuracy: nil)
    }
    #expect(!events.has("off_route") && events.has("ended"))
    #expect(Set(events.instructions.map(\.kind)) == [.prepare, .turn, .now])
  }

  @Test func aReceiverThatSaysAPlaceEveryThreeSecondsIsNoSlowTraveller() throws {
    var traveller = Traveller(try TestRoute.corner(4000).session())
    var worst = 0.0
    for step in 0...80 {
      if step > 0 { traveller.wait(2) }
      _ = traveller.fix(TestRoute.place(36 * Double(step), 0), speed: 12, course: 90)
      worst = max(worst, abs(traveller.session.progress.distanceTravelled - 36 * Double(step)))
    }
    #expect(worst < 10)
    let left = try #require(traveller.session.progress.toDestination)
    #expect(abs(left.time - left.distance / 12) < 0.1 * left.distance / 12)
  }

  @Test func theFirstGoodFixBehindVagueOnesIsUsed() throws {
    var traveller = Traveller(try TestRoute.corner(4000).session())
    traveller.go((0, 0), (600, 0), speed: 30)
    for step in 1...10 { _ = traveller.fix(TestRoute.place(600 + 30 * Double(step), 90), speed: 30, course: 90, accuracy: 200) }
    _ = traveller.fix(TestRoute.place(930, 0), speed: 30, course: 90)
    #expect(!traveller.session.progress.isReckoned && traveller.session.progress.time == traveller.now)
    #expect(abs(traveller.session.progress.distanceTravelled - 930) < 15)
  }

  @Test func anHourOfSilenceIsToldOnceAndEndsWithTheNextFix() throws {
    var traveller = try traveller()
    let silent = traveller.wait(3600)
    #expect(silent.names.filter { $0 == "signal_lost" }.count == 1 && traveller.session.progress.isLost)
    // Reckoned for a while, and never to the end of the way.
    #expect(traveller.session.progress.distanceTravelled < 600 + 12 * 185 && !silent.has("arrived"))
    let events = traveller.fix(TestRoute.place(3000, 0), speed: 12, course: 90)
    #expect(events.names.first == "signal_back" && !events.has("off_route") && !traveller.session.progress.isLost)
    traveller.go((3200, 0))
    #expect(abs(traveller.session.progress.distanceTravelled - 3200) < 15)
  }

  @Test func inATunnelThePlaceIsReckonedAndNothingIsLost() throws {
    var traveller = Traveller(try TestRoute([(0, 0), (700, 0), (2000, 0), (4000, 0)]).session())
    traveller.session.setTunnels([1...2, 5...900, -3...2])
    var events = traveller.go((0, 0), (720, 0))
    #expect(events.contains(.tunnel(isInside: true)))
    events = traveller.wait(60)
    #expect(!events.has("signal_lost") && traveller.session.progress.isReckoned && traveller.session.progress.isInTunnel)
    #expect(abs(traveller.session.progress.distanceTravelled - 1440) < 20)
    events = traveller.wait(60)
    #expect(events.contains(.tunnel(isInside: false)) && events.has("signal_lost"))
    let back = traveller.go((2170, 0))
    #expect(!back.has("off_route") && back.names.first == "signal_back" && !traveller.session.progress.isReckoned)
  }

  @Test func nothingThatARandomReceiverSaysEndsTheSession() throws {
    var random = SeededGenerator(seed: 17)
    let wild: [Double] = [.nan, .infinity, -.infinity, 0, -1, 1e308, -1e308, 5, 1e6, 1_000_100]
    var session = try TestRoute.corner(4000).session()
    for _ in 0..<20_000 {
      func number() -> Double { wild[Int.random(in: 0..<wild.count, using: &random)] }
      let place =
        Bool.random(using: &random)
        ? TestRoute.place(.random(in: -500...4500, using: &random), .random(in: -500...500, using: &random))
        : LocationCoordinate(latitude: number(), longitude: number())
      let fix = LocationFix(place, time: number(), accuracy: number(), speed: number(), course: number(), altitude: number())
      for event in session.update(fix, now: number()) + session.tick(now: number()) { _ = event.json(now: 0) }
      let progress = session.progress
      #expect(progress.coordinate.isValid && progress.distanceTravelled.isFinite && progress.speed.isFinite)
    }
  }
}
