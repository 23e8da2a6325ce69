import Synchronization

/// Names a bucket for as long as the process runs, so that the GPU's copy of it is found and dropped.
package struct BucketID: Hashable, Sendable {
  private let number: UInt64

  /// Later ones have greater numbers.
  var order: UInt64 { number }

  private static let counter = Atomic<UInt64>(0)

  /// One that no other bucket has.
  package init() {
    number = Self.counter.add(1, ordering: .relaxed).newValue
  }
}
