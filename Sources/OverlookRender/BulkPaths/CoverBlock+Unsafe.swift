/// A square of a picture that is drawn from the top down, shape by shape: first how much of each pixel the whole shape covers, then its
/// colour below what is there. A pixel is written until it is opaque, and then no more.
///
/// The pointers are those of a `CoverScratch`, which outlives the block; rows and columns are kept below the block's by clamping
/// before every access.
struct CoverBlock: ~Copyable {
  static let side = PictureBlock.side

  /// The block's upper left pixel in the picture.
  let x: Int
  let y: Int
  private let columns: Int
  private let rows: Int
  private let scratch: CoverScratch
  /// Rows with a pixel that is not hidden.
  private var openRows: Int
  /// The rows that the shape touches.
  private var low = Self.side
  private var high = -1

  /// A block of a picture of `width` x `height` pixels, transparent.
  init(column: Int, row: Int, width: Int, height: Int, _ scratch: CoverScratch) {
    x = column * Self.side
    y = row * Self.side
    columns = min(Self.side, width - x)
    rows = min(Self.side, height - y)
    openRows = rows
    self.scratch = scratch
    scratch.pixels.update(repeating: 0, count: rows * CoverScratch.stride)
    scratch.hidden.update(repeating: columns < Self.side ? ~0 << UInt64(columns) : 0, count: rows)
  }

  /// Writes the block to its place in the picture.
  func copy(to sheet: PixelSheet) {
    for row in 0..<rows {
      (sheet.pixels + (y + row) * sheet.width + x).update(from: scratch.pixels + row * CoverScratch.stride, count: columns)
    }
  }

  /// Whether nothing more can be seen in it.
  var isFull: Bool { openRows == 0 }

  /// Adds a piece of a stroke to the shape, with half of a disc at either end unless that is flat. `reach`: half its width and half a
  /// pixel.
  @inline(__always)
  mutating func addSegment(
    from start: SIMD2<Float>, to end: SIMD2<Float>, reach: Float, hasFlatStart: Bool = false, hasFlatEnd: Bool = false
  ) {
    let corner = SIMD2(Float(x), Float(y))
    let (a, b) = (start - corner, end - corner)
    let d = b - a
    let square = (d * d).sum()
    let perSquare = square > 1e-12 ? 1 / square : 0
    let top = max(min(a.y, b.y) - reach - 0.5, 0)
    let bottom = min(max(a.y, b.y) + reach - 0.5, Float(rows - 1))
    let (left, right) = (min(a.x, b.x) - reach, max(a.x, b.x) + reach)
    guard top <= bottom, right > 0, left < Float(Self.side) else { return }
    let length = square.squareRoot()
    let isLong = right - left > 12 && abs(d.y) > 0.01
    // How far the stroke reaches along a row, and how its middle moves from row to row.
    let half = isLong ? reach * length / abs(d.y) : 0
    let slope = isLong ? d.x / d.y : 0
    let (firstRow, lastRow) = (Int(top.rounded(.up)), Int(bottom))
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
      let first = Int(max((from - 0.5).rounded(.up), 0))
      let last = Int(min(max(to - 0.5, -1), Float(Self.side - 1)).rounded(.down))
      guard first <= last else { continue }
      let mask = ~UInt64(0) << UInt64(first) & ~UInt64(0) >> UInt64(Self.side - 1 - last)
      guard mask & ~scratch.hidden[row] != 0 else { continue }
      scratch.touched[row] |= mask
      let line = scratch.cover + row * CoverScratch.stride
      var column = first
      while column <= last {
        let dx = CoverScratch.columns + (Float(column) + 0.5 - a.x)
        let along = (dx * d.x + dy * d.y) * perSquare
        let t = pointwiseMin(pointwiseMax(along, SIMD8(repeating: 0)), SIMD8(repeating: 1))
        let (ex, ey) = (dx - t * d.x, dy - t * d.y)
        var cover = reach - (ex * ex + ey * ey).squareRoot()
        if hasFlatStart { cover = pointwiseMin(cover, along * length + 0.5) }
        if hasFlatEnd { cover = pointwiseMin(cover, (1 - along) * length + 0.5) }
        cover = pointwiseMin(cover, SIMD8(repeating: 1))
        let place = UnsafeMutableRawPointer(line + column)
        // Cells begin at 0, so that what is not covered stays so.
        let before = place.loadUnaligned(as: SIMD8<Float>.self)
        place.storeBytes(of: pointwiseMax(before, cover), as: SIMD8<Float>.self)
        column += 8
      }
    }
  }

  /// Draws the shape in a premultiplied colour (BGRA) below what is there, and begins another one.
  mutating func paint(_ color: UInt32) {
    let quad = SIMD4(repeating: color)
    for row in min(low, rows)..<max(high + 1, min(low, rows)) {
      let touched = scratch.touched[row]
      guard touched != 0 else { continue }
      scratch.touched[row] = 0
      let line = UnsafeMutableRawPointer(scratch.pixels + row * CoverScratch.stride)
      let cover = UnsafeMutableRawPointer(scratch.cover + row * CoverScratch.stride)
      let closed = scratch.hidden[row]
      let visible = touched & ~closed
      var opaque: UInt64 = 0
      var column = visible.trailingZeroBitCount
      // Pixels that are hidden or not touched come along in fours, and stay as they are.
      while column < Self.side {
        let rest = visible &>> UInt64(truncatingIfNeeded: column)
        if rest == 0 { break }
        if rest & 15 != 0 {
          let shares = PixelQuad.bytes((cover + 4 * column).loadUnaligned(as: SIMD4<Float>.self))
          let place = line + 4 * column
          let above = place.loadUnaligned(as: SIMD4<UInt32>.self)
          let now = PixelQuad.added(PixelQuad.scaled(quad, by: shares), below: above)
          place.storeBytes(of: now, as: SIMD4<UInt32>.self)
          opaque |= PixelQuad.opaque(now) &<< UInt64(truncatingIfNeeded: column)
        }
        column += 4
      }
      let first = touched.trailingZeroBitCount
      (scratch.cover + row * CoverScratch.stride + first).update(
        repeating: 0, count: Self.side - touched.leadingZeroBitCount - first)
      guard closed | opaque != closed else { continue }
      scratch.hidden[row] = closed | opaque
      if closed | opaque == ~0 { openRows -= 1 }
    }
    (low, high) = (Self.side, -1)
  }
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
  /// A row's pixels that are opaque or lie beyond the picture's right edge.
  let hidden: UnsafeMutablePointer<UInt64>
  /// Premultiplied BGRA.
  let pixels: UnsafeMutablePointer<UInt32>

  init() {
    pixels = .allocate(capacity: Self.stride * CoverBlock.side)
    pixels.initialize(repeating: 0, count: Self.stride * CoverBlock.side)
    cover = .allocate(capacity: Self.stride * CoverBlock.side)
    cover.initialize(repeating: 0, count: Self.stride * CoverBlock.side)
    touched = .allocate(capacity: CoverBlock.side)
    touched.initialize(repeating: 0, count: CoverBlock.side)
    hidden = .allocate(capacity: CoverBlock.side)
    hidden.initialize(repeating: 0, count: CoverBlock.side)
  }

  deinit {
    cover.deallocate()
    pixels.deallocate()
    touched.deallocate()
    hidden.deallocate()
  }
}
