import OverlookGeometry
import OverlookRoads
import Testing

@testable import OverlookRouting

/// When a maneuver is told, and how: each town is one place where people are told something, or nothing.
@Suite struct StepTests {
  /// A crossing of two streets, 300 m to each side.
  private func crossing(_ tags: [String: String] = [:]) -> TestTown {
    var town = TestTown()
    town.node("w", -300, 0)
    town.node("x", 0, 0)
    town.node("e", 300, 0)
    town.node("s", 0, -300)
    town.node("n", 0, 300)
    town.way("w x e", "Long Street", tags)
    town.way("s x n", "Cross Street", tags)
    return town
  }

  @Test func turnsAreToldAndStraightOnIsNot() async throws {
    let town = crossing()
    #expect(try await town.told("w", "e") == [])
    #expect(try await town.told("w", "s") == ["turn right Cross Street"])
    #expect(try await town.told("w", "n") == ["turn left Cross Street"])
    #expect(try await town.told("s", "e") == ["turn right Long Street"])
  }

  @Test func aRouteIsWhatItsStepsAre() async throws {
    let route = try await crossing().route(TestTown.place(-200, 1), TestTown.place(20, 150))
    #expect(abs(route.distance - 350) < 2)
    let steps = route.legs[0].steps
    #expect(steps.map(\.maneuver.kind) == [.depart, .turn, .arrive])
    #expect(abs(steps[0].distance - 200) < 1 && abs(steps[1].distance - 150) < 1 && steps[2].distance == 0)
    #expect(abs(steps.reduce(0) { $0 + $1.duration } - route.duration) < 0.1)
    #expect(steps[0].range.upperBound == steps[1].range.lowerBound && steps[2].range.upperBound == route.geometry.count - 1)
    #expect(abs(steps[1].maneuver.bearingBefore - 90) < 1 && steps[1].maneuver.bearingAfter < 1)
    #expect(steps[2].maneuver.modifier == .right)
    #expect(steps[0].instruction == "Head east on Long Street" && steps[1].instruction == "Turn left onto Cross Street")
    #expect(steps[2].instruction == "You have arrived: your destination is on the right")
  }

  @Test func theEndOfARoadIsToldAsOne() async throws {
    var town = TestTown()
    town.node("s", 0, -300)
    town.node("x", 0, 0)
    town.node("w", -300, 0)
    town.node("e", 300, 0)
    town.way("s x", "Short Street")
    town.way("w x e", "Long Street")
    #expect(try await town.told("s", "w") == ["end of road left Long Street"])
    #expect(try await town.told("s", "e") == ["end of road right Long Street"])
    #expect(try await town.told("w", "e") == [])
    #expect(try await town.told("w", "s") == ["turn right Short Street"])
  }

  @Test func aBendIsNothingToTellAndLeavingItIs() async throws {
    var town = TestTown()
    town.node("a", -300, 0)
    town.node("x", 0, 0)
    town.node("b", 200, 170)
    town.node("c", 150, -260)
    town.way("a x b", "Bend Road", ["highway": "secondary"])
    town.way("x c", "Side Street")
    #expect(try await town.told("a", "b") == [])
    #expect(try await town.told("a", "c") == ["turn right Side Street"])
  }

  @Test func whereTheRoadOfTheNameTurnsItIsStayedOn() async throws {
    var town = TestTown()
    town.node("a", -300, 0)
    town.node("x", 0, 0)
    town.node("b", 0, 300)
    town.node("c", 300, 0)
    town.way("a x b", "Main Street", ["highway": "secondary"])
    town.way("x c", "Other Street", ["highway": "secondary"])
    #expect(try await town.told("a", "b") == ["continue left Main Street"])
  }

