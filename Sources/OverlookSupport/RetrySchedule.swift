/// How long to wait after a failure: 1, 2, 4 ... 60 seconds, give or take a fifth so that many tiles do not come back at once.
package enum RetrySchedule {
  /// Retries that happen by themselves; after that a tile waits for the view to change as well.
  package static let automaticRetries = 5
  package static let longestSeconds = 60.0

  /// Whether who has no more time than until `end` need not wait for the next try at `retry`: it comes later, or the server could
  /// not even be reached the last two times.
  package static func isInVain(_ retry: Double, after failures: FailureRun, before end: Double) -> Bool {
    retry > end || failures.unreachableCount >= 2
  }

  /// - Parameters:
  ///   - failures: In a row, at least 1.
  ///   - jitter: A random number, 0 ..< 1.
  package static func delaySeconds(failures: Int, jitter: Double) -> Double {
    let exponent = min(max(failures, 1) - 1, 10)
    return min(Double(1 << exponent) * (0.8 + 0.4 * jitter), longestSeconds)
  }
}

/// Failures in a row.
package struct FailureRun: Hashable, Sendable {
  package private(set) var count = 0
  /// Of these, the last ones at which nobody was there.
  package private(set) var unreachableCount = 0

  package init() {}

  package mutating func add(isUnreachable: Bool) {
    count += 1
    unreachableCount = isUnreachable ? unreachableCount + 1 : 0
  }
}
