/// SplitMix64 (Steele, Lea and Flood, 2014): the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from anywhere: one in four is special, one in four any pattern of bits, the rest of a map's size.
  mutating func wildDouble() -> Double {
    let specials: [Double] = [
      .nan, .infinity, -.infinity, 0, -0.0, 180, -180, 90, -90, 360, 1e19, -1e19, 1e300, -1e300, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude, 85.051_128_779_806_59,
    ]
    switch Int.random(in: 0..<4, using: &self) {
    case 0: return specials.randomElement(using: &self) ?? 0
    case 1: return Double(bitPattern: next())
    default: return Double.random(in: -400...400, using: &self)
    }
  }
}
