import OverlookFormats
import OverlookGeometry
import Testing

@testable import OverlookRoads

/// Paths over small towns: restrictions, avoidance, sizes, waypoints, faults, and what is reached.
@Suite struct RoutesOfTownTests {
  /// A cross with arms of 100 m: west 10, south 11, east 12, north 13; and a bypass 14 from the west's end to the north's.
  private static func cross(_ change: (inout Town) -> Void = { _ in }) -> Town {
    var town = Town()
    town.node(1, -100, 0)
    town.node(2, 0, -100)
    town.node(3, 100, 0)
    town.node(4, 0, 100)
    town.node(5, 0, 0)
    town.way([1, 5], id: 10)
    town.way([2, 5], id: 11)
    town.way([5, 3], id: 12)
    town.way([5, 4], id: 13)
    town.way([1, 4], id: 14)
    change(&town)
    return town
  }

  private static func ways(_ town: Town, _ metric: RoadMetric? = nil, mode: TravelMode = .car) throws -> [Int64] {
    let metric = try metric ?? town.metric(mode)
    // From the west arm to the north arm.
    return metric.graph.ways(of: try BidirectionalSearch(metric: metric).path(town.place(-30, 0), town.place(0, 30)))
  }

  @Test func restrictionsForbidTheirTurnToTheirModes() throws {
    #expect(try Self.ways(Self.cross()) == [10, 13])
    let town = Self.cross { $0.restriction("no_left_turn", from: 10, viaNode: 5, to: 13) }
    #expect(try Self.ways(town) == [10, 14, 13])
    #expect(try Self.ways(town, mode: .foot) == [10, 13])
    let free = Self.cross { $0.restriction("no_left_turn", from: 10, viaNode: 5, to: 13, ["except": "psv;bicycle"]) }
    #expect(try Self.ways(free, mode: .bicycle) == [10, 13])
    #expect(try Self.ways(free) == [10, 14, 13])
    let trucks = Self.cross { $0.restriction("", from: 10, viaNode: 5, to: 13, ["restriction:hgv": "no_left_turn"]) }
    #expect(try Self.ways(trucks) == [10, 13])
    #expect(try Self.ways(trucks, mode: .truck) == [10, 14, 13])
    let only = Self.cross { $0.restriction("only_straight_on", from: 10, viaNode: 5, to: 12) }
    #expect(try Self.ways(only) == [10, 14, 13])
  }

  @Test func restrictionsHoldAtTheirTimes() throws {
    let town = Self.cross {
      $0.restriction("", from: 10, viaNode: 5, to: 13, ["restriction:conditional": "no_left_turn @ (Mo-Fr 07:00-09:00)"])
    }
    let morning = try town.metric { $0.departure = RoadTime(weekday: 1, minute: 8 * 60) }
    let noon = try town.metric { $0.departure = RoadTime(weekday: 1, minute: 12 * 60) }
    #expect(try Self.ways(town, morning) == [10, 14, 13])
    #expect(try Self.ways(town, noon) == [10, 13])
    #expect(try Self.ways(town) == [10, 13])
  }

  @Test func restrictionsOverWaysForbidTheWholeOfIt() throws {
    // From the south over the short middle (21) and back is forbidden; to go on from it, turn at the end of 23 and come back is not.
    func town(_ isForbidden: Bool) -> Town {
      var town = Town()
      for (id, east, north) in [(1, 0.0, -100.0), (2, 0, 0), (3, 20, 0), (4, 20, -100), (5, 120, 0), (6, 0, -300)] {
        town.node(Int64(id), east, north)
      }
      town.way([1, 2], id: 20)
      town.way([2, 3], id: 21)
      town.way([3, 4], id: 22)
      town.way([3, 5], id: 23)
      town.way([1, 6, 4], id: 24)
      if isForbidden { town.restriction("no_u_turn", from: 20, viaWays: [21], to: 22) }
      return town
    }
    for (isForbidden, expected) in [(false, [20, 21, 22]), (true, [20, 21, 23, 22])] as [(Bool, [Int64])] {
      let town = town(isForbidden)
      let metric = try town.metric()
      for search in [DijkstraSearch(metric: metric), BidirectionalSearch(metric: metric)] as [any PathSearch] {
        #expect(metric.graph.ways(of: try search.path(town.place(0, -40), town.place(20, -40))) == expected)
        #expect(metric.graph.ways(of: try search.path(town.place(0, -40), town.place(100, 0))) == [20, 21, 23])
        // Who sets out on the middle has not come from the south.
        #expect(metric.graph.ways(of: try search.path(town.place(10, 0), town.place(20, -40))) == [21, 22])
      }
    }
  }

