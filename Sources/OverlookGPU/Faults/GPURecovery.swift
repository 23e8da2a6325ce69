/// When everything that a driver had no memory for is made anew: at once, after all that was held was given back, and when that
/// did not help after a second, four, sixteen, and then every minute.
package struct GPURecovery {
  private static let delays = [1.0, 4, 16, 60]
  /// What fails more often than this is not made anew at once.
  private static let leastSeconds = 1.0
  /// Faults that lie further apart have nothing to do with each other.
  private static let calmSeconds = 120.0

  private var failures = 0
  private var lastTry = -Double.infinity
  /// When to try again, in the seconds of `note`; nil while nothing is left out.
  package private(set) var nextTry: Double?
  /// What is left out, in one line; nil for nothing.
  package private(set) var fault: String?

  package init() {}

  /// How many times memory was short of late: caches are to be that many times half as large.
  package var level: Int { failures }

  /// Whether something is left out and it is time to see whether there is room for it.
  package func isDue(now: Double) -> Bool { nextTry.map { $0 <= now } ?? false }

  /// Whether to make everything anew at once because something was left out.
  package func mayTry(now: Double) -> Bool { nextTry == nil && now >= lastTry + Self.leastSeconds }

  /// Everything is about to be made anew.
  package mutating func begin(now: Double) {
    if now > lastTry + Self.calmSeconds { failures = 0 }
    lastTry = now
    nextTry = nil
    fault = nil
  }

  /// Something is left out.
  package mutating func fail(_ fault: String, now: Double) {
    self.fault = fault
    if nextTry != nil { return }
    nextTry = now + Self.delays[min(failures, Self.delays.count - 1)]
    failures += 1
  }
}
