import OverlookGeometry
import OverlookInput
import Testing

@Suite struct InputQueueTests {
  private func event(_ kind: InputEvent.Kind, at time: Double = 0) -> InputEvent {
    InputEvent(timeSeconds: time, kind: kind)
  }

  private func drain(_ queue: inout InputQueue) -> [InputEvent] {
    var events: [InputEvent] = []
    while let event = queue.next() { events.append(event) }
    return events
  }

  @Test func eventsComeOutInOrder() {
    var queue = InputQueue()
    let events = [event(.keyPressed(.n, [])), event(.keyReleased(.n, [])), event(.pointerLeft)]
    for event in events { queue.append(event) }
    #expect(queue.count == 3)
    let drained = drain(&queue)
    #expect(drained == events)
    #expect(queue.isEmpty)
  }

  @Test func movesInARowBecomeTheNewest() {
    var queue = InputQueue()
    for x in 0..<100 { queue.append(event(.pointerMoved(ScreenPoint(x: Double(x), y: 0)), at: Double(x))) }
    queue.append(event(.pointerLeft))
    queue.append(event(.pointerMoved(ScreenPoint(x: 7, y: 7))))
    let drained = drain(&queue)
    #expect(
      drained == [
        event(.pointerMoved(ScreenPoint(x: 99, y: 0)), at: 99), event(.pointerLeft),
        event(.pointerMoved(ScreenPoint(x: 7, y: 7))),
      ])
  }

  @Test func aMoveThatWasTakenIsNotReplaced() {
    var queue = InputQueue()
    queue.append(event(.pointerMoved(ScreenPoint(x: 1, y: 0))))
    _ = queue.next()
    queue.append(event(.pointerMoved(ScreenPoint(x: 2, y: 0))))
    let drained = drain(&queue)
    #expect(drained.count == 1)
  }

  @Test func aFullQueueEndsInOneLossOfFocus() {
    var queue = InputQueue(capacity: 4)
    for time in 0..<10 { queue.append(event(.keyPressed(.left, []), at: Double(time))) }
    let events = drain(&queue)
    #expect(events.count == 4)
    #expect(events.last?.kind == .focusLost)
    #expect(queue.droppedCount == 6)
    queue.append(event(.pointerLeft))
    let next = queue.next()
    #expect(next == event(.pointerLeft))
  }

  @Test func eventsMayArriveWhileTheQueueIsDrained() {
    var queue = InputQueue()
    var seen = 0
    queue.append(event(.keyPressed(.n, [])))
    while queue.next() != nil, seen < 5000 {
      seen += 1
      queue.append(event(.keyPressed(.n, [])))
      if seen % 2 == 0 { queue.append(event(.keyReleased(.n, []))) }
    }
    #expect(seen == 5000)
    #expect(queue.droppedCount > 0 && queue.count <= queue.capacity)
  }
}