  @Test func aBendJustBehindTheStartIsTheStart() async throws {
    var town = TestTown()
    town.node("a", 0, -300)
    town.node("x", 0, 0)
    town.node("b", -300, 0)
    town.node("c", 300, 0)
    town.way("a x b", "Main Street", ["highway": "secondary"])
    town.way("x c", "Other Street", ["highway": "secondary"])
    let far = try await town.route(TestTown.place(0, -40), TestTown.place(-200, 0))
    #expect(far.told == ["continue left Main Street"])
    let near = try await town.route(TestTown.place(0, -7), TestTown.place(-200, 0))
    #expect(near.told == [])
    #expect(near.legs[0].steps[0].instruction == "Head west on Main Street")
    #expect(abs(near.distance - 207) < 1 && abs(near.legs[0].steps[0].distance - near.distance) < 0.1)
    // Another street is another thing to do.
    let other = try await town.route(TestTown.place(0, -7), TestTown.place(200, 0)).told
    let farther = try await town.route(TestTown.place(0, -40), TestTown.place(200, 0)).told
    #expect(other.count == 1 && other == farther)
  }

  @Test func newNamesAreToldUnlessTheyAreThoseOfABridge() async throws {
    func town(_ bridge: Double) -> TestTown {
      var town = TestTown()
      for (index, east) in [-600, 0, bridge, bridge + 600].enumerated() { town.node("\(index)", east, 0) }
      town.way("0 1", "First Street")
      town.way("1 2", "Long Bridge", ["bridge": "yes", "layer": "1"])
      town.way("2 3", "First Street")
      return town
    }
    #expect(try await town(80).told("0", "3") == [])
    #expect(try await town(800).told("0", "3") == ["new name straight Long Bridge", "new name straight First Street"])
  }

  /// Four arms of a ring of 20 m: out by the first to the right, by the second straight on, by the third to the left.
  @Test(arguments: [("e", 1, "right"), ("n", 2, "straight"), ("w", 3, "left")])
  func roundaboutsCountTheirExits(to: String, exit: Int, modifier: String) async throws {
    var town = TestTown()
    for (name, x, y) in [("S", 0.0, -1.0), ("E", 1, 0), ("N", 0, 1), ("W", -1, 0)] {
      town.node(name, x * 20, y * 20)
      town.node(name.lowercased(), x * 300, y * 300)
    }
    for (name, x, y) in [("SE", 1.0, -1.0), ("NE", 1, 1), ("NW", -1, 1), ("SW", -1, -1)] { town.node(name, x * 14.1, y * 14.1) }
    town.way("S SE E NE N NW W SW S", "", ["junction": "roundabout", "highway": "tertiary"])
    for name in ["s", "e", "n", "w"] { town.way("\(name) \(name.uppercased())", "\(name) Street", ["highway": "tertiary"]) }
    let told = try await town.told("s", to)
    #expect(told.count == 2)
    #expect(told.first == "roundabout \(modifier) \(exit) \(to) Street")
    #expect(told.last?.hasPrefix("exit roundabout") == true && told.last?.hasSuffix("\(to) Street") == true)
  }

  /// A motorway with an exit, and a ramp on to it.
  private func motorway() -> TestTown {
    var town = TestTown()
    let motorway = ["highway": "motorway", "ref": "A 20", "oneway": "yes"]
    let link = ["highway": "motorway_link", "oneway": "yes"]
    town.node("a", -2000, 0)
    town.node("x", 0, 0, ["highway": "motorway_junction", "ref": "12"])
    town.node("y", 900, 0)
    town.node("b", 3000, 0)
    town.node("r", 150, -25)
    town.node("m", 400, -90)
    town.node("o", 700, -25)
    town.node("l", 400, -400)
    town.node("k", 500, -150)
    town.way("a x", "", motorway)
    town.way("x y", "", motorway)
    town.way("y b", "", motorway)
    town.way("x r m", "", link.merging(["destination": "Rostock;Berlin", "destination:ref": "B 96"]) { $1 })
    town.way("m o y", "", link.merging(["destination": "Stettin"]) { $1 })
    town.way("k m l", "Land Road", ["highway": "secondary"])
    return town
  }

  @Test func exitsAreToldWithTheirSigns() async throws {
    let route = try await motorway().route(TestTown.place(-1500, 0), TestTown.place(400, -300))
    #expect(route.told.first == "off ramp slight right")
    let step = route.legs[0].steps[1]
    #expect(step.exitNumber == "12" && step.destinations == ["B 96", "Rostock", "Berlin"])
    #expect(step.instruction == "Take exit 12 on the right towards B 96, Rostock")
    #expect(try await motorway().told("a", "b") == [])
  }

