/// What the sun shines on: the scene as the sun sees it, within a square around the eye.
///
/// A raster tells what stands on the way to the sun. How much of the sun's disc that hides is reckoned from its corners: shadows end where
/// they have to and not where pixels of the raster do, over as much ground as the disc makes them.
struct SunShadow {
  /// The tangent of half the sun's diameter of 0.533 degrees.
  private static let discRadius: Float = 0.004_65
  /// So far around a spot both the sun's disc and what a pixel shows are looked for, in pixels of the raster.
  private static let mostPixels: Float = 10
  /// No less than `mostPixels` and half as many more.
  private static let blockPixels = 16
  /// Rows and columns of the raster that are looked at for a spot, less one.
  private static let steps = 3
  /// Metres by which the raster may lie nearer to the sun than a surface in it.
  private static let tolerance: Float = 0.08

  private let right: SIMD3<Float>
  private let up: SIMD3<Float>
  private let toSun: SIMD3<Float>
  /// Metres from the middle of the square to its sides.
  private let reach: Float
  /// Pixels of the raster in a metre.
  private let scale: Float
  /// The triangles are numbers of `screens`.
  private let raster: PolygonRaster
  private let screens: [SunScreen]
  private let heights: SunHeights

  /// `toSun` has length 1 and does not point below the ground.
  init(_ mesh: StreetMesh, toSun: SIMD3<Float>, reach: Float, side: Int) {
    let right = (toSun.z > 0.999 ? SIMD3<Float>(1, 0, 0) : SIMD3(-toSun.y, toSun.x, 0)).normalized
    let up = toSun.cross(right)
    (self.toSun, self.reach, self.right, self.up) = (toSun, reach, right, up)
    var raster = PolygonRaster(side: side)
    var heights = SunHeights(side: side, blockPixels: Self.blockPixels)
    var screens: [SunScreen] = []
    let scale = Double(side) / Double(2 * reach)
    self.scale = Float(scale)
    for triangle in mesh.triangles.dropFirst(mesh.groundCount) {
      let corners = [triangle.a, triangle.b, triangle.c].map { SIMD3($0.dot(right), $0.dot(up), $0.dot(toSun)) }
      guard Self.reaches(corners, reach * 1.1) else { continue }
      let pixels = corners.map { corner in
        SIMD3(Double(corner.x + reach) * scale, Double(corner.y + reach) * scale, Double(corner.z))
      }
      let (first, second) = (pixels[1] - pixels[0], pixels[2] - pixels[0])
      let normalZ = first.x * second.y - first.y * second.x
      guard normalZ.magnitude > 1e-9, normalZ.isFinite else { continue }
      let slopeX = (first.z * second.y - first.y * second.z) / normalZ
      let slopeY = (first.x * second.z - first.z * second.x) / normalZ
      let slope = PolygonRaster.Slope(
        x: slopeX, y: slopeY, constant: pixels[0].z - slopeX * pixels[0].x - slopeY * pixels[0].y)
      let screen = SunScreen(
        corners, slope: SIMD2(Float(slopeX * scale), Float(slopeY * scale)), isTurned: normalZ < 0,
        isLeaves: mesh.surfaces[Int(triangle.surface)].material == .leaves)
      heights.raise(over: pixels, to: screen.highest)
      raster.fill(pixels.map { SIMD2($0.x, $0.y) }, slope, triangle: Int32(clamping: screens.count), covers: false)
      screens.append(screen)
    }
    (self.raster, self.heights, self.screens) = (raster, heights, screens)
  }

  /// Whether something lies within a square, or around it.
  private static func reaches(_ corners: [SIMD3<Float>], _ reach: Float) -> Bool {
    corners.contains { $0.x > -reach } && corners.contains { $0.x < reach } && corners.contains { $0.y > -reach }
      && corners.contains { $0.y < reach }
  }

  /// Whether a place lies within the square, and the sun's disc around it, as far off as what hides it may be, within what is looked for.
  func knows(_ place: SIMD3<Float>) -> Bool {
    let (x, y, most) = (place.dot(right), place.dot(up), Self.mostPixels / scale)
    guard max(abs(x), abs(y)) < reach - 1.5 * most else { return false }
    let top = heights.highest(Int((x + reach) * scale), Int((y + reach) * scale))
    return (top - place.dot(toSun)) * Self.discRadius < most
  }

