import Synchronization

/// Names of the pictures that features ask for and the style does not have. Any thread.
package final class MissingImages: Sendable {
  private let names = Mutex<Set<String>>([])
  /// More names than anybody reads.
  private static let maximumCount = 200

  package init() {}

  func note(_ name: String) {
    guard !name.isEmpty else { return }
    names.withLock { names in
      if names.count < Self.maximumCount { names.insert(name) }
    }
  }

  /// Those that were noted since the last call, in their order.
  package func take() -> [String] {
    names.withLock { names in
      defer { names = [] }
      return names.sorted()
    }
  }
}