  @Test func rampsAreToldAndMerging() async throws {
    let route = try await motorway().route(TestTown.place(400, -300), TestTown.place(2500, 0))
    #expect(route.told.count == 2)
    #expect(route.told.first?.hasPrefix("on ramp") == true)
    #expect(route.told.last == "merge slight left A 20")
    #expect(route.legs[0].steps[1].destinations == ["Stettin"])
  }

  @Test func aMotorwayThatPartsIsAFork() async throws {
    var town = TestTown()
    town.node("a", -2000, 0)
    town.node("x", 0, 0)
    town.node("l", 1500, 350)
    town.node("r", 1500, -350)
    let tags = ["highway": "motorway", "oneway": "yes"]
    town.way("a x", "", tags.merging(["ref": "A 1"]) { $1 })
    town.way("x l", "", tags.merging(["ref": "A 2", "destination": "Left City"]) { $1 })
    town.way("x r", "", tags.merging(["ref": "A 3", "destination": "Right City"]) { $1 })
    let route = try await town.route(town.place("a"), town.place("l"))
    #expect(route.told == ["fork slight left A 2"])
    #expect(route.legs[0].steps[1].destinations == ["Left City"])
    #expect(try await town.told("a", "r") == ["fork slight right A 3"])
  }

  /// A turn to the right by a lane that cuts the corner is a turn to the right.
  @Test func slipLanesAreOneTurn() async throws {
    var town = TestTown()
    town.node("w", -500, 0)
    town.node("p", -40, 0)
    town.node("x", 0, 0)
    town.node("e", 500, 0)
    town.node("q", 0, -40)
    town.node("s", 0, -500)
    town.way("w p x e", "Wide Street", ["highway": "primary"])
    town.way("x q s", "Cross Street", ["highway": "primary"])
    town.way("p q", "", ["highway": "primary_link", "oneway": "yes"])
    let route = try await town.route(TestTown.place(-450, 0), TestTown.place(0, -450))
    #expect(route.told == ["turn right Cross Street"])
  }

  @Test func staggeredCrossingsAreStraightOn() async throws {
    var town = TestTown()
    town.node("s", 0, -300)
    town.node("x", 0, 0)
    town.node("y", 12, 0)
    town.node("n", 12, 300)
    town.node("w", -300, 0)
    town.node("e", 300, 0)
    town.way("s x", "Farm Road")
    town.way("y n", "Farm Road")
    town.way("w x y e", "Main Street")
    #expect(try await town.told("s", "n") == [])
    // Farther apart they are two turns.
    town.node("y", 120, 0)
    town.node("n", 120, 300)
    #expect(try await town.told("s", "n").count == 2)
  }

  @Test func turningBackOverTheMiddleOfTwoCarriagewaysIsOneThing() async throws {
    var town = TestTown()
    town.node("a", -500, 0)
    town.node("b", 0, 0)
    town.node("c", 500, 0)
    town.node("d", 500, 16)
    town.node("e", 0, 16)
    town.node("f", -500, 16)
    let tags = ["highway": "primary", "oneway": "yes"]
    town.way("a b c", "Ring", tags)
    town.way("d e f", "Ring", tags)
    town.way("b e", "Ring", ["highway": "primary", "oneway": "yes"])
    #expect(try await town.told("a", "f") == ["continue uturn Ring"])
  }

  @Test(arguments: [
    ("n", "left|through|through;right", [true, false, false], [true, false, false]),
    ("e", "left|through|through;right", [false, true, true], [false, true, true]),
    ("s", "left|through|through;right", [false, false, true], [false, false, true]),
    ("s", "|||right", [false, false, false, true], [false, false, false, true]),
  ]) func lanesThatLeadOnAreValid(to: String, arrows: String, valid: [Bool], active: [Bool]) async throws {
    var town = TestTown()
    town.node("w", -300, 0)
    town.node("x", 0, 0)
    town.node("e", 300, 0)
    town.node("s", 0, -300)
    town.node("n", 0, 300)
    town.way("w x", "Wide Street", ["highway": "primary", "oneway": "yes", "turn:lanes": arrows])
    town.way("x e", "East Street", ["highway": "primary"])
    town.way("s x n", "Cross Street", ["highway": "primary"])
    let step = try await town.route(town.place("w"), town.place(to)).legs[0].steps[1]
    #expect(step.lanes.map(\.isValid) == valid && step.lanes.map(\.isActive) == active)
  }

