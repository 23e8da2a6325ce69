import OverlookGeometry
import OverlookRouting
import OverlookVoice
import Testing

@testable import OverlookNavigation

/// What is said, and when.
@Suite struct AnnouncementTests {
  @Test func eachStageOfATurnIsSaidOnceAndInOrder() throws {
    var traveller = Traveller(try TestRoute.corner(3000).session())
    let events = traveller.session.start(now: traveller.now) + traveller.go((0, 0), (3000, 0), (3000, 2900))
    let turn = events.instructions.filter { $0.stepIndex == 1 }
    #expect(turn.map(\.kind) == [.prepare, .turn, .now])
    #expect(turn[0].distance <= 720 && turn[0].distance > 600)
    #expect(turn[2].distance >= 12 * 2 && turn[2].distance < turn[1].distance)
    #expect(events.instructions.first?.stepIndex == 0 && events.names.first == "banner")
  }

  @Test func whoIsFastIsToldEarlier() throws {
    func distances(_ speed: Double) throws -> [NavigationInstruction.Kind: Double] {
      var test = TestRoute.corner(8000)
      test.speed = speed
      var traveller = Traveller(try test.session())
      let said = traveller.go((0, 0), (8000, 0), speed: speed).instructions.filter { $0.stepIndex == 1 }
      return Dictionary(said.map { ($0.kind, $0.distance) }) { first, _ in first }
    }
    let (slow, fast) = (try distances(10), try distances(35))
    #expect(slow[.early] == nil && fast[.early] != nil)
    for kind in [NavigationInstruction.Kind.prepare, .turn, .now] {
      #expect(try #require(fast[kind]) > (#require(slow[kind])))
    }
    // Fifteen seconds and the sentence.
    let least = 15.0 * 35 - 35
    #expect(try #require(fast[.turn]) >= least)
  }

  @Test func aLongerSentenceBeginsEarlier() throws {
    func distance(_ name: String) throws -> Double {
      var route = TestRoute.corner(3000).route
      route.legs[0].steps[1].name = name
      var traveller = Traveller(try NavigationSession(routes: [route]))
      return try #require(traveller.go((0, 0), (3000, 0)).instructions.first { $0.kind == .now && $0.stepIndex == 1 }).distance
    }
    #expect(try distance(String(repeating: "Very Long Avenue ", count: 8)) > (try distance("Elm")) + 50)
  }

  @Test func maneuversThatFollowAtOnceAreToldTogether() throws {
    let test = TestRoute([(0, 0), (2000, 0), (2000, 60), (3000, 60)], turns: [1: .turn, 2: .turn])
    let session = try test.session()
    #expect(session.linked(to: 1) == 2)
    let apart = TestRoute([(0, 0), (2000, 0), (2000, 600), (3000, 600)], turns: [1: .turn, 2: .turn])
    #expect(try apart.session().linked(to: 1) == nil)
    var traveller = Traveller(session)
    let events = traveller.go((0, 0), (2000, 0), (2000, 60), (2900, 60))
    let now = try #require(events.instructions.first { $0.stepIndex == 1 && $0.kind == .now })
    #expect(now.text.contains("Road 1") && now.text.contains("Road 2"))
    // Nothing far ahead is said of what was told with the turn before.
    #expect(!events.instructions.contains { $0.stepIndex == 2 && ($0.kind == .prepare || $0.kind == .turn) })
  }

