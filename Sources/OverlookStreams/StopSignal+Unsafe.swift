import Foundation
import OverlookSupport
import Synchronization

/// Waits for descriptors that end at once when somebody says so, from any thread.
package final class StopSignal: Sendable {
  private let stopped = Atomic(false)
  /// The end of a pipe that is readable once it is set, and the one that is written then. -1 where there is none to be had: waits then
  /// look every fifth of a second.
  private let readEnd: Int32
  private let writeEnd: Int32

  package init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    for end in [readEnd, writeEnd] where end >= 0 { close(end) }
  }

  package var isSet: Bool { stopped.load(ordering: .sequentiallyConsistent) }

  /// Ends all waits, now and later.
  package func set() {
    guard !stopped.exchange(true, ordering: .sequentiallyConsistent), writeEnd >= 0 else { return }
    var byte: UInt8 = 1
    // Invariant: the descriptor is open as long as this object is, and the byte outlives the call.
    _ = write(writeEnd, &byte, 1)
  }

  /// What is waited for.
  package enum Readiness: Sendable {
    case readable, writable
  }

  /// Waits until a descriptor is ready, or its other side is gone; false when the time is over or the signal is set. A negative descriptor
  /// is never ready.
  package func wait(for descriptor: Int32, _ readiness: Readiness, seconds: Double) -> Bool {
    let end = MonotonicClock.now() + (seconds.isNaN ? 0 : seconds)
    while !isSet {
      let left = end - MonotonicClock.now()
      let limit = readEnd >= 0 ? 60.0 : 0.2
      let milliseconds = Int32(exactly: (min(max(left, 0), limit) * 1000).rounded(.up)) ?? 1000
      var items = [
        pollfd(fd: descriptor, events: Int16(readiness == .readable ? POLLIN : POLLOUT), revents: 0),
        pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&items, 2, milliseconds) >= 0 || errno == EINTR else { return false }
      if items[0].revents != 0 { return !isSet }
      if end <= MonotonicClock.now() { return false }
    }
    return false
  }

  /// Waits; false when the signal is set.
  package func wait(seconds: Double) -> Bool {
    _ = wait(for: -1, .readable, seconds: seconds)
    return !isSet
  }
}
