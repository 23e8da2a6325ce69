package import OverlookGeometry

/// A position in an `InputLog` that is played: gives out each event once its time has come.
package struct InputReplay: Sendable {
  /// What is to be done.
  package enum Step: Hashable, Sendable {
    case event(InputEvent)
    /// This is pasted from now on; nothing when it is empty.
    case clipboard(String)
  }

  private let log: InputLog
  private let startSeconds: Double
  private var position = 0
  private var changePosition = 0

  /// Plays `log` with its beginning at `startSeconds` of the caller's clock.
  package init(_ log: InputLog, startingAt startSeconds: Double) {
    self.log = log
    self.startSeconds = startSeconds.isFinite ? startSeconds : 0
  }

  package var isFinished: Bool { position >= log.events.count && change == nil }

  /// The change of the clipboard that comes before the next event.
  private var change: InputLog.ClipboardChange? {
    guard changePosition < log.clipboardChanges.count else { return nil }
    let change = log.clipboardChanges[changePosition]
    return change.eventCount <= position ? change : nil
  }

  /// When the next step is due, on the caller's clock; nil at the end.
  package var nextDeadline: Double? {
    if let change { return startSeconds + change.timeSeconds }
    return isFinished ? nil : startSeconds + log.events[position].timeSeconds
  }

  /// The next step if it is due at `now`, an event stamped with the time at which it was due.
  package mutating func next(now: Double) -> Step? {
    guard let due = nextDeadline, due <= now else { return nil }
    if let change {
      changePosition += 1
      return .clipboard(change.text)
    }
    let event = InputEvent(timeSeconds: due, kind: log.events[position].kind)
    position += 1
    return .event(event)
  }
}

/// Writes down what is done, for an `InputLog`.
package struct InputRecorder: Sendable {
  package private(set) var log: InputLog
  private let startSeconds: Double
  /// As far as the log tells.
  private var clipboard: String?

  /// Begins at `startSeconds` of the clock that stamps the events.
  package init(size: ScreenSize, startingAt startSeconds: Double) {
    log = InputLog(size: size)
    self.startSeconds = startSeconds.isFinite ? startSeconds : 0
  }

  package mutating func record(_ event: InputEvent) {
    log.append(InputEvent(timeSeconds: event.timeSeconds - startSeconds, kind: event.kind))
  }

  /// A text was pasted, while the last event was handled; empty for none.
  package mutating func recordPaste(_ text: String) {
    guard InputLog.pasted(text) != clipboard else { return }
    clipboard = InputLog.pasted(text)
    log.insertClipboard(text)
  }

  /// A text was copied by what is recorded itself.
  package mutating func recordCopy(_ text: String) { clipboard = InputLog.pasted(text) }
}
