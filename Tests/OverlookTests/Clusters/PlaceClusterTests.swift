import Overlook
import OverlookGeometry
import OverlookSupport
import Testing

/// Makes places in the square of `side` widths of the world about the middle of its western edge, on both sides of the
/// antimeridian.
private func places(_ count: Int, side: Double, seed: UInt64 = 1) -> [WorldPoint] {
  var random = SeededGenerator(seed: seed)
  return (0..<count).map { _ in
    WorldPoint(x: Double.random(in: -side / 2...side / 2, using: &random), y: Double.random(in: 0.4...0.4 + side, using: &random))
      .wrapped
  }
}

private func distance(_ a: WorldPoint, _ b: WorldPoint) -> Double {
  let dx = min(abs(a.x - b.x), 1 - abs(a.x - b.x))
  return (dx * dx + (a.y - b.y) * (a.y - b.y)).squareRoot()
}

private func clusterer(
  _ places: [WorldPoint], _ method: ClusterMethod, radius: Double = 60, minimum: Int = 2, maximumZoom: Int = 16
) -> PlaceClusterer {
  PlaceClusterer(places, method: method, radiusPoints: radius, minimumCount: minimum, maximumZoom: maximumZoom)
}

@Suite struct PlaceClusterTests {
  @Test(arguments: [ClusterMethod.grid, .distance, .hierarchical])
  func everyPlaceBelongsToOneCluster(_ method: ClusterMethod) {
    let places = places(500, side: 0.2)
    var clusterer = clusterer(places, method)
    for zoom in 0...17 {
      let level = clusterer.level(zoom: zoom)
      let members = (0..<level.count).flatMap { cluster in level.members(of: cluster).map { (cluster, Int($0)) } }
      #expect(members.map(\.1).sorted() == Array(places.indices))
      #expect(members.allSatisfy { level.clusters[$0.1] == Int32($0.0) })
    }
  }

  /// The world is 256 * 2^4 points wide: 64 points are one of 64 columns.
  @Test func aGridGathersThePlacesOfACell() {
    let places = places(400, side: 0.3)
    var clusterer = clusterer(places, .grid, radius: 64, minimum: 1)
    let level = clusterer.level(zoom: 4)
    for a in places.indices {
      for b in places.indices {
        let sameCell = Int(places[a].x * 64) == Int(places[b].x * 64) && Int(places[a].y * 64) == Int(places[b].y * 64)
        #expect((level.clusters[a] == level.clusters[b]) == sameCell)
      }
    }
  }

