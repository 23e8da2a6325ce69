import CProcessor
package import OverlookSupport

/// The pixels of a picture as loops read them that look at many: without counting who holds it, which threads would wait for each other for.
/// Valid only within `withAll`.
package struct PicturePixels {
  let pixels: UnsafeRawPointer
  package let width: Int
  package let height: Int

  /// Calls `body` with the pixels of all pictures, in their order, and fills `list` for it, which is empty again afterwards and keeps its
  /// memory. False, and not called, where one has fewer pixels than it says. A call within another for each picture: of pictures in view.
  package static func withAll(
    of images: [Image], in list: inout [PicturePixels], _ body: ([PicturePixels]) -> Bool
  ) -> Bool {
    defer { list.removeAll(keepingCapacity: true) }
    return open(images[...], &list, body)
  }

  private static func open(
    _ images: ArraySlice<Image>, _ list: inout [PicturePixels], _ body: ([PicturePixels]) -> Bool
  ) -> Bool {
    guard let image = images.first else { return body(list) }
    guard image.pixels.count >= 4 * image.width * image.height else { return false }
    return image.pixels.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return false }
      list.append(PicturePixels(pixels: first, width: image.width, height: image.height))
      return open(images.dropFirst(), &list, body)
    }
  }
}

extension PixelSheet {
  /// Draws `square`, each pixel filtered from the four of `picture` around its place as drivers do, to 1/256 of the way between them.
  /// False, and nothing drawn, where some lie at the edges of the picture or beyond.
  package func draw(_ square: PictureSquare, from picture: PicturePixels) -> Bool {
    guard square.isInside(width: picture.width, height: picture.height) else { return false }
    var nothing = PictureLines()
    paint(square, of: picture, bringingNear: &nothing)
    return true
  }

  /// The same of a square that is inside of `picture`; along with each of its rows some lines of memory of `next` are sent for.
  func paint(_ square: PictureSquare, of picture: PicturePixels, bringingNear next: inout PictureLines) {
    let columns = Self.shown(square.x, square.side, of: width)
    let rows = Self.shown(square.y, square.side, of: height)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    next.divide(among: rows.count)
    if let bend = square.bend {
      let lines = BentLines(square, bend, column: columns.lowerBound)
      for row in rows {
        next.bringSome()
        drawRow(self.line(row) + columns.lowerBound, columns.count, lines.line(row), picture.pixels, picture.width)
      }
      return
    }
    var line = PictureLine(square, column: columns.lowerBound, row: rows.lowerBound)
    for row in rows {
      next.bringSome()
      drawRow(self.line(row) + columns.lowerBound, columns.count, line, picture.pixels, picture.width)
      line.goDown()
    }
  }

  /// Invariant: all places lie between 0 and the picture's size less one, as `PictureSquare.isInside` says, so that the pixel of a
  /// place, the one right of it, and the two below them are there; `target` has room for `count`.
  @inline(__always)
  private func drawRow(
    _ target: UnsafeMutablePointer<UInt32>, _ count: Int, _ line: PictureLine, _ source: UnsafeRawPointer, _ width: Int
  ) {
    var (x, y) = (line.x, line.y)
    let (stepX, stepY, rowBytes) = (line.stepX, line.stepY, 4 &* width)
    var right = PixelPair.shares(x, x &+ stepX)
    var (below, belowSecond) = (PixelPair.shares(y, y), PixelPair.shares(y &+ stepY, y &+ stepY))
    let (twiceRight, twiceBelow) = (PixelPair.shares(2 &* stepX, 2 &* stepX), PixelPair.shares(2 &* stepY, 2 &* stepY))
    var next = target
    let end = target + (count & ~1)
    while next < end {
      let first = source + ((y &>> 16) &* rowBytes &+ (x &>> 16) &* 4)
      (x, y) = (x &+ stepX, y &+ stepY)
      let second = source + ((y &>> 16) &* rowBytes &+ (x &>> 16) &* 4)
      (x, y) = (x &+ stepX, y &+ stepY)
      overlook_store_pixels(
        next, PixelPair.column(first, rowBytes, below), PixelPair.column(second, rowBytes, belowSecond), right)
      (right, below, belowSecond) = (right &+ twiceRight, below &+ twiceBelow, belowSecond &+ twiceBelow)
      next += 2
    }
    if count & 1 == 1 { Self.setLast(next, x, y, source, rowBytes) }
  }

