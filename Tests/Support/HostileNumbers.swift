import OverlookSupport

/// Numbers that programs do not expect: not finite, too large, too small, on edges, and plain ones. The same for the same seed.
package struct HostileNumbers {
  private static let special: [Double] = [
    0, -0.0, 1, -1, 0.5, .nan, .signalingNaN, .infinity, -.infinity, 1e308, -1e308, .greatestFiniteMagnitude,
    -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude, .ulpOfOne, 1e-300, 1e19,
    -1e19, 9.3e18, 9_223_372_036_854_775_807, 4_294_967_296, 2_147_483_648, -2_147_483_649, 65_536, 32_768, 85.0511287798,
    -85.0511287798, 85.06, 90, -90, 91, 180, -180, 179.999999999, 180.000000001, 360, 540, -540, 1e9, 22, 24, 60, 1e-9,
  ]

  private var generator: SeededGenerator
  /// Numbers that were handed out.
  package private(set) var count = 0

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A number of whatever kind.
  package mutating func next() -> Double {
    count += 1
    let bits = generator.next()
    switch bits % 4 {
    case 0: return Self.special[Int(bits >> 8) % Self.special.count]
    case 1: return Double(bitPattern: generator.next())
    case 2: return Double.random(in: -200...200, using: &generator)
    default: return Double.random(in: -1...25, using: &generator)
    }
  }

  /// Mostly a number of the range, now and then one of whatever kind.
  package mutating func next(near range: ClosedRange<Double>) -> Double {
    if generator.next() % 8 == 0 { return next() }
    count += 1
    return Double.random(in: range, using: &generator)
  }

  /// A whole number below `limit`.
  package mutating func index(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
}
