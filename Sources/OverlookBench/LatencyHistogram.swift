/// Durations counted in buckets whose width grows with the duration: every count is right to one part in 128, from a microsecond to a
/// thousand seconds, in the memory of a page and without any for a further one.
///
/// The buckets are those of Gil Tene's HdrHistogram with two decimal digits: 256 of a microsecond each, then 128 for every doubling. His Swift
/// port would bring two more packages into every build of a library of which only the benchmark counts anything.
package struct LatencyHistogram {
  /// Microseconds from `lowest` to the start of the next bucket.
  package struct Bucket: Equatable {
    package let lowest: Int
    package let width: Int
    package let count: Int
  }

  private static let firstBuckets = 256
  private static let halfBuckets = 128
  /// Doublings beyond the first buckets.
  private static let doublings = 22

  private var counts = [Int](repeating: 0, count: firstBuckets + doublings * halfBuckets)
  package private(set) var count = 0
  /// The shortest and the longest as they were, in seconds; 0 without any.
  package private(set) var minimum = 0.0
  package private(set) var maximum = 0.0
  private var sum = 0.0

  package init() {}

  /// Counts a duration; negative ones and what is no number count as 0.
  package mutating func record(_ seconds: Double) {
    let seconds = seconds > 0 ? min(seconds, 1e3) : 0
    minimum = count == 0 ? seconds : min(minimum, seconds)
    maximum = max(maximum, seconds)
    sum += seconds
    count += 1
    counts[Self.index(of: Int((seconds * 1e6).rounded(.down)))] += 1
  }

  /// Seconds; 0 without any.
  package var mean: Double { count == 0 ? 0 : sum / Double(count) }

  /// The duration that `fraction` (0 ... 1) of all do not exceed, in seconds, to the width of a bucket; 0 without any.
  package func percentile(_ fraction: Double) -> Double {
    let rank = max(Int((min(max(fraction, 0), 1) * Double(count)).rounded(.up)), 1)
    var before = 0
    for (index, count) in counts.enumerated() where count > 0 {
      before += count
      let (lowest, width) = Self.bounds(of: index)
      if before >= rank { return min(max(Double(lowest + width) / 1e6, minimum), maximum) }
    }
    return 0
  }

  /// Those that hold anything, ascending.
  package var buckets: [Bucket] {
    counts.indices.filter { counts[$0] > 0 }.map { index in
      let (lowest, width) = Self.bounds(of: index)
      return Bucket(lowest: lowest, width: width, count: counts[index])
    }
  }

  private static func index(of microseconds: Int) -> Int {
    guard microseconds >= firstBuckets else { return microseconds }
    let doubling = Int.bitWidth - 8 - microseconds.leadingZeroBitCount
    return firstBuckets + (doubling - 1) * halfBuckets + (microseconds >> doubling) - halfBuckets
  }

  private static func bounds(of index: Int) -> (lowest: Int, width: Int) {
    guard index >= firstBuckets else { return (index, 1) }
    let doubling = (index - firstBuckets) / halfBuckets + 1
    return (((index - firstBuckets) % halfBuckets + halfBuckets) << doubling, 1 << doubling)
  }
}
