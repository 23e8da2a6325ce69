import OverlookControls
import Testing

/// A line that runs both ways: the cursor goes as it is seen, and what is typed and deleted as it is read.
@Suite struct EditedTextDirectionTests {
  /// The places by which the cursor comes from one end of the line to the other.
  private func walk(_ string: String, _ movement: EditedText.Movement, from start: Int) -> [Int] {
    var text = EditedText(string)
    text.place(cursor: start)
    var places = [text.cursor]
    while places.count < 40 {
      text.move(movement)
      if text.cursor == places.last { break }
      places.append(text.cursor)
    }
    return places
  }

  @Test func theCursorGoesThroughRightToLeftTextAsItIsSeen() {
    #expect(walk("אבג", .right, from: 3) == [3, 2, 1, 0])
    #expect(walk("אבג", .left, from: 0) == [0, 1, 2, 3])
    // Seen "abc gimel bet alef".
    #expect(walk("abcאבג", .right, from: 0) == [0, 1, 2, 3, 5, 4, 6])
    #expect(walk("abcאבג", .left, from: 6) == [6, 4, 5, 3, 2, 1, 0])
  }

  @Test func backAndForwardGoAsItIsRead() {
    #expect(walk("abcאבג", .forward, from: 0) == [0, 1, 2, 3, 4, 5, 6])
  }

  @Test func deletingTakesTheCharacterBeforeInTheOrderOfReading() {
    var text = EditedText("abאב")
    text.delete(.back)
    #expect(text.text == "abא")
    // A letter with its dots, and one of Hindi with its sign, are each one character.
    text = EditedText("שּׁa")
    text.move(.start)
    text.delete(.forward)
    #expect(text.text == "a")
    text = EditedText("हिन्दी")
    text.delete(.back)
    #expect("हिन्दी".hasPrefix(text.text) && text.count == EditedText("हिन्दी").count - 1)
  }

  @Test func aSelectionCollapsesToTheSideThatIsSeen() {
    var text = EditedText("אבגד")
    text.place(cursor: 1)
    text.place(cursor: 3, extends: true)
    var other = text
    text.move(.left)
    #expect(text.cursor == 3)
    other.move(.right)
    #expect(other.cursor == 1)
  }

  @Test func wordsToTheLeftAreTheNextOnesWhereReadingGoesLeft() {
    var text = EditedText("שלום עולם")
    text.move(.start)
    text.move(.wordLeft)
    #expect(text.cursor == 4)
    text.move(.wordRight)
    #expect(text.cursor == 0)
    var latin = EditedText("two words")
    latin.move(.wordLeft)
    #expect(latin.cursor == 4)
  }

  @Test func charactersThatAreComposedOneAfterAnotherBecomeOne() {
    var text = EditedText("")
    for part in ["ה", "\u{5B7}", "e", "\u{301}", "👩", "\u{200D}", "👩", "\u{200D}", "👧"] {
      text.insert(part)
    }
    #expect(text.text == "ה\u{5B7}e\u{301}👩‍👩‍👧" && text.count == 3 && text.cursor == 3)
    text.delete(.back)
    #expect(text.count == 2)
  }

  @Test func marksThatAreNotSeenAreLeftOutAndThoseThatJoinStay() {
    // Marks of direction, overrides, isolates, a soft hyphen, a byte order mark.
    var text = EditedText("\u{200F}א\u{200E}\u{202E}b\u{202C}\u{2066}c\u{2069}\u{AD}\u{FEFF}\u{61C}")
    #expect(text.text == "אbc" && text.count == 3)
    // The joiner of Persian, that of a family, the flag of Scotland (tags), and a wide blank.
    let kept = "می\u{200C}خواهم👩‍👩‍👧🏴󠁧󠁢󠁳󠁣󠁴󠁿\u{3000}x"
    text = EditedText(kept)
    #expect(text.text == kept)
  }

  @Test func megabytesAreTakenUpToTheLimitAtOnce() {
    let clock = ContinuousClock()
    let hostile = [
      String(repeating: "\0", count: 1 << 20), String(repeating: "\u{200F}", count: 1 << 20),
      "e" + String(repeating: "\u{301}", count: 1 << 20), String(repeating: "ab\u{FFFD}", count: 1 << 20),
      String(repeating: "\r\n", count: 1 << 20), String(decoding: [UInt8](repeating: 0xED, count: 1 << 20), as: UTF8.self),
      String(decoding: [UInt16](repeating: 0xD800, count: 1 << 20), as: UTF16.self),
    ]
    for string in hostile {
      var text = EditedText("ok", limit: 256)
      let spent = clock.measure { text.insert(string) }
      #expect(text.count <= 256 && text.text.unicodeScalars.count <= 256 * 32 && text.text.hasPrefix("ok"))
      #expect(!text.text.unicodeScalars.contains { $0.value < 0x20 })
      #expect(spent < .seconds(5), "\(spent)")
      text.undo()
      #expect(text.text == "ok")
    }
    var lines = EditedText("")
    lines.insert("a\r\nb\u{2028}c\td")
    #expect(lines.text == "a b c d")
  }
}
