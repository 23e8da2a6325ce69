import OverlookCamera
import OverlookGeometry
import OverlookScene
import OverlookSupport

/// Draws paths on the processor, block by block and the topmost first: what lies under opaque lines costs a look, and where a path's
/// pieces meet or cross, each pixel is covered once.
///
/// For drivers that draw on the processor themselves, where each piece of a line costs many times as much. The picture is that of the
/// driver, but for the last bits of soft edges and for translucent paths that cross themselves.
final class PathComposer: SharedLoop {
  /// Neighbouring segments of a path that meet a block.
  private struct Run: BitwiseCopyable {
    var path: UInt32
    /// The first and the last point.
    var first: Int32
    var last: Int32
    /// The run that was found in the block before, which lies below; -1: none.
    var previous: Int32
    var hasFlatStart: Bool
    var hasFlatEnd: Bool
  }

  /// What the threads draw; nobody changes it while they do.
  private struct Job {
    let points: ContiguousArray<SIMD2<Float>>
    /// How strong the line is at each point; empty where it is the same everywhere.
    let fades: ContiguousArray<Float>
    let runs: ContiguousArray<Run>
    /// The last run of each block; -1: none.
    let lastRuns: ContiguousArray<Int32>
    let grid: BlockGrid
    let strokes: PathStrokes
    let sheet: PixelSheet
  }

  /// The widest stroke that is drawn here, in pixels.
  static let maximumWidthPixels = 48.0

  private let crew: LoopCrew
  /// One for each thread.
  private let scratches: [CoverScratch]
  private var points = ContiguousArray<SIMD2<Float>>()
  private var fades = ContiguousArray<Float>()
  private var runs = ContiguousArray<Run>()
  private var lastRuns = ContiguousArray<Int32>()
  private var job: Job?

  init(_ crew: LoopCrew) {
    self.crew = crew
    scratches = (0..<crew.workerCount).map { _ in CoverScratch() }
  }

  /// Draws paths anew; false when none is in view.
  func draw(
    _ sequences: PlaceSequences, _ strokes: PathStrokes, cap: StrokeCap, times: ContiguousArray<Float>, _ trail: PathTrail?,
    _ screen: PlaceScreen, to sheet: PixelSheet
  ) -> Bool {
    var binner = Binner(
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
      crew.run(binner.lastRuns.count, self)
      job = nil
    }
    (points, runs, lastRuns, fades) = (binner.points, binner.runs, binner.lastRuns, binner.fades)
    return !isEmpty
  }

  func run(part: Int, worker: Int) {
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
    _ run: Run, _ points: UnsafeBufferPointer<SIMD2<Float>>, reach: Float, in picture: inout CoverBlock
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
    _ run: Run, _ points: UnsafeBufferPointer<SIMD2<Float>>, _ fades: ContiguousArray<Float>, reach: Float,
    in picture: inout CoverBlock
  ) {
    for index in Int(run.first)..<Int(run.last) {
      picture.addSegment(
        from: points[index], to: points[index + 1], reach: reach, fade: SIMD2(fades[index], fades[index + 1]))
    }
  }

  /// Finds which segments meet which blocks.
  private struct Binner: ~Copyable {
    var points: ContiguousArray<SIMD2<Float>>
    var runs: ContiguousArray<Run>
    var lastRuns: ContiguousArray<Int32>
    /// As many as points, or none.
    var fades: ContiguousArray<Float>
    /// Points farther than this from the picture's corner, in pixels, are brought nearer.
    private static let guardBand: Float = 8192

    let grid: BlockGrid
    private let size: SIMD2<Float>
    private let hasFlatCaps: Bool

    private var path: UInt32 = 0
    private var pathFirst = 0
    private var pathLast = 0
    private var reach: Float = 0
    /// How far square caps move the ends.
    private var extent: Float = 0
    /// The run that grew last, and the part of its block that lies farther inside than the stroke's reach.
    private var current = -1
    private var innerLow = SIMD2<Float>(0, 0)
    private var innerHigh = SIMD2<Float>(0, 0)

    init(
      width: Int, height: Int, hasFlatCaps: Bool, points: ContiguousArray<SIMD2<Float>>, runs: ContiguousArray<Run>,
      lastRuns: ContiguousArray<Int32>, fades: ContiguousArray<Float>
    ) {
      self.fades = fades
      self.hasFlatCaps = hasFlatCaps
      self.points = points
      self.runs = runs
      self.lastRuns = lastRuns
      grid = BlockGrid(width: width, height: height)
      size = SIMD2(Float(width), Float(height))
      self.lastRuns.append(contentsOf: repeatElement(-1, count: grid.count))
    }

    mutating func begin(_ piece: PlaceSequences.Piece, in sequences: borrowing PlaceSequences, reach: Float, isSquare: Bool) {
      path = piece.path
      let range = sequences.range(of: Int(piece.path))
      (pathFirst, pathLast) = (range.lowerBound, range.upperBound - 1)
      self.reach = reach
      extent = isSquare ? reach - 0.5 : 0
    }

