import Foundation

/// How much slower or faster than planned it has gone lately.
struct PaceEstimate: Sendable {
  /// Seconds behind which what was seen counts for a third.
  private static let memory = 180.0
  /// Planned seconds that must have been seen.
  private static let least = 20.0
  /// Seconds ahead for which the next of the way is believed to go like the last.
  private static let horizon = 600.0
  /// Seconds of standing that are those of a red light.
  private static let pause = 60.0
  private static let range = 0.6...2.5

  private var planned = 0.0
  private var taken = 0.0
  private var standing = 0.0

  mutating func observe(planned seconds: Double, elapsed: Double) {
    guard elapsed > 0, elapsed < 60, seconds >= 0, seconds < 600 else { return }
    standing = seconds < 0.1 * elapsed ? standing + elapsed : 0
    guard standing < Self.pause else { return }
    let fading = exp(-elapsed / Self.memory)
    planned = planned * fading + seconds
    taken = taken * fading + elapsed
  }

  /// Taken seconds to a planned one.
  var ratio: Double {
    planned < Self.least ? 1 : min(max(taken / planned, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Seconds that a planned time will take.
  func expected(_ seconds: Double) -> Double { seconds + (ratio - 1) * min(seconds, Self.horizon) }
}
