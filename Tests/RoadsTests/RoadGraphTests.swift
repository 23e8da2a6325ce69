import OverlookFormats
import OverlookGeometry
import Testing

@testable import OverlookRoads

/// The graph of a small town: a street east (nodes 1, 2, 3) with a bend, and one north from its middle.
@Suite struct RoadGraphTests {
  private static func town() -> Town {
    var town = Town()
    town.node(1, 0, 0)
    town.node(2, 100, 0)
    town.node(9, 150, 10)
    town.node(3, 200, 0)
    town.node(4, 100, 80)
    town.way([1, 2, 9, 3], ["highway": "primary", "name": "Long Street", "ref": "B 96", "maxspeed": "50", "lanes": "2"], id: 70)
    town.way([2, 4], ["highway": "residential", "oneway": "yes", "name": "Short Street"], id: 71)
    return town
  }

  @Test func cutsRoadsWhereTheyMeet() throws {
    let graph = try Self.town().graph()
    // 1-2, 2-3 and 2-4: the bend is no node.
    #expect(graph.nodeCount == 4)
    #expect(graph.segmentCount == 3)
    #expect(graph.arcCount == 6)
    let middle = try #require((0..<4).first { graph.outgoing($0).count == 3 })
    #expect(abs(graph.coordinate(ofNode: middle).latitude) < 1e-7)
    #expect(Set(graph.incoming(middle).map { graph.head($0) }) == [middle])
    #expect(graph.outgoing(middle).allSatisfy { graph.tail($0) == middle && graph.tail(graph.opposite($0)) != middle })
  }

  @Test func tellsShapesLengthsAndBearings() throws {
    let town = Self.town()
    let graph = try town.graph()
    let bent = try #require((0..<graph.arcCount).first { graph.shape(of: $0).count == 3 && graph.isForward($0) })
    let shape = graph.shape(of: bent)
    // Eleven centimetres are what shapes are rounded to.
    #expect(SphericalGeometry.distance(from: shape[1], to: town.place(150, 10)) < 0.1)
    #expect(graph.shape(of: graph.opposite(bent)) == shape.reversed())
    // Twice the root of 50 squared and 10 squared.
    #expect(abs(graph.length(bent) - 101.98) < 0.05)
    // 78.7 degrees, in steps of 1.4.
    #expect(abs(graph.startBearing(bent) - 78.7) < 0.8)
    #expect(abs(graph.endBearing(bent) - 101.3) < 0.8)
    #expect(abs(graph.startBearing(graph.opposite(bent)) - 281.3) < 0.8)
  }

  @Test func tellsWhatRoadsAre() throws {
    let graph = try Self.town().graph()
    let long = try #require((0..<graph.arcCount).first { graph.wayID($0) == 70 })
    let road = graph.attributes(long)
    #expect(road.name == "Long Street" && road.ref == "B 96" && road.roadClass == .primary)
    #expect(road.speedLimit == .kilometersPerHour(50))
    #expect(road.totalLanes == 2 && road.lanes == 1)
    let short = try #require((0..<graph.arcCount).first { graph.wayID($0) == 71 && graph.isForward($0) })
    #expect(graph.attributes(short).access(.car) == .yes && graph.attributes(short).isOneway(.car))
    #expect(graph.attributes(graph.opposite(short)).access(.car) == .no)
    #expect(graph.attributes(graph.opposite(short)).access(.foot) == .yes)
  }

  @Test func findsTheNearestPlaceOnARoad() throws {
    let town = Self.town()
    let graph = try town.graph()
    // Ten metres to the left of the street that leads north.
    let snap = try #require(graph.nearest(to: town.place(90, 40), within: 500))
    #expect(graph.wayID(snap.position.arc) == 71)
    #expect(abs(snap.distance - 10) < 0.05)
    #expect(abs(snap.position.fraction - 0.5) < 0.001)
    #expect(snap.side == .left)
    #expect(abs(snap.bearing) < 0.01)
    #expect(SphericalGeometry.distance(from: snap.coordinate, to: town.place(100, 40)) < 0.05)
    #expect(graph.nearest(to: town.place(90, 5000), within: 500) == nil)
    #expect(graph.snaps(near: .invalid, within: 500).isEmpty)
    #expect(graph.snaps(near: town.place(100, 0), within: 500).count == 3)
  }

  @Test func findsAPath() throws {
    let town = Self.town()
    let metric = try town.metric()
    let search = DijkstraSearch(metric: metric)
    let path = try search.path(town.place(50, 0), town.place(100, 40))
    #expect(metric.graph.ways(of: path) == [70, 71])
    #expect(abs(path.length - 90) < 0.1)
    // 45 km/h on 50 m, 28 km/h (a residential street without a sign) on 40 m, and a right angle: a quarter of ten seconds.
    #expect(abs(path.duration - (50 / 47.5 + 40 / 28.0) * 3.6 - 2.5) < 0.1)
    // Against the one-way street there is no way.
    #expect(throws: PathFault.oneWayTrap(place: 0)) { try search.path(town.place(100, 40), town.place(50, 0)) }
    let onFoot = DijkstraSearch(metric: RoadMetric(graph: metric.graph, options: PathOptions(mode: .foot)))
    #expect(metric.graph.ways(of: try onFoot.path(town.place(100, 40), town.place(50, 0))) == [71, 70])
  }
}
