package import OverlookGeometry

/// A position in an `InputLog` that is played: gives out each event once its time has come.
package struct InputReplay: Sendable {
  private let log: InputLog
  private let startSeconds: Double
  private var position = 0

  /// Plays `log` with its beginning at `startSeconds` of the caller's clock.
  package init(_ log: InputLog, startingAt startSeconds: Double) {
    self.log = log
    self.startSeconds = startSeconds.isFinite ? startSeconds : 0
  }

  package var isFinished: Bool { position >= log.events.count }

  /// When the next event is due, on the caller's clock; nil at the end.
  package var nextDeadline: Double? {
    isFinished ? nil : startSeconds + log.events[position].timeSeconds
  }

  /// The next event if it is due at `now`, stamped with the time at which it was due.
  package mutating func next(now: Double) -> InputEvent? {
    guard let due = nextDeadline, due <= now else { return nil }
    let event = InputEvent(timeSeconds: due, kind: log.events[position].kind)
    position += 1
    return event
  }
}

/// Writes down what is done, for an `InputLog`.
package struct InputRecorder: Sendable {
  package private(set) var log: InputLog
  private let startSeconds: Double

  /// Begins at `startSeconds` of the clock that stamps the events.
  package init(size: ScreenSize, startingAt startSeconds: Double) {
    log = InputLog(size: size)
    self.startSeconds = startSeconds.isFinite ? startSeconds : 0
  }

  package mutating func record(_ event: InputEvent) {
    log.append(InputEvent(timeSeconds: event.timeSeconds - startSeconds, kind: event.kind))
  }
}