  /// Two lanes turn left; the next turn is to the right at once, so that the right one of them is the better.
  @Test func theLaneForTheNextTurnIsTheActiveOne() async throws {
    var town = TestTown()
    town.node("w", -300, 0)
    town.node("x", 0, 0)
    town.node("e", 300, 0)
    town.node("y", 0, 100)
    town.node("n", 0, 300)
    town.node("z", 300, 100)
    town.way("w x", "Wide Street", ["highway": "primary", "oneway": "yes", "turn:lanes": "left|left|through"])
    town.way("x e", "Wide Street", ["highway": "primary", "oneway": "yes"])
    town.way("x y n", "Cross Street", ["highway": "primary"])
    town.way("y z", "Other Street", ["highway": "primary"])
    let step = try await town.route(town.place("w"), town.place("z")).legs[0].steps[1]
    #expect(step.lanes.map(\.isValid) == [true, true, false] && step.lanes.map(\.isActive) == [false, true, false])
  }

  @Test func aFerryIsAStepOfItsOwn() async throws {
    var town = TestTown()
    town.node("a", -500, 0)
    town.node("p", 0, 0)
    town.node("q", 3000, 0)
    town.node("b", 3500, 0)
    town.way("a p", "Quay")
    town.way("p q", "Island Line", ["route": "ferry", "motor_vehicle": "yes", "duration": "00:20"])
    town.way("q b", "Island Road")
    let steps = try await town.route(town.place("a"), town.place("b")).legs[0].steps
    #expect(steps.map(\.isFerry) == [false, true, false, false])
    #expect(steps[1].instruction == "Take the ferry Island Line" && abs(steps[1].distance - 3000) < 5)
    #expect(steps[1].duration > 1000)
  }

  @Test func aFerryIsTakenByDefaultOnlyWhereNothingElseLeads() async throws {
    var town = TestTown()
    for (name, east, north) in [
      ("a", -500.0, 0.0), ("p", 0, 0), ("q", 300, 0), ("b", 800, 0), ("r", 150, 2000), ("i", 300, -400),
    ] {
      town.node(name, east, north)
    }
    town.way("a p", "Quay")
    town.way("p q", "Fast Line", ["route": "ferry", "motor_vehicle": "yes", "duration": "00:01"])
    town.way("p r q", "Way Around", ["highway": "residential", "maxspeed": "30"])
    town.way("q b", "Other Bank")
    town.way("q i", "Island Line", ["route": "ferry", "motor_vehicle": "yes", "duration": "00:20"])
    let routing = RegionRouting(graph: try town.graph(), name: "town")
    func ferries(to place: String, _ options: RoutingOptions) async throws -> [String] {
      let request = RouteRequest(waypoints: [RouteWaypoint(town.place("a")), RouteWaypoint(town.place(place))], options: options)
      return try await routing.routes(for: request)[0].legs.flatMap(\.steps).filter(\.isFerry).map(\.name)
    }
    #expect(RoutingOptions.defaultOptions.avoidsFerries && RoutingOptions.defaultOptions.strategy == .fastest)
    #expect(try await ferries(to: "b", .defaultOptions) == [])
    #expect(try await ferries(to: "b", RoutingOptions(avoidsFerries: false)).contains("Fast Line"))
    #expect(try await ferries(to: "i", .defaultOptions).contains("Island Line"))
  }

  @Test func theShortestRouteIsGivenWhereItIsAskedFor() async throws {
    var town = TestTown()
    for (name, east, north) in [("a", 0.0, 0.0), ("b", 2000, 0), ("c", 1000, 900)] { town.node(name, east, north) }
    town.way("a b", "Slow Lane", ["highway": "living_street"])
    town.way("a c b", "Fast Road", ["highway": "primary", "maxspeed": "100"])
    let routing = RegionRouting(graph: try town.graph(), name: "town")
    func route(_ strategy: RoutingStrategy) async throws -> Route {
      let places = [TestTown.place(100, 0), TestTown.place(1900, 0)]
      let request = RouteRequest(waypoints: places.map { RouteWaypoint($0) }, options: RoutingOptions(strategy: strategy))
      return try await routing.routes(for: request)[0]
    }
    let (fast, short) = (try await route(.fastest), try await route(.shortest))
    #expect(abs(short.distance - 1800) < 2 && fast.distance > 2500)
    // At 10 km/h, not at the pace that metres are weighed by.
    #expect(short.duration > fast.duration && short.duration > 500)
  }

