extension Array {
  /// Sorts in place by heap sort: never allocates, where `sort` makes a buffer. Not stable; O(n log n).
  @inlinable
  package mutating func heapSort(by precedes: (Element, Element) -> Bool) {
    guard count > 1 else { return }
    for root in stride(from: count / 2 - 1, through: 0, by: -1) {
      sink(root, end: count, by: precedes)
    }
    for end in stride(from: count - 1, to: 0, by: -1) {
      swapAt(0, end)
      sink(0, end: end, by: precedes)
    }
  }

  @inlinable
  mutating func sink(_ start: Int, end: Int, by precedes: (Element, Element) -> Bool) {
    var root = start
    while 2 * root + 1 < end {
      var child = 2 * root + 1
      if child + 1 < end, precedes(self[child], self[child + 1]) { child += 1 }
      guard precedes(self[root], self[child]) else { return }
      swapAt(root, child)
      root = child
    }
  }
}
