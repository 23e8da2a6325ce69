/// What the window's callbacks saw and the view has not yet taken, in order; callbacks append and do nothing else.
///
/// Consecutive pointer moves become one, the newest. A full queue ends in one `focusLost`, which releases every held key and
/// button, and drops what follows until it is drained: a lost release can so never leave a gesture hanging.
package struct InputQueue: Sendable {
  /// Events that are kept.
  package let capacity: Int
  /// Events that found the queue full, since the start.
  package private(set) var droppedCount = 0
  private var events: [InputEvent] = []
  private var head = 0

  package init(capacity: Int = 1024) {
    self.capacity = max(capacity, 2)
    events.reserveCapacity(self.capacity)
  }

  package var count: Int { events.count - head }
  package var isEmpty: Bool { count == 0 }

  package mutating func append(_ event: InputEvent) {
    guard let last = events.last, !isEmpty else {
      events.append(event)
      return
    }
    if case .pointerMoved = event.kind, case .pointerMoved = last.kind {
      events[events.count - 1] = event
    } else if count < capacity {
      events.append(event)
    } else {
      droppedCount &+= 1
      if last.kind != .focusLost { events[events.count - 1] = InputEvent(timeSeconds: event.timeSeconds, kind: .focusLost) }
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
    }
    return event
  }
}
