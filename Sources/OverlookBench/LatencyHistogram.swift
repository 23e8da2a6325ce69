import Histogram

/// Durations counted in whole microseconds, up to a thousand seconds: what it tells is right to one part in 128, or to a
/// microsecond. Counting takes no memory.
package struct LatencyHistogram {
  /// Microseconds from `lowest` to the start of the next bucket.
  package struct Bucket: Equatable {
    package let lowest: Int
    package let width: Int
    package let count: Int
  }

  private static let longestSeconds = 1e3

  private var counts = Histogram<UInt64>(
    highestTrackableValue: UInt64(longestSeconds * 1e6), numberOfSignificantValueDigits: .two)

  package init() {}

  /// Counts a duration; negative ones and what is no number count as 0, longer ones as a thousand seconds.
  package mutating func record(_ seconds: Double) {
    let seconds = seconds > 0 ? min(seconds, Self.longestSeconds) : 0
    counts.record(UInt64(seconds * 1e6))
  }

  package var count: Int { Int(clamping: counts.totalCount) }

  /// The shortest, the longest and their mean, in seconds; 0 without any.
  package var minimum: Double { Double(counts.min) / 1e6 }
  package var maximum: Double { Double(counts.maxRecorded) / 1e6 }
  package var mean: Double { counts.mean / 1e6 }

  /// The duration that `fraction` (0 ... 1) of all do not exceed, in seconds; 0 without any.
  package func percentile(_ fraction: Double) -> Double { Double(counts.valueAtPercentile(100 * fraction)) / 1e6 }

  /// Those that hold anything, ascending.
  package var buckets: [Bucket] {
    counts.recordedValues().map { step in
      Bucket(
        lowest: Int(clamping: counts.lowestEquivalentForValue(step.value)),
        width: Int(clamping: counts.sizeOfEquivalentRangeForValue(step.value)), count: Int(clamping: step.count))
    }
  }
}
