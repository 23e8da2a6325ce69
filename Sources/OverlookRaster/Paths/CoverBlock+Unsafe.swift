/// A block of a picture that is drawn shape by shape: first how much of each pixel the whole shape covers, then its colour below
/// what is there.
///
/// The pointers are those of a `CoverScratch`, which outlives the block; rows and columns are kept below the block's by clamping
/// before every access.
struct CoverBlock: ~Copyable {
  static let side = BlockGrid.side

  private var block: PictureBlock
  private let scratch: CoverScratch
  /// The rows that the shape touches.
  private var low = Self.side
  private var high = -1

  /// A block of a picture of `width` x `height` pixels, transparent.
  init(column: Int, row: Int, width: Int, height: Int, _ scratch: CoverScratch) {
    block = PictureBlock(column: column, row: row, width: width, height: height, sheet: scratch.sheet)
    self.scratch = scratch
  }

  /// Writes the block to its place in the picture.
  func copy(to sheet: PixelSheet) { block.copy(to: sheet) }

  /// Whether nothing more can be seen in it.
  var isFull: Bool { block.isFull }

  /// The block's upper left pixel in the picture.
  private var corner: SIMD2<Float> { SIMD2(Float(block.x), Float(block.y)) }

  private var rows: Int { block.rows }

  /// Adds a piece of a stroke to the shape, with half of a disc at either end unless that is flat. `reach`: half its width and
  /// half a pixel. `fade`: how strong it is at its ends.
  @inline(__always)
  mutating func addSegment(
    from start: SIMD2<Float>, to end: SIMD2<Float>, reach: Float, hasFlatStart: Bool = false, hasFlatEnd: Bool = false,
    fade: SIMD2<Float>? = nil
  ) {
    let corner = corner
    let (a, b) = (start - corner, end - corner)
    let d = b - a
    let piece = StrokePiece(d, reach: reach, hasFlatStart: hasFlatStart, hasFlatEnd: hasFlatEnd, fade: fade)
    // Rows and columns whose middle lies within reach, a half farther so that cutting to whole numbers rounds them.
    let top = max(min(a.y, b.y) - reach + 0.5, 0)
    let bottom = min(max(a.y, b.y) + reach - 0.5, Float(rows - 1))
    let (left, right) = (min(a.x, b.x) - reach, max(a.x, b.x) + reach)
    guard bottom >= 0, right > 0, left < Float(Self.side) else { return }
    let isLong = right - left > 12 && abs(d.y) > 0.01
    // How far the stroke reaches along a row, and how its middle moves from row to row.
    let half = isLong ? reach * piece.length / abs(d.y) : 0
    let slope = isLong ? d.x / d.y : 0
    let (firstRow, lastRow) = (Int(min(top, Float(Self.side))), Int(bottom))
    guard firstRow <= lastRow else { return }
    low = min(low, firstRow)
    high = max(high, lastRow)
    for row in firstRow...lastRow {
      let dy = Float(row) + 0.5 - a.y
      var (from, to) = (left, right)
      if isLong {
        let middle = a.x + dy * slope
        from = max(from, middle - half)
        to = min(to, middle + half)
      }
      guard to >= 0.5, from <= Float(Self.side) - 0.5 else { continue }
      let first = Int(max(from + 0.5, 0))
      let last = Int(min(to - 0.5, Float(Self.side - 1)))
      guard first <= last else { continue }
      let mask = ~UInt64(0) << UInt64(first) & ~UInt64(0) >> UInt64(Self.side - 1 - last)
      guard block.isVisible(mask, row: row) else { continue }
      scratch.touched[row] |= mask
      let line = scratch.cover + row * CoverScratch.stride
      var column = first
      while column <= last {
        let cover = piece.cover(dx: CoverScratch.columns + (Float(column) + 0.5 - a.x), dy: dy)
        let place = UnsafeMutableRawPointer(line + column)
        // Cells begin at 0, so that what is not covered stays so.
        let before = place.loadUnaligned(as: SIMD8<Float>.self)
        place.storeBytes(of: before.replacing(with: cover, where: cover .> before), as: SIMD8<Float>.self)
        column += 8
      }
    }
  }

