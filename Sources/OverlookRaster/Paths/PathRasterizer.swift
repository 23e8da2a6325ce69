import OverlookCamera
package import OverlookScene

/// Draws paths on the processor, block by block and the topmost first: what lies under opaque lines costs a look, and where a
/// path's pieces meet or cross, each pixel is covered once.
///
/// The picture is that of the driver, but for the last bits of soft edges and for translucent paths that cross themselves.
package final class PathRasterizer: Rasterizer, SharedLoop {
  package typealias Content = LayerContent<PathColumns, PathStyle>

  /// What the threads draw; nobody changes it while they do.
  private struct Job {
    let points: ContiguousArray<SIMD2<Float>>
    /// How strong the line is at each point; empty where it is the same everywhere.
    let fades: ContiguousArray<Float>
    let runs: ContiguousArray<PathRun>
    /// The last run of each block; -1: none.
    let lastRuns: ContiguousArray<Int32>
    let grid: BlockGrid
    let strokes: PathStrokes
    let sheet: PixelSheet
  }

  /// The widest stroke that is drawn here, in pixels.
  private static let maximumWidthPixels = 48.0

  private let pool: LoopPool
  /// One for each thread.
  private let scratches: [CoverScratch]
  private var points = ContiguousArray<SIMD2<Float>>()
  private var fades = ContiguousArray<Float>()
  private var runs = ContiguousArray<PathRun>()
  private var lastRuns = ContiguousArray<Int32>()
  private var job: Job?

  package init(_ pool: LoopPool) {
    self.pool = pool
    scratches = (0..<pool.workerCount).map { _ in CoverScratch() }
  }

  package func accepts(_ content: Content, in frame: RasterFrame) -> Bool {
    let style = content.look
    return !style.isPainted && style.unit == .points && style.join == .round
      && Double(style.largestWidth) * frame.pixelsPerPoint <= Self.maximumWidthPixels
  }

  package func draw(_ content: Content, in frame: RasterFrame, to sheet: PixelSheet) -> Bool {
    let (columns, style) = (content.columns, content.look)
    let screen = PlaceScreen(
      frame.view, pixelsPerPoint: frame.pixelsPerPoint, visibleRect: frame.view.reachedRect(points: style.reachPoints))
    return draw(
      columns.sequences(level: columns.level(stepsPerPixel: frame.stepsPerPixel)),
      PathStrokes(columns, style, pixelsPerPoint: Float(frame.pixelsPerPoint)), cap: style.cap, times: columns.times.elements,
      style.trail, screen, to: sheet)
  }

  private func draw(
    _ sequences: PlaceSequences, _ strokes: PathStrokes, cap: StrokeCap, times: ContiguousArray<Float>, _ trail: PathTrail?,
    _ screen: PlaceScreen, to sheet: PixelSheet
  ) -> Bool {
    var binner = PathBinner(
      width: sheet.width, height: sheet.height, hasFlatCaps: cap != .round, points: points.emptied(), runs: runs.emptied(),
      lastRuns: lastRuns.emptied(), fades: fades.emptied())
    for (number, group) in sequences.groups.enumerated() where screen.copies(of: group) != nil {
      let first = number * PlaceSequences.groupSize
      for index in first..<min(first + PlaceSequences.groupSize, sequences.pieces.count) {
        let piece = sequences.pieces[index]
        guard let copies = screen.copies(of: piece.box), strokes.isShown(Int(piece.path)) else { continue }
        binner.begin(piece, in: sequences, reach: strokes.reach(Int(piece.path)), isSquare: cap == .square)
        for copy in copies {
          if let trail {
            binner.add(piece, sequences.places.elements, times, trail, screen, copy: copy)
          } else {
            binner.add(piece, sequences.places.elements, screen, copy: copy)
          }
        }
      }
    }
    let isEmpty = binner.runs.isEmpty
    if !isEmpty {
      job = Job(
        points: binner.points, fades: binner.fades, runs: binner.runs, lastRuns: binner.lastRuns, grid: binner.grid,
        strokes: strokes, sheet: sheet)
      pool.run(binner.lastRuns.count, self)
      job = nil
    }
    (points, runs, lastRuns, fades) = (binner.points, binner.runs, binner.lastRuns, binner.fades)
    return !isEmpty
  }

  package func run(part: Int, worker: Int) {
    guard let job else { return }
    var block = CoverBlock(
      column: part % job.grid.across, row: part / job.grid.across, width: job.sheet.width, height: job.sheet.height,
      scratches[worker])
    job.runs.withUnsafeBufferPointer { runs in
      job.points.withUnsafeBufferPointer { points in
        var next = Int(job.lastRuns[part])
        while next >= 0, !block.isFull {
          let path = runs[next].path
          let reach = job.strokes.reach(Int(path))
          while next >= 0, runs[next].path == path {
            let run = runs[next]
            if job.fades.isEmpty {
              Self.draw(run, points, reach: reach, in: &block)
            } else {
              Self.draw(run, points, job.fades, reach: reach, in: &block)
            }
            next = Int(run.previous)
          }
          block.paint(job.strokes.color(Int(path)))
        }
      }
    }
    block.copy(to: job.sheet)
  }

  private static func draw(
    _ run: PathRun, _ points: UnsafeBufferPointer<SIMD2<Float>>, reach: Float, in picture: inout CoverBlock
  ) {
    var (first, last) = (Int(run.first), Int(run.last))
    if run.hasFlatStart || run.hasFlatEnd {
      let isOne = first + 1 == last
      if run.hasFlatStart {
        picture.addSegment(
          from: points[first], to: points[first + 1], reach: reach, hasFlatStart: true, hasFlatEnd: isOne && run.hasFlatEnd)
        first += 1
      }
      if run.hasFlatEnd, first < last {
        picture.addSegment(from: points[last - 1], to: points[last], reach: reach, hasFlatEnd: true)
        last -= 1
      }
    }
    var index = first
    while index < last {
      picture.addSegment(from: points[index], to: points[index + 1], reach: reach)
      index += 1
    }
  }

  private static func draw(
    _ run: PathRun, _ points: UnsafeBufferPointer<SIMD2<Float>>, _ fades: ContiguousArray<Float>, reach: Float,
    in picture: inout CoverBlock
  ) {
    for index in Int(run.first)..<Int(run.last) {
      picture.addSegment(
        from: points[index], to: points[index + 1], reach: reach, fade: SIMD2(fades[index], fades[index + 1]))
    }
  }
}

extension ContiguousArray {
  /// Itself without elements, with its room; nothing is left behind, so that it can be changed without a copy.
  fileprivate mutating func emptied() -> ContiguousArray {
    var taken = ContiguousArray()
    swap(&taken, &self)
    taken.removeAll(keepingCapacity: true)
    return taken
  }
}

extension PathStyle {
  /// How far from their places lines are drawn on the screen; 0 for lines that are measured on the ground.
  package var reachPoints: Double {
    unit == .points ? Double(largestWidth) * (join == .miter ? 2 : 0.75) + Double(casing?.width ?? 0) + 1 : 0
  }
}
