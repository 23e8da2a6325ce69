import OverlookGeometry
import OverlookStreetScene
import Testing

@Suite struct StreetWallTests {
  /// A house of ten metres from 10 to 20 metres in the east, with a passage below its northern half.
  private static let scene: StreetScene = {
    var scene = StreetScene(frame: StreetFrame(origin: LocationCoordinate(latitude: 60, longitude: 25)), radius: 100)
    func box(_ south: Double, _ north: Double) -> [[SIMD2<Double>]] {
      [[SIMD2(10, south), SIMD2(20, south), SIMD2(20, north), SIMD2(10, north)]]
    }
    scene.buildings = [StreetBuilding(rings: box(-5, 0), top: 10), StreetBuilding(rings: box(0, 5), bottom: 4, top: 10)]
    return scene
  }()

  @Test func anEyeSeesTheFirstWallOnItsWay() throws {
    // Down by 30 metres on 40: at the wall after 30 of them 7.5 are left.
    let wall = try #require(StreetWall(from: SIMD3(-20, -2, 30), toward: SIMD2(20, -2), in: Self.scene))
    #expect(abs(wall.place.x - 10) < 1e-9 && abs(wall.place.y + 2) < 1e-9)
    #expect(abs((wall.height ?? 0) - 7.5) < 1e-9)
    #expect(abs(wall.facing - 270) < 1e-9)
    let back = try #require(StreetWall(from: SIMD3(50, -2, 30), toward: SIMD2(10, -2), in: Self.scene))
    #expect(abs(back.facing - 90) < 1e-9)
  }

  @Test func whereARoofOrTheGroundIsSeenThereIsNoWall() {
    #expect(StreetWall(from: SIMD3(15, -2, 100), toward: SIMD2(15, -2), in: Self.scene) == nil, "straight from above")
    #expect(StreetWall(from: SIMD3(-20, -2, 30), toward: SIMD2(35, -2), in: Self.scene) == nil, "over the edge onto the roof")
    #expect(StreetWall(from: SIMD3(-20, -2, 30), toward: SIMD2(5, -2), in: Self.scene) == nil, "before the house")
    #expect(StreetWall(from: SIMD3(-20, 2, 3.9), toward: SIMD2(60, 2), in: Self.scene) == nil, "through the passage")
    for height in [0.0, -3, .nan, .infinity] {
      #expect(StreetWall(from: SIMD3(-20, -2, height), toward: SIMD2(20, -2), in: Self.scene) == nil)
    }
  }

  @Test func theNearestWallIsThatOfAHouseThatStandsOnTheGround() throws {
    let wall = try #require(StreetWall(near: SIMD2(8, 3), in: Self.scene))
    #expect(wall.place == SIMD2(10, 0) && wall.height == nil)
    #expect(StreetWall(near: SIMD2(-20, 0), in: Self.scene) == nil)
  }
}