    mutating func add(
      _ piece: PlaceSequences.Piece, _ places: ContiguousArray<FixedPlace>, _ screen: PlaceScreen, copy: Int64
    ) {
      let (first, last) = (Int(piece.first), Int(piece.last))
      var x = places[first].x
      var east = screen.offset(of: places[first], in: piece.box, copy: copy)
      var before = screen.project(east: east, y: places[first].y)
      current = -1
      if before.z >= screen.nearDepth { points.append(before.lowHalf / before.z) }
      for index in first + 1...last {
        let place = places[index]
        east += Int64(Int32(bitPattern: place.x &- x))
        x = place.x
        let projected = screen.project(east: east, y: place.y)
        if before.z >= screen.nearDepth, projected.z >= screen.nearDepth {
          points.append(projected.lowHalf / projected.z)
          addSegment(isFirst: index - 1 == pathFirst, isLast: index == pathLast)
        } else {
          addClipped(before, projected, nearDepth: screen.nearDepth)
        }
        before = projected
      }
    }

    /// Adds the part of a piece that `trail` shows, which fades.
    mutating func add(
      _ piece: PlaceSequences.Piece, _ places: ContiguousArray<FixedPlace>, _ times: ContiguousArray<Float>, _ trail: PathTrail,
      _ screen: PlaceScreen, copy: Int64
    ) {
      var (low, high) = (Int(piece.first) + 1, Int(piece.last) + 1)
      while low < high {
        let middle = (low + high) / 2
        if times[middle] > trail.from { high = middle } else { low = middle + 1 }
      }
      current = -1
      var isOpen = false
      for index in low..<Int(piece.last) + 1 {
        let (start, end) = (times[index - 1], times[index])
        if start > trail.to { return }
        let a = screen.project(east: screen.offset(of: places[index - 1], in: piece.box, copy: copy), y: places[index - 1].y)
        let b = screen.project(east: screen.offset(of: places[index], in: piece.box, copy: copy), y: places[index].y)
        let duration = end - start
        let p = duration > 0 ? a + (b - a) * max((trail.from - start) / duration, 0) : a
        let q = duration > 0 ? a + (b - a) * min((trail.to - start) / duration, 1) : b
        guard p.z >= screen.nearDepth, q.z >= screen.nearDepth else {
          (current, isOpen) = (-1, false)
          continue
        }
        if !isOpen {
          points.append(p.lowHalf / p.z)
          fades.append(trail.strength(at: start))
        }
        points.append(q.lowHalf / q.z)
        fades.append(trail.strength(at: end))
        addSegment(isFirst: false, isLast: false)
        isOpen = true
      }
    }

    /// Adds what lies in front of the eye of a segment of which one end does not.
    private mutating func addClipped(_ a: SIMD4<Float>, _ b: SIMD4<Float>, nearDepth: Float) {
      current = -1
      guard a.z >= nearDepth || b.z >= nearDepth else { return }
      let middle = a + (b - a) * ((nearDepth - a.z) / (b.z - a.z))
      let end = middle.lowHalf / max(middle.z, nearDepth)
      if a.z >= nearDepth {
        points.append(end)
      } else {
        points.append(end)
        points.append(b.lowHalf / b.z)
      }
      addSegment(isFirst: false, isLast: false)
      current = -1
    }

    /// Adds the segment between the last two points to the blocks that it meets.
    @inline(__always)
    private mutating func addSegment(isFirst: Bool, isLast: Bool) {
      let end = points.count - 1
      let b = points[end]
      if current >= 0, !isLast, b.x >= innerLow.x, b.y >= innerLow.y, b.x <= innerHigh.x, b.y <= innerHigh.y,
        Int(runs[current].last) == end - 1
      {
        // Its other end lies inside too, or the run would not be the current one.
        runs[current].last = Int32(truncatingIfNeeded: end)
        return
      }
      addToBlocks(end, isFirst: isFirst && hasFlatCaps, isLast: isLast && hasFlatCaps)
    }

    private mutating func addToBlocks(_ end: Int, isFirst: Bool, isLast: Bool) {
      current = -1
      if extent > 0, isFirst || isLast { moveEnds(end, isFirst: isFirst, isLast: isLast) }
      var (a, b) = (points[end - 1], points[end])
      var isCut = false
      let limit = Self.guardBand
      if max(max(abs(a.x), abs(a.y)), max(abs(b.x), abs(b.y))) > limit {
        guard cut(&a, &b) else { return }
        isCut = true
      }
      guard let (columns, rows) = grid.blocks(from: pointwiseMin(a, b) - reach, to: pointwiseMax(a, b) + reach) else { return }
      var last = end
      if isCut {
        // The picture's neighbourhood as points of its own; the uncut end must be the last again, for the next segment.
        let uncut = points[end]
        points.append(a)
        points.append(b)
        last = points.count - 1
        points.append(uncut)
        if !fades.isEmpty { fades.append(contentsOf: [fades[end - 1], fades[end], fades[end]]) }
      }
      let isWide = columns.count + rows.count > 3
      for row in rows {
        for column in columns where !isWide || meets(a, b, column, row) {
          add(last, to: row * grid.across + column, isFirst: isFirst, isLast: isLast)
        }
      }
      if columns.count == 1, rows.count == 1, !isCut, !isLast {
        current = Int(lastRuns[rows.lowerBound * grid.across + columns.lowerBound])
        let corner = SIMD2(Float(columns.lowerBound), Float(rows.lowerBound)) * Float(CoverBlock.side)
        innerLow = corner + reach
        innerHigh = corner + Float(CoverBlock.side) - reach - 0.01
        // A segment that begins in the margin beside the picture is inside of nothing.
        if b.x < innerLow.x || b.y < innerLow.y || b.x > innerHigh.x || b.y > innerHigh.y { current = -1 }
      }
    }

