import OverlookControls
import Testing

@Suite struct EditedTextTests {
  @Test func typedTextGoesInThePlaceOfTheSelection() {
    var text = EditedText("Helsinki")
    #expect(text.cursor == 8 && text.selection.isEmpty)
    text.move(.wordBack, extends: true)
    #expect(text.selectedText == "Helsinki")
    text.insert("Espoo")
    #expect(text.text == "Espoo" && text.cursor == 5)
    text.place(cursor: 0)
    text.insert("In ")
    #expect(text.text == "In Espoo" && text.cursor == 3)
  }

  @Test func charactersThatPeopleSeeAreOne() {
    // A flag of two scalars, a family of five, an e with an accent of its own.
    var text = EditedText("a🇫🇮👨‍👩‍👧e\u{301}")
    #expect(text.count == 4)
    text.delete(.back)
    #expect(text.text == "a🇫🇮👨‍👩‍👧")
    text.delete(.back)
    text.delete(.back)
    #expect(text.text == "a")
    text.insert("e")
    text.insert("\u{301}")
    #expect(text.text == "ae\u{301}" && text.count == 2 && text.cursor == 2)
  }

  @Test func wordsAreSkippedAndTakenWhole() {
    var text = EditedText("Unter den Linden, 5")
    text.place(cursor: 0)
    text.move(.wordForward)
    #expect(text.cursor == 5)
    text.move(.wordForward)
    #expect(text.cursor == 9)
    text.delete(.wordForward)
    #expect(text.text == "Unter den, 5")
    text.move(.end)
    text.delete(.wordBack)
    #expect(text.text == "Unter den, ")
    text.selectWord(at: 7)
    #expect(text.selectedText == "den")
  }

  @Test func aSelectionCollapsesToTheSideThatIsMovedTo() {
    var text = EditedText("abcdef")
    text.place(cursor: 2)
    text.place(cursor: 5, extends: true)
    #expect(text.selectedText == "cde")
    var other = text
    text.move(.back)
    #expect(text.cursor == 2 && text.selection.isEmpty)
    other.move(.forward)
    #expect(other.cursor == 5)
  }

  @Test func everyChangeCanBeTakenBackAndMadeAgain() {
    var text = EditedText()
    text.insert("a")
    text.insert("b")
    text.delete(.back)
    #expect(text.text == "a")
    text.undo()
    #expect(text.text == "ab")
    text.undo()
    text.undo()
    #expect(text.text == "" && !text.undo())
    text.redo()
    text.redo()
    #expect(text.text == "ab")
    text.insert("c")
    // What was typed since leaves nothing to make again but what was taken back before it.
    text.undo()
    text.insert("d")
    #expect(text.text == "abd" && !text.redo())
  }

  @Test func hostileTextIsBoundedAndInOneLine() {
    var text = EditedText("", limit: 10)
    text.insert(String(repeating: "x", count: 3_000_000))
    #expect(text.text == String(repeating: "x", count: 10))
    text.selectAll()
    text.insert("a\0b\nc\td\u{7}")
    #expect(text.text == "ab c d")
    text.selectAll()
    // A character of a thousand scalars.
    text.insert("e" + String(repeating: "\u{301}", count: 1000))
    #expect(text.count == 1 && text.text.unicodeScalars.count == 32)
    text.selectAll()
    text.insert("\u{200F}אב\u{202E}")
    text.place(cursor: .max)
    text.place(cursor: .min, extends: true)
    #expect(text.selection == 0..<text.count)
    text.delete(.forward)
    #expect(text.text.isEmpty)
    var none = EditedText("abc", limit: -5)
    none.insert("x")
    #expect(none.text.isEmpty)
  }

  /// Against a plain array of characters.
  @Test(arguments: 0..<40) func anySequenceOfChangesKeepsTheCursorInTheText(seed: UInt64) {
    var state = seed &* 6_364_136_223_846_793_005 &+ 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let movements: [EditedText.Movement] = [.back, .forward, .wordBack, .wordForward, .start, .end]
    var text = EditedText("seed \(seed)", limit: 40)
    for _ in 0..<300 {
      let (before, range) = (Array(text.text), text.selection)
      switch random(6) {
      case 0:
        text.insert("xy")
        var expected = before
        let added = Array("xy").prefix(40 - before.count + range.count)
        expected.replaceSubrange(range, with: added)
        #expect(Array(text.text) == expected)
      case 1:
        text.delete(movements[random(6)])
        #expect(text.count <= before.count)
      case 2: text.undo()
      case 3: text.redo()
      default: text.move(movements[random(6)], extends: random(2) == 0)
      }
      #expect((0...text.count).contains(text.cursor) && (0...text.count).contains(text.anchor))
      #expect(text.count <= 40)
    }
  }
}
