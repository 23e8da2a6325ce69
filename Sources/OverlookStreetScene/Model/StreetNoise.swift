import Glibc

/// Numbers that look random and are the same each time.
enum StreetNoise {
  /// Mixes two numbers (the finaliser of MurmurHash3).
  static func hash(_ a: UInt32, _ b: UInt32) -> UInt32 {
    var value = a &* 0x9E37_79B9 ^ b &* 0x85EB_CA6B
    value = (value ^ value >> 16) &* 0x85EB_CA6B
    value = (value ^ value >> 13) &* 0xC2B2_AE35
    return value ^ value >> 16
  }

  /// 0 ..< 1.
  static func unit(_ value: UInt32) -> Float { Float(value >> 8) / 16_777_216 }

  /// Smooth noise, 0 ... 1, whose bumps are about 1 wide.
  static func smooth(_ x: Float, _ y: Float) -> Float {
    let (cellX, cellY) = (floorf(x), floorf(y))
    let (u, v) = (x - cellX, y - cellY)
    func corner(_ dx: Float, _ dy: Float) -> Float { unit(hash(bits(cellX + dx), bits(cellY + dy))) }
    let (s, t) = (u * u * (3 - 2 * u), v * v * (3 - 2 * v))
    let low = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * s
    let high = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * s
    return low + (high - low) * t
  }

  /// Of a whole number within the scene.
  private static func bits(_ value: Float) -> UInt32 { UInt32(bitPattern: Int32(min(max(value, -1e9), 1e9))) }
}
