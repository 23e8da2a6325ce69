import Synchronization

/// How far a pack has come; written by whoever makes it, read by whoever shows it, on any threads.
package final class PackProgress: Sendable {
  package struct State: Hashable, Sendable {
    /// Tiles of the area.
    package var tileCount = 0
    /// Those of them that need not be asked for any more: there, missing, or given up.
    package var doneCount = 0
    package var missingCount = 0
    package var failedCount = 0
    /// Tiles and bytes that came since the start of this run.
    package var fetchedCount = 0
    package var fetchedBytes = 0
    /// Whether the tiles are all there and the file is being put together.
    package var isFinishing = false
    /// Tiles asked for and answered in this run, whatever came.
    package var answeredCount = 0
  }

  private let state = Mutex(State())

  package init() {}

  package var now: State { state.withLock { $0 } }

  func update(_ body: (inout State) -> Void) {
    state.withLock { body(&$0) }
  }
}

/// How fast it goes, over the last while.
package struct PackRate: Sendable {
  private var samples: [(time: Double, count: Int)] = []
  private static let windowSeconds = 20.0

  package init() {}

  /// Notes that `count` tiles were answered until `now` (seconds).
  package mutating func note(count: Int, now: Double) {
    samples.append((now, count))
    while let first = samples.first, samples.count > 2, now - first.time > Self.windowSeconds { samples.removeFirst() }
  }

  /// Tiles a second; nil while there is nothing to tell it from.
  package var tilesPerSecond: Double? {
    guard let first = samples.first, let last = samples.last, last.time - first.time > 0.2, last.count > first.count else {
      return nil
    }
    return Double(last.count - first.count) / (last.time - first.time)
  }
}