  /// How much of the sun is seen from what a pixel shows, 0 ... 1; 1 outside the square.
  func light(at spot: SunlitSpot) -> Float {
    let place = SIMD2(spot.place.dot(right), spot.place.dot(up))
    let height = spot.place.dot(toSun)
    let (position, side) = ((place + reach) * scale, Float(raster.side))
    guard position.x >= 0, position.y >= 0, position.x < side, position.y < side else { return 1 }
    let top = heights.highest(Int(position.x), Int(position.y))
    guard top > height else { return 1 }
    let most = Self.mostPixels / scale
    let pixel = spot.spread(right, up, most: most)
    let sun = min((top - height) * Self.discRadius, most)
    let extent = SIMD2((sun * sun + pixel.xx).squareRoot(), (sun * sun + pixel.yy).squareRoot()) * scale
    let (columns, rows) = (looked(position.x, extent.x), looked(position.y, extent.y))
    // The last that were met, and those before them.
    var (known, older) = (SIMD4<Int32>(repeating: -1), SIMD4<Int32>(repeating: -1))
    var (count, hidden, isOpen, hasLeaves) = (0, Float(0), false, false)
    var row = rows.first
    while row <= rows.last {
      var column = columns.first
      while column <= columns.last {
        let index = row * raster.side + column
        column += columns.step
        let number = raster.triangles[index]
        if !isOpen { isOpen = raster.nearness[index] < height + Self.tolerance }
        if number == known.x || number < 0 || any((known .== number) .| (older .== number)) { continue }
        let screen = screens[Int(number)]
        guard !screen.isLeaves else {
          hasLeaves = true
          continue
        }
        guard count < 8 else { return 1 - share(around: position, extent, above: height) }
        older = SIMD4(known.w, older.x, older.y, older.z)
        known = SIMD4(number, known.x, known.y, known.z)
        count += 1
        let depth = screen.depth(over: place, height)
        guard depth > 0 else {
          isOpen = true
          continue
        }
        let disc = min(depth * Self.discRadius, most)
        hidden += screen.share(of: pixel.widened(by: disc * disc), around: place)
        if hidden > 0.999 { return 0 }
      }
      row += rows.step
    }
    // Among pixels that are all hidden there is no edge, but something too small for any of them.
    guard isOpen else { return 0 }
    if hasLeaves { hidden += share(around: position, extent, above: height, isOfLeaves: true) }
    return max(1 - hidden, 0)
  }

  /// Rows or columns of the raster.
  private struct Looked {
    var first: Int
    var last: Int
    var step: Int
  }

  /// Those up to `extent` on both sides of a place, or a few of them with the outermost.
  private func looked(_ middle: Float, _ extent: Float) -> Looked {
    let first = Int(max(middle - extent - 0.5, 0))
    let last = Int(min(middle + extent + 0.5, Float(raster.side - 1)))
    let step = max((last - first + Self.steps - 1) / Self.steps, 1)
    let count = (last - first + step - 1) / step
    return Looked(first: max(last - count * step, 0), last: last, step: step)
  }

  /// How many pixels of the raster around a place are hidden, 0 ... 1, the more the nearer they are: for crowds of small things, of which
  /// it does not have each. `extent`: how far the sun's disc and what a pixel shows reach, in pixels.
  private func share(
    around position: SIMD2<Float>, _ extent: SIMD2<Float>, above height: Float, isOfLeaves: Bool = false
  ) -> Float {
    let extent = pointwiseMin(extent, SIMD2(repeating: 3)) + 1
    let edge = SIMD2(repeating: Float(raster.side - 1))
    let first = pointwiseMax(position - extent, SIMD2())
    let last = pointwiseMin(position + extent, edge)
    var (sum, met) = (Float(0), Float(0))
    for row in Int(first.y)...max(Int(last.y), Int(first.y)) {
      let near = max(1 - abs(Float(row) + 0.5 - position.y) / extent.y, 0)
      for column in Int(first.x)...max(Int(last.x), Int(first.x)) {
        let weight = near * max(1 - abs(Float(column) + 0.5 - position.x) / extent.x, 0)
        sum += weight
        let index = row * raster.side + column
        guard raster.nearness[index] > height + 2 * Self.tolerance else { continue }
        let number = raster.triangles[index]
        if !isOfLeaves || (number >= 0 && screens[Int(number)].isLeaves) { met += weight }
      }
    }
    return sum > 0 ? met / sum : 0
  }
}
