import Glibc

extension SIMD3<Float> {
  /// sRGB components 0 ... 1 as amounts of light (IEC 61966-2-1).
  package var linearLight: SIMD3<Float> {
    SIMD3(Self.linear(x), Self.linear(y), Self.linear(z))
  }

  private static func linear(_ value: Float) -> Float {
    value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
  }

  @inline(__always) var length: Float { (self * self).sum().squareRoot() }

  @inline(__always) var normalized: SIMD3<Float> {
    let length = length
    return length > 0 ? self / length : SIMD3(0, 0, 1)
  }

  @inline(__always) func cross(_ other: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  @inline(__always) func dot(_ other: SIMD3<Float>) -> Float { (self * other).sum() }

  @inline(__always) func mixed(with other: SIMD3<Float>, _ share: Float) -> SIMD3<Float> { self + (other - self) * share }
}
