/// The scene in triangles: what lies on the ground first, lower things before higher ones, then what stands.
package struct StreetMesh: Sendable {
  package struct Triangle: Sendable {
    package var a: SIMD3<Float>
    package var b: SIMD3<Float>
    package var c: SIMD3<Float>
    /// Among `surfaces`.
    package var surface: Int32

    /// Across the triangle, of length 1.
    var normal: SIMD3<Float> { (b - a).cross(c - a).normalized }
  }

  package struct Surface: Sendable {
    package var material: StreetMaterial
    /// In linear light.
    package var color: SIMD3<Float>
    /// Of a wall: a corner at its foot, the way along it, its length and its height in metres, and what its windows are chosen by.
    package var foot = SIMD3<Float>()
    package var along = SIMD3<Float>(1, 0, 0)
    package var length: Float = 0
    package var height: Float = 0
    package var seed: UInt32 = 0
  }

  package private(set) var triangles: [Triangle] = []
  package private(set) var surfaces: [Surface] = []
  /// The first triangles lie on the ground and are drawn one over another.
  package private(set) var groundCount = 0

  /// Of the eye in patterns that lie still on the world.
  let anchor: SIMD2<Float>

  package init(_ scene: StreetScene) {
    anchor = SIMD2<Float>(scene.frame.anchor)
    addGround(scene)
    groundCount = triangles.count
    for building in scene.buildings { add(building, seed: building.rings.first?.first.map(scene.frame.seed) ?? 0) }
    for tree in scene.trees { add(tree, seed: scene.frame.seed(of: tree.place)) }
  }

  mutating func addSurface(_ surface: Surface) -> Int32 {
    surfaces.append(surface)
    return Int32(clamping: surfaces.count - 1)
  }

  mutating func add(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>, _ surface: Int32) {
    triangles.append(Triangle(a: a, b: b, c: c, surface: surface))
  }

  mutating func addQuad(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>, _ d: SIMD3<Float>, _ surface: Int32) {
    add(a, b, c, surface)
    add(a, c, d, surface)
  }
}
