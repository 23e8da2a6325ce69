import OverlookCamera
import OverlookGeometry
package import OverlookScene

/// Draws polygons with walls on the processor, block by block, each pixel by the surface that is nearest. Nothing has to be cut
/// into triangles for that, and walls that turn away from the eye cost a look.
package final class PrismRasterizer: Rasterizer, SharedLoop {
  package typealias Content = LayerContent<PolygonColumns, LitStyle>

  /// A corner on the screen.
  private struct Corner: BitwiseCopyable {
    /// Pixels, the depth, and one divided by the distance from the eye.
    var foot: SIMD4<Float>
    var top: SIMD4<Float>
    /// Of the wall that begins here.
    var wall = Wall.hidden
  }

  /// How a wall meets the light.
  private struct Wall: BitwiseCopyable {
    /// 0 ... 1; below 0: it turns away from the eye.
    var facing: Float
    var hasGradient: Bool

    static let hidden = Wall(facing: -1, hasGradient: false)
  }

  /// A polygon in view: a range of rings.
  private struct Shape: BitwiseCopyable {
    var firstRing: Int32
    var endRing: Int32
    var look: PrismLook
    /// The box around it, and its nearest depth.
    var low: SIMD2<Float>
    var high: SIMD2<Float>
    var nearest: Float
    /// Nil from below, where it is not seen.
    var roof: PrismSurface?
  }

  /// What is in view.
  private struct Found {
    var corners = ContiguousArray<Corner>()
    /// Where the corners of each ring end.
    var ringEnds = ContiguousArray<Int32>()
    var shapes = ContiguousArray<Shape>()
    var members = BlockMembers()
  }

  private struct Job {
    let found: Found
    let light: ExtrusionLight
    let picture: PixelSheet
    let depths: PixelSheet
  }

  private let pool: LoopPool
  /// One for each thread.
  private let scratches: [PrismScratch]
  private var found = Found()
  private var job: Job?

  package init(_ pool: LoopPool) {
    self.pool = pool
    scratches = (0..<pool.workerCount).map { _ in PrismScratch() }
  }

  /// Corners on the screen take some fifty bytes each.
  private static let maximumCorners = 4 << 20

  /// Refuses what comes too near to the eye, has too many corners, or is translucent with outlines: through such a wall its outline
  /// would be seen twice.
  package func accepts(_ content: Content, in frame: RasterFrame) -> Bool {
    let (columns, style) = (content.columns, content.look.style)
    guard style.isExtruded, style.isOpaque || style.outline.largestWidth == 0,
      columns.rings.sequences.places.count <= Self.maximumCorners
    else { return false }
    let screen = Self.screen(style, in: frame)
    for box in columns.boxes {
      guard let copies = screen.copies(of: box) else { continue }
      for copy in copies where !screen.isBeforeEye(box, heightMeters: style.largestHeight, copy: copy) { return false }
    }
    return true
  }

  @MainActor private static func screen(_ style: PolygonStyle, in frame: RasterFrame) -> PlaceScreen {
    let reach = frame.view.reachPoints(ofHeight: Double(style.largestHeight))
    return PlaceScreen(
      frame.view, pixelsPerPoint: frame.pixelsPerPoint, visibleRect: frame.view.reachedRect(groundPoints: reach))
  }

  package func draw(_ content: Content, in frame: RasterFrame, to sheet: PixelSheet) -> Bool {
    let (columns, style) = (content.columns, content.look.style)
    guard let depths = sheet.depths else { return false }
    return draw(
      columns, columns.rings.sequences(level: columns.rings.level(stepsPerPixel: frame.stepsPerPixel)),
      PrismLooks(columns, style, content.look.light), Self.screen(style, in: frame), to: sheet, depths: depths)
  }

  /// `rings` are those of the polygons, whatever places they leave out.
  @MainActor
  private func draw(
    _ columns: PolygonColumns, _ rings: PlaceSequences, _ looks: PrismLooks, _ screen: PlaceScreen, to picture: PixelSheet,
    depths: PixelSheet
  ) -> Bool {
    var found = Found()
    swap(&found, &self.found)
    Self.begin(&found, picture)
    let (boxes, places) = (columns.boxes, rings.places.elements)
    for polygon in 0..<boxes.count {
      guard let copies = screen.copies(of: boxes[polygon]), let look = looks.look(polygon) else { continue }
      let meter = screen.pointsPerMeter(boxes[polygon])
      let heights = (look.base * meter)...(look.height * meter)
      for copy in copies {
        let firstRing = found.ringEnds.count
        for ring in columns.rings(of: polygon) {
          let range = rings.range(of: ring)
          guard range.count > 3 else { continue }
          let east = screen.offset(of: places[range.lowerBound], in: boxes[polygon], copy: copy)
          let isOuter = found.ringEnds.count == firstRing
          Self.add(places, range, east: east, heights, screen, &found)
          Self.light(places, range, isOuter: isOuter, looks.light, &found)
        }
        Self.finish(look, looks.light, firstRing: firstRing, height: heights.upperBound, screen, &found)
      }
    }
    let isEmpty = found.members.isEmpty
    if !isEmpty {
      job = Job(found: found, light: looks.light, picture: picture, depths: depths)
      pool.run(found.members.grid.count, self)
      job = nil
    }
    swap(&found, &self.found)
    return !isEmpty
  }

  private static func begin(_ found: inout Found, _ picture: PixelSheet) {
    found.corners.removeAll(keepingCapacity: true)
    found.ringEnds.removeAll(keepingCapacity: true)
    found.shapes.removeAll(keepingCapacity: true)
    found.members.begin(width: picture.width, height: picture.height)
  }
}

