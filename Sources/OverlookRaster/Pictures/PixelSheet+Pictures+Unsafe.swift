package import OverlookSupport

extension PixelSheet {
  /// Draws `square`, each pixel filtered from the four of `picture` around its place as drivers do, to 1/256 of the way between them.
  /// False, and nothing drawn, where some lie at the edges of the picture or beyond.
  package func draw(_ square: PictureSquare, from picture: Image) -> Bool {
    guard square.isInside(width: picture.width, height: picture.height),
      picture.pixels.count >= 4 * picture.width * picture.height
    else { return false }
    let columns = Self.shown(square.x, square.side, of: width)
    let rows = Self.shown(square.y, square.side, of: height)
    picture.pixels.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress else { return }
      let side = Double(square.side)
      for row in rows {
        let down = (Double(row - square.y) + 0.5) / side
        let left = square.upperLeft + (square.lowerLeft - square.upperLeft) * down
        let right = square.upperRight + (square.lowerRight - square.upperRight) * down
        let step = (right - left) / side
        drawRow(row, columns, from: left + step * (Double(columns.lowerBound - square.x) + 0.5), step, source, picture.width)
      }
    }
    return true
  }

  /// Invariant: all places lie between 0 and the picture's size less one, as `PictureSquare.isInside` says, so that the pixel of a
  /// place, the one right of it, and the two below them are there.
  @inline(__always)
  private func drawRow(
    _ row: Int, _ columns: Range<Int>, from start: SIMD2<Double>, _ step: SIMD2<Double>, _ source: UnsafeRawPointer, _ width: Int
  ) {
    var (x, y) = (Int(start.x * 65536), Int(start.y * 65536))
    let (stepX, stepY) = (Int(step.x * 65536), Int(step.y * 65536))
    let target = pixels + row * self.width
    var column = columns.lowerBound
    var right = PixelPair.shares(x, x &+ stepX)
    var below = PixelPair.shares(y, y &+ stepY)
    let (twiceRight, twiceBelow) = (PixelPair.shares(2 &* stepX, 2 &* stepX), PixelPair.shares(2 &* stepY, 2 &* stepY))
    while column &+ 1 < columns.upperBound {
      let first = source + 4 &* ((y &>> 16) &* width &+ (x &>> 16))
      let second = source + 4 &* (((y &+ stepY) &>> 16) &* width &+ ((x &+ stepX) &>> 16))
      let upper = SIMD2(first.loadUnaligned(as: UInt64.self), second.loadUnaligned(as: UInt64.self))
      let lower = SIMD2(
        (first + 4 &* width).loadUnaligned(as: UInt64.self), (second + 4 &* width).loadUnaligned(as: UInt64.self))
      let pair = PixelPair.between(upper, lower, right: right &>> 8, below: below &>> 8)
      UnsafeMutableRawPointer(target + column).storeBytes(of: pair, as: SIMD2<UInt32>.self)
      right = right &+ twiceRight
      below = below &+ twiceBelow
      x = x &+ 2 &* stepX
      y = y &+ 2 &* stepY
      column = column &+ 2
    }
    guard column < columns.upperBound else { return }
    let place = source + 4 &* ((y &>> 16) &* width &+ (x &>> 16))
    target[column] = Self.between(
      place.loadUnaligned(as: UInt64.self), (place + 4 &* width).loadUnaligned(as: UInt64.self),
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
  package func set(x: Int, y: Int, from picture: Image, at place: SIMD2<Double>, goesAround: Bool) {
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
    pixels[y * width + x] = Self.between(
      Self.pair(picture, left, right, upperRow), Self.pair(picture, left, right, lowerRow),
      right: UInt64((across - column) * 256), below: UInt64((down - top) * 256))
  }

  private static func pair(_ picture: Image, _ left: Int, _ right: Int, _ row: Int) -> UInt64 {
    pixel(picture, left, row) | pixel(picture, right, row) << 32
  }

  private static func pixel(_ picture: Image, _ column: Int, _ row: Int) -> UInt64 {
    let first = 4 * (row * picture.width + column)
    let pixels = picture.pixels
    return UInt64(pixels[first]) | UInt64(pixels[first + 1]) << 8 | UInt64(pixels[first + 2]) << 16 | UInt64(pixels[first + 3])
      << 24
  }

  /// Sets the pixels of a square to premultiplied BGRA.
  package func fill(x: Int, y: Int, side: Int, _ color: UInt32) {
    let columns = Self.shown(x, side, of: width)
    for row in Self.shown(y, side, of: height) {
      (pixels + row * width + columns.lowerBound).update(repeating: color, count: columns.count)
    }
  }

  /// What lies within a sheet of `count` pixels, from `start` on.
  private static func shown(_ start: Int, _ count: Int, of size: Int) -> Range<Int> {
    let first = max(start, 0)
    return first..<max(first, min(start + count, size))
  }
}

/// Arithmetic on two pixels at a time, four words of 16 bits each.
private enum PixelPair {
  /// What lies behind the point of two numbers with 16 bits there.
  @inline(__always)
  static func shares(_ first: Int, _ second: Int) -> SIMD8<UInt16> {
    let (a, b) = (UInt16(truncatingIfNeeded: first), UInt16(truncatingIfNeeded: second))
    return SIMD8(a, a, a, a, b, b, b, b)
  }

  /// Between two pixels above and two below for each of both, RGBA each, as BGRA; shares are 0 ... 255 of 256. What overflows in a word comes
  /// back in the sum.
  @inline(__always)
  static func between(
    _ upper: SIMD2<UInt64>, _ lower: SIMD2<UInt64>, right: SIMD8<UInt16>, below: SIMD8<UInt16>
  ) -> SIMD2<UInt32> {
    let even = SIMD2<UInt64>(repeating: 0x00FF_00FF_00FF_00FF)
    // Red and blue, then green and alpha, each of the left and the right pixel of the first, then of the second.
    let evens = words(
      weighed(unsafeBitCast(upper & even, to: SIMD8<UInt16>.self), unsafeBitCast(lower & even, to: SIMD8<UInt16>.self), below))
    let odds = words(
      weighed(
        unsafeBitCast((upper &>> 8) & even, to: SIMD8<UInt16>.self), unsafeBitCast((lower &>> 8) & even, to: SIMD8<UInt16>.self),
        below))
    let left = SIMD4(evens[0], odds[0], evens[2], odds[2])
    let other = SIMD4(evens[1], odds[1], evens[3], odds[3])
    let sum = weighed(unsafeBitCast(left, to: SIMD8<UInt16>.self), unsafeBitCast(other, to: SIMD8<UInt16>.self), right)
    let pair = unsafeBitCast(sum, to: SIMD2<UInt64>.self)
    let low = SIMD2<UInt64>(repeating: 0xFF)
    let bytes = unsafeBitCast((pair &>> 24) | ((pair & low) &<< 16) | ((pair &>> 16) & low), to: SIMD4<UInt32>.self)
    return SIMD2(bytes[0], bytes[2])
  }

  @inline(__always)
  private static func words(_ pixels: SIMD8<UInt16>) -> SIMD4<UInt32> { unsafeBitCast(pixels, to: SIMD4<UInt32>.self) }

  @inline(__always)
  private static func weighed(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>, _ share: SIMD8<UInt16>) -> SIMD8<UInt16> {
    ((a &<< 8) &+ (b &- a) &* share &+ 128) &>> 8
  }
}
