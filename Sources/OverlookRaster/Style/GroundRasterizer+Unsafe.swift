import OverlookLayout

/// The plain fills and lines of several layers, square by square.
package struct GroundContent {
  package var squares: [GroundSquare] = []
  package var draws: [GroundDraw] = []
  package var sides: SquareSides

  package init(sides: SquareSides) { self.sides = sides }
}

/// Draws fills and lines of tiles on the processor, each square on its own: what several layers draw of one lies above one
/// another and touches no other square.
///
/// The picture is that of the driver, but for the last bits of colours and pixels whose middles lie on an edge.
package final class GroundRasterizer: Rasterizer, SharedLoop {
  private struct Job {
    var content: GroundContent
    var sheet: PixelSheet
  }

  private let pool: LoopPool
  /// One for each thread.
  private let scratches: [SquareScratch]
  private var job: Job?

  package init(_ pool: LoopPool) {
    self.pool = pool
    scratches = (0..<pool.workerCount).map { _ in SquareScratch() }
  }

  package func accepts(_ content: GroundContent, in frame: RasterFrame) -> Bool { true }

  /// Draws over what the sheet shows.
  package func draw(_ content: GroundContent, in frame: RasterFrame, to sheet: PixelSheet) -> Bool {
    job = Job(content: content, sheet: sheet)
    pool.run(content.squares.count, self)
    job = nil
    return !content.squares.isEmpty
  }

  package func run(part: Int, worker: Int) {
    guard let job else { return }
    let (square, scratch) = (job.content.squares[part], scratches[worker])
    guard let canvas = SquareCanvas(square.tile, worldCopy: square.worldCopy, job.content.sides, job.sheet, scratch)
    else { return }
    var next = Int(square.first)
    while next >= 0 {
      let draw = job.content.draws[next]
      switch draw.shape {
      case .fill(let bucket, let fill): Self.draw(bucket, fill, draw, canvas, scratch)
      case .line(let bucket, let line): Self.draw(bucket, line, draw, canvas, scratch)
      }
      next = Int(draw.next)
    }
  }

  /// Writes into `places` what `place` says of the vertices of a bucket that the chunks in view are drawn from; what else is there
  /// afterwards means nothing. Where few are in view each is asked for once a corner, else all of them once.
  @inline(__always)
  private static func place(
    _ count: Int, of runs: [(chunks: [TileChunk], indices: [UInt32])], in window: TileWindow, _ places: inout [SIMD4<Float>],
    _ place: (_ number: Int) -> SIMD4<Float>
  ) {
    var corners = 0
    for run in runs {
      for chunk in run.chunks where window.touches(chunk.low, chunk.high) { corners += chunk.indices.count }
    }
    guard corners < count else {
      places.removeAll(keepingCapacity: true)
      for number in 0..<count { places.append(place(number)) }
      return
    }
    if places.count < count { places.append(contentsOf: repeatElement(.zero, count: count - places.count)) }
    for run in runs {
      for chunk in run.chunks where window.touches(chunk.low, chunk.high) {
        for index in run.indices[Int(chunk.indices.lowerBound)..<Int(chunk.indices.upperBound)] {
          places[Int(index)] = place(Int(index))
        }
      }
    }
  }

  // MARK: Fills

  private static func draw(
    _ bucket: FillBucket, _ fill: GroundFill, _ draw: GroundDraw, _ canvas: SquareCanvas, _ scratch: SquareScratch
  ) {
    let (projection, window) = (draw.projection, draw.window)
    func isSeen(_ chunks: [TileChunk]) -> Bool { chunks.contains { window.touches($0.low, $0.high) } }
    guard isSeen(bucket.triangleChunks) || isSeen(bucket.lineChunks) else { return }
    let edges = fill.hasEdges ? bucket.lineChunks : []
    place(
      bucket.vertices.count, of: [(bucket.triangleChunks, bucket.triangles), (edges, bucket.lines)], in: window, &scratch.places
    ) { number in
      let place = projection.project(SIMD2<Float>(bucket.vertices[number]))
      // What has no place is no number.
      let seen = place.z >= projection.nearDepth ? TileProjection.snapped(place.lowHalf / place.z) : SIMD2(repeating: .nan)
      return SIMD4(lowHalf: seen, highHalf: place.highHalf)
    }
    if fill.hasEdges, fill.hidesEdges { drawEdges(bucket, fill, draw, canvas, scratch) }
    drawInsides(bucket, fill, draw, canvas, scratch)
    if fill.hasEdges, !fill.hidesEdges { drawEdges(bucket, fill, draw, canvas, scratch) }
  }

  private static func setColors(
    _ scratch: SquareScratch, _ columns: PaintColumns, _ color: FeatureValues, _ opacity: FeatureValues
  ) {
    scratch.colors.removeAll(keepingCapacity: true)
    for row in 0..<columns.lookCount {
      let values = columns.numbers(ofRow: row)
      scratch.colors.append(Pixel.packed(color.color(values) * opacity.number(values)))
    }
  }

  private static func drawInsides(
    _ bucket: FillBucket, _ fill: GroundFill, _ draw: GroundDraw, _ canvas: SquareCanvas, _ scratch: SquareScratch
  ) {
    setColors(scratch, bucket.columns, fill.color, fill.opacity)
    forEach(
      bucket.triangleChunks, bucket.triangles, bucket.rows, draw.window, corners: 3, places: scratch.places, looks: scratch.colors
    ) {
      indices, places, color in
      let (a, b, c) = (places[Int(indices[0])], places[Int(indices[1])], places[Int(indices[2])])
      let sum = a.x + b.x + c.x
      if !sum.isNaN { return canvas.fill(a.lowHalf, b.lowHalf, c.lowHalf, color) }
      fillFront(bucket, indices, draw.projection, canvas, color)
    }
  }

  /// Calls `body` for each triangle or edge that may be in view, with its vertices, what is known of all vertices, and the look
  /// of its feature.
  ///
  /// Unsafe: nothing is looked at before it is followed. `chunks` lie within `indices`, which are below the number of vertices;
  /// `places` has one for each vertex, and `rows` as well, or none; these are below the number of `looks`, of which there is one
  /// at least. So layout makes the buckets, which nothing changes (`BucketIndicesTests`).
  @inline(__always)
  private static func forEach<Place, Look>(
    _ chunks: [TileChunk], _ indices: [UInt32], _ rows: [UInt32], _ window: TileWindow, corners: Int, places: [Place],
    looks: [Look], _ body: (UnsafePointer<UInt32>, UnsafeBufferPointer<Place>, Look) -> Void
  ) {
    indices.withUnsafeBufferPointer { indices in
      rows.withUnsafeBufferPointer { rows in
        places.withUnsafeBufferPointer { places in
          looks.withUnsafeBufferPointer { looks in
            guard let start = indices.baseAddress else { return }
            for chunk in chunks where window.touches(chunk.low, chunk.high) {
              var index = Int(chunk.indices.lowerBound)
              while index + corners <= Int(chunk.indices.upperBound) {
                let piece = start + index
                body(piece, places, looks[rows.isEmpty ? 0 : Int(rows[Int(piece[0])])])
                index += corners
              }
            }
          }
        }
      }
    }
  }

  /// Draws what lies in front of the eye of a triangle of which a corner does not.
  private static func fillFront(
    _ bucket: FillBucket, _ vertices: UnsafePointer<UInt32>, _ projection: TileProjection, _ canvas: SquareCanvas,
    _ color: UInt32
  ) {
    func corner(_ number: Int) -> FrontCorner {
      FrontCorner(place: projection.project(SIMD2<Float>(bucket.vertices[Int(vertices[number])])))
    }
    FrontCorner.forEachTriangle(corner(0), corner(1), corner(2), nearDepth: projection.nearDepth) { a, b, c in
      canvas.fill(a.seen, b.seen, c.seen, color)
    }
  }

  private static func drawEdges(
    _ bucket: FillBucket, _ fill: GroundFill, _ draw: GroundDraw, _ canvas: SquareCanvas, _ scratch: SquareScratch
  ) {
    setColors(scratch, bucket.columns, fill.outlineColor ?? fill.color, fill.opacity)
    forEach(bucket.lineChunks, bucket.lines, bucket.rows, draw.window, corners: 2, places: scratch.places, looks: scratch.colors)
    {
      indices, places, color in
      let (first, second) = (Int(indices[0]), Int(indices[1]))
      let (a, b) = (places[first], places[second])
      let sum = a.x + b.x
      if !sum.isNaN { return canvas.drawEdge(a.lowHalf, b.lowHalf, depths: SIMD2(a.z, b.z), color) }
      drawFrontEdge(bucket.vertices[first], bucket.vertices[second], draw.projection, canvas, color)
    }
  }

  private static func drawFrontEdge(
    _ a: SIMD2<Int16>, _ b: SIMD2<Int16>, _ projection: TileProjection, _ canvas: SquareCanvas, _ color: UInt32
  ) {
    let (a, b) = (
      FrontCorner(place: projection.project(SIMD2<Float>(a))), FrontCorner(place: projection.project(SIMD2<Float>(b)))
    )
    let near = projection.nearDepth
    guard max(a.place.z, b.place.z) >= near else { return }
    let middle = a.cut(b, nearDepth: near)
    let (start, end) = (a.place.z >= near ? a : middle, b.place.z >= near ? b : middle)
    canvas.drawEdge(start.seen, end.seen, depths: SIMD2(start.place.z, end.place.z), color)
  }

  // MARK: Lines

  private static func draw(
    _ bucket: LineBucket, _ line: GroundLine, _ draw: GroundDraw, _ canvas: SquareCanvas, _ scratch: SquareScratch
  ) {
    guard bucket.chunks.contains(where: { draw.window.touches($0.low, $0.high) }) else { return }
    scratch.looks.removeAll(keepingCapacity: true)
    for row in 0..<bucket.columns.lookCount { scratch.looks.append(line.look(bucket.columns.numbers(ofRow: row))) }
    let (projection, looks, hasRows) = (draw.projection, scratch.looks, !bucket.rows.isEmpty)
    place(bucket.vertices.count, of: [(bucket.chunks, bucket.triangles)], in: draw.window, &scratch.corners) { number in
      let place = line.place(bucket.vertices[number], looks[hasRows ? Int(bucket.rows[number]) : 0], projection)
      let share = place.z >= projection.nearDepth ? 1 / place.z : .nan
      return SIMD4(lowHalf: TileProjection.snapped(place.lowHalf * share), highHalf: SIMD2(share, place.w))
    }
    forEach(bucket.chunks, bucket.triangles, bucket.rows, draw.window, corners: 3, places: scratch.corners, looks: looks) {
      indices, corners, look in
      let (i, j, k) = (Int(indices[0]), Int(indices[1]), Int(indices[2]))
      let (a, b, c) = (corners[i], corners[j], corners[k])
      let sum = a.x + b.x + c.x
      guard !sum.isNaN else { return drawFrontStroke(bucket, (i, j, k), line, look, projection, canvas) }
      canvas.drawStroke(a.lowHalf, b.lowHalf, c.lowHalf, look) {
        StrokeCorners(
          a: line.values(bucket.vertices[i], stretch: a.w, perDepth: a.z),
          b: line.values(bucket.vertices[j], stretch: b.w, perDepth: b.z),
          c: line.values(bucket.vertices[k], stretch: c.w, perDepth: c.z))
      }
    }
  }

  /// Draws what lies in front of the eye of a triangle of which a corner does not.
  private static func drawFrontStroke(
    _ bucket: LineBucket, _ vertices: (Int, Int, Int), _ line: GroundLine, _ look: StrokeLook, _ projection: TileProjection,
    _ canvas: SquareCanvas
  ) {
    func corner(_ number: Int) -> FrontCorner {
      let place = line.place(bucket.vertices[number], look, projection)
      let values = line.values(bucket.vertices[number], stretch: place.w, perDepth: 1 / place.z)
      return FrontCorner(place: place, values: values * place.z)
    }
    FrontCorner.forEachTriangle(
      corner(vertices.0), corner(vertices.1), corner(vertices.2), nearDepth: projection.nearDepth
    ) { a, b, c in
      canvas.drawStroke(a.seen, b.seen, c.seen, look) {
        StrokeCorners(a: a.values / a.place.z, b: b.values / b.place.z, c: c.values / c.place.z)
      }
    }
  }
}