  /// The same of a line whose steps change.
  @inline(__always)
  private func drawRow(
    _ target: UnsafeMutablePointer<UInt32>, _ count: Int, _ line: BentLine, _ source: UnsafeRawPointer, _ width: Int
  ) {
    var (x, y, stepX, stepY) = (line.x, line.y, line.stepX, line.stepY)
    let (bendX, bendY, rowBytes) = (line.bendX, line.bendY, 4 &* width)
    var right = PixelPair.shares(x, x &+ stepX)
    var (below, belowSecond) = (PixelPair.shares(y, y), PixelPair.shares(y &+ stepY, y &+ stepY))
    // From pixel to the next but one: twice the step and what it has changed by then.
    let (evenX, oddX, evenY, oddY) = (
      2 &* stepX &+ bendX, 2 &* stepX &+ 3 &* bendX, 2 &* stepY &+ bendY, 2 &* stepY &+ 3 &* bendY
    )
    var rightStep = PixelPair.shares(evenX, oddX)
    var (belowStep, belowSecondStep) = (PixelPair.shares(evenY, evenY), PixelPair.shares(oddY, oddY))
    let (rightBend, belowBend) = (PixelPair.shares(4 &* bendX, 4 &* bendX), PixelPair.shares(4 &* bendY, 4 &* bendY))
    var next = target
    let end = target + (count & ~1)
    while next < end {
      let first = source + ((y &>> 16) &* rowBytes &+ (x &>> 16) &* 4)
      (x, y) = (x &+ stepX, y &+ stepY)
      (stepX, stepY) = (stepX &+ bendX, stepY &+ bendY)
      let second = source + ((y &>> 16) &* rowBytes &+ (x &>> 16) &* 4)
      (x, y) = (x &+ stepX, y &+ stepY)
      (stepX, stepY) = (stepX &+ bendX, stepY &+ bendY)
      overlook_store_pixels(
        next, PixelPair.column(first, rowBytes, below), PixelPair.column(second, rowBytes, belowSecond), right)
      (right, below, belowSecond) = (right &+ rightStep, below &+ belowStep, belowSecond &+ belowSecondStep)
      (rightStep, belowStep, belowSecondStep) = (rightStep &+ rightBend, belowStep &+ belowBend, belowSecondStep &+ belowBend)
      next += 2
    }
    if count & 1 == 1 { Self.setLast(next, x, y, source, rowBytes) }
  }

  /// The pixel without a neighbour at the end of a row.
  @inline(__always)
  private static func setLast(
    _ target: UnsafeMutablePointer<UInt32>, _ x: Int, _ y: Int, _ source: UnsafeRawPointer, _ rowBytes: Int
  ) {
    let place = source + ((y &>> 16) &* rowBytes &+ (x &>> 16) &* 4)
    target.pointee = between(
      place.loadUnaligned(as: UInt64.self), (place + rowBytes).loadUnaligned(as: UInt64.self),
      right: UInt64(truncatingIfNeeded: x &>> 8 & 255), below: UInt64(truncatingIfNeeded: y &>> 8 & 255))
  }