  @Test func threeManeuversAtTheStartAreOneInstruction() throws {
    let test = TestRoute([(0, 0), (20, 0), (20, 60), (80, 60), (80, 900)], turns: [1: .turn, 2: .turn, 3: .turn])
    var traveller = Traveller(try test.session())
    let events = traveller.session.start(now: traveller.now)
    #expect(events.instructions.count == 1)
    let text = try #require(events.instructions.first).text
    for name in ["Road 0", "Road 1", "Road 2"] { #expect(text.contains(name), "\(text)") }
    // What was told is not told again before it is over.
    let over = traveller.now + SpeechDuration.seconds(text, language: "en")
    for step in 1...6 {
      let told = traveller.go((Double(step) * 5, 0), speed: 5).instructions
      #expect(told.isEmpty || traveller.now >= over)
    }
  }

  /// The turn that is told behind the start is so far that there would be time to tell it alone.
  @Test(arguments: [36, 60, 90]) func aSentenceIsNotEndedByWhatItTells(meters: Double) throws {
    let test = TestRoute([(0, 0), (meters, 0), (meters, 900)], turns: [1: .turn])
    var traveller = Traveller(try test.session())
    let first = try #require(traveller.session.start(now: traveller.now).instructions.first)
    try #require(first.text.contains("Road 1"), "told behind the start")
    let over = traveller.now + SpeechDuration.seconds(first.text, language: "en")
    for east in stride(from: 0, through: meters, by: 5) {
      #expect(traveller.go((east, 0), speed: 5).instructions.isEmpty || traveller.now >= over, "\(traveller.now) of \(over)")
    }
  }

  @Test func aNameThatChangesHidesNoTurn() throws {
    var route = TestRoute([(0, 0), (1500, 0), (1600, 0), (1600, 900)], turns: [1: .newName, 2: .turn]).route
    route.legs[0].steps[1].maneuver.modifier = .straight
    var traveller = Traveller(try NavigationSession(routes: [route]))
    let said = traveller.go((0, 0), (1600, 0)).instructions
    #expect(said.map(\.stepIndex) == [2, 2, 2] && said.map(\.kind) == [.prepare, .turn, .now])
    #expect(try #require(said.first).distance > 600)
  }

  @Test func withoutGuidanceNothingIsSaidAndArrivalIsTold() throws {
    var settings = NavigationSettings()
    settings.isGuiding = false
    var traveller = Traveller(try TestRoute.corner(500).session(settings))
    let events = traveller.session.start(now: traveller.now) + traveller.go((0, 0), (500, 0), (500, 500))
    #expect(events.instructions.isEmpty && !events.has("banner") && events.has("arrived") && events.has("progress"))
  }

  @Test func lanesAreShownWhereTheyAreToBeChosen() throws {
    var route = TestRoute.corner(3000).route
    route.legs[0].steps[1].lanes = [
      Lane(indications: [.left], isValid: true, isActive: true), Lane(indications: [.straight], isValid: false, isActive: false),
    ]
    var traveller = Traveller(try NavigationSession(routes: [route]))
    traveller.go((0, 0), (2000, 0))
    #expect(traveller.session.progress.lanes.isEmpty)
    traveller.go((2700, 0))
    #expect(traveller.session.progress.lanes.count == 2)
    // None that leads on, and more than there are on any road.
    for lanes in [
      [Lane(indications: [], isValid: false, isActive: false)], Array(repeating: route.legs[0].steps[1].lanes[0], count: 40),
    ] {
      route.legs[0].steps[1].lanes = lanes
      var other = Traveller(try NavigationSession(routes: [route]))
      other.go((0, 0), (2700, 0))
      #expect(other.session.progress.lanes.isEmpty)
    }
  }

  @Test func speedAboveTheLimitIsToldAtEachStep() throws {
    var test = TestRoute.corner(4000)
    test.speedLimit = 50
    var traveller = Traveller(try test.session())
    func levels(_ events: [NavigationEvent]) -> [SpeedExcess] {
      events.compactMap { event in
        if case .speedLimit(_, let excess) = event { return excess }
        return nil
      }
    }
    #expect(levels(traveller.go((0, 0), (300, 0), speed: 13)) == [.none])
    #expect(levels(traveller.go((800, 0), speed: 16)) == [.minor])
    #expect(levels(traveller.go((1800, 0), speed: 25)) == [.major])
    #expect(traveller.session.progress.speedLimit == 50)
    #expect(levels(traveller.go((2400, 0), speed: 12)) == [.none])
    // A single fix is no news.
    _ = traveller.fix(TestRoute.place(2430, 0), speed: 30, course: 90)
    #expect(traveller.session.progress.speeding == .none)
  }

  @Test func placesAheadAreToldOnceBeforeThem() throws {
    var traveller = Traveller(try TestRoute.corner(4000).session())
    traveller.session.setPlacesAhead([
      PlaceAhead(.congestion, at: TestRoute.place(3000, 5), title: "Bridge", delay: 300),
      PlaceAhead(.speedCamera, at: TestRoute.place(3500, -5)), PlaceAhead(.accident, at: TestRoute.place(2000, 900)),
      PlaceAhead(.danger, at: .invalid),
    ])
    let events = traveller.go((0, 0), (4000, 0), (4000, 500))
    let told = events.compactMap { event in
      if case .placeAhead(let place, let distance) = event { return (place.kind, distance) }
      return nil
    }
    #expect(told.map(\.0) == [.congestion, .speedCamera])
    #expect(try abs(#require(told.first).1 - 1000) < 15 && abs(#require(told.last).1 - 300) < 15)
  }

  @Test func whatWasToldOfAPlaceIsNotToldAgainWhenThePlacesAreRenewed() throws {
    var traveller = Traveller(try TestRoute.corner(4000).session())
    let jam = PlaceAhead(.congestion, at: TestRoute.place(3000, 5), title: "Bridge", delay: 300)
    var events: [NavigationEvent] = []
    for step in 0...29 {
      var new = jam
      new.delay = Double(step)
      traveller.session.setPlacesAhead([new] + (step > 20 ? [PlaceAhead(.accident, at: TestRoute.place(3200, 0))] : []))
      events += traveller.go((Double(step) * 100, 0))
    }
    let told = events.compactMap { event in
      if case .placeAhead(let place, _) = event { return place.kind }
      return nil
    }
    #expect(told == [.congestion, .accident])
  }

  @Test func theTimeThatIsLeftFollowsThePaceThatWasSeen() throws {
    var traveller = Traveller(try TestRoute.corner(6000).session())
    traveller.go((0, 0), (1500, 0), speed: 6)
    let progress = traveller.session.progress
    let planned = try #require(progress.toDestination).distance / 12
    #expect(try #require(progress.toDestination).time > planned + 250)
    var usual = Traveller(try TestRoute.corner(6000).session())
    usual.go((0, 0), (1500, 0))
    #expect(try abs(#require(usual.session.progress.toDestination).time - planned) < 20)
  }

  @Test func theWayThatWasGoneHasItsCornersAndNoMore() throws {
    var traveller = Traveller(try TestRoute.corner(800).session())
    traveller.go((0, 0), (800, 0), (800, 600))
    let path = traveller.session.travelledPath
    #expect(path.count <= 5)
    #expect(path.contains { SphericalGeometry.distance(from: $0, to: TestRoute.place(800, 0)) < 2 })
    #expect(abs(SphericalGeometry.length(of: Path(path)) - 1400) < 20)
    #expect(traveller.session.remainingBounds.contains(TestRoute.place(800, 790)))
    #expect(!traveller.session.remainingBounds.contains(TestRoute.place(100, 0)))
  }
}