    private mutating func add(_ end: Int, to block: Int, isFirst: Bool, isLast: Bool) {
      let previous = Int(lastRuns[block])
      if previous >= 0, runs[previous].path == path, Int(runs[previous].last) == end - 1, !runs[previous].hasFlatEnd {
        runs[previous].last = Int32(truncatingIfNeeded: end)
        runs[previous].hasFlatEnd = isLast
        return
      }
      lastRuns[block] = Int32(truncatingIfNeeded: runs.count)
      runs.append(
        Run(
          path: path, first: Int32(truncatingIfNeeded: end - 1), last: Int32(truncatingIfNeeded: end),
          previous: Int32(truncatingIfNeeded: previous), hasFlatStart: isFirst, hasFlatEnd: isLast))
    }

    private mutating func moveEnds(_ end: Int, isFirst: Bool, isLast: Bool) {
      let (a, b) = (points[end - 1], points[end])
      let length = ((b - a) * (b - a)).sum().squareRoot()
      guard length > 1e-4 else { return }
      let beyond = (b - a) * (extent / length)
      if isFirst { points[end - 1] = a - beyond }
      if isLast { points[end] = b + beyond }
    }

    /// Whether a segment may meet a block: whether the block's middle lies near its line.
    private func meets(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ column: Int, _ row: Int) -> Bool {
      let side = Float(CoverBlock.side)
      let middle = (SIMD2(Float(column), Float(row)) + 0.5) * side
      let d = b - a
      let away = abs(d.x * (middle.y - a.y) - d.y * (middle.x - a.x))
      return away <= (d * d).sum().squareRoot() * (side * 0.7072 + reach + 1)
    }

    /// Cuts a segment to what lies near the picture (Liang and Barsky); false when nothing does.
    private func cut(_ a: inout SIMD2<Float>, _ b: inout SIMD2<Float>) -> Bool {
      let d = b - a
      var (enter, leave) = (Float(0), Float(1))
      let margin = reach + 2
      for axis in 0..<2 {
        for (direction, room) in [(-d[axis], a[axis] + margin), (d[axis], size[axis] + margin - a[axis])] {
          if direction == 0 {
            if room < 0 { return false }
            continue
          }
          let t = room / direction
          if direction < 0 { enter = max(enter, t) } else { leave = min(leave, t) }
        }
      }
      guard enter <= leave else { return false }
      let start = a
      a = start + d * enter
      b = start + d * leave
      return a.x.isFinite && a.y.isFinite && b.x.isFinite && b.y.isFinite
    }
  }
}

/// What the paths of a layer look like, path by path.
struct PathStrokes {
  private let colors: ContiguousArray<UInt32>
  private let widths: ContiguousArray<Float>
  private let values: ContiguousArray<Float>
  private let color: UInt32
  private let width: Float
  private let shown: ClosedRange<Float>?
  private let pixelsPerPoint: Float
  private let opacity: Float

  @MainActor init(_ columns: PathColumns, _ style: PathStyle, pixelsPerPoint: Float) {
    (colors, widths, values) = (columns.colors.elements, columns.widths.elements, columns.filterValues.elements)
    color = style.color ?? 0
    width = style.width ?? 0
    shown = style.shownValues
    opacity = style.opacity
    self.pixelsPerPoint = pixelsPerPoint
  }

  private func widthPixels(_ path: Int) -> Float { (widths.isEmpty ? width : widths[path]) * pixelsPerPoint }

  /// Whether a path is drawn; one without a width is not, whose width is no number.
  func isShown(_ path: Int) -> Bool {
    guard widthPixels(path) > 0 else { return false }
    guard let shown else { return true }
    return shown.contains(values[path])
  }

  /// Half the width and half a pixel. A line thinner than a pixel is a pixel wide and paler.
  func reach(_ path: Int) -> Float { max(widthPixels(path) / 2, 0.5) + 0.5 }

  /// Premultiplied BGRA.
  func color(_ path: Int) -> UInt32 {
    let strength = min(max(min(widthPixels(path), 1) * opacity, 0), 1)
    let own = PixelQuad.exchangingRedAndBlue(colors.isEmpty ? color : colors[path])
    return PixelQuad.scaled(SIMD4(repeating: own), by: SIMD4(repeating: UInt32(strength * 255 + 0.5))).x
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