  /// Between two pixels above and two below, RGBA each, as BGRA. Bytes are spread over words of 16 bits, four of which are weighed by one
  /// multiplication: what is borrowed from a neighbour comes back in the sum.
  @inline(__always)
  private static func between(_ upper: UInt64, _ lower: UInt64, right: UInt64, below: UInt64) -> UInt32 {
    let even: UInt64 = 0x00FF_00FF_00FF_00FF
    let half: UInt64 = 0x0080_0080_0080_0080
    let (upperEven, upperOdd) = (upper & even, upper &>> 8 & even)
    let evens = ((upperEven &<< 8) &+ ((lower & even) &- upperEven) &* below &+ half) &>> 8 & even
    let odds = ((upperOdd &<< 8) &+ ((lower &>> 8 & even) &- upperOdd) &* below &+ half) &>> 8 & even
    // Now the left pixel, and the right one: red and blue in the lower half of a word, green and alpha in the upper.
    let one = (evens & 0xFFFF_FFFF) | (odds &<< 32)
    let other = (evens &>> 32) | (odds & 0xFFFF_FFFF_0000_0000)
    let sum = (one &<< 8) &+ (other &- one) &* right &+ half
    let redBlue = UInt32(truncatingIfNeeded: sum &>> 8) & 0x00FF_00FF
    let greenAlpha = UInt32(truncatingIfNeeded: sum &>> 32) & 0xFF00_FF00
    return (redBlue &<< 16) | (redBlue &>> 16) | greenAlpha
  }

  /// Sets one pixel to what `picture` shows at a place, pixels from the middle of its first one; beyond its edges these go on, or, for one that
  /// goes around, the other edge follows.
  package func set(x: Int, y: Int, from picture: PicturePixels, at place: SIMD2<Double>, goesAround: Bool) {
    guard (0..<width).contains(x), (0..<height).contains(y), place.x.isFinite, place.y.isFinite else { return }
    let (last, lowest) = (picture.width - 1, picture.height - 1)
    let across = goesAround ? min(max(place.x, -0.5), Double(last) + 0.5) : min(max(place.x, 0), Double(last))
    let down = min(max(place.y, 0), Double(lowest))
    let (column, top) = (across.rounded(.down), down.rounded(.down))
    var left = Int(column)
    var right = left + 1
    if left < 0 { left = goesAround ? last : 0 }
    if right > last { right = goesAround ? 0 : last }
    let (upperRow, lowerRow) = (Int(top), min(Int(top) + 1, lowest))
    line(y)[x] = Self.between(
      Self.pair(picture, left, right, upperRow), Self.pair(picture, left, right, lowerRow),
      right: UInt64((across - column) * 256), below: UInt64((down - top) * 256))
  }

  private static func pair(_ picture: PicturePixels, _ left: Int, _ right: Int, _ row: Int) -> UInt64 {
    pixel(picture, left, row) | pixel(picture, right, row) << 32
  }

  /// Invariant: `column` and `row` lie within the picture.
  private static func pixel(_ picture: PicturePixels, _ column: Int, _ row: Int) -> UInt64 {
    UInt64((picture.pixels + 4 &* (row &* picture.width &+ column)).loadUnaligned(as: UInt32.self))
  }

  /// Sets the pixels of a square to premultiplied BGRA.
  package func fill(x: Int, y: Int, side: Int, _ color: UInt32) {
    let columns = Self.shown(x, side, of: width)
    for row in Self.shown(y, side, of: height) {
      (line(row) + columns.lowerBound).update(repeating: color, count: columns.count)
    }
  }

  /// What lies within a sheet of `count` pixels, from `start` on.
  private static func shown(_ start: Int, _ count: Int, of size: Int) -> Range<Int> {
    let first = max(start, 0)
    return first..<max(first, min(start + count, size))
  }
}

/// Where the pixels of a line of a square lie in the picture, with 16 bits behind the point. From line to line both its start and its steps
/// change evenly.
private struct PictureLine {
  /// With 32 bits behind the point, so that a thousand lines leave the last of 16 as it is.
  private var start: SIMD2<Int>
  private var step: SIMD2<Int>
  private let startDown: SIMD2<Int>
  private let stepDown: SIMD2<Int>

