/// The place along a Hilbert curve over a square of 2^16 cells a side.
enum HilbertCurve {
  /// `x` and `y` below 65,536.
  static func place(x: UInt32, y: UInt32) -> UInt32 {
    var (x, y, place) = (x & 0xFFFF, y & 0xFFFF, UInt32(0))
    var side: UInt32 = 1 << 15
    while side > 0 {
      let right: UInt32 = x & side > 0 ? 1 : 0
      let upper: UInt32 = y & side > 0 ? 1 : 0
      place &+= side &* side &* ((3 &* right) ^ upper)
      if upper == 0 {
        if right == 1 {
          x = 0xFFFF &- x
          y = 0xFFFF &- y
        }
        (x, y) = (y, x)
      }
      side >>= 1
    }
    return place
  }
}