// What is in view.
extension PrismRasterizer {
  /// Adds the corners of a ring, the first of which is also its last. `heights` in points.
  private static func add(
    _ places: ContiguousArray<FixedPlace>, _ range: Range<Int>, east first: Int64, _ heights: ClosedRange<Float>,
    _ screen: PlaceScreen, _ found: inout Found
  ) {
    let (base, top) = (screen.fromUp * heights.lowerBound, screen.fromUp * heights.upperBound)
    var (x, east) = (places[range.lowerBound].x, first)
    for index in range {
      let place = places[index]
      east += Int64(Int32(bitPattern: place.x &- x))
      x = place.x
      let ground = screen.project(east: east, y: place.y)
      found.corners.append(Corner(foot: seen(ground + base), top: seen(ground + top)))
    }
    found.ringEnds.append(Int32(truncatingIfNeeded: found.corners.count))
  }

  /// Finds which walls of the last ring face the eye, and how they meet the light.
  private static func light(
    _ places: ContiguousArray<FixedPlace>, _ range: Range<Int>, isOuter: Bool, _ light: ExtrusionLight, _ found: inout Found
  ) {
    let first = found.corners.count - range.count
    let origin = found.corners[first].top
    var area: Float = 0
    for number in first..<found.corners.count - 1 {
      let (a, b) = (found.corners[number].top - origin, found.corners[number + 1].top - origin)
      area += a.x * b.y - b.x * a.y
    }
    // On a screen whose y grows downwards the inside lies to the right of an outer ring of positive area, and of a hole of
    // negative area.
    let side: Float = (area > 0) == isOuter ? 1 : -1
    for (number, index) in zip(first..., range.dropLast()) {
      let (a, b) = (found.corners[number], found.corners[number + 1])
      let (along, up) = (b.foot - a.foot, a.top - a.foot)
      guard side * (along.x * up.y - along.y * up.x) > 0 else { continue }
      let (from, to) = (places[index], places[index + 1])
      let (dx, dy) = (Float(Int32(bitPattern: to.x &- from.x)), 2 * Float(Int64(to.y) - Int64(from.y)))
      let length = (dx * dx + dy * dy).squareRoot()
      let normal = SIMD3(-dy, dx, 0) * (side / max(length, 1))
      found.corners[number].wall = Wall(facing: light.facing(normal), hasGradient: normal.y != 0)
    }
  }

  @inline(__always)
  private static func seen(_ projected: SIMD4<Float>) -> SIMD4<Float> {
    let inverse = 1 / projected.z
    let place = lesser(SIMD2(repeating: 1e6), greater(SIMD2(repeating: -1e6), projected.lowHalf * inverse))
    return SIMD4(place.x, place.y, projected.w * inverse * 0.5 + 0.5, inverse)
  }

  /// Makes the rings from number `firstRing` on a shape, in each block that it meets.
  private static func finish(
    _ look: PrismLook, _ light: ExtrusionLight, firstRing: Int, height: Float, _ screen: PlaceScreen, _ found: inout Found
  ) {
    let firstCorner = firstCorner(Int32(truncatingIfNeeded: firstRing), found.ringEnds)
    guard firstCorner < found.corners.count else { return }
    var (low, high) = (found.corners[firstCorner].top.lowHalf, found.corners[firstCorner].top.lowHalf)
    var depths = SIMD2<Float>(1, 0)
    var nearest: Float = 1
    for corner in found.corners[firstCorner...] {
      low = lesser(low, lesser(corner.foot.lowHalf, corner.top.lowHalf))
      high = greater(high, greater(corner.foot.lowHalf, corner.top.lowHalf))
      depths = SIMD2(min(depths.x, corner.top.z), max(depths.y, corner.top.z))
      nearest = min(nearest, min(corner.foot.z, corner.top.z))
    }
    var roof: PrismSurface?
    if height < screen.eyeHeight, look.roof.w > 0 {
      let plane = screen.depthPlane(height: height)
      roof = PrismSurface(
        depth: plane, nearest: depths.x, farthest: depths.y, color: look.roofColor(light), rise: .zero, height: plane,
        inverse: plane)
    }
    found.members.add(found.shapes.count, from: low, to: high)
    found.shapes.append(
      Shape(
        firstRing: Int32(truncatingIfNeeded: firstRing), endRing: Int32(truncatingIfNeeded: found.ringEnds.count), look: look,
        low: low, high: high, nearest: nearest, roof: roof))
  }
}

