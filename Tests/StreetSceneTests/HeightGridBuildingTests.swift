import OverlookAstronomy
import OverlookStreetScene
import Testing

@Suite struct HeightGridBuildingTests {
  @Test func aBridgeBetweenHousesLeavesItsGroundFree() throws {
    var grid = try #require(HeightGrid(width: 10, height: 10, cellMeters: 2))
    let ring = [SIMD2(4.0, 4), SIMD2(12, 4), SIMD2(12, 10), SIMD2(4, 10)]
    let bridge = grid.raise(StreetBuilding(rings: [ring], bottom: 5, top: 9)) { $0 }
    #expect(!bridge && grid.heights.allSatisfy { $0 == 0 })
    let house = grid.raise(StreetBuilding(rings: [ring], bottom: 0, top: 9)) { SIMD2($0.x, 20 - $0.y) }
    #expect(house && grid.heights.count { $0 == 9 } == 12 && grid.heights[6 * 10 + 3] == 9 && grid.heights[4 * 10 + 3] == 0)
  }
}
