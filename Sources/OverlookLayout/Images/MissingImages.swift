import Synchronization

/// Names of the pictures that features ask for and the style does not have. Any thread.
package final class MissingImages: Sendable {
  /// What was asked for since the last look.
  package struct Asked: Sendable {
    /// In their order.
    package var names: [String] = []
    /// Whether there were more than those.
    package var hasMore = false
  }

  private struct Noted {
    var names: Set<String> = []
    var hasMore = false
  }

  private let noted = Mutex(Noted())
  /// More names than anybody reads.
  static let maximumCount = 200

  package init() {}

  package func note(_ name: String) {
    guard !name.isEmpty else { return }
    noted.withLock { noted in
      if noted.names.count < Self.maximumCount {
        noted.names.insert(name)
      } else if !noted.names.contains(name) {
        noted.hasMore = true
      }
    }
  }

  /// What was noted since the last call.
  package func take() -> Asked {
    noted.withLock { noted in
      // Asked every frame, and nearly always about nothing.
      if noted.names.isEmpty { return Asked() }
      defer { noted = Noted() }
      return Asked(names: noted.names.sorted(), hasMore: noted.hasMore)
    }
  }
}
