import OverlookCamera
import OverlookGeometry
package import OverlookScene

/// Draws flat polygons on the processor, block by block and the topmost first, each pixel in the share of it that lies inside by
/// the even-odd rule. Nothing has to be cut into triangles for that.
package final class PolygonRasterizer: Rasterizer, SharedLoop {
  package typealias Content = LayerContent<PolygonColumns, PolygonStyle>

  /// A polygon in view: a range of rings.
  private struct Shape: BitwiseCopyable {
    var polygon: UInt32
    var firstRing: Int32
    var endRing: Int32
  }

  private struct Job {
    let found: Found
    let fills: PolygonFills
    let sheet: PixelSheet
  }

  /// What is in view.
  private struct Found {
    var points = ContiguousArray<SIMD2<Float>>()
    /// Where the points of each ring end.
    var ringEnds = ContiguousArray<Int32>()
    var shapes = ContiguousArray<Shape>()
    var members = BlockMembers()
  }

  private let pool: LoopPool
  /// One for each thread.
  private let scratches: [CoverScratch]
  private var found = Found()
  private var job: Job?

  package init(_ pool: LoopPool) {
    self.pool = pool
    scratches = (0..<pool.workerCount).map { _ in CoverScratch() }
  }

  package func accepts(_ content: Content, in frame: RasterFrame) -> Bool { !content.look.isExtruded }

  package func draw(_ content: Content, in frame: RasterFrame, to sheet: PixelSheet) -> Bool {
    let columns = content.columns
    let screen = PlaceScreen(
      frame.view, pixelsPerPoint: frame.pixelsPerPoint, visibleRect: frame.view.reachedRect(points: 2))
    return draw(
      columns, columns.rings.sequences(level: columns.rings.level(stepsPerPixel: frame.stepsPerPixel)),
      PolygonFills(columns, content.look), screen, to: sheet)
  }

  /// `rings` are those of the polygons, whatever places they leave out.
  @MainActor
  private func draw(
    _ columns: PolygonColumns, _ rings: PlaceSequences, _ fills: PolygonFills, _ screen: PlaceScreen, to sheet: PixelSheet
  ) -> Bool {
    var found = Found()
    swap(&found, &self.found)
    begin(&found, sheet)
    let (boxes, places) = (columns.boxes, rings.places.elements)
    for polygon in 0..<boxes.count {
      guard let copies = screen.copies(of: boxes[polygon]), fills.isShown(polygon) else { continue }
      for copy in copies {
        let firstRing = found.ringEnds.count
        for ring in columns.rings(of: polygon) {
          Self.add(places, rings.range(of: ring), in: boxes[polygon], copy: copy, screen, to: &found)
        }
        finish(polygon, firstRing: firstRing, in: &found)
      }
    }
    let isEmpty = found.members.isEmpty
    if !isEmpty {
      job = Job(found: found, fills: fills, sheet: sheet)
      pool.run(found.members.grid.count, self)
      job = nil
    }
    swap(&found, &self.found)
    return !isEmpty
  }

  package func run(part: Int, worker: Int) {
    guard let job else { return }
    let (found, sheet) = (job.found, job.sheet)
    let across = found.members.grid.across
    var block = CoverBlock(
      column: part % across, row: part / across, width: sheet.width, height: sheet.height, scratches[worker])
    found.points.withUnsafeBufferPointer { points in
      for number in found.members.shapes(of: part) {
        if block.isFull { break }
        let shape = found.shapes[number]
        for ring in Int(shape.firstRing)..<Int(shape.endRing) {
          var index = ring == 0 ? 0 : Int(found.ringEnds[ring - 1])
          let end = Int(found.ringEnds[ring])
          while index + 1 < end {
            block.addEdge(from: points[index], to: points[index + 1])
            index += 1
          }
        }
        block.closeArea()
        block.paint(job.fills.color(Int(shape.polygon)))
      }
    }
    block.copy(to: sheet)
  }

  private func begin(_ found: inout Found, _ sheet: PixelSheet) {
    found.points.removeAll(keepingCapacity: true)
    found.ringEnds.removeAll(keepingCapacity: true)
    found.shapes.removeAll(keepingCapacity: true)
    found.members.begin(width: sheet.width, height: sheet.height)
  }

  /// Adds what of a ring lies in front of the eye (Sutherland and Hodgman), closed.
  private static func add(
    _ places: ContiguousArray<FixedPlace>, _ range: Range<Int>, in box: PlaceBox, copy: Int64, _ screen: PlaceScreen,
    to found: inout Found
  ) {
    guard range.count > 1 else { return }
    let first = found.points.count
    var x = places[range.lowerBound].x
    var east = screen.offset(of: places[range.lowerBound], in: box, copy: copy)
    var before = screen.project(east: east, y: places[range.lowerBound].y)
    if before.z >= screen.nearDepth { found.points.append(pixel(before)) }
    for index in range.dropFirst() {
      let place = places[index]
      east += Int64(Int32(bitPattern: place.x &- x))
      x = place.x
      let now = screen.project(east: east, y: place.y)
      if (now.z >= screen.nearDepth) != (before.z >= screen.nearDepth) {
        found.points.append(pixel(before + (now - before) * ((screen.nearDepth - before.z) / (now.z - before.z))))
      }
      if now.z >= screen.nearDepth { found.points.append(pixel(now)) }
      before = now
    }
    if found.points.count > first, found.points[first] != found.points[found.points.count - 1] {
      found.points.append(found.points[first])
    }
    found.ringEnds.append(Int32(truncatingIfNeeded: found.points.count))
  }

  /// Kept within numbers of which the fractions of pixels are known.
  @inline(__always)
  private static func pixel(_ projected: SIMD4<Float>) -> SIMD2<Float> {
    lesser(SIMD2(repeating: 1e6), greater(SIMD2(repeating: -1e6), projected.lowHalf / projected.z))
  }

  /// Makes the rings from number `firstRing` on a shape, in each block that it meets.
  private func finish(_ polygon: Int, firstRing: Int, in found: inout Found) {
    let firstPoint = firstRing == 0 ? 0 : Int(found.ringEnds[firstRing - 1])
    guard firstPoint + 2 < found.points.count else { return }
    var (low, high) = (found.points[firstPoint], found.points[firstPoint])
    for point in found.points[firstPoint...] {
      low = lesser(low, point)
      high = greater(high, point)
    }
    found.members.add(found.shapes.count, from: low, to: high)
    found.shapes.append(
      Shape(
        polygon: UInt32(truncatingIfNeeded: polygon), firstRing: Int32(truncatingIfNeeded: firstRing),
        endRing: Int32(truncatingIfNeeded: found.ringEnds.count)))
  }
}

