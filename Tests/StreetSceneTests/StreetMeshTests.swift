import OverlookGeometry
import OverlookStreetScene
import Testing

@Suite struct StreetMeshTests {
  private let outline = [SIMD2(0.0, 0), SIMD2(12, 0), SIMD2(12, 8), SIMD2(0, 8)]
  private let angled = [SIMD2(0.0, 0), SIMD2(20, 0), SIMD2(20, 8), SIMD2(8, 8), SIMD2(8, 18), SIMD2(0, 18)]

  private func mesh(_ outline: [SIMD2<Double>], _ roof: RoofForm) -> StreetMesh {
    var scene = StreetScene(frame: StreetFrame(origin: LocationCoordinate(latitude: 50, longitude: 10)), radius: 100)
    scene.buildings = [StreetBuilding(rings: [outline], top: 10, roof: roof)]
    return StreetMesh(scene)
  }

  /// The triangles of what covers the house.
  private func roof(_ mesh: StreetMesh) -> [StreetMesh.Triangle] {
    mesh.triangles.dropFirst(mesh.groundCount).filter { mesh.surfaces[Int($0.surface)].material == .roof }
  }

  private func flatArea(_ triangles: [StreetMesh.Triangle]) -> Float {
    triangles.reduce(0) { sum, triangle in
      let (a, b) = (triangle.b - triangle.a, triangle.c - triangle.a)
      return sum + abs(a.x * b.y - a.y * b.x) / 2
    }
  }

  @Test(arguments: [RoofForm.Shape.flat, .gabled, .hipped, .pyramidal, .skillion])
  func aRoofCoversItsHouseOnce(_ shape: RoofForm.Shape) {
    for (outline, area) in [(outline, Float(96)), (angled, 240)] {
      let triangles = roof(mesh(outline, RoofForm(shape: shape, height: 3)))
      #expect(abs(flatArea(triangles) - area) < 0.05, "\(shape)")
    }
  }

  @Test(arguments: RoofForm.Shape.allCases)
  func aRoofReachesTheTopAndStartsAtTheEaves(_ shape: RoofForm.Shape) {
    let heights = roof(mesh(outline, RoofForm(shape: shape, height: 3))).flatMap { [$0.a.z, $0.b.z, $0.c.z] }
    #expect(abs((heights.max() ?? 0) - 10) < 0.01, "\(shape)")
    #expect(abs((heights.min() ?? 0) - (shape == .flat ? 10 : 7)) < 0.01, "\(shape)")
  }

  @Test func theRidgeLiesAlongTheLongerSideOrAcrossIt() {
    func ridge(_ isAcross: Bool) -> [SIMD3<Float>] {
      roof(mesh(outline, RoofForm(shape: .gabled, height: 3, isAcross: isAcross)))
        .flatMap { [$0.a, $0.b, $0.c] }.filter { $0.z > 9.99 }
    }
    #expect(ridge(false).allSatisfy { abs($0.y - 4) < 0.01 } && !ridge(false).isEmpty)
    #expect(ridge(true).allSatisfy { abs($0.x - 6) < 0.01 } && !ridge(true).isEmpty)
  }

  @Test func aSlopeFallsWhereItsDirectionSays() {
    // To the east.
    let heights = roof(mesh(outline, RoofForm(shape: .skillion, height: 3, direction: 90))).flatMap {
      [$0.a, $0.b, $0.c]
    }
    #expect(heights.filter { $0.x > 11.9 }.allSatisfy { abs($0.z - 7) < 0.01 })
    #expect(heights.filter { $0.x < 0.1 }.allSatisfy { abs($0.z - 10) < 0.01 })
  }

  @Test func wallsCloseTheGables() {
    let mesh = mesh(outline, RoofForm(shape: .gabled, height: 3))
    let walls = mesh.triangles.dropFirst(mesh.groundCount).filter { mesh.surfaces[Int($0.surface)].material == .wall }
    // Two walls of 12 x 7, two of 8 x 7 with a triangle of 8 x 3 on top.
    let area = walls.reduce(Float(0)) { sum, triangle in
      let (a, b) = (triangle.b - triangle.a, triangle.c - triangle.a)
      let cross = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
      return sum + (cross * cross).sum().squareRoot() / 2
    }
    #expect(abs(area - (2 * 84 + 2 * 56 + 2 * 12)) < 0.1)
  }

  @Test func outlinesThatAreNoneDoNothing() {
    for outline in [[], [SIMD2(0.0, 0)], [SIMD2(0.0, 0), SIMD2(1, 1)], [SIMD2(0.0, 0), SIMD2(0, 0), SIMD2(0, 0)]] {
      for shape in RoofForm.Shape.allCases {
        let mesh = mesh(outline, RoofForm(shape: shape))
        #expect(flatArea(roof(mesh)) == 0)
      }
    }
  }

  @Test func roadsAreAsWideAsTheySay() {
    var scene = StreetScene(frame: StreetFrame(origin: LocationCoordinate(latitude: 50, longitude: 10)), radius: 100)
    scene.roads = [StreetRoad(line: [SIMD2(0, 0), SIMD2(50, 0)], width: 6, material: .asphalt, hasCenterLine: true)]
    let mesh = StreetMesh(scene)
    let asphalt = mesh.triangles.filter { mesh.surfaces[Int($0.surface)].material == .asphalt }.flatMap { [$0.a, $0.b, $0.c] }
    #expect(asphalt.map(\.y).max() == 3 && asphalt.map(\.y).min() == -3)
    // Dashes of 3 m every 9 m, the first at the start: 50 m have six.
    let paint = mesh.triangles.filter { mesh.surfaces[Int($0.surface)].material == .paint }
    #expect(abs(flatArea(paint) - 0.13 * (5 * 3 + 3)) < 0.01)
  }
}
