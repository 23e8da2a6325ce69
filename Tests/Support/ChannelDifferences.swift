/// How far the channels of two pictures of one size lie apart.
package struct ChannelDifferences {
  /// Levels, 0 to 255; infinite where the sizes differ.
  package private(set) var mean = Double.infinity
  /// The share of the channels that differ by more than the limit, 0 to 1; infinite where the sizes differ.
  package private(set) var share = Double.infinity

  package init(_ first: [UInt8], _ second: [UInt8], limit: Int) {
    var (sum, count) = (0, 0)
    for (one, other) in zip(first, second) {
      let difference = abs(Int(one) - Int(other))
      sum += difference
      if difference > limit { count += 1 }
    }
    guard !first.isEmpty, first.count == second.count else { return }
    (mean, share) = (Double(sum) / Double(first.count), Double(count) / Double(first.count))
  }
}
