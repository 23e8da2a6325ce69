/// How far what one sees from a place is away, in every direction: what hides a label in a picture, and on which bodies a picture lies.
package struct StreetDepth: Sendable {
  private let side: Int
  /// One over the depth in front of each face.
  private let nearness: [[Float]]

  init(_ faces: [StreetFace]) {
    side = faces.first?.raster.side ?? 0
    nearness = faces.map(\.raster.nearness)
  }

  /// The depths around a place of a scene, `height` metres above the ground; the error of a direction is that of half a pixel of faces
  /// of `side` pixels.
  package init(_ scene: StreetScene, height: Double = 1.7, side: Int = 512) {
    self.init(StreetMesh(scene), height: height, side: side)
  }

  init(_ mesh: StreetMesh, height: Double, side: Int = 512) {
    self.init(
      StreetFace.Side.allCases.map { kind in
        var face = StreetFace(kind, side: min(max(side, 16), 4_096))
        face.draw(mesh, eye: SIMD3(0, 0, Float(height.isFinite ? height : 1.7)))
        return face
      })
  }

  /// Metres to what is seen in a direction (x east, y north, z up); nil where that is the sky.
  package func distance(toward direction: SIMD3<Double>) -> Double? {
    let length = (direction * direction).sum().squareRoot()
    guard length.isFinite, length > 0, side > 0 else { return nil }
    let ray = SIMD3<Float>(direction / length)
    let (face, x, y) = Self.place(of: ray)
    let (column, row) = (min(max(Int(x * Float(side)), 0), side - 1), min(max(Int(y * Float(side)), 0), side - 1))
    let nearness = nearness[face][row * side + column]
    guard nearness > 0 else { return nil }
    let ahead = max(abs(ray.x), abs(ray.y), abs(ray.z))
    return Double(1 / nearness / ahead)
  }

  /// Whether something at a place, counted in metres from the eye, is seen from there, or hidden by more than `margin` metres and the
  /// fiftieth of its distance, by which a wall that is seen from its edge may seem nearer.
  package func isSeen(_ place: SIMD3<Double>, margin: Double = 1) -> Bool {
    guard let nearest = distance(toward: place) else { return true }
    return (place * place).sum().squareRoot() * 0.98 <= nearest + margin
  }

  /// The face that a ray goes through, and where on it, 0 ... 1 from its upper left corner.
  static func place(of ray: SIMD3<Float>) -> (face: Int, x: Float, y: Float) {
    let (x, y, z) = (abs(ray.x), abs(ray.y), abs(ray.z))
    let (side, right, up, ahead): (StreetFace.Side, Float, Float, Float)
    if z >= x, z >= y {
      (side, right, up, ahead) = ray.z > 0 ? (.up, ray.x, -ray.y, z) : (.down, ray.x, ray.y, z)
    } else if y >= x {
      (side, right, up, ahead) = ray.y > 0 ? (.north, ray.x, ray.z, y) : (.south, -ray.x, ray.z, y)
    } else {
      (side, right, up, ahead) = ray.x > 0 ? (.east, -ray.y, ray.z, x) : (.west, ray.y, ray.z, x)
    }
    return (side.rawValue, 0.5 + right / ahead / 2, 0.5 - up / ahead / 2)
  }
}
