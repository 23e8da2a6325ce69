/// The ground and what stands on it around a panorama, as an eye sees it that moves away from there.
package struct StreetBodies: Sendable {
  /// Of the eye above the ground, metres.
  private let height: Float
  private let triangles: [StreetMesh.Triangle]

  /// What of `mesh` lies within `radius` metres of the eye.
  init(_ mesh: StreetMesh, height: Double, radius: Double) {
    self.height = Float(height)
    let reach = Float(radius)
    var triangles = mesh.triangles.dropFirst(mesh.groundCount).filter { triangle in
      [triangle.a, triangle.b, triangle.c].contains { abs($0.x) < reach && abs($0.y) < reach }
    }
    let far = reach * 4
    let (west, east) = (SIMD3<Float>(-far, -far, 0), SIMD3<Float>(far, far, 0))
    let (south, north) = (SIMD3<Float>(far, -far, 0), SIMD3<Float>(-far, far, 0))
    triangles.append(StreetMesh.Triangle(a: west, b: south, c: east, surface: 0))
    triangles.append(StreetMesh.Triangle(a: west, b: east, c: north, surface: 0))
    self.triangles = triangles
  }

  /// How far what is seen from another eye is away, whose place is counted in metres from the first.
  package func depth(from eye: SIMD3<Double>, side: Int = 192) -> StreetDepth {
    let eye = SIMD3<Float>(eye) + SIMD3(0, 0, height)
    return StreetDepth(
      StreetFace.Side.allCases.map { kind in
        var face = StreetFace(kind, side: min(max(side, 16), 1_024))
        for (number, triangle) in triangles.enumerated() {
          face.draw(triangle, Int32(clamping: number), eye: eye, covers: false)
        }
        return face
      })
  }
}
