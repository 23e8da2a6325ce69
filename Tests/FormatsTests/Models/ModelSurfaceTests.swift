import Foundation
import OverlookFormats
import OverlookGeometry
import Testing

/// Surfaces that programs compute, by their volumes: of a closed surface that is the sum of the volumes of the tetrahedra of its
/// triangles and the origin, and more than zero where all triangles go counter-clockwise from outside.
@Suite struct ModelSurfaceTests {
  private func volume(_ surface: ModelSurface) -> Double {
    stride(from: 0, to: surface.indices.count, by: 3).reduce(0) { sum, first in
      let (a, b, c) = (
        SIMD3<Double>(surface.positions[Int(surface.indices[first])]),
        SIMD3<Double>(surface.positions[Int(surface.indices[first + 1])]),
        SIMD3<Double>(surface.positions[Int(surface.indices[first + 2])])
      )
      let cross = SIMD3(b.y * c.z - b.z * c.y, b.z * c.x - b.x * c.z, b.x * c.y - b.y * c.x)
      return sum + (a * cross).sum() / 6
    }
  }

  @Test func aBoxHasTheVolumeOfItsSides() {
    #expect(abs(volume(.box(center: SIMD3(5, -3, 2), size: SIMD3(2, 3, 4))) - 24) < 1e-5)
  }

  /// A cone's frustum of n sides: an n-gon has the area n/2 sin(2π/n) r².
  @Test func whatTurnsAboutTheAxisIsRound() {
    let sides = 24
    let area = Double(sides) / 2 * sin(2 * .pi / Double(sides))
    let drum = ModelSurface.turned([(0, 0), (2, 0), (2, 5), (0, 5)], sides: sides)
    #expect(abs(volume(drum) - area * 4 * 5) < 1e-3)
    let cone = ModelSurface.turned([(0, 0), (3, 0), (0, 6)], sides: sides)
    #expect(abs(volume(cone) - area * 9 * 6 / 3) < 1e-3)
    // Normals are of length one, and point down at the bottom, up at the top, and away from the axis in between.
    for (position, normal) in zip(drum.positions, drum.normals) {
      let away = position.x * normal.x + position.z * normal.z
      let isEnd = normal.y == (position.y == 0 ? -1 : 1)
      #expect(abs((normal * normal).sum() - 1) < 1e-5 && (isEnd || abs(away - 2) < 1e-5 && abs(normal.y) < 1e-6))
    }
  }

  /// A pyramid's frustum: a third of the height by the areas of its ends and the root of their product.
  @Test func ringsBecomeABodyWithTwoEnds() {
    func ring(_ half: Float, _ y: Float) -> [SIMD3<Float>] {
      [SIMD3(-half, y, half), SIMD3(half, y, half), SIMD3(half, y, -half), SIMD3(-half, y, -half)]
    }
    // Above the origin, so that both ends count.
    let body = ModelSurface.loft([ring(2, 5), ring(1, 8)])
    #expect(abs(volume(body) - 3.0 / 3 * (16 + 4 + 8)) < 1e-4)
    #expect(body.normals.allSatisfy { abs(($0 * $0).sum() - 1) < 1e-5 })
    #expect(ModelSurface.loft([]).indices.isEmpty)
  }

  @Test func moveAndSumKeepTheirVolumes() {
    let box = ModelSurface.box(size: SIMD3(1, 2, 3))
    let moved = box.moved(by: .translation(10, 0, -7))
    #expect(abs(volume(moved) - 6) < 1e-4 && moved.normals == box.normals)
    #expect(moved.positions.map { $0 - SIMD3(10, 0, -7) } == box.positions)
    let sum = box + moved
    #expect(abs(volume(sum) - 12) < 1e-4 && sum.indices.count == 2 * box.indices.count)
  }
}
