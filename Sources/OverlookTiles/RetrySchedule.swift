/// How long to wait after a failure: 1, 2, 4 ... 60 seconds, give or take a fifth so that many tiles do not come back at once.
package enum RetrySchedule {
  /// Retries that happen by themselves; after that a tile waits for the view to change as well.
  package static let automaticRetries = 5
  package static let longestSeconds = 60.0

  /// - Parameters:
  ///   - failures: In a row, at least 1.
  ///   - jitter: A random number, 0 ..< 1.
  package static func delaySeconds(failures: Int, jitter: Double) -> Double {
    let exponent = min(max(failures, 1) - 1, 10)
    return min(Double(1 << exponent) * (0.8 + 0.4 * jitter), longestSeconds)
  }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): a small generator with a seed, so that runs can be repeated.
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
}
