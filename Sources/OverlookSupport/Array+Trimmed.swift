extension Array {
  /// The same elements in memory that is not much larger than they need: an array that grew by appending may have taken twice of
  /// that.
  package consuming func trimmed() -> [Element] {
    if capacity <= count + count / 8 { return self }
    var trimmed: [Element] = []
    trimmed.reserveCapacity(count)
    trimmed.append(contentsOf: self)
    return trimmed
  }
}