  @Test func stopsEndLegsAndPlacesThatArePassedDoNot() async throws {
    let town = crossing()
    let routing = RegionRouting(graph: try town.graph(), name: "town")
    var request = RouteRequest(waypoints: ["w", "x", "n"].map { RouteWaypoint(town.place($0)) })
    request.waypoints[1].location = TestTown.place(0, 100)
    let stopping = try await routing.routes(for: request)[0]
    #expect(stopping.legs.count == 2 && stopping.legs[0].steps.last?.maneuver.kind == .arrive)
    #expect(stopping.legs[0].steps.last?.instruction == "You have arrived at your first stop")
    request.waypoints[1].isStop = false
    let passing = try await routing.routes(for: request)[0]
    #expect(passing.legs.count == 1 && abs(passing.distance - 600) < 2)
    #expect(abs(stopping.distance - passing.distance) < 1)
  }

  @Test func whatHasNoRouteIsASentence() async throws {
    var town = crossing()
    town.node("i", 2000, 2000)
    town.node("j", 2300, 2000)
    town.way("i j", "Island Street")
    town.node("t", 600, 300)
    town.way("e t", "Way In", ["oneway": "yes"])
    let routing = RegionRouting(graph: try town.graph(), name: "town")
    func error(_ from: LocationCoordinate, _ to: LocationCoordinate) async -> RoutingError? {
      do throws(RoutingError) {
        _ = try await routing.routes(for: RouteRequest(waypoints: [RouteWaypoint(from), RouteWaypoint(to)]))
        return nil
      } catch {
        return error
      }
    }
    let (w, sea) = (town.place("w"), LocationCoordinate(latitude: 1, longitude: 12))
    #expect(await error(w, sea) == .noRoad("the destination lies outside of town"))
    #expect(await error(sea, w) == .noRoad("the start lies outside of town"))
    #expect(await error(w, town.place("j"))?.status == "no_route")
    #expect(await error(w, town.place("j"))?.description.contains("no other road") == true)
    let trap = await error(TestTown.place(550, 250), w)
    #expect(trap?.status == "no_route" && trap?.description.contains("one-way") == true)
  }

  /// Two ways around a lake, nearly as long as each other.
  @Test func otherWaysAreOtherRoads() async throws {
    var town = TestTown()
    for (name, x, y) in [("a", 0.0, 0.0), ("p", 500, 0), ("n", 1500, 600), ("s", 1500, -650), ("q", 2500, 0), ("b", 3000, 0)] {
      town.node(name, x, y)
    }
    town.way("a p", "West Road")
    town.way("p n q", "North Shore")
    town.way("p s q", "South Shore")
    town.way("q b", "East Road")
    var request = RouteRequest(waypoints: [RouteWaypoint(town.place("a")), RouteWaypoint(town.place("b"))])
    let routing = RegionRouting(graph: try town.graph(), name: "town")
    #expect(try await routing.routes(for: request).count == 1)
    request.options.alternatives = 3
    let routes = try await routing.routes(for: request)
    #expect(routes.count == 2 && routes[0].duration < routes[1].duration)
    #expect(routes.map { $0.told.contains { $0.contains("Shore") } } == [true, true])
    #expect(routes[0].told.joined().contains("North") && routes[1].told.joined().contains("South"))
  }

  @Test func startAndDestinationMayBeOnePlace() async throws {
    let route = try await crossing().route(TestTown.place(-100, 0), TestTown.place(-100, 0))
    #expect(route.distance < 1 && route.geometry.count >= 2)
    #expect(route.legs[0].steps.map(\.maneuver.kind) == [.depart, .arrive])
  }
}
