import Testing

@testable import OverlookVoice

@Suite struct SpeechQueueTests {
  private static func utterance(_ text: String, _ priority: SpeechPriority) -> Utterance {
    Utterance(text, language: "en", priority: priority)
  }

  private static func order(_ queue: SpeechQueue, now: Double = 0) -> [String] {
    var (queue, texts) = (queue, [String]())
    while let item = queue.next(now: now) {
      texts.append(item.utterance.text)
      queue.finish(item.number)
    }
    return texts
  }

  @Test func whatIsMoreImportantIsSaidFirstAndEqualOnesInTheirOrder() {
    var queue = SpeechQueue()
    let sentences: [(String, SpeechPriority)] = [
      ("n1", .notice), ("p", .preparation), ("a1", .alert), ("n2", .notice), ("a2", .alert),
    ]
    for (text, priority) in sentences { _ = queue.add(Self.utterance(text, priority), now: 0, validSeconds: 10) }
    #expect(Self.order(queue) == ["a1", "a2", "p", "n1", "n2"])
  }

  @Test func aNearerManeuverTakesThePlaceOfOlderSentences() {
    var queue = SpeechQueue()
    for (text, priority) in [("in 300 metres", SpeechPriority.preparation), ("turn left", .maneuver), ("rain", .notice)] {
      _ = queue.add(Self.utterance(text, priority), now: 0, validSeconds: 10)
    }
    _ = queue.add(Self.utterance("turn right", .maneuver), now: 0, validSeconds: 10)
    #expect(Self.order(queue) == ["turn right", "rain"])
  }

  /// What is being said, what comes, and whether that ends it.
  @Test(arguments: [
    (SpeechPriority.maneuver, SpeechPriority.maneuver, true), (.preparation, .maneuver, true), (.notice, .maneuver, true),
    (.alert, .maneuver, false), (.maneuver, .alert, false), (.preparation, .alert, true), (.notice, .alert, true),
    (.alert, .alert, false), (.maneuver, .preparation, false), (.notice, .preparation, false), (.notice, .notice, false),
  ]) func whatIsBeingSaidEndsForWhatIsNearer(current: SpeechPriority, new: SpeechPriority, ends: Bool) {
    var queue = SpeechQueue()
    _ = queue.add(Self.utterance("old", current), now: 0, validSeconds: 10)
    #expect(queue.next(now: 0) != nil)
    #expect((queue.add(Self.utterance("new", new), now: 0, validSeconds: 10) == .interrupts) == ends)
    #expect(queue.next(now: 0) == nil)
  }

  @Test func whatComesTooLateIsNotSaid() {
    var queue = SpeechQueue()
    _ = queue.add(Self.utterance("now", .maneuver), now: 0, validSeconds: 3)
    _ = queue.add(Self.utterance("later", .notice), now: 0, validSeconds: 30)
    #expect(Self.order(queue, now: 5) == ["later"])
  }

  @Test func aFloodKeepsWhatIsImportant() {
    var queue = SpeechQueue()
    for number in 0..<10_000 { _ = queue.add(Self.utterance("\(number)", .notice), now: 0, validSeconds: 10) }
    _ = queue.add(Self.utterance("alert", .alert), now: 0, validSeconds: 10)
    #expect(queue.waiting.count == SpeechQueue.limit && queue.waiting.first?.utterance.text == "alert")
  }

  @Test func aSentenceWhoseVoiceFailedIsSaidByTheNext() {
    var queue = SpeechQueue()
    _ = queue.add(Self.utterance("a", .maneuver), now: 0, validSeconds: 10)
    let number = queue.next(now: 0)?.number ?? 0
    queue.putBack(number)
    #expect(queue.next(now: 0)?.utterance.text == "a")
  }
}
