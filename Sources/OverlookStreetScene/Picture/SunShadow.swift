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
  /// Of each of `screens`, those beside it in its plane: pieces of one roof or wall, of which a thin one shows in no pixel of the raster.
  private let neighbours: [SIMD3<Int32>]
  private let heights: SunHeights

  /// `toSun` has length 1 and does not point below the ground.
  init(_ mesh: StreetMesh, toSun: SIMD3<Float>, reach: Float, side: Int) {
    let right = (toSun.z > 0.999 ? SIMD3<Float>(1, 0, 0) : SIMD3(-toSun.y, toSun.x, 0)).normalized
    let up = toSun.cross(right)
    (self.toSun, self.reach, self.right, self.up) = (toSun, reach, right, up)
    var raster = PolygonRaster(side: side)
    var heights = SunHeights(side: side, blockPixels: Self.blockPixels)
    var screens: [SunScreen] = []
    var sides: [Side] = []
    let scale = Double(side) / Double(2 * reach)
    self.scale = Float(scale)
    let holes = StreetHoles(mesh)
    let standing = mesh.triangles.dropFirst(mesh.groundCount).lazy.filter { !mesh.surfaces[Int($0.surface)].isStroke }
    let clear = mesh.clearTriangles.lazy.filter { triangle in
      let surface = mesh.surfaces[Int(triangle.surface)]
      return !surface.isStroke && surface.look >= 0 && mesh.looks[Int(surface.look)].throwsShadow
    }
    for triangle in [AnySequence(standing), AnySequence(clear)].joined() {
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
        isLeaves: mesh.surfaces[Int(triangle.surface)].isCrowd)
      heights.raise(over: pixels, to: screen.highest)
      let isThere =
        holes.areIn(triangle)
        ? { (column: Int, row: Int) -> Bool in
          let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
          let place = SIMD3<Float>(
            SIMD3(x / scale - Double(reach), y / scale - Double(reach), slope.constant + slope.x * x + slope.y * y))
          return holes.isThere(triangle, at: right * place.x + up * place.y + toSun * place.z)
        } : nil
      raster.fill(
        pixels.map { SIMD2($0.x, $0.y) }, slope, triangle: Int32(clamping: screens.count), covers: false, isThere: isThere)
      if !screen.isLeaves {
        let number = Int32(clamping: screens.count)
        for side in 0..<3 {
          sides.append(Side(Edge(corners[side], corners[(side + 1) % 3]), of: number, number: side, from: corners[side]))
        }
      }
      screens.append(screen)
    }
    (self.raster, self.heights, self.screens) = (raster, heights, screens)
    neighbours = Self.neighbours(screens, sides)
  }

  /// A side of a triangle, by the bits of its ends, from the one that comes first in some order.
  private struct Edge: Hashable {
    let first: SIMD3<Float>
    let second: SIMD3<Float>

    init(_ one: SIMD3<Float>, _ other: SIMD3<Float>) {
      let isOrdered = (one.x, one.y, one.z) < (other.x, other.y, other.z)
      (first, second) = isOrdered ? (one, other) : (other, one)
    }
  }

  private struct Side {
    let edge: Edge
    let screen: Int32
    /// 0 ..< 3 of the triangle.
    let number: Int
    /// Which way the corners run along the edge.
    let isForward: Bool

    init(_ edge: Edge, of screen: Int32, number: Int, from start: SIMD3<Float>) {
      (self.edge, self.screen, self.number) = (edge, screen, number)
      isForward = edge.first == start
    }
  }

  /// Of an edge with more sides than that, those that came first are not compared with later ones.
  private static let mostSides = 16

  /// For each side of each triangle the one that lies beyond it in the same plane. Walls of two houses and their roofs may have one edge in
  /// common: all its sides are compared, and those belong together along which the corners run in opposite ways.
  private static func neighbours(_ screens: [SunScreen], _ sides: [Side]) -> [SIMD3<Int32>] {
    var found = Array(repeating: SIMD3<Int32>(repeating: -1), count: screens.count)
    var last = Dictionary<Edge, Int>(minimumCapacity: sides.count / 2)
    // Of each side the one of the same edge that came before it.
    var before: [Int] = []
    before.reserveCapacity(sides.count)
    for (number, side) in sides.enumerated() {
      var (next, count) = (last.updateValue(number, forKey: side.edge), 0)
      before.append(next ?? -1)
      while let place = next, place >= 0, count < mostSides {
        let other = sides[place]
        let (own, beyond) = (Int(side.screen), Int(other.screen))
        if side.isForward != other.isForward, found[beyond][other.number] < 0, screens[own].liesInPlane(of: screens[beyond]) {
          (found[own][side.number], found[beyond][other.number]) = (other.screen, side.screen)
          break
        }
        (next, count) = (before[place], count + 1)
      }
    }
    return found
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
    var met = Met()
    meet(
      &met, looked(position.x, extent.x, beyond: 0.5), looked(position.y, extent.y, beyond: 0.5), around: place, height, pixel,
      most)
    if met.hidden > 0.999 { return 0 }
    // Among pixels that are all hidden there is no edge, but something too small for any of them.
    guard met.isOpen else { return 0 }
    if met.isCrowd { return 1 - share(around: position, extent, above: height) }
    let hasLeaves = met.hasLeaves
    // At an edge, triangles that show no more than a tip here, between the pixels, are known by those farther off.
    if met.count > 0 {
      meet(
        &met, looked(position.x, extent.x, beyond: 1.5), looked(position.y, extent.y, beyond: 1.5), around: place, height, pixel,
        most)
      meetNeighbours(&met, around: place, height, pixel, most)
    }
    if hasLeaves { met.hidden += share(around: position, extent, above: height, isOfLeaves: true) }
    return max(1 - met.hidden, 0)
  }

  /// What was found on the way to the sun from a spot.
  private struct Met {
    /// The triangles that were met, `count` of them.
    var known = SIMD8<Int32>(repeating: -1)
    var last: Int32 = -1
    var count = 0
    /// Of the sun's disc and the pixel, 0 ... 1.
    var hidden: Float = 0
    /// Whether some of the raster's pixels see the sun.
    var isOpen = false
    var hasLeaves = false
    /// Whether there are more triangles than are told apart.
    var isCrowd = false
  }

  @inline(__always)
  private func meet(
    _ met: inout Met, _ columns: Looked, _ rows: Looked, around place: SIMD2<Float>, _ height: Float, _ pixel: SunSpread,
    _ most: Float
  ) {
    var row = rows.first
    while row <= rows.last {
      var column = columns.first
      while column <= columns.last {
        let index = row * raster.side + column
        column += columns.step
        let number = raster.triangles[index]
        if !met.isOpen { met.isOpen = raster.nearness[index] < height + Self.tolerance }
        if number == met.last || number < 0 { continue }
        met.last = number
        if any(met.known .== number) { continue }
        if screens[Int(number)].isLeaves {
          met.hasLeaves = true
        } else if met.count == met.known.scalarCount {
          met.isCrowd = true
        } else {
          add(number, to: &met, around: place, height, pixel, most)
          if met.hidden > 0.999 { return }
        }
      }
      row += rows.step
    }
  }

  /// How much of the sun a triangle hides that was not met before; there is room for it.
  @inline(__always)
  private func add(
    _ number: Int32, to met: inout Met, around place: SIMD2<Float>, _ height: Float, _ pixel: SunSpread, _ most: Float
  ) {
    met.known[met.count] = number
    met.count += 1
    let screen = screens[Int(number)]
    let depth = screen.depth(over: place, height)
    guard depth > 0 else {
      met.isOpen = true
      return
    }
    let disc = min(depth * Self.discRadius, most)
    met.hidden += screen.share(of: pixel.widened(by: disc * disc), around: place)
  }

  /// Adds what lies beside those that were met, in their planes.
  private func meetNeighbours(
    _ met: inout Met, around place: SIMD2<Float>, _ height: Float, _ pixel: SunSpread, _ most: Float
  ) {
    var next = 0
    while next < met.count {
      let beside = neighbours[Int(met.known[next])]
      next += 1
      for index in 0..<3 where beside[index] >= 0 && !any(met.known .== beside[index]) {
        guard met.count < met.known.scalarCount else { return }
        let before = met.hidden
        add(beside[index], to: &met, around: place, height, pixel, most)
        // What shows nothing here leads to nothing.
        if met.hidden == before { met.count -= 1 }
      }
    }
  }

  /// Rows or columns of the raster.
  private struct Looked {
    var first: Int
    var last: Int
    var step: Int
  }

  /// Those up to `extent` and so many pixels `beyond` on both sides of a place, or a few of them with the outermost.
  private func looked(_ middle: Float, _ extent: Float, beyond: Float) -> Looked {
    let first = Int(max(middle - extent - beyond, 0))
    let last = Int(min(middle + extent + beyond, Float(raster.side - 1)))
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