  // MARK: Areas

  /// Adds an edge of a ring to the shape: to each pixel how much more of it than of the one to its left lies inside. `closeArea`
  /// must follow when all are there.
  @inline(__always)
  mutating func addEdge(from start: SIMD2<Float>, to end: SIMD2<Float>) {
    let corner = corner
    let (a, b) = (start - corner, end - corner)
    guard a.y != b.y else { return }
    let isDown = a.y < b.y
    let (upper, lower) = isDown ? (a, b) : (b, a)
    guard lower.y > 0, upper.y < Float(rows), min(a.x, b.x) < Float(Self.side) else { return }
    let slope = (lower.x - upper.x) / (lower.y - upper.y)
    var y = max(upper.y, 0)
    let bottom = min(lower.y, Float(rows))
    var x = upper.x + (y - upper.y) * slope
    var row = Int(y)
    low = min(low, row)
    while y < bottom, row < rows {
      let nextY = min(Float(row + 1), bottom)
      let nextX = x + (nextY - y) * slope
      addSpan(row, x, nextX, isDown ? nextY - y : y - nextY)
      (x, y) = (nextX, nextY)
      row += 1
    }
    high = max(high, row - 1)
  }

  /// Adds the part of an edge within a row that goes from column to column and covers `height` of the row.
  @inline(__always)
  private mutating func addSpan(_ row: Int, _ from: Float, _ to: Float, _ height: Float) {
    var (left, right, height) = (min(from, to), max(from, to), height)
    guard left < Float(Self.side) else { return }
    let cells = scratch.cover + row * CoverScratch.stride
    if left < 0 {
      // What lies to the left covers all of the row.
      let outside = right > 0 ? height * left / (left - right) : height
      cells[0] += outside
      scratch.touched[row] |= 1
      if right <= 0 { return }
      height -= outside
      left = 0
    }
    if right > Float(Self.side) {
      height *= (Float(Self.side) - left) / (right - left)
      right = Float(Self.side)
    }
    let first = Int(left)
    if right <= Float(first + 1) {
      let beside = (left + right) / 2 - Float(first)
      cells[first] += height * (1 - beside)
      cells[first + 1] += height * beside
      scratch.touched[row] |= 1 << UInt64(truncatingIfNeeded: first)
      return
    }
    // The mean over a pixel of how far across the edge it lies is the difference of this integral between its sides.
    let width = right - left
    var (column, integral, share) = (first, Float(0), Float(0))
    while share < 1, column <= Self.side {
      let side = Float(column + 1)
      let next = side < right ? (side - left) * (side - left) / (2 * width) : side - (left + right) / 2
      let mean = side - 1 >= right ? 1 : min(next - integral, 1)
      cells[column] += height * (mean - share)
      (share, integral) = (mean, next)
      scratch.touched[row] |= column < Self.side ? 1 << UInt64(truncatingIfNeeded: column) : 0
      column += 1
    }
  }

  /// Turns what edges added into how much of each pixel lies inside, by the even-odd rule.
  mutating func closeArea() {
    for row in min(low, rows)..<max(high + 1, min(low, rows)) {
      let touched = scratch.touched[row]
      guard touched != 0 else { continue }
      let cells = scratch.cover + row * CoverScratch.stride
      let first = touched.trailingZeroBitCount
      let last = Self.side - 1 - touched.leadingZeroBitCount
      var sum: Float = 0
      var column = first
      while column < Self.side {
        sum += cells[column]
        // Beyond the last edge all pixels are alike.
        let cover = Self.evenOdd(sum)
        if column > last + 1, cover < 1e-3 { break }
        cells[column] = cover
        column += 1
      }
      cells[Self.side] = 0
      scratch.touched[row] = ~UInt64(0) << UInt64(first) & ~UInt64(0) >> UInt64(Self.side - column)
    }
  }

