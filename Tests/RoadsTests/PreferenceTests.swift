import OverlookGeometry
import Testing

@testable import OverlookRoads

/// What drivers rather do, of ways that take about as long, and where they may set out.
@Suite struct PreferenceTests {
  /// From 1 over 2 and 4 to 5: between 2 and 4 the road goes on under its name over 3, so many metres to the side; the other road, over 6,
  /// is 400 m long and straight.
  private static func fork(_ other: [String: String], longer: Double) -> Town {
    var town = Town()
    town.node(1, -200, 0)
    town.node(2, 0, 0)
    town.node(3, 200, longer)
    town.node(4, 400, 0)
    town.node(5, 600, 0)
    town.node(6, 200, -10)
    town.way([1, 2], ["highway": "unclassified", "name": "Long Street"], id: 1)
    town.way([2, 3, 4], ["highway": "unclassified", "name": "Long Street"], id: 2)
    town.way([2, 6, 4], other, id: 3)
    town.way([4, 5], ["highway": "unclassified", "name": "Long Street"], id: 4)
    return town
  }

  private static func ways(_ town: Town, _ mode: TravelMode = .car) throws -> [Int64] {
    let metric = try town.metric(mode)
    let ends = try [1, 5].map { try metric.ends(at: PathPlace(town.place(ofNode: $0) ?? .invalid)) }
    return metric.graph.ways(
      of: try BidirectionalSearch(metric: metric).path(from: ends[0], to: ends[1], budget: SearchBudget(isCancelled: { false })))
  }

  @Test func aRoadThatKeepsItsNameIsWorthTwoTimesFiveSeconds() throws {
    let side = ["highway": "unclassified", "name": "Side Street"]
    // 4 m longer, at 11 m/s.
    #expect(try Self.ways(Self.fork(side, longer: 30)) == [1, 2, 4])
    // 138 m longer are 12 s.
    #expect(try Self.ways(Self.fork(side, longer: 180)) == [1, 3, 4])
    // Who walks does not care.
    #expect(try Self.ways(Self.fork(side, longer: 30), .foot) == [1, 3, 4])
  }

  @Test func nobodyTakesAShortCutThroughAYard() throws {
    // 400 m at 35 km/h are 41 s; 500 m of the road are 45.
    var town = Self.fork(["highway": "service", "maxspeed": "50", "name": "Long Street"], longer: 150)
    #expect(try Self.ways(town) == [1, 2, 4])
    // But who has no other way.
    town.node(7, 200, -80)
    town.way([6, 7], ["highway": "service"], id: 9)
    let metric = try town.metric()
    let end = try metric.ends(at: PathPlace(town.place(ofNode: 7) ?? .invalid))
    let start = try metric.ends(at: PathPlace(town.place(ofNode: 1) ?? .invalid))
    let path = try BidirectionalSearch(metric: metric).path(from: start, to: end, budget: SearchBudget(isCancelled: { false }))
    #expect(metric.graph.ways(of: path) == [1, 3, 9])
  }

  @Test func whatIsPreferredTakesNoTime() throws {
    let town = Self.fork(["highway": "unclassified", "name": "Side Street"], longer: 140)
    let metric = try town.metric()
    let arcs = (0..<metric.graph.arcCount).filter { metric.graph.isForward($0) }
    let first = try #require(arcs.first { metric.graph.wayID($0) == 1 })
    let side = try #require(arcs.first { metric.graph.wayID($0) == 3 })
    #expect(Double(metric.turn(from: first, to: side)) / 1000 == metric.turnDuration(from: first, to: side) + 5)
  }

  /// A crossing of four roads; cars turn back in none of them.
  @Test(arguments: [1, 2, 3, 4] as [Int64]) func whoSetsOutAtACrossingMayTakeAnyRoad(end: Int64) throws {
    var town = Town()
    town.node(9, 0, 0)
    for (id, east, north) in [(1, 300, 0), (2, 0, 300), (3, -300, 0), (4, 0, -300)] as [(Int64, Double, Double)] {
      town.node(id, east, north)
      town.node(id + 10, east * 2, north * 2)
      town.way([9, id, id + 10], ["name": "Road \(id)"], id: id)
    }
    let metric = try town.metric()
    let crossing = try metric.ends(at: PathPlace(town.place(0, 0)))
    let far = try metric.ends(at: PathPlace(town.place(ofNode: end) ?? .invalid))
    let search = BidirectionalSearch(metric: metric)
    for (from, to) in [(crossing, far), (far, crossing)] {
      let path = try search.path(from: from, to: to, budget: SearchBudget(isCancelled: { false }))
      #expect(metric.graph.ways(of: path) == [end] && abs(path.length - 300) < 1)
    }
  }

  @Test func whoStandsShortOfACrossingIsOnOneRoad() throws {
    var town = Town()
    town.node(1, 0, 0)
    town.node(2, 300, 0)
    town.node(3, 0, 300)
    town.node(4, -300, 0)
    town.way([4, 1, 2], id: 1)
    town.way([1, 3], id: 2)
    let metric = try town.metric()
    #expect(Set(try metric.ends(at: PathPlace(town.place(20, 0))).map { metric.graph.wayID($0.position.arc) }) == [1])
    #expect(Set(try metric.ends(at: PathPlace(town.place(0, 0))).map { metric.graph.wayID($0.position.arc) }) == [1, 2])
  }
}
