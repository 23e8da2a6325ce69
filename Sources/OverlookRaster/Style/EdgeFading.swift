/// How an edge fades to its sides.
///
/// The shader tells how far a pixel lies from the edge by a place on the edge that is interpolated between its ends in
/// perspective, though it is one of the screen: on a long edge that leads away from the eye it slips along the edge, and the edge
/// fades more. That is the look that styles are made for, so it is kept.
struct EdgeFading {
  private let way: SIMD2<Float>
  private let depths: SIMD2<Float>
  /// Whether the place slips so far that anybody sees it.
  private let slips: Bool

  /// `way`: from end to end, in pixels.
  @inline(__always)
  init(_ way: SIMD2<Float>, depths: SIMD2<Float>) {
    self.way = way
    self.depths = depths
    // In the middle it slips a quarter of the way times the share by which the depths differ, or less.
    let difference = abs(depths.y - depths.x)
    slips = max(abs(way.x), abs(way.y)) * difference > 0.1 * min(depths.x, depths.y)
  }

  /// How far the place slips, in pixels, that much of the way (0 ... 1) from the start.
  @inline(__always)
  func slip(_ share: Float) -> SIMD2<Float> {
    guard slips else { return .zero }
    let place = share * depths.x / (depths.y + share * (depths.x - depths.y))
    return way * (place - share)
  }

  /// How much of a pixel the edge covers, 0 ... 255: `away` is how far its middle lies from the edge, `along` and `across` how
  /// far the place slips that way.
  @inline(__always)
  func share(_ away: Float, _ along: Float, _ across: Float) -> UInt32 {
    var distance = away
    if slips {
      let side = away + across
      distance = min(1, (along * along + side * side).squareRoot())
    }
    // Next to 2^23 a Float has no bits for fractions: the sum rounds, and its lowest bits are the number.
    return (255 - distance * distance * (765 - 510 * distance) + 0x1p23).bitPattern & 255
  }
}