extension GroundLine {
  private static let extrudeShare = Float(1 / LineVertex.extrudeScale)

  /// Where the vertex shader of lines puts a vertex: pixels times depth, the depth in z, and in w how many times longer the way across the
  /// line is than it is seen; 0 for none.
  @inline(__always)
  fileprivate func place(_ vertex: LineVertex, _ look: StrokeLook, _ projection: TileProjection) -> SIMD4<Float> {
    let extrude = SIMD2<Float>(vertex.extrude) * Self.extrudeShare
    var middle = SIMD2<Float>(vertex.position)
    if look.offset != 0 {
      // Round ends and corners are extruded at an angle to the line's normal, which the offset follows.
      let turn = 0.5 * (Float(vertex.direction) - 1)
      let stay = 1 - abs(turn)
      let turned = SIMD2(extrude.x * stay - extrude.y * turn, extrude.x * turn + extrude.y * stay)
      middle -= look.offset * (Float(vertex.side) - 1) * turned * unitsPerPoint
    }
    let reach = extrude * look.outer
    var place = projection.project(middle + reach * unitsPerPoint)
    guard isTilted else { return SIMD4(place.x, place.y, place.z, 1) }
    let flat = projection.project(middle)
    let next = projection.project(middle + SIMD2(-reach.y, reach.x) * unitsPerPoint)
    guard place.z > 0, flat.z > 0, next.z > 0 else {
      return SIMD4(place.x, place.y, place.z, projection.stretchPerDepth(extrude) * place.z)
    }
    // In pixels. What is narrower than one on either side is drawn as wide, and is as much fainter.
    let start = flat.lowHalf / flat.z
    let (across, along) = (place.lowHalf / place.z - start, next.lowHalf / next.z - start)
    let seen = abs(across.x * along.y - across.y * along.x) / max((along * along).sum().squareRoot(), 1e-9)
    guard seen > 0 else { return SIMD4(place.x, place.y, place.z, 0) }
    let stretch = (reach * reach).sum().squareRoot() / (2 * antialias * seen)
    let wider = min(1 / seen, Self.mostWider)
    if wider > 1 { place = projection.project(middle + reach * (wider * unitsPerPoint)) }
    return SIMD4(place.x, place.y, place.z, stretch)
  }

