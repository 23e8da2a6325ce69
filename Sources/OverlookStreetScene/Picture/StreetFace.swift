/// One of the six sides of a cube around the eye, on which the scene is drawn.
package struct StreetFace: Sendable {
  /// In the order of cube maps here: north, east, south, west, up, down.
  package enum Side: Int, CaseIterable, Sendable {
    case north, east, south, west, up, down
  }

  let right: SIMD3<Float>
  let up: SIMD3<Float>
  let forward: SIMD3<Float>
  package private(set) var raster: PolygonRaster

  init(_ face: Side, side: Int) {
    let (east, north, zenith) = (SIMD3<Float>(1, 0, 0), SIMD3<Float>(0, 1, 0), SIMD3<Float>(0, 0, 1))
    (forward, right, up) =
      switch face {
      case .north: (north, east, zenith)
      case .east: (east, -north, zenith)
      case .south: (-north, -east, zenith)
      case .west: (-east, north, zenith)
      case .up: (zenith, east, -north)
      case .down: (-zenith, east, north)
      }
    raster = PolygonRaster(side: side)
  }

  /// The direction of a place on the face, whose pixels are counted from its upper left corner; of length 1 or more.
  func ray(_ x: Float, _ y: Float) -> SIMD3<Float> {
    let half = Float(raster.side) / 2
    return forward + right * ((x - half) / half) + up * ((half - y) / half)
  }

  /// Nearer than this is not drawn, in metres.
  private static let near: Float = 0.05

  mutating func draw(_ mesh: StreetMesh, eye: SIMD3<Float>) {
    for (number, triangle) in mesh.triangles.enumerated() {
      draw([triangle.a - eye, triangle.b - eye, triangle.c - eye], Int32(clamping: number), covers: number < mesh.groundCount)
    }
  }

  /// A triangle, whose corners are counted from the eye.
  private mutating func draw(_ corners: [SIMD3<Float>], _ number: Int32, covers: Bool) {
    var seen = corners.map { SIMD3<Double>(SIMD3($0.dot(right), $0.dot(up), $0.dot(forward))) }
    // Most lie wholly outside one of the planes.
    if seen.allSatisfy({ $0.z < Double(Self.near) }) { return }
    if seen.allSatisfy({ $0.x > $0.z }) || seen.allSatisfy({ -$0.x > $0.z }) { return }
    if seen.allSatisfy({ $0.y > $0.z }) || seen.allSatisfy({ -$0.y > $0.z }) { return }
    let (first, second) = (seen[1] - seen[0], seen[2] - seen[0])
    let normal = SIMD3(
      first.y * second.z - first.z * second.y, first.z * second.x - first.x * second.z, first.x * second.y - first.y * second.x)
    let distance = (normal * seen[0]).sum()
    guard distance.magnitude > 1e-12 else { return }
    let planes: [(SIMD3<Double>) -> Double] = [
      { $0.z - Double(Self.near) }, { $0.z - $0.x }, { $0.z + $0.x }, { $0.z - $0.y }, { $0.z + $0.y },
    ]
    for plane in planes where seen.contains(where: { plane($0) < 0 }) {
      seen = StreetTriangles.clipped(seen, plane)
      if seen.count < 3 { return }
    }
    let half = Double(raster.side) / 2
    let points = seen.map { SIMD2(half + half * $0.x / $0.z, half - half * $0.y / $0.z) }
    // One over the depth: the normal's product with the ray, over its distance.
    let slope = PolygonRaster.Slope(
      x: normal.x / half / distance, y: -normal.y / half / distance,
      constant: (normal.z - normal.x + normal.y) / distance)
    raster.fill(points, slope, triangle: number, covers: covers)
  }
}
