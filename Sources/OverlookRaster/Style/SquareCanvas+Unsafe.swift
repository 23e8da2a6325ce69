import OverlookGeometry

/// What of a picture lies in the square of a tile, to be drawn on as drivers draw: pixels whose middles lie in triangles, and
/// lines two pixels wide.
///
/// The pointers are those of a `PixelSheet` and of a `SquareScratch`, which outlive the canvas. Rows are kept in `top ..< bottom`
/// and columns in those of the row by comparing before every access; limits come first in comparisons, since they are taken then
/// when the other is no number.
struct SquareCanvas {
  private let pixels: UnsafeMutablePointer<UInt32>
  private let width: Int
  /// In pixels.
  private let limit: SIMD2<Float>
  private let lefts: UnsafeMutablePointer<Int32>
  private let rights: UnsafeMutablePointer<Int32>
  private let top: Int
  private let bottom: Int
  /// Between which boxes are cut: columns and rows, twice.
  private let floor: SIMD4<Float>
  private let ceiling: SIMD4<Float>

  /// Nil when no pixel of the sheet lies in the square.
  init?(_ tile: TileID, worldCopy: Int, _ sides: SquareSides, _ sheet: PixelSheet, _ scratch: SquareScratch) {
    scratch.reserve(rows: sheet.height)
    var (first, last) = (Int.max, -1)
    let (lefts, rights) = (scratch.lefts, scratch.rights)
    sides.forEachRow(of: tile, worldCopy: worldCopy) { row, left, right in
      lefts[row] = left
      rights[row] = right
      if left < right {
        first = min(first, row)
        last = row
      }
    }
    guard first <= last else { return nil }
    (self.lefts, self.rights) = (lefts, rights)
    (top, bottom) = (first, last + 1)
    (pixels, width) = (sheet.pixels, sheet.width)
    limit = SIMD2(Float(sheet.width), Float(sheet.height))
    floor = SIMD4(0, Float(top), 0, Float(top))
    ceiling = SIMD4(limit.x, Float(bottom), limit.x, Float(bottom))
  }

  // MARK: Fills

  /// Draws a triangle in one premultiplied colour (BGRA).
  @inline(__always)
  func fill(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, _ color: UInt32) {
    let (start, end) = rows(a, b, c)
    if start >= end { return }
    var row = start
    let triangle = TriangleRows(a, b, c)
    while row < end {
      let (first, after) = columns(triangle.span(Float(row) + 0.5), row)
      if first < after {
        let line = pixels + row * width
        if color >= 0xFF00_0000 {
          (line + first).update(repeating: color, count: after - first)
        } else {
          for column in first..<after { line[column] = Pixel.over(line[column], color) }
        }
      }
      row += 1
    }
  }

  /// The rows whose middles may lie in a triangle; none where no column's does.
  @inline(__always)
  private func rows(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>) -> (first: Int, end: Int) {
    let (low, high) = (lesser(lesser(a, b), c), greater(greater(a, b), c))
    let box = SIMD4(lowHalf: low - Self.slack, highHalf: high + Self.slack)
    let numbers = Self.nearestWhole(greater(floor, lesser(ceiling, box)))
    return numbers.x < numbers.z ? (Int(numbers.y), Int(numbers.w)) : (0, 0)
  }

  /// More than rounding takes away.
  private static let slack: Float = 1 / 64

  /// Of numbers 0 ... 2^22. Next to 2^23 a Float has no bits for fractions: the sum rounds, and its lowest bits are the number.
  @inline(__always)
  private static func nearestWhole(_ values: SIMD4<Float>) -> SIMD4<UInt32> {
    unsafeBitCast(values + 0x1p23, to: SIMD4<UInt32>.self) & 0x7F_FFFF
  }

  @inline(__always)
  private static func nearestWhole(_ value: Float) -> Int { Int((value + 0x1p23).bitPattern & 0x7F_FFFF) }

  /// The columns whose middles lie in a span of a row: also at its left end, not at its right one.
  @inline(__always)
  private func columns(_ span: (left: Float, right: Float), _ row: Int) -> (Int, Int) {
    let (left, right) = (Float(lefts[row]), Float(rights[row]))
    // Less than a step of `TileProjection.snapped`: what is halfway becomes the lower number.
    let (from, to) = (span.left - 1 / 1024, span.right - 1 / 1024)
    return (Self.nearestWhole(max(left, min(right, from))), Self.nearestWhole(max(left, min(right, to))))
  }

  /// Draws a line that fades over a pixel from its middle to either side: up and down, or to the left and right, as drivers count
  /// the width of lines. `depths` are those of its ends.
  @inline(__always)
  func drawEdge(_ a: SIMD2<Float>, _ b: SIMD2<Float>, depths: SIMD2<Float>, _ color: UInt32) {
    let way = b - a
    let box = Self.nearestWhole(greater(floor, lesser(ceiling, SIMD4(lowHalf: lesser(a, b), highHalf: greater(a, b)))))
    if abs(way.x) >= abs(way.y) {
      Self.walk(Int(box.x)..<max(Int(box.x), Int(box.z)), a, way, depths, limit: limit.y) { column, row, here, next in
        plot(column, row - 1, here, color)
        plot(column, row, next, color)
      }
    } else {
      func turned(_ place: SIMD2<Float>) -> SIMD2<Float> { SIMD2(place.y, place.x) }
      Self.walk(Int(box.y)..<max(Int(box.y), Int(box.w)), turned(a), turned(way), depths, limit: limit.x) {
        row, column, here, next in
        plot(column - 1, row, here, color)
        plot(column, row, next, color)
      }
    }
  }

