/// What the sun shines on: the scene as the sun sees it, within a square around the eye.
struct SunShadow {
  private let right: SIMD3<Float>
  private let up: SIMD3<Float>
  private let toSun: SIMD3<Float>
  /// Metres from the middle of the square to its sides.
  private let reach: Float
  private let raster: PolygonRaster

  /// `toSun` has length 1 and does not point below the ground.
  init(_ mesh: StreetMesh, toSun: SIMD3<Float>, reach: Float, side: Int) {
    let right = (toSun.z > 0.999 ? SIMD3<Float>(1, 0, 0) : SIMD3(-toSun.y, toSun.x, 0)).normalized
    let up = toSun.cross(right)
    (self.toSun, self.reach, self.right, self.up) = (toSun, reach, right, up)
    var raster = PolygonRaster(side: side)
    let scale = Double(side) / Double(2 * reach)
    for (number, triangle) in mesh.triangles.enumerated().dropFirst(mesh.groundCount) {
      let corners = [triangle.a, triangle.b, triangle.c].map { corner -> SIMD3<Double> in
        let x = Double(corner.dot(right) + reach) * scale
        let y = Double(corner.dot(up) + reach) * scale
        return SIMD3(x, y, Double(corner.dot(toSun)))
      }
      let (first, second) = (corners[1] - corners[0], corners[2] - corners[0])
      let normalZ = first.x * second.y - first.y * second.x
      guard normalZ.magnitude > 1e-9 else { continue }
      let slopeX = (first.z * second.y - first.y * second.z) / normalZ
      let slopeY = (first.x * second.z - first.z * second.x) / normalZ
      let slope = PolygonRaster.Slope(
        x: slopeX, y: slopeY, constant: corners[0].z - slopeX * corners[0].x - slopeY * corners[0].y)
      raster.fill(corners.map { SIMD2($0.x, $0.y) }, slope, triangle: Int32(clamping: number), covers: false)
    }
    self.raster = raster
  }

  /// How much of the sun a place sees, 0 ... 1; 1 outside the square.
  func light(at place: SIMD3<Float>) -> Float {
    let scale = Float(raster.side) / (2 * reach)
    let x = (place.dot(right) + reach) * scale - 0.5
    let y = (place.dot(up) + reach) * scale - 0.5
    guard x >= 0, y >= 0, x < Float(raster.side - 1), y < Float(raster.side - 1) else { return 1 }
    let height = place.dot(toSun) + 0.12
    let (column, row) = (Int(x), Int(y))
    let (u, v) = (x - Float(column), y - Float(row))
    func open(_ dx: Int, _ dy: Int) -> Float { raster.nearness[(row + dy) * raster.side + column + dx] > height ? 0 : 1 }
    let low = open(0, 0) + (open(1, 0) - open(0, 0)) * u
    let high = open(0, 1) + (open(1, 1) - open(0, 1)) * u
    return low + (high - low) * v
  }
}