  /// Two ways around a block: short over 31, long over 32.
  private static func block(_ tags: [String: String]) -> Town {
    var town = Town()
    for (id, east, north) in [(1, -100.0, 0.0), (2, 0, 0), (3, 200, 0), (4, 300, 0), (5, 100, 150)] {
      town.node(Int64(id), east, north)
    }
    town.way([1, 2], id: 30)
    town.way([2, 3], tags, id: 31)
    town.way([2, 5, 3], id: 32)
    town.way([3, 4], id: 33)
    return town
  }

  @Test(arguments: [
    (["highway": "residential", "toll": "yes"], RoadAvoidance.tolls),
    (["highway": "residential", "surface": "gravel"], .unpaved),
    (["highway": "motorway", "oneway": "no"], .motorways),
    (["route": "ferry", "motor_vehicle": "yes", "duration": "00:00:01"], .ferries),
  ])
  func avoidsWhatItIsAskedTo(tags: [String: String], avoidance: RoadAvoidance) throws {
    let town = Self.block(tags)
    let avoiding = try town.metric { $0.avoid = avoidance }
    let path = try BidirectionalSearch(metric: avoiding).path(town.place(-50, 0), town.place(250, 0))
    #expect(avoiding.graph.ways(of: path) == [30, 32, 33])
    if avoidance != .ferries {
      let metric = try town.metric()
      #expect(
        metric.graph.ways(of: try BidirectionalSearch(metric: metric).path(town.place(-50, 0), town.place(250, 0))) == [
          30, 31, 33,
        ])
    }
  }

  /// What stands in the middle of a road, for those who come along its line and against it: milliseconds of a car.
  @Test(
    arguments: [
      (["highway": "traffic_signals"], 800, 800), (["highway": "traffic_signals", "direction": "forward"], 800, 0),
      (["highway": "traffic_signals", "traffic_signals:direction": "backward"], 0, 800), (["highway": "crossing"], 500, 500),
      (["highway": "crossing", "crossing": "traffic_signals"], 800, 800),
      (["highway": "stop", "direction": "backward"], 0, 2500),
      (["highway": "give_way"], 2500, 2500), (["railway": "level_crossing"], 2500, 2500),
      (["highway": "mini_roundabout"], 2500, 2500),
      (["highway": "street_lamp"], 0, 0),
    ] as [([String: String], Int, Int)]) func whatStandsByTheRoadHoldsUp(_ tags: [String: String], _ there: Int, _ back: Int)
    throws
  {
    func seconds(_ tags: [String: String]) throws -> [Double] {
      var town = Town()
      town.node(1, 0, 0)
      town.node(2, 500, 0, tags)
      town.node(3, 1000, 0)
      town.way([1, 2, 3])
      let search = DijkstraSearch(metric: try town.metric())
      let (start, end) = (town.place(0, 0), town.place(1000, 0))
      return [try search.path(start, end).duration, try search.path(end, start).duration]
    }
    let (free, held) = (try seconds([:]), try seconds(tags))
    #expect(abs(held[0] - free[0] - Double(there) / 1000) < 0.01 && abs(held[1] - free[1] - Double(back) / 1000) < 0.01)
  }

  @Test(arguments: TravelMode.allCases) func theShortestWayCountsMetresAlone(mode: TravelMode) throws {
    let town = Self.block(["highway": "living_street", "maxspeed": "3", "sidewalk": "no"])
    func path(_ change: (inout PathOptions) -> Void) throws -> (ways: [Int64], path: RoadPath) {
      let metric = try town.metric(mode, change)
      let (start, end) = (town.place(-50, 0), town.place(250, 0))
      let searches = [DijkstraSearch(metric: metric), BidirectionalSearch(metric: metric)] as [any PathSearch]
      let paths = try searches.map { try $0.path(start, end) }
      #expect(paths[0].arcs == paths[1].arcs)
      return (metric.graph.ways(of: paths[0]), paths[0])
    }
    let shortest = try path { $0.isShortest = true }
    #expect(shortest.ways == [30, 31, 33] && abs(shortest.path.length - 300) < 1)
    // What is gone to another end costs no less time for being shorter.
    let fastest = try path { _ in }
    #expect(shortest.path.duration >= fastest.path.duration && shortest.path.length <= fastest.path.length)
    if mode == .car || mode == .truck { #expect(fastest.ways == [30, 32, 33]) }
    // What is avoided is avoided by metres too.
    let avoiding = try Self.block(["highway": "residential", "toll": "yes"]).metric(mode) {
      ($0.isShortest, $0.avoid) = (true, .tolls)
    }
    let around = try BidirectionalSearch(metric: avoiding).path(town.place(-50, 0), town.place(250, 0))
    #expect(avoiding.graph.ways(of: around) == [30, 32, 33])
  }

  @Test func sizesKeepTrucksOut() throws {
    for tags in [["maxheight": "3.5"], ["maxweight": "7.5"], ["maxwidth": "2.2"], ["maxlength": "12"], ["maxaxleload": "8"]] {
      let town = Self.block(tags)
      func path(_ change: (inout PathOptions) -> Void, mode: TravelMode) throws -> [Int64] {
        let metric = try town.metric(mode, change)
        return metric.graph.ways(of: try BidirectionalSearch(metric: metric).path(town.place(-50, 0), town.place(250, 0)))
      }
      #expect(try path({ _ in }, mode: .truck) == [30, 32, 33])
      #expect(try path({ _ in }, mode: .car) == [30, 31, 33])
      let van = VehicleSize(height: 2.5, width: 2, length: 6, weight: 3.5, axleLoad: 2)
      #expect(try path({ $0.vehicle = van }, mode: .truck) == [30, 31, 33])
    }
  }

  @Test func nobodyDrivesThroughWhereOnlyResidentsMay() throws {
    let town = Self.block(["motor_vehicle": "destination"])
    let metric = try town.metric()
    let search = BidirectionalSearch(metric: metric)
    #expect(metric.graph.ways(of: try search.path(town.place(-50, 0), town.place(250, 0))) == [30, 32, 33])
    #expect(metric.graph.ways(of: try search.path(town.place(-50, 0), town.place(100, 0))) == [30, 31])
  }

  @Test func saysWhyThereIsNoPath() throws {
    var town = Self.cross()
    town.node(20, 5000, 0)
    town.node(21, 5100, 0)
    town.way([20, 21], id: 40)
    let search = BidirectionalSearch(metric: try town.metric())
    #expect(throws: PathFault.island(place: 1)) { try search.path(town.place(-50, 0), town.place(5050, 0)) }
    #expect(throws: PathFault.island(place: 0)) { try search.path(town.place(5050, 0), town.place(-50, 0)) }
    #expect(throws: PathFault.tooFarFromRoad(place: 1)) { try search.path(town.place(-50, 0), town.place(30_000, 0)) }
    #expect(throws: PathFault.tooFarFromRoad(place: 0)) { try search.path(.invalid, town.place(0, 0)) }
    let same = try search.path(town.place(-50, 0), town.place(-50, 0))
    #expect(same.length == 0 && same.duration == 0 && same.arcs.count == 1)
    let nothing = BidirectionalSearch(metric: try Town().metric())
    #expect(throws: PathFault.noRoads) { try nothing.path(town.place(0, 0), town.place(1, 1)) }
    #expect(throws: PathFault.cancelled) {
      let big = RandomTown(side: 90, seed: 1, rules: 0).town
      let metric = try big.metric(.foot)
      let starts = try metric.ends(at: PathPlace(big.place(0, 0)))
      _ = try BidirectionalSearch(metric: metric).path(
        from: starts, to: try metric.ends(at: PathPlace(big.place(8900, 8900))), budget: SearchBudget(isCancelled: { true }))
    }
  }

  @Test func goesOverTheAntimeridian() throws {
    var town = Town()
    for (id, longitude) in [(1, 179.99), (2, 179.999), (3, -179.999), (4, -179.99)] {
      town.node(Int64(id), at: LocationCoordinate(latitude: 10, longitude: longitude))
    }
    town.way([1, 2, 3, 4], id: 50)
    let metric = try town.metric()
    let from = LocationCoordinate(latitude: 10.0001, longitude: 179.995)
    let to = LocationCoordinate(latitude: 10.0001, longitude: -179.995)
    let path = try BidirectionalSearch(metric: metric).path(from, to)
    // A hundredth of a degree, on the tenth parallel.
    #expect(abs(path.length - 0.01 * Town.metersPerDegree * 0.9848) < 2)
    let middle = try #require(metric.graph.nearest(to: LocationCoordinate(latitude: 10, longitude: 180), within: 50))
    #expect(middle.distance < 1)
  }

  @Test func passesWaypointsWithoutTurningBack() throws {
    let town = Self.cross()
    let router = RoadRouter(search: BidirectionalSearch(metric: try town.metric(.bicycle)))
    let places = [town.place(-30, 0), town.place(0, 50), town.place(30, 0)].map { PathPlace($0) }
    let stopped = try router.paths(over: places.map { RoadRouter.Waypoint($0) })
    #expect(stopped.count == 2 && stopped.map(\.length).reduce(0, +) < 161)
    let passed = try router.paths(over: places.map { RoadRouter.Waypoint($0, isPassed: true) })
    // On along the north arm, to its end at least.
    #expect(passed[0].arcs.last == passed[1].arcs.first && passed[0].endFraction == passed[1].startFraction)
    #expect(passed.map(\.length).reduce(0, +) > 200)
    #expect(throws: PathFault.tooFarFromRoad(place: 2)) {
      try router.paths(over: [places[0], places[1], PathPlace(town.place(90_000, 0))].map { RoadRouter.Waypoint($0) })
    }
  }

  @Test func startsInTheDirectionOfTravelAndOnItsSide() throws {
    let town = Self.cross()
    let metric = try town.metric()
    let west = try metric.ends(at: PathPlace(town.place(-50, 0), heading: 270))
    #expect(west.count == 1 && abs(metric.graph.startBearing(west[0].position.arc) - 270) < 1)
    // Ten metres to the south of a road from west to east: on the right of those who go east.
    var place = PathPlace(town.place(-50, -10))
    place.isOnItsSide = true
    let side = try metric.ends(at: place)
    #expect(side.count == 1 && abs(metric.graph.startBearing(side[0].position.arc) - 90) < 1)
  }

  /// A ring road around a square far away, drawn one way round or the other, tells on which side one drives here.
  @Test(arguments: [(false, 90.0), (true, 270)]) func roundaboutsTellWhichSideIsItsOwn(isClockwise: Bool, bearing: Double) throws
  {
    var town = Self.cross()
    for (id, corner) in [(0.0, 0.0), (0, 40), (40, 40), (40, 0)].enumerated() {
      town.node(Int64(80 + id), 2000 + corner.0, corner.1)
    }
    let ring: [Int64] = [80, 81, 82, 83, 80]
    town.way(isClockwise ? ring : ring.reversed(), ["highway": "residential", "junction": "roundabout"])
    let metric = try town.metric()
    #expect(metric.graph.drivesOnLeft == isClockwise)
    var place = PathPlace(town.place(-50, -10))
    place.isOnItsSide = true
    let side = try metric.ends(at: place)
    #expect(side.count == 1 && abs(metric.graph.startBearing(side[0].position.arc) - bearing) < 1)
  }

  @Test func findsAnotherPathBesideTheBest() throws {
    var town = Self.block([:])
    town.node(9, 100, -20)
    town.way([2, 9, 3], id: 34)
    let metric = try town.metric()
    let starts = try metric.ends(at: PathPlace(town.place(-50, 0)))
    let ends = try metric.ends(at: PathPlace(town.place(250, 0)))
    var alternatives = AlternativePaths(search: BidirectionalSearch(metric: metric))
    let paths = try alternatives.paths(from: starts, to: ends, count: 3)
    #expect(paths.map { metric.graph.ways(of: $0) } == [[30, 31, 33], [30, 34, 33]])
    #expect((paths.last?.cost ?? 0) > paths[0].cost)
    alternatives.stretch = 3
    #expect(try alternatives.paths(from: starts, to: ends, count: 3).count == 3)
  }

  @Test func matrixIsWhatSinglePathsCost() throws {
    let town = RandomTown(side: 8, seed: 4, rules: 20).town
    let metric = try town.metric()
    let search = DijkstraSearch(metric: metric)
    let places = try [(50.0, 50.0), (650, 80), (300, 400), (120, 690)].map {
      try metric.ends(at: PathPlace(town.place($0.0, $0.1)))
    }
    let matrix = try RoadMatrix.costs(from: places, to: places, metric: metric)
    for (row, source) in places.enumerated() {
      for (column, target) in places.enumerated() {
        #expect(matrix[row][column] == (try? search.path(from: source, to: target).cost))
      }
      #expect(matrix[row][row] == 0)
    }
  }

  @Test func isochroneHoldsWhatIsReachedAndNothingElse() throws {
    var town = Town()
    town.node(1, -1000, 0)
    town.node(2, 0, 0)
    town.node(3, 1000, 0)
    town.way([1, 2, 3])
    let metric = try town.metric(.foot)
    // Five kilometres an hour: 417 metres in five minutes, both ways.
    let isochrone = try Isochrone(from: try metric.ends(at: PathPlace(town.place(0, 0))), limit: 300, metric: metric)
    #expect(abs(isochrone.length - 833) < 5)
    #expect(isochrone.areas.count == 1 && isochrone.areas[0].holes.isEmpty)
    let ring = isochrone.areas[0].outer
    #expect(ring.first == ring.last)
    let east = try #require(ring.map(\.longitude).max()).distance(to: town.place(417, 0).longitude) * Town.metersPerDegree
    #expect(abs(east) < 40)
    let north = try #require(ring.map(\.latitude).max()) * Town.metersPerDegree
    #expect(north > 2 && north < 60)
  }

  @Test func isochroneOfARingHasAHole() throws {
    var town = Town()
    for (id, east, north) in [(1, 0.0, 0.0), (2, 800, 0), (3, 800, 800), (4, 0, 800)] { town.node(Int64(id), east, north) }
    town.way([1, 2, 3, 4, 1])
    let metric = try town.metric(.foot)
    let isochrone = try Isochrone(from: try metric.ends(at: PathPlace(town.place(400, 0))), limit: 3600, metric: metric)
    #expect(isochrone.areas.count == 1 && isochrone.areas[0].holes.count == 1)
    #expect(abs(isochrone.length - 3200) < 10)
  }

  @Test func survivesOddData() throws {
    var town = Town()
    town.node(-5, 0, 0)
    town.node(.max, 100, 0)
    town.node(3, 100, 100)
    town.way([-5, .max], id: 1)
    town.way([-5, 999, .max, 3], id: 2)
    town.way([3], id: 3)
    town.way([3, 3, 3], id: 4)
    town.way([3, .max, -5, 3], id: 5)
    town.way([], id: 6)
    town.restriction("no_left_turn", from: 1, viaNode: 12345, to: 2)
    town.restriction("only_left_turn", from: 77, viaNode: 3, to: 2)
    town.restriction("no_u_turn", from: 1, viaWays: [5, 5, 5], to: 1)
    let (graph, report) = try RoadGraphBuilder.build(try town.data())
    #expect(report.missingNodes == 1 && report.uselessRoads == 3)
    #expect(report.brokenRestrictions >= 2)
    #expect(graph.segmentCount == 5)
    let metric = RoadMetric(graph: graph, options: PathOptions(mode: .car))
    #expect(try BidirectionalSearch(metric: metric).path(town.place(50, 0), town.place(100, 50)).length < 101)
  }
}
