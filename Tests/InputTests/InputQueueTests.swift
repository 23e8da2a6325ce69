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

  /// A hundred keys pressed between two frames are a hundred keys; what they typed is one text where no key came between.
  @Test func textsInARowBecomeOne() {
    var queue = InputQueue()
    for text in ["a", "\u{301}", "\u{200F}", "ش"] { queue.append(event(.textCommitted(text))) }
    queue.append(event(.keyPressed(.enter, [])))
    queue.append(event(.textCommitted("b")))
    let drained = drain(&queue)
    #expect(
      drained == [event(.textCommitted("a\u{301}\u{200F}ش")), event(.keyPressed(.enter, [])), event(.textCommitted("b"))])
  }

  @Test func megabytesOfTextInOneFrameAreBounded() {
    var queue = InputQueue()
    // A character at a time, as the window system gives them: three million of them must not take seconds.
    for _ in 0..<3_000_000 { queue.append(event(.textCommitted("ก"))) }
    queue.append(event(.textCommitted(String(repeating: "x", count: 5_000_000))))
    queue.append(event(.keyPressed(.escape, [])))
    let drained = drain(&queue)
    let texts = drained.compactMap { if case .textCommitted(let text) = $0.kind { text } else { nil } }
    #expect(texts.allSatisfy { $0.utf8.count <= InputEvent.maximumTextBytes })
    let bytes = texts.reduce(0) { $0 + $1.utf8.count }
    #expect(bytes <= InputQueue.maximumWaitingBytes && bytes > InputQueue.maximumWaitingBytes - InputEvent.maximumTextBytes)
    #expect(drained.last == event(.keyPressed(.escape, [])), "keys come through")
    queue.append(event(.textCommitted("y")))
    let next = queue.next()
    #expect(next == event(.textCommitted("y")), "and text again, once it was drained")
  }

  @Test(
    arguments: [
      ("\u{0}", nil), ("a\u{0}b\u{7F}\u{85}c", "abc"), ("\u{200F}\u{202E}", "\u{200F}\u{202E}"),
      ("", nil),
      ("a\r\nb\t", "ab"),
    ] as [(String, String?)]) func textHasNoControlCharacters(text: String, expected: String?)
  {
    var queue = InputQueue()
    queue.append(event(.textCommitted(text)))
    let next = queue.next()
    #expect(next == expected.map { event(.textCommitted($0)) })
  }

  @Test(arguments: [0xD800, 0xDFFF, 0x110000, .max, 0, 0x1B, 0xFFFE, 0x1FFFF] as [UInt32])
  func whatIsNoCharacterIsNone(codePoint: UInt32) {
    #expect(CommittedText.scalar(codePoint) == nil)
  }

  @Test func textOfTheClipboardKeepsItsLines() {
    #expect(CommittedText.cleaned("a\r\nb\rc\n\n\td\u{0}", keepsLines: true) == "a\nb\nc\n\n\td")
    #expect(CommittedText.cleaned("aéb", maximumBytes: 2) == "a")
  }

  @Test func aDropIsBounded() {
    let many = FileDrop(paths: (0..<100_000).map { "/f\($0)" })
    #expect(many.paths.count == FileDrop.maximumCount && many.omittedCount == 100_000 - FileDrop.maximumCount)
    #expect(many.paths.last == "/f999")
    let odd = FileDrop(paths: ["", "/a\u{0}b", String(repeating: "x", count: 4097), "/ok"], omittedCount: 2)
    #expect(odd == FileDrop(paths: ["/ok"], omittedCount: 5))
    let long = FileDrop(paths: (0..<100).map { _ in String(repeating: "x", count: 4096) })
    #expect(long.paths.count == 64 && long.omittedCount == 36)
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
