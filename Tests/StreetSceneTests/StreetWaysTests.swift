import OverlookGeometry
import Testing

@testable import OverlookStreetScene

@Suite("The ways of a street") struct StreetWaysTests {
  private func ways(_ line: [SIMD2<Double>], _ buildings: [StreetBuilding]) -> StreetWays {
    var scene = StreetScene(frame: StreetFrame(origin: LocationCoordinate(latitude: 60, longitude: 25)), radius: 300)
    scene.roads = [StreetRoad(line: line, width: 3, material: .asphalt)]
    scene.buildings = buildings
    return StreetWays(scene)
  }

  private func ring(_ west: Double, _ south: Double, _ width: Double, _ depth: Double) -> [SIMD2<Double>] {
    [SIMD2(west, south), SIMD2(west + width, south), SIMD2(west + width, south + depth), SIMD2(west, south + depth)]
  }

  private let street = [SIMD2(-50.0, 0), SIMD2(5, 0), SIMD2(60, 0)]

  @Test func whatRunsThroughAHouseIsNotOpen() {
    let open = ways(street, [StreetBuilding(rings: [ring(-10, -5, 30, 10)], top: 12)]).openLines
    #expect(open.map { $0.map { $0.x.rounded() } } == [[-50, -10], [20, 60]])
    #expect(open.allSatisfy { $0.allSatisfy { $0.y == 0 && abs($0.x - $0.x.rounded()) < 1e-9 } })
  }

  @Test func aStreetInTheOpenIsWhole() {
    #expect(ways(street, []).openLines == [street])
    #expect(ways(street, [StreetBuilding(rings: [ring(-10, 1, 30, 10)], top: 12)]).openLines == [street], "beside it")
    let bridge = StreetBuilding(rings: [ring(-10, -5, 30, 10)], bottom: 5, top: 12)
    #expect(ways(street, [bridge]).openLines == [street], "below it")
  }

  @Test func aCourtyardIsOpenAndAGapOfAHandIsNot() {
    let court = StreetBuilding(rings: [ring(-20, -20, 60, 40), ring(-10, -10, 30, 20)], top: 12)
    let pieces = ways(street, [court]).openLines.map { $0.map { $0.x.rounded() } }
    #expect(pieces == [[-50, -20], [-10, 5, 20], [40, 60]])
    let houses = [ring(-10, -5, 10, 10), ring(0.3, -5, 10, 10)].map { StreetBuilding(rings: [$0], top: 12) }
    let open = ways(street, houses).openLines
    #expect(open.count == 2 && abs((open.first?.last?.x ?? 0) + 10) < 1e-9)
  }

  @Test func nothingOfAStreetWithinAHouseIsOpen() {
    #expect(ways(street, [StreetBuilding(rings: [ring(-100, -100, 200, 200)], top: 12)]).openLines.isEmpty)
    #expect(ways([SIMD2(1, 1)], [StreetBuilding(rings: [ring(-100, -100, 200, 200)], top: 12)]).openLines.isEmpty)
    #expect(ways(street, [StreetBuilding(rings: [[], [SIMD2(0, 0)]], top: 12)]).openLines.count == 1)
  }
}
