import OverlookGeometry

/// One of the six sides of a cube around the eye, on which the scene is drawn.
package struct StreetFace: Sendable {
  /// In the order of cube maps here: north, east, south, west, up, down.
  package enum Side: Int, CaseIterable, Sendable {
    case north, east, south, west, up, down
  }

  /// How its pixels look out. A value of its own: what is drawn in a closure would else copy the raster.
  struct Frame: Sendable {
    let right: SIMD3<Float>
    let up: SIMD3<Float>
    let forward: SIMD3<Float>
    /// Of the side, in pixels.
    let half: Float

    /// The direction of a place on the face, whose pixels are counted from its upper left corner; of length 1 or more.
    func ray(_ x: Float, _ y: Float) -> SIMD3<Float> {
      forward + right * ((x - half) / half) + up * ((half - y) / half)
    }

    /// The direction of the middle of a pixel.
    func ray(column: Int, row: Int) -> SIMD3<Float> { ray(Float(column) + 0.5, Float(row) + 0.5) }
  }

  let frame: Frame
  package private(set) var raster: PolygonRaster

  init(_ face: Side, side: Int) {
    let (east, north, zenith) = (SIMD3<Float>(1, 0, 0), SIMD3<Float>(0, 1, 0), SIMD3<Float>(0, 0, 1))
    let (forward, right, up) =
      switch face {
      case .north: (north, east, zenith)
      case .east: (east, -north, zenith)
      case .south: (-north, -east, zenith)
      case .west: (-east, north, zenith)
      case .up: (zenith, east, -north)
      case .down: (-zenith, east, north)
      }
    raster = PolygonRaster(side: side)
    frame = Frame(right: right, up: up, forward: forward, half: Float(raster.side) / 2)
  }

  /// Nearer than this is not drawn, in metres.
  private static let near: Float = 0.05

  mutating func draw(_ mesh: StreetMesh, eye: SIMD3<Float>) {
    let holes = StreetHoles(mesh)
    for (number, triangle) in mesh.triangles.enumerated() {
      draw(
        triangle, Int32(clamping: number), eye: eye, covers: number < mesh.groundCount,
        holes: holes.areIn(triangle) ? holes : nil)
    }
  }

  /// What lets light through before what is drawn already; nil for nothing.
  mutating func clearSamples(_ mesh: StreetMesh, eye: SIMD3<Float>) -> ClearSamples? {
    guard !mesh.clearTriangles.isEmpty else { return nil }
    var samples = ClearSamples(side: raster.side)
    for (number, triangle) in mesh.clearTriangles.enumerated() where !samples.isFull {
      let plane = (triangle.b - triangle.a).cross(triangle.c - triangle.a)
      let distance = plane.dot(triangle.a - eye)
      // Nothing is drawn: where something of it would be is all that is asked.
      draw(triangle, eye: eye) { [frame] column, row in
        let nearness = plane.dot(frame.ray(column: column, row: row)) / distance
        if nearness.isFinite, nearness > 0 {
          samples.add(Int32(clamping: number), column: column, row: row, nearness: nearness)
        }
        return false
      }
    }
    return samples.isEmpty ? nil : samples
  }

  /// Draws a triangle as it is seen from `eye`. `holes`: where it has some.
  mutating func draw(
    _ triangle: StreetMesh.Triangle, _ number: Int32, eye: SIMD3<Float>, covers: Bool, holes: StreetHoles? = nil
  ) {
    guard let holes else { return draw(triangle, number, eye: eye, covers: covers, isThere: nil) }
    let plane = (triangle.b - triangle.a).cross(triangle.c - triangle.a)
    let distance = plane.dot(triangle.a - eye)
    draw(triangle, number, eye: eye, covers: covers) { [frame] column, row in
      let ray = frame.ray(column: column, row: row)
      return holes.isThere(triangle, at: eye + ray * (distance / plane.dot(ray)))
    }
  }

  private mutating func draw(
    _ triangle: StreetMesh.Triangle, _ number: Int32 = -1, eye: SIMD3<Float>, covers: Bool = false,
    isThere: ((Int, Int) -> Bool)?
  ) {
    let (a, b, c) = (triangle.a - eye, triangle.b - eye, triangle.c - eye)
    if triangle.isOneSided, (b - a).cross(c - a).dot(a) >= 0 { return }
    // Most lie wholly outside one of the planes.
    let depths = SIMD3(a.dot(frame.forward), b.dot(frame.forward), c.dot(frame.forward))
    if depths.max() < Self.near { return }
    let across = SIMD3(a.dot(frame.right), b.dot(frame.right), c.dot(frame.right))
    if (across - depths).min() > 0 || (across + depths).max() < 0 { return }
    let heights = SIMD3(a.dot(frame.up), b.dot(frame.up), c.dot(frame.up))
    if (heights - depths).min() > 0 || (heights + depths).max() < 0 { return }
    draw(
      [0, 1, 2].map { SIMD3<Double>(SIMD3(across[$0], heights[$0], depths[$0])) }, number, covers: covers, isThere: isThere)
  }

  /// A triangle in the frame of the face: to the right, up, ahead.
  private mutating func draw(
    _ corners: [SIMD3<Double>], _ number: Int32, covers: Bool, isThere: ((Int, Int) -> Bool)?
  ) {
    var seen = corners
    let (first, second) = (seen[1] - seen[0], seen[2] - seen[0])
    let normal = SIMD3(
      first.y * second.z - first.z * second.y, first.z * second.x - first.x * second.z, first.x * second.y - first.y * second.x)
    let distance = (normal * seen[0]).sum()
    guard distance.magnitude > 1e-12 else { return }
    let planes: [(SIMD3<Double>) -> Double] = [
      { $0.z - Double(Self.near) }, { $0.z - $0.x }, { $0.z + $0.x }, { $0.z - $0.y }, { $0.z + $0.y },
    ]
    for plane in planes where seen.contains(where: { plane($0) < 0 }) {
      seen = PlaneClip.clipped(seen, plane)
      if seen.count < 3 { return }
    }
    let half = Double(raster.side) / 2
    let points = seen.map { SIMD2(half + half * $0.x / $0.z, half - half * $0.y / $0.z) }
    // One over the depth: the normal's product with the ray, over its distance.
    let slope = PolygonRaster.Slope(
      x: normal.x / half / distance, y: -normal.y / half / distance,
      constant: (normal.z - normal.x + normal.y) / distance)
    raster.fill(points, slope, triangle: number, covers: covers, isThere: isThere)
  }
}