  /// Compared with the rule carried out place by place.
  @Test func eachPlaceJoinsTheNearestBeginnerInReach() {
    let places = places(300, side: 0.2)
    var clusterer = clusterer(places, .distance, minimum: 1)
    for zoom in [2, 4, 6] {
      let reach = 60 / (256 * Double(1 << zoom))
      var beginners: [Int] = []
      for place in places.indices where !beginners.contains(where: { distance(places[$0], places[place]) <= reach }) {
        beginners.append(place)
      }
      let nearest = places.map { place in beginners.min { distance(places[$0], place) < distance(places[$1], place) } }
      let level = clusterer.level(zoom: zoom)
      #expect(level.count == beginners.count)
      for a in places.indices {
        for b in places.indices { #expect((level.clusters[a] == level.clusters[b]) == (nearest[a] == nearest[b])) }
      }
    }
  }

  @Test func whatIsOneStaysOneFartherOut() {
    let places = places(500, side: 0.1)
    var clusterer = clusterer(places, .hierarchical, maximumZoom: 14)
    var deeper = clusterer.level(zoom: 14)
    for zoom in stride(from: 13, through: 0, by: -1) {
      let level = clusterer.level(zoom: zoom)
      #expect(level.count <= deeper.count)
      for cluster in 0..<deeper.count {
        #expect(Set(deeper.members(of: cluster).map { level.clusters[Int($0)] }).count == 1)
      }
      deeper = level
    }
    #expect(deeper.count == 1)
  }

  @Test(arguments: [ClusterMethod.grid, .distance, .hierarchical])
  func beyondTheMaximumZoomAllAreAlone(_ method: ClusterMethod) {
    var clusterer = clusterer(places(50, side: 1e-9), method, maximumZoom: 12)
    #expect(clusterer.level(zoom: 13).count == 50)
    #expect(clusterer.level(zoom: 12).count < 5)
  }

  @Test(arguments: [ClusterMethod.distance, .hierarchical])
  func aClusterReachesOverTheAntimeridian(_ method: ClusterMethod) {
    let (east, west) = (WorldPoint(x: 0.0002, y: 0.5), WorldPoint(x: 0.9996, y: 0.5))
    var clusterer = clusterer([east, west], method)
    let level = clusterer.level(zoom: 4)
    #expect(level.count == 1)
    #expect(abs(level.centers[0].x - 0.9999) < 1e-12)
  }

  /// Two at one place and three at another.
  @Test(arguments: [ClusterMethod.grid, .distance, .hierarchical])
  func fewerThanTheMinimumStayAlone(_ method: ClusterMethod) {
    let pair = [WorldPoint(x: 0.31, y: 0.31), WorldPoint(x: 0.31, y: 0.31)]
    let triple = [WorldPoint](repeating: WorldPoint(x: 0.71, y: 0.71), count: 3)
    var clusterer = clusterer(pair + triple, method, minimum: 3)
    let level = clusterer.level(zoom: 5)
    #expect(level.count == 3)
    #expect((0..<3).map { Array(level.members(of: $0)) } == [[0], [1], [2, 3, 4]])
  }

  @Test func aClusterLiesAtTheMeanOfItsPlaces() {
    var clusterer = clusterer(
      [WorldPoint(x: 0.5, y: 0.5), WorldPoint(x: 0.503, y: 0.5), WorldPoint(x: 0.5, y: 0.506)], .distance)
    let level = clusterer.level(zoom: 3)
    #expect(level.count == 1)
    #expect(abs(level.centers[0].x - 0.501) < 1e-12 && abs(level.centers[0].y - 0.502) < 1e-12)
  }

  @Test(arguments: [0, -3, Double.nan])
  func aRadiusThatIsNoneLeavesAllAlone(_ radius: Double) {
    var clusterer = clusterer(places(20, side: 1e-6), .distance, radius: radius)
    #expect(clusterer.level(zoom: 3).count == 20)
  }

  @Test(arguments: [ClusterMethod.grid, .distance, .hierarchical])
  func noPlacesMakeNoClusters(_ method: ClusterMethod) {
    var clusterer = clusterer([], method)
    #expect(clusterer.level(zoom: 0).count == 0)
  }
}

@Suite struct PlaceBinTests {
  /// Cells of a regular pattern are those nearest to their middles; a hexagon reaches its size, a square half its diagonal.
  @Test(arguments: [PlaceBins.Shape.hexagons, .squares])
  func everyPlaceIsCountedInTheNearestCell(_ shape: PlaceBins.Shape) {
    let places = places(2000, side: 0.02)
    let bins = PlaceBins(places, shape: shape, size: 0.001)
    #expect(bins.bins.map(\.count).reduce(0, +) == 2000)
    let reach = shape == .hexagons ? 0.001 : 0.001 * 0.5.squareRoot()
    for (place, cell) in zip(places, bins.cells) {
      let away = distance(place, bins.bins[Int(cell)].center)
      #expect(away <= reach + 1e-12)
      #expect(bins.bins.allSatisfy { distance(place, $0.center) >= away - 1e-12 })
    }
  }

  /// Neighbouring middles of hexagons are sqrt(3) times the size apart, of squares once.
  @Test(arguments: [(PlaceBins.Shape.hexagons, 3.0.squareRoot()), (.squares, 1)])
  func cellsKeepTheirDistance(_ shape: PlaceBins.Shape, _ factor: Double) {
    let bins = PlaceBins(places(3000, side: 0.02), shape: shape, size: 0.001).bins
    let nearest = bins.indices.map { a in
      bins.indices.filter { $0 != a }.map { distance(bins[a].center, bins[$0].center) }.min() ?? 0
    }
    #expect(nearest.allSatisfy { abs($0 - 0.001 * factor) < 1e-12 })
  }

  @Test func weightsAreAddedUp() {
    let place = WorldPoint(x: 0.3, y: 0.3)
    let bins = PlaceBins([place, place, WorldPoint(x: 0.6, y: 0.3), place], weights: [2, 5, 7], shape: .squares, size: 0.01)
    #expect(bins.bins.map(\.count) == [3, 1])
    #expect(bins.bins.map(\.sum) == [8, 7])
    #expect(bins.bins.map(\.largest) == [5, 7])
    #expect(bins.cells == [0, 0, 1, 0])
  }

  @Test func whatIsNotFiniteIsNotCounted() {
    let place = WorldPoint(x: 0.3, y: 0.3)
    let bins = PlaceBins([WorldPoint(x: .nan, y: 0.5), place, place], weights: [1, .infinity, 3], shape: .hexagons, size: 0.01)
    #expect(bins.cells == [-1, -1, 0])
    #expect(bins.bins.map(\.sum) == [3])
  }

  @Test(arguments: [0, -1, Double.nan, .infinity, 1e-300])
  func aSizeThatIsNoneMakesNoCellTrap(_ size: Double) {
    let bins = PlaceBins([WorldPoint(x: 0.3, y: 0.3), WorldPoint(x: 0.9, y: 0.1)], shape: .hexagons, size: size)
    #expect(bins.bins.count == (size == 1e-300 ? 1 : 0))
  }
}
