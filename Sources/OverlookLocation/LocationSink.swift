package import OverlookStreams
package import OverlookSupport
import OverlookGeometry
import Synchronization

/// What a feed posts to and waits with: every wait ends at once when the feed is to stop, and says in time that fixes have ceased.
package final class LocationSink: Sendable {
  /// Silence that is longer counts as lost, in seconds: receivers tell their place once a second.
  package static let lostSeconds = 10.0

  /// Fixes that wait for the main thread at most; a source that floods loses the others.
  private static let waitingLimit = 1_000

  private struct State: Sendable {
    var status = LocationStatus.searching
    /// Monotonic seconds of the last fix.
    var lastFix = -Double.infinity
  }

  private let state = Mutex(State())
  private let mailbox: Mailbox<LocationUpdate>
  /// Ends the waits of the feed.
  package let signal = StopSignal()
  private let lostSeconds: Double

  package init(_ mailbox: Mailbox<LocationUpdate>, lostSeconds: Double = lostSeconds) {
    self.mailbox = mailbox
    self.lostSeconds = lostSeconds
  }

  package var isStopped: Bool { signal.isSet }

  /// Ends the waits of the feed; what it posts afterwards is dropped.
  package func stop() { signal.set() }

  /// Passes a fix on; one that is no place on Earth, or whose time is no number, is dropped.
  package func post(_ fix: LocationFix) {
    guard fix.coordinate.isValid, fix.time.isFinite, !isStopped else { return }
    let isNew = state.withLock { state in
      defer { (state.status, state.lastFix) = (.fixed, MonotonicClock.now()) }
      return state.status != .fixed
    }
    if mailbox.count < Self.waitingLimit { mailbox.post(.fix(fix)) }
    if isNew { mailbox.post(.status(.fixed)) }
  }

  /// Tells how the feed fares; the same twice is told once.
  package func post(_ status: LocationStatus) {
    let isNew = state.withLock { state in
      defer { state.status = status }
      return state.status != status
    }
    if isNew, !isStopped { mailbox.post(.status(status)) }
  }

  package func post(_ update: LocationUpdate) {
    switch update {
    case .fix(let fix): post(fix)
    case .status(let status): post(status)
    }
  }

  /// Waits; false when the feed is to stop.
  package func wait(seconds: Double) -> Bool {
    _ = waitUntilReadable(-1, seconds: seconds)
    return !isStopped
  }

  /// Waits until a descriptor has something to read, or its other side is gone; false when the time is over or the feed is to stop.
  package func waitUntilReadable(_ descriptor: Int32, seconds: Double) -> Bool {
    let end = MonotonicClock.now() + seconds
    while !isStopped {
      let now = MonotonicClock.now()
      let pause = min(end, noteSilence(now)) - now
      if signal.wait(for: descriptor, .readable, seconds: max(pause, 0)) { return true }
      if end <= MonotonicClock.now() { return false }
    }
    return false
  }

  /// Says that fixes have ceased when it is so, and when else it would be, in monotonic seconds.
  private func noteSilence(_ now: Double) -> Double {
    let lostAt = state.withLock { state -> Double? in
      guard state.status == .fixed else { return .infinity }
      guard now >= state.lastFix + lostSeconds else { return state.lastFix + lostSeconds }
      state.status = .lost
      return nil
    }
    if lostAt == nil, !isStopped { mailbox.post(.status(.lost)) }
    return lostAt ?? .infinity
  }
}