/// What the polygons of a layer look like, polygon by polygon.
struct PolygonFills {
  private let colors: ContiguousArray<UInt32>
  private let heights: ContiguousArray<Float>
  private let values: ContiguousArray<Float>
  private let color: UInt32
  private let opacity: UInt32
  private let shown: ClosedRange<Float>?

  @MainActor init(_ columns: PolygonColumns, _ style: PolygonStyle) {
    (colors, heights, values) = (columns.colors.elements, columns.heights.elements, columns.filterValues.elements)
    color = style.color ?? 0
    opacity = UInt32((min(max(style.opacity, 0), 1) * 255).rounded())
    shown = style.shownValues
  }

  /// Whether a polygon is drawn; one whose height is no number is not.
  func isShown(_ polygon: Int) -> Bool {
    if !heights.isEmpty, heights[polygon].isNaN { return false }
    guard let shown else { return true }
    return shown.contains(values[polygon])
  }

  /// As the layer has it: premultiplied, red in the lowest byte.
  func packedColor(_ polygon: Int) -> UInt32 { colors.isEmpty ? color : colors[polygon] }

  /// Premultiplied BGRA.
  func color(_ polygon: Int) -> UInt32 {
    let own = PixelQuad.exchangingRedAndBlue(packedColor(polygon))
    return PixelQuad.scaled(SIMD4(repeating: own), by: SIMD4(repeating: opacity)).x
  }
}
