package import OverlookSupport

extension SeededGenerator {
  /// A number from anywhere: one in four is special, one in four any pattern of bits, the rest of a map's size.
  package mutating func wildDouble() -> Double {
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
