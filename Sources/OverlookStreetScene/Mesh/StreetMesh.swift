/// The scene in triangles: what lies on the ground first, lower things before higher ones, then what stands.
package struct StreetMesh: Sendable {
  package struct Triangle: Sendable {
    package var a: SIMD3<Float>
    package var b: SIMD3<Float>
    package var c: SIMD3<Float>
    /// Among `surfaces`.
    package var surface: Int32
    /// Among `corners` of the mesh; -1 for what is no part of a model.
    var corners: Int32 = -1
    /// Whether it is seen from the side alone from which its corners run counterclockwise.
    var isOneSided = false

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
    /// Among `looks` of the mesh; -1 for what is no part of a model.
    var look: Int32 = -1
    /// Whether it is of very many triangles, most of them small, or of such as have holes: its shadow is told by a raster alone.
    var isCrowd = false
    /// Whether it is of lines and points, which are drawn as wide as a pixel or some, throw no shadow and have no side.
    var isStroke = false
  }

  package private(set) var triangles: [Triangle] = []
  package private(set) var surfaces: [Surface] = []
  /// The first triangles lie on the ground and are drawn one over another.
  package private(set) var groundCount = 0
  /// Of models, what lets light through: what is behind is seen as well.
  var clearTriangles: [Triangle] = []
  /// Of the triangles of models.
  var corners: [Corners] = []
  var looks: [Look] = []

  /// Of the eye in patterns that lie still on the world.
  let anchor: SIMD2<Float>

  /// Without lines and points of models.
  package init(_ scene: StreetScene) { self.init(scene, seenBy: nil) }

  /// `sight`: what lines and points of models are drawn for; nil for a mesh without them.
  init(_ scene: StreetScene, seenBy sight: StreetSight?) {
    anchor = SIMD2<Float>(scene.frame.anchor)
    addGround(scene)
    groundCount = triangles.count
    for building in scene.buildings { add(building, seed: building.rings.first?.first.map(scene.frame.seed) ?? 0) }
    for tree in scene.trees { add(tree, seed: scene.frame.seed(of: tree.place)) }
    addModels(of: scene, sight)
  }

  mutating func addSurface(_ surface: Surface) -> Int32 {
    surfaces.append(surface)
    return Int32(clamping: surfaces.count - 1)
  }

  mutating func add(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>, _ surface: Int32) {
    add(Triangle(a: a, b: b, c: c, surface: surface))
  }

  mutating func add(_ triangle: Triangle) { triangles.append(triangle) }

  mutating func addQuad(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>, _ d: SIMD3<Float>, _ surface: Int32) {
    add(a, b, c, surface)
    add(a, c, d, surface)
  }
}