// Drawing it.
extension PrismRasterizer {
  /// Of equal depths what was given last is seen: roofs, which may overlap at one height, are drawn in that order. Then come walls, of
  /// the nearest polygons first, so that most of what is hidden costs a look.
  package func run(part: Int, worker: Int) {
    guard let job else { return }
    let (found, picture, scratch) = (job.found, job.picture, scratches[worker])
    let across = found.members.grid.across
    var block = PrismBlock(
      column: part % across, row: part / across, width: picture.width, height: picture.height, scratch)
    scratch.members.removeAll(keepingCapacity: true)
    for number in found.members.shapes(of: part) { scratch.members.append(Int32(truncatingIfNeeded: number)) }
    found.corners.withUnsafeBufferPointer { corners in
      for number in scratch.members { Self.drawRoof(found.shapes[Int(number)], corners, found.ringEnds, in: &block) }
      scratch.order.sort(scratch.members.count) { found.shapes[Int(scratch.members[$0])].nearest }
      for number in scratch.order.numbers {
        Self.drawWalls(found.shapes[Int(scratch.members[Int(number)])], corners, found.ringEnds, job.light, in: &block)
      }
    }
    block.copy(to: picture, depths: job.depths)
  }

  /// Where the corners of a ring begin.
  @inline(__always)
  private static func firstCorner(_ ring: Int32, _ ends: ContiguousArray<Int32>) -> Int {
    ring == 0 ? 0 : Int(ends[Int(ring) - 1])
  }

  @inline(__always)
  private static func drawRoof(
    _ shape: Shape, _ corners: UnsafeBufferPointer<Corner>, _ ends: ContiguousArray<Int32>, in block: inout PrismBlock
  ) {
    guard let roof = shape.roof, !block.hides(shape.low, shape.high, nearest: roof.nearest) else { return }
    for ring in shape.firstRing..<shape.endRing {
      for index in firstCorner(ring, ends)..<Int(ends[Int(ring)]) - 1 {
        block.addEdge(from: corners[index].top.lowHalf, to: corners[index + 1].top.lowHalf)
      }
    }
    block.fill(roof)
  }

  @inline(__always)
  private static func drawWalls(
    _ shape: Shape, _ corners: UnsafeBufferPointer<Corner>, _ ends: ContiguousArray<Int32>, _ light: ExtrusionLight,
    in block: inout PrismBlock
  ) {
    guard !block.hides(shape.low, shape.high, nearest: shape.nearest) else { return }
    let end = firstCorner(shape.endRing, ends)
    // The last corner of a ring begins no wall.
    for index in firstCorner(shape.firstRing, ends)..<end where corners[index].wall.facing >= 0 {
      draw(corners[index], corners[index + 1], shape.look, light, in: &block)
    }
  }

  @inline(__always)
  private static func draw(
    _ a: Corner, _ b: Corner, _ look: PrismLook, _ light: ExtrusionLight, in block: inout PrismBlock
  ) {
    let (footA, footB, topA, topB) = (a.foot.lowHalf, b.foot.lowHalf, a.top.lowHalf, b.top.lowHalf)
    let low = lesser(lesser(footA, footB), lesser(topA, topB))
    let high = greater(greater(footA, footB), greater(topA, topB))
    let nearest = min(min(a.foot.z, b.foot.z), min(a.top.z, b.top.z))
    guard block.meets(low, high), !block.hides(low, high, nearest: nearest) else { return }
    block.addEdge(from: footA, to: footB)
    block.addEdge(from: footB, to: topB)
    block.addEdge(from: topB, to: topA)
    block.addEdge(from: topA, to: footA)
    let ends = look.wallColors(light, facing: a.wall.facing, hasGradient: a.wall.hasGradient)
    block.fill(
      PrismSurface(
        depth: ScreenPlane(footA, footB, topA, SIMD3(a.foot.z, b.foot.z, a.top.z)),
        nearest: nearest,
        farthest: max(max(a.foot.z, b.foot.z), max(a.top.z, b.top.z)),
        color: ends.foot, rise: ends.top - ends.foot, height: ScreenPlane(footA, footB, topA, SIMD3(0, 0, a.top.w)),
        inverse: ScreenPlane(footA, footB, topA, SIMD3(a.foot.w, b.foot.w, a.top.w))))
  }
}