  /// Calls `plot` for each pixel along x that a line from `start` crosses, with the two pixels across it: the number of the
  /// second, and the shares of both. That number is counted from one above the picture, so that it is not negative.
  @inline(__always)
  private static func walk(
    _ pixels: Range<Int>, _ start: SIMD2<Float>, _ way: SIMD2<Float>, _ depths: SIMD2<Float>, limit: Float,
    _ plot: (_ along: Int, _ across: Int, _ first: UInt32, _ second: UInt32) -> Void
  ) {
    if pixels.isEmpty { return }
    let fading = EdgeFading(way, depths: depths)
    let slope = way.y / way.x
    var pixel = pixels.lowerBound
    while pixel < pixels.upperBound {
      let along = Float(pixel) + 0.5 - start.x
      let place = start.y + along * slope + 0.5
      // Beside the picture nothing is drawn, however far the place on the edge slips; nor where it is no number.
      if place >= 0, place < limit + 2 {
        let across = Int(place)
        let away = place - Float(across)
        let slip = fading.slip(along / way.x)
        plot(pixel, across, fading.share(away, slip.x, slip.y), fading.share(1 - away, slip.x, -slip.y))
      }
      pixel += 1
    }
  }

  /// Draws a part of a pixel, 0 ... 255.
  @inline(__always)
  private func plot(_ column: Int, _ row: Int, _ share: UInt32, _ color: UInt32) {
    guard row >= top, row < bottom, column >= Int(lefts[row]), column < Int(rights[row]) else { return }
    let pixel = pixels + row * width + column
    pixel.pointee = Pixel.over(pixel.pointee, Pixel.scaled(color, by: share))
  }

  // MARK: Lines

  /// Draws a triangle of a line; `corners` gives how it looks between them, and is asked when a pixel lies in it.
  @inline(__always)
  func drawStroke(
    _ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, _ look: StrokeLook, _ corners: () -> StrokeCorners
  ) {
    let (start, end) = rows(a, b, c)
    if start >= end { return }
    let triangle = TriangleRows(a, b, c)
    var surface: StrokeSurface?
    var row = start
    while row < end {
      let y = Float(row) + 0.5
      let (first, after) = columns(triangle.span(y), row)
      if first < after {
        let known = surface ?? StrokeSurface(a, b, c, corners(), look)
        surface = known
        let line = pixels + row * width
        var column = first
        while column < after {
          let shares = known.shares(x: Float(column) + 0.5, y: y)
          lay(PixelQuad.scaled(known.color, by: PixelQuad.bytes(shares)), on: line + column, count: after - column)
          column += 4
        }
      }
      row += 1
    }
  }

  /// Lays up to four pixels over those that are there; the others may be another thread's.
  @inline(__always)
  private func lay(_ quad: SIMD4<UInt32>, on place: UnsafeMutablePointer<UInt32>, count: Int) {
    if count >= 4 {
      let raw = UnsafeMutableRawPointer(place)
      raw.storeBytes(of: PixelQuad.added(raw.loadUnaligned(as: SIMD4<UInt32>.self), below: quad), as: SIMD4<UInt32>.self)
      return
    }
    place[0] = Pixel.over(place[0], quad.x)
    if count > 1 { place[1] = Pixel.over(place[1], quad.y) }
    if count > 2 { place[2] = Pixel.over(place[2], quad.z) }
  }
}

/// Room for drawing a square; the memory lives as long as the object.
final class SquareScratch {
  fileprivate private(set) var lefts: UnsafeMutablePointer<Int32>
  fileprivate private(set) var rights: UnsafeMutablePointer<Int32>
  private var rowCapacity = 0
  /// Of the vertices of a bucket: place, and depth.
  var places: [SIMD4<Float>] = []
  /// The same of lines: place, and one divided by the depth.
  var corners: [SIMD4<Float>] = []
  /// Of the rows of a bucket's table.
  var colors: [UInt32] = []
  var looks: [StrokeLook] = []

  init() {
    lefts = .allocate(capacity: 1)
    rights = .allocate(capacity: 1)
  }

  fileprivate func reserve(rows: Int) {
    guard rows > rowCapacity else { return }
    lefts.deallocate()
    rights.deallocate()
    lefts = .allocate(capacity: rows)
    rights = .allocate(capacity: rows)
    lefts.initialize(repeating: 0, count: rows)
    rights.initialize(repeating: 0, count: rows)
    rowCapacity = rows
  }

  deinit {
    lefts.deallocate()
    rights.deallocate()
  }
}
