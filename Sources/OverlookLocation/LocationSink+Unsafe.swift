import Foundation
import OverlookGeometry
package import OverlookSupport
import Synchronization

/// What a feed posts to and waits with: every wait ends at once when the feed is to stop, and says in time that fixes have ceased.
package final class LocationSink: Sendable {
  /// Silence that is longer counts as lost, in seconds: receivers tell their place once a second.
  package static let lostSeconds = 10.0

  private struct State: Sendable {
    var isStopped = false
    var status = LocationStatus.searching
    /// Monotonic seconds of the last fix.
    var lastFix = -Double.infinity
  }

  private let state = Mutex(State())
  private let mailbox: Mailbox<LocationUpdate>
  /// The end of a pipe that is readable once the feed is to stop, and the one that is written then. -1 where there is none to be had:
  /// waits are then short.
  private let stopEvent: Int32
  private let stopTrigger: Int32

  package init(_ mailbox: Mailbox<LocationUpdate>) {
    self.mailbox = mailbox
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (stopEvent, stopTrigger) = (ends[0], ends[1])
  }

  deinit {
    for end in [stopEvent, stopTrigger] where end >= 0 { close(end) }
  }

  package var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Ends the waits of the feed; what it posts afterwards is dropped.
  package func stop() {
    state.withLock { $0.isStopped = true }
    var byte: UInt8 = 1
    // Invariant: the descriptor is open as long as this object is.
    if stopTrigger >= 0 { _ = write(stopTrigger, &byte, 1) }
  }

  /// Passes a fix on; one that is no place on Earth, or whose time is no number, is dropped.
  package func post(_ fix: LocationFix) {
    guard fix.coordinate.isValid, fix.time.isFinite else { return }
    let (isStopped, isNew) = state.withLock { state in
      let isNew = state.status != .fixed
      state.status = .fixed
      state.lastFix = MonotonicClock.now()
      return (state.isStopped, isNew)
    }
    guard !isStopped else { return }
    mailbox.post(.fix(fix))
    if isNew { mailbox.post(.status(.fixed)) }
  }

  /// Tells how the feed fares; the same twice is told once.
  package func post(_ status: LocationStatus) {
    let isNew = state.withLock { state in
      defer { state.status = status }
      return !state.isStopped && state.status != status
    }
    if isNew { mailbox.post(.status(status)) }
  }

  /// Waits; false when the feed is to stop.
  package func wait(seconds: Double) -> Bool {
    _ = waitUntilReadable(-1, seconds: seconds)
    return !isStopped
  }

  /// Waits until a descriptor has something to read, or its other side is gone; false when the time is over or the feed is to stop.
  package func waitUntilReadable(_ descriptor: Int32, seconds: Double) -> Bool {
    wait(for: descriptor, events: Int16(POLLIN), seconds: seconds)
  }

  /// Waits until a descriptor takes bytes, as one that connects does when it has connected or failed.
  package func waitUntilWritable(_ descriptor: Int32, seconds: Double) -> Bool {
    wait(for: descriptor, events: Int16(POLLOUT), seconds: seconds)
  }

  private func wait(for descriptor: Int32, events: Int16, seconds: Double) -> Bool {
    let end = MonotonicClock.now() + seconds
    while !isStopped {
      let now = MonotonicClock.now()
      let left = min(end, noteSilence(now)) - now
      if end <= now { return false }
      var items = [
        pollfd(fd: descriptor, events: events, revents: 0), pollfd(fd: stopEvent, events: Int16(POLLIN), revents: 0),
      ]
      let limit = stopEvent >= 0 ? 60.0 : 0.2
      let milliseconds = Int32(exactly: (min(max(left, 0), limit) * 1000).rounded(.up)) ?? 1000
      guard poll(&items, 2, milliseconds) >= 0 || errno == EINTR else { return false }
      if items[0].revents != 0 { return !isStopped }
    }
    return false
  }

  /// Says that fixes have ceased when it is so, and when else it would be, in monotonic seconds.
  private func noteSilence(_ now: Double) -> Double {
    let lostAt = state.withLock { state -> Double? in
      guard state.status == .fixed else { return .infinity }
      guard now >= state.lastFix + Self.lostSeconds else { return state.lastFix + Self.lostSeconds }
      state.status = .lost
      return nil
    }
    if lostAt == nil, !isStopped { mailbox.post(.status(.lost)) }
    return lostAt ?? .infinity
  }
}
