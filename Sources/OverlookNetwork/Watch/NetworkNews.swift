import Synchronization

/// Tells that the network of this machine changed for the better: it has an address or a way out that it had not. What failed is
/// worth another try then, without waiting for its time.
package final class NetworkNews: Sendable {
  private struct State: Sendable {
    var listeners: [Int: @Sendable () -> Void] = [:]
    var lastNumber = 0
    var toldAt = -Double.infinity
  }

  /// News within this many seconds are one: a network that comes back says so many times.
  private static let restSeconds = 2.0

  private let state = Mutex(State())

  package init() {}

  /// `listener` is called on the network's thread, and must not block. The number is for `remove`.
  package func add(_ listener: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.listeners[state.lastNumber] = listener
      return state.lastNumber
    }
  }

  /// The listener may be called once more by a thread that is about to.
  package func remove(_ number: Int) {
    state.withLock { $0.listeners[number] = nil }
  }

  /// `now`: monotonic seconds.
  package func tell(now: Double) {
    let listeners: [@Sendable () -> Void] = state.withLock { state in
      guard now - state.toldAt >= Self.restSeconds else { return [] }
      state.toldAt = now
      return state.listeners.sorted { $0.key < $1.key }.map(\.value)
    }
    for listener in listeners { listener() }
  }
}