  /// As the vertex shader has it.
  private static let mostWider: Float = 64

  /// Those of `StrokeCorners`; `perDepth` is one divided by the depth.
  @inline(__always)
  fileprivate func values(_ vertex: LineVertex, stretch: Float, perDepth: Float) -> SIMD4<Float> {
    SIMD4(Float(vertex.round) * perDepth, (Float(vertex.side) - 1) * perDepth, stretch * perDepth, perDepth)
  }
}

/// A corner before the division by its depth.
struct FrontCorner {
  /// Pixels times depth, the depth in z.
  var place: SIMD4<Float>
  /// Of lines: those of `StrokeCorners`, not yet divided by the depth.
  var values = SIMD4<Float>.zero

  /// In pixels.
  var seen: SIMD2<Float> { place.lowHalf / place.z }

  /// Where the way to another corner comes to the depth before which nothing is drawn.
  func cut(_ other: FrontCorner, nearDepth: Float) -> FrontCorner {
    let share = (nearDepth - place.z) / (other.place.z - place.z)
    var middle = FrontCorner(place: place + (other.place - place) * share, values: values + (other.values - values) * share)
    middle.place.z = nearDepth
    return middle
  }

  /// The part of a triangle in front of the eye (Sutherland and Hodgman): no, one or two triangles.
  static func forEachTriangle(
    _ a: FrontCorner, _ b: FrontCorner, _ c: FrontCorner, nearDepth: Float,
    _ body: (FrontCorner, FrontCorner, FrontCorner) -> Void
  ) {
    var (first, last): (FrontCorner?, FrontCorner?)
    func add(_ corner: FrontCorner) {
      guard let start = first else { return first = corner }
      if let before = last { body(start, before, corner) }
      last = corner
    }
    for (from, to) in [(a, b), (b, c), (c, a)] {
      if from.place.z >= nearDepth { add(from) }
      if (from.place.z >= nearDepth) != (to.place.z >= nearDepth) { add(from.cut(to, nearDepth: nearDepth)) }
    }
  }
}
