import OverlookGeometry
import OverlookScene

/// Neighbouring segments of a path that meet a block.
struct PathRun: BitwiseCopyable {
  var path: UInt32
  /// The first and the last point.
  var first: Int32
  var last: Int32
  /// The run that was found in the block before, which lies below; -1: none.
  var previous: Int32
  var hasFlatStart: Bool
  var hasFlatEnd: Bool
}

/// Finds which segments meet which blocks.
struct PathBinner: ~Copyable {
  var points: ContiguousArray<SIMD2<Float>>
  var runs: ContiguousArray<PathRun>
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

  /// The arrays are empty; their memory is used again, which nobody else may hold then.
  init(
    width: Int, height: Int, hasFlatCaps: Bool, points: consuming ContiguousArray<SIMD2<Float>>,
    runs: consuming ContiguousArray<PathRun>,
    lastRuns: consuming ContiguousArray<Int32>, fades: consuming ContiguousArray<Float>
  ) {
    self.fades = consume fades
    self.hasFlatCaps = hasFlatCaps
    self.points = consume points
    self.runs = consume runs
    self.lastRuns = consume lastRuns
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
    guard let (columns, rows) = grid.blocks(from: lesser(a, b) - reach, to: greater(a, b) + reach) else { return }
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
      PathRun(
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
