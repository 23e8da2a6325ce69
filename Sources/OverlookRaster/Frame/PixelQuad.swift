/// Arithmetic on four premultiplied pixels at once, two bytes in each word of 32 bits at a time.
enum PixelQuad {
  /// 0 ... 255 for shares of one, which are cut to 0 ... 1.
  @inline(__always)
  static func bytes(_ shares: SIMD4<Float>) -> SIMD4<UInt32> {
    var cut = shares.replacing(with: 0, where: shares .< 0)
    cut.replace(with: 1, where: cut .> 1)
    // Next to 2^23 a Float has no bits for fractions: the sum rounds, and its lowest bits are the number.
    return unsafeBitCast(cut * 255 + 0x1p23, to: SIMD4<UInt32>.self) & 255
  }

  /// How far the middles of four pixels side by side, the first in `column`, lie from a place of the picture, in pixels.
  @inline(__always)
  static func distances(column: Int, row: Int, from place: SIMD2<Float>) -> SIMD4<Float> {
    let dx = Float(column) + 0.5 - place.x + SIMD4<Float>(0, 1, 2, 3)
    let dy = Float(row) + 0.5 - place.y
    return (dx * dx + dy * dy).squareRoot()
  }

  /// All bytes of each pixel times its factor / 255, rounded. Factors are 0 ... 255.
  @inline(__always)
  static func scaled(_ pixels: SIMD4<UInt32>, by factors: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let both = words(factors | factors &<< 16)
    return joined(low: words(pixels & 0x00FF_00FF) &* both, high: words(pixels &>> 8 & 0x00FF_00FF) &* both)
  }

  /// Each byte times that of `others` / 255, rounded.
  @inline(__always)
  static func product(_ pixels: SIMD4<UInt32>, _ others: SIMD4<UInt32>) -> SIMD4<UInt32> {
    joined(
      low: words(pixels & 0x00FF_00FF) &* words(others & 0x00FF_00FF),
      high: words(pixels &>> 8 & 0x00FF_00FF) &* words(others &>> 8 & 0x00FF_00FF))
  }

  /// What is seen of `pixels` below `above`, added to it.
  @inline(__always)
  static func added(_ pixels: SIMD4<UInt32>, below above: SIMD4<UInt32>) -> SIMD4<UInt32> {
    above &+ scaled(pixels, by: 255 &- above &>> 24)
  }

  /// One bit for each pixel that is opaque, the first one's the lowest.
  @inline(__always)
  static func opaque(_ pixels: SIMD4<UInt32>) -> UInt64 {
    let bits = SIMD4<UInt32>(1, 2, 4, 8).replacing(with: 0, where: pixels .< 0xFF00_0000)
    return UInt64(bits.x | bits.y | bits.z | bits.w)
  }

  /// Each pixel with red and blue exchanged.
  @inline(__always)
  static func exchangingRedAndBlue(_ pixel: UInt32) -> UInt32 {
    pixel & 0xFF00_FF00 | pixel >> 16 & 0xFF | (pixel & 0xFF) << 16
  }

  /// Products of bytes, divided by 255 and put into their places: x / 255 is (x + x / 256) / 256 with x a half larger.
  @inline(__always)
  private static func joined(low: SIMD8<UInt16>, high: SIMD8<UInt16>) -> SIMD4<UInt32> {
    let (low, high) = (low &+ 128, high &+ 128)
    return unsafeBitCast((low &+ low &>> 8) &>> 8, to: SIMD4<UInt32>.self)
      | unsafeBitCast(high &+ high &>> 8, to: SIMD4<UInt32>.self) & 0xFF00_FF00
  }

  @inline(__always)
  private static func words(_ pixels: SIMD4<UInt32>) -> SIMD8<UInt16> { unsafeBitCast(pixels, to: SIMD8<UInt16>.self) }
}
