import Dispatch
import GRDB
import Synchronization

/// What the two threads of the cache share besides the work: the connection for reading, the limit and the counts.
final class CacheShelf: Sendable {
  private struct State: Sendable {
    var connection: DatabaseQueue?
    var isOpened = false
    var byteLimit: Int
    var hits = 0
    var misses = 0
  }

  private let state: Mutex<State>
  private let opened = DispatchGroup()

  init(byteLimit: Int) {
    state = Mutex(State(byteLimit: max(byteLimit, 0)))
    opened.enter()
  }

  /// Sets what is read from; nil for nothing. Called by the storage thread.
  func set(_ connection: DatabaseQueue?) {
    let isFirst = state.withLock { state in
      defer { state.isOpened = true }
      state.connection = connection
      return !state.isOpened
    }
    if isFirst { opened.leave() }
  }

  /// What to read from, once it was tried to open it; nil when there is nothing.
  func connection() -> DatabaseQueue? {
    opened.wait()
    return state.withLock { $0.connection }
  }

  var byteLimit: Int {
    get { state.withLock { $0.byteLimit } }
    set { state.withLock { $0.byteLimit = newValue } }
  }

  func count(isHit: Bool) {
    state.withLock { state in
      if isHit { state.hits += 1 } else { state.misses += 1 }
    }
  }

  var counts: (hits: Int, misses: Int) { state.withLock { ($0.hits, $0.misses) } }
}