  /// Invariant: the corners of the square lie within a picture, so that none of these numbers overflows.
  init(_ square: PictureSquare, column: Int, row: Int) {
    let side = Double(square.side)
    let (left, top) = (Double(column - square.x) + 0.5, Double(row - square.y) + 0.5)
    let across = (square.upperRight - square.upperLeft) / side
    let down = (square.lowerLeft - square.upperLeft) / side
    let twist = (square.lowerRight - square.lowerLeft - square.upperRight + square.upperLeft) / (side * side)
    start = Self.fixed(square.upperLeft + down * top + (across + twist * top) * left)
    step = Self.fixed(across + twist * top)
    startDown = Self.fixed(down + twist * left)
    stepDown = Self.fixed(twist)
  }

  private static func fixed(_ place: SIMD2<Double>) -> SIMD2<Int> {
    SIMD2(Int(place.x * 4_294_967_296), Int(place.y * 4_294_967_296))
  }

  mutating func goDown() {
    start = start &+ startDown
    step = step &+ stepDown
  }

  var x: Int { start.x &>> 16 }
  var y: Int { start.y &>> 16 }
  var stepX: Int { step.x &>> 16 }
  var stepY: Int { step.y &>> 16 }
}

/// Where the pixels of a line of a bent square lie in the picture, with 16 bits behind the point: the first, the step to the second, and by how
/// much each step is larger than the one before.
private struct BentLine {
  let x, y, stepX, stepY, bendX, bendY: Int
}

/// The lines of a bent square.
private struct BentLines {
  private let square: PictureSquare
  private let bend: SquareBend
  /// Of the middle of the first pixel, in shares of the width, and to the next.
  private let first: Double
  private let share: Double
  private let across: SIMD2<Double>
  private let down: SIMD2<Double>
  private let twist: SIMD2<Double>

  /// Invariant: `isInside` has said that what the square may show lies within a picture, so that none of these numbers overflows.
  init(_ square: PictureSquare, _ bend: SquareBend, column: Int) {
    (self.square, self.bend) = (square, bend)
    share = 1 / Double(square.side)
    first = (Double(column - square.x) + 0.5) * share
    across = square.upperRight - square.upperLeft
    down = square.lowerLeft - square.upperLeft
    twist = square.lowerRight - square.lowerLeft - across
  }

  @inline(__always)
  func line(_ row: Int) -> BentLine {
    let t = (Double(row - square.y) + 0.5) * share
    let hump = t * (1 - t)
    let start = square.upperLeft + down * t + bend.before * hump
    let way = across + twist * t + (bend.after - bend.before) * hump
    let bent = bend.above + (bend.below - bend.above) * t
    // Of start + way s + bent (s - s s): its value, the first difference and the second.
    let place = Self.fixed(start + way * first + bent * (first - first * first))
    let step = Self.fixed(way * share + bent * (share * (1 - 2 * first - share)))
    let change = Self.fixed(bent * (-2 * share * share))
    return BentLine(x: place.x, y: place.y, stepX: step.x, stepY: step.y, bendX: change.x, bendY: change.y)
  }

  @inline(__always)
  private static func fixed(_ place: SIMD2<Double>) -> SIMD2<Int> {
    SIMD2(Int((place.x * 65_536).rounded()), Int((place.y * 65_536).rounded()))
  }
}

/// Arithmetic on two pixels at a time, four words of 16 bits each: eight bits of a channel, and eight behind the point.
private enum PixelPair {
  /// What lies behind the point of two numbers with 16 bits there.
  @inline(__always)
  static func shares(_ first: Int, _ second: Int) -> SIMD8<UInt16> {
    let (a, b) = (UInt16(truncatingIfNeeded: first), UInt16(truncatingIfNeeded: second))
    return SIMD8(a, a, a, a, b, b, b, b)
  }

  /// Between two neighbours at `place` and the two below them.
  @inline(__always)
  static func column(_ place: UnsafeRawPointer, _ rowBytes: Int, _ below: SIMD8<UInt16>) -> SIMD8<UInt16> {
    overlook_between(overlook_two_pixels(place), overlook_two_pixels(place + rowBytes), below)
  }
}
