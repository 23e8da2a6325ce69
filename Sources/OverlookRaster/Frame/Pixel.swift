/// Arithmetic on a premultiplied pixel.
enum Pixel {
  /// BGRA of red, green, blue and alpha of 0 ... 1.
  static func packed(_ color: SIMD4<Float>) -> UInt32 {
    byte(color.z) | byte(color.y) << 8 | byte(color.x) << 16 | byte(color.w) << 24
  }

  /// 0 ... 255 for a share of one, which is cut to 0 ... 1.
  @inline(__always)
  static func byte(_ share: Float) -> UInt32 { UInt32(max(0, min(1, share)) * 255 + 0.5) }

  /// All bytes times `factor` / 255, rounded; `factor` is 0 ... 255.
  @inline(__always)
  static func scaled(_ pixel: UInt32, by factor: UInt32) -> UInt32 {
    // x / 255 is (x + x / 256) / 256 with x a half larger.
    let low = (pixel & 0x00FF_00FF) &* factor &+ 0x0080_0080
    let high = (pixel >> 8 & 0x00FF_00FF) &* factor &+ 0x0080_0080
    return (low &+ (low >> 8 & 0x00FF_00FF)) >> 8 & 0x00FF_00FF | (high &+ (high >> 8 & 0x00FF_00FF)) & 0xFF00_FF00
  }

  /// A pixel laid over another one.
  @inline(__always)
  static func over(_ below: UInt32, _ pixel: UInt32) -> UInt32 { pixel &+ scaled(below, by: 255 &- pixel >> 24) }
}