  @inline(__always)
  private static func evenOdd(_ sum: Float) -> Float {
    let size = abs(sum)
    if size <= 1 { return size }
    let rest = size.truncatingRemainder(dividingBy: 2)
    return rest > 1 ? 2 - rest : rest
  }

  /// Draws the shape in a premultiplied colour (BGRA) below what is there, and begins another one.
  mutating func paint(_ color: UInt32) {
    let quad = SIMD4(repeating: color)
    for row in min(low, rows)..<max(high + 1, min(low, rows)) {
      let touched = scratch.touched[row]
      guard touched != 0 else { continue }
      scratch.touched[row] = 0
      let cells = scratch.cover + row * CoverScratch.stride
      let cover = UnsafeRawPointer(cells)
      block.add(row: row, touched: touched, full: nil) { column in
        PixelQuad.scaled(quad, by: PixelQuad.bytes((cover + 4 * column).loadUnaligned(as: SIMD4<Float>.self)))
      }
      let first = touched.trailingZeroBitCount
      (cells + first).update(repeating: 0, count: Self.side - touched.leadingZeroBitCount - first)
    }
    (low, high) = (Self.side, -1)
  }
}

/// A piece of a stroke, counted from its start.
private struct StrokePiece {
  let length: Float
  private let d: SIMD2<Float>
  private let perSquare: Float
  private let reach: Float
  private let hasFlatStart: Bool
  private let hasFlatEnd: Bool
  private let fade: SIMD2<Float>?

  /// `d`: from its start to its end, in pixels; the others are those of `CoverBlock.addSegment`.
  @inline(__always)
  init(_ d: SIMD2<Float>, reach: Float, hasFlatStart: Bool, hasFlatEnd: Bool, fade: SIMD2<Float>?) {
    let square = (d * d).sum()
    self.d = d
    length = square.squareRoot()
    perSquare = square > 1e-12 ? 1 / square : 0
    self.reach = reach
    self.hasFlatStart = hasFlatStart
    self.hasFlatEnd = hasFlatEnd
    self.fade = fade
  }

  /// How much of 8 pixels it covers; below 0 where it does not reach them.
  @inline(__always)
  func cover(dx: SIMD8<Float>, dy: Float) -> SIMD8<Float> {
    let along = (dx * d.x + dy * d.y) * perSquare
    let t = along.replacing(with: 0, where: along .< 0).replacing(with: 1, where: along .> 1)
    let (ex, ey) = (dx - t * d.x, dy - t * d.y)
    var cover = reach - (ex * ex + ey * ey).squareRoot()
    if hasFlatStart { cover = Self.smaller(cover, along * length + 0.5) }
    if hasFlatEnd { cover = Self.smaller(cover, (1 - along) * length + 0.5) }
    cover.replace(with: 1, where: cover .> 1)
    if let fade { cover *= fade.x + (fade.y - fade.x) * t }
    return cover
  }

  @inline(__always)
  private static func smaller(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> { a.replacing(with: b, where: b .< a) }
}

/// Room for drawing a block.
///
/// Rows are 64 pixels and 8 more, which stores of several at a time may run over; the memory lives as long as the object.
final class CoverScratch {
  static let stride = CoverBlock.side + 8
  /// The numbers of 8 neighbours.
  static let columns = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)

  /// How much of each pixel the shape covers, 0 ... 1; all 0 between shapes.
  let cover: UnsafeMutablePointer<Float>
  /// A row's pixels that the shape may cover; all 0 between shapes.
  let touched: UnsafeMutablePointer<UInt64>
  let sheet = BlockSheet()

  init() {
    cover = .allocate(capacity: Self.stride * CoverBlock.side)
    cover.initialize(repeating: 0, count: Self.stride * CoverBlock.side)
    touched = .allocate(capacity: CoverBlock.side)
    touched.initialize(repeating: 0, count: CoverBlock.side)
  }

  deinit {
    cover.deallocate()
    touched.deallocate()
  }
}
