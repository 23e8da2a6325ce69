import Foundation
import OverlookSupport
import Synchronization

@testable import OverlookLocation

/// A feed that runs on a thread of its own, and what it has told.
final class FeedRun: Sendable {
  let sink: LocationSink
  private let mailbox: Mailbox<LocationUpdate>
  private let told = Mutex<[LocationUpdate]>([])
  private let hasEnded = Mutex(false)

  init(_ feed: any LocationFeed, lostSeconds: Double = LocationSink.lostSeconds) {
    mailbox = Mailbox {}
    sink = LocationSink(mailbox, lostSeconds: lostSeconds)
    Thread { [self] in
      feed.run(sink)
      hasEnded.withLock { $0 = true }
    }.start()
  }

  var updates: [LocationUpdate] {
    let new = mailbox.drain()
    return told.withLock {
      $0 += new
      return $0
    }
  }

  var fixes: [LocationFix] { updates.compactMap { if case .fix(let fix) = $0 { fix } else { nil } } }

  var statuses: [LocationStatus] { updates.compactMap { if case .status(let status) = $0 { status } else { nil } } }

  /// The sentences of failures.
  var sentences: [String] { statuses.compactMap { if case .failed(let sentence) = $0 { sentence } else { nil } } }

  /// Waits until something holds; whether it did within the time.
  func wait(seconds: Double = 90, until holds: (FeedRun) -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while !holds(self) {
      guard ContinuousClock.now < end else { return false }
      try await Task.sleep(for: .seconds(0.01))
    }
    return true
  }

  /// Stops the feed; whether its thread ended in that time.
  func stop(seconds: Double = 1) async throws -> Bool {
    sink.stop()
    return try await wait(seconds: seconds) { _ in hasEnded.withLock { $0 } }
  }
}
