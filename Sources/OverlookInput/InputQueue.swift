/// What the window's callbacks saw and the view has not yet taken, in order; callbacks append and do nothing else.
///
/// Consecutive pointer moves become one, the newest, and consecutive texts become one, up to the limit of an event. A full queue
/// ends in one `focusLost`, which releases every held key and button, and drops what follows until it is drained: a lost release
/// can so never leave a gesture hanging.
package struct InputQueue: Sendable {
  /// Events that are kept.
  package let capacity: Int
  /// Events that found the queue full, since the start.
  package private(set) var droppedCount = 0
  private var events: [InputEvent] = []
  private var head = 0
  /// UTF-8 of the texts and paths that wait.
  private var waitingBytes = 0

  /// What waits holds no more text than this, in bytes of UTF-8; what comes then is dropped.
  package static let maximumWaitingBytes = 1 << 20

  package init(capacity: Int = 1024) {
    self.capacity = max(capacity, 2)
    events.reserveCapacity(self.capacity)
  }

  package var count: Int { events.count - head }
  package var isEmpty: Bool { count == 0 }

  package mutating func append(_ event: InputEvent) {
    switch event.kind {
    case .textCommitted(let text):
      append(text, at: event.timeSeconds)
    case .filesDropped(let drop, _):
      let bytes = drop.paths.reduce(0) { $0 + $1.utf8.count }
      if takeRoom(bytes) { keep(event) }
    case .pointerMoved:
      if !isEmpty, let last = events.last, case .pointerMoved = last.kind {
        events[events.count - 1] = event
      } else {
        keep(event)
      }
    default:
      keep(event)
    }
  }

  /// The oldest event, which leaves the queue.
  package mutating func next() -> InputEvent? {
    guard head < events.count else { return nil }
    let event = events[head]
    head += 1
    if head == events.count {
      events.removeAll(keepingCapacity: true)
      head = 0
      waitingBytes = 0
    }
    return event
  }

  private mutating func keep(_ event: InputEvent) {
    guard count >= capacity, let last = events.last else { return events.append(event) }
    droppedCount &+= 1
    if last.kind != .focusLost { events[events.count - 1] = InputEvent(timeSeconds: event.timeSeconds, kind: .focusLost) }
  }

  private mutating func append(_ text: String, at timeSeconds: Double) {
    let text = CommittedText.cleaned(text)
    guard !text.isEmpty, takeRoom(text.utf8.count) else { return }
    let last = events.count - 1
    guard !isEmpty, case .textCommitted(var whole) = events[last].kind,
      whole.utf8.count + text.utf8.count <= InputEvent.maximumTextBytes
    else { return keep(InputEvent(timeSeconds: timeSeconds, kind: .textCommitted(text))) }
    // The event lets go of its text meanwhile, so that a character more is no copy of all before it.
    events[last].kind = .focusLost
    whole += text
    events[last] = InputEvent(timeSeconds: timeSeconds, kind: .textCommitted(whole))
  }

  private mutating func takeRoom(_ bytes: Int) -> Bool {
    guard bytes <= Self.maximumWaitingBytes - waitingBytes else {
      droppedCount &+= 1
      return false
    }
    waitingBytes += bytes
    return true
  }
}
