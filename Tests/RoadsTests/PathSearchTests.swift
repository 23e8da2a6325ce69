import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

@testable import OverlookRoads

/// Searches against the plain one, on towns by a seed.
@Suite struct PathSearchTests {
  private static func cost(_ search: some PathSearch, _ a: RoadPosition, _ b: RoadPosition) -> UInt32? {
    try? search.path(from: [PathEnd(a)], to: [PathEnd(b)], budget: SearchBudget(isCancelled: { false })).cost
  }

  private static func position(_ graph: RoadGraph, _ generator: inout SeededGenerator) -> RoadPosition {
    RoadPosition(arc: .random(in: 0..<graph.arcCount, using: &generator), fraction: .random(in: 0...1, using: &generator))
  }

  @Test(arguments: TravelMode.allCases)
  func findsWhatThePlainSearchFinds(mode: TravelMode) throws {
    let town = RandomTown(side: 14, seed: 5, rules: 120)
    let metric = RoadMetric(graph: try town.town.graph(), options: PathOptions(mode: mode))
    let plain = DijkstraSearch(metric: metric)
    let hierarchy = try RoadHierarchy(metric: metric, order: ArcOrder(metric.graph))
    let others: [any PathSearch] = [
      BidirectionalSearch(metric: metric), BidirectionalSearch(metric: metric, landmarks: Landmarks(metric)),
      HierarchySearch(hierarchy: hierarchy),
    ]
    var generator = SeededGenerator(seed: 77)
    var found = 0
    for _ in 0..<400 {
      let (a, b) = (Self.position(metric.graph, &generator), Self.position(metric.graph, &generator))
      let expected = Self.cost(plain, a, b)
      found += expected == nil ? 0 : 1
      for other in others {
        let cost = Self.cost(other, a, b)
        #expect(cost == expected, "\(type(of: other)) \(a) \(b)")
      }
    }
    #expect(found > 150)
  }

  @Test(arguments: TravelMode.allCases)
  func neverBreaksARestriction(mode: TravelMode) throws {
    let town = RandomTown(side: 14, seed: 6, rules: 200)
    let graph = try town.town.graph()
    let metric = RoadMetric(graph: graph, options: PathOptions(mode: mode))
    let checker = RuleChecker(rules: town.rules, mode: mode) { node, way in
      town.neighbours[node]?.contains { $0.way == way } ?? false
    }
    // The numbers of nodes are told by their places.
    let ids = Dictionary(
      uniqueKeysWithValues: town.neighbours.keys.map { (Self.key(town.town.place(ofNode: $0) ?? .invalid), $0) })
    let search = HierarchySearch(hierarchy: try RoadHierarchy(metric: metric, order: ArcOrder(graph)))
    var generator = SeededGenerator(seed: 78)
    var turns = 0
    for _ in 0..<500 {
      let (a, b) = (Self.position(graph, &generator), Self.position(graph, &generator))
      guard let path = try? search.path(from: [PathEnd(a)], to: [PathEnd(b)]) else { continue }
      let pieces = path.arcs.map {
        RuleChecker.Piece(way: graph.wayID($0), head: ids[Self.key(graph.coordinate(ofNode: graph.head($0)))] ?? 0)
      }
      turns += pieces.count - 1
      #expect(checker.broken(by: pieces) == nil)
      #expect(zip(path.arcs, path.arcs.dropFirst()).allSatisfy { graph.head($0) == graph.tail($1) })
      #expect(path.arcs.allSatisfy { metric.isOpen($0) })
    }
    #expect(turns > 1500)
  }

  private static func key(_ place: LocationCoordinate) -> SIMD2<Int> {
    SIMD2(Int((place.latitude * 1e7).rounded()), Int((place.longitude * 1e7).rounded()))
  }

  @Test func preparesItselfForMoreOnALargeGraph() async throws {
    let town = RandomTown(side: 140, seed: 8, rules: 50)
    let graph = try town.town.graph()
    #expect(graph.arcCount > 60_000)
    let metric = RoadMetric(graph: graph, options: PathOptions(mode: .foot))
    let search = PreparedSearch(metric: metric)
    let plain = BidirectionalSearch(metric: metric)
    var generator = SeededGenerator(seed: 79)
    for _ in 0..<8 {
      let (a, b) = (Self.position(graph, &generator), Self.position(graph, &generator))
      #expect(Self.cost(search, a, b) == Self.cost(plain, a, b))
    }
    #expect(await eventually { search.isPrepared })
    #expect(search.isPrepared)
    for _ in 0..<8 {
      let (a, b) = (Self.position(graph, &generator), Self.position(graph, &generator))
      #expect(Self.cost(search, a, b) == Self.cost(plain, a, b))
    }
  }
}
