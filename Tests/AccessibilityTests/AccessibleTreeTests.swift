import Testing

@testable import OverlookAccessibility

@Suite struct AccessibleTreeTests {
  private typealias ID = AccessibleTree.ID

  private func tree(_ fill: (inout AccessibleTree) -> Void = { _ in }) -> AccessibleTree {
    var tree = AccessibleTree(window: AccessibleElement(.window, "Map", states: [.enabled, .active]))
    fill(&tree)
    return tree
  }

  private let button = ID(control: 20)
  private let list = ID(control: 21)

  private func rows(_ names: [String], selected: Int?) -> AccessibleElement {
    AccessibleElement(
      .list, "Results", states: [.enabled, .focused],
      parts: names.enumerated().map { index, name in
        AccessiblePart(
          index, of: 500,
          AccessibleElement(.row, name, states: index == selected ? [.enabled, .selected] : .enabled, actions: [.press]))
      })
  }

  @Test func partsAreNodesOfTheirOwnThatKnowTheirPlaceInAListOfAnyLength() throws {
    let tree = tree { $0.add(rows(["a", "b"], selected: nil), list, under: .window) }
    #expect(tree[list]?.children == [ID(control: 21, part: 0), ID(control: 21, part: 1)])
    let second = try #require(tree[ID(control: 21, part: 1)])
    #expect(second.element.name == "b" && second.parent == list)
    #expect(second.position?.index == 2 && second.position?.count == 500)
    #expect(tree.order == [.window, list, ID(control: 21, part: 0), ID(control: 21, part: 1)])
  }

  @Test func theKeyboardOfAListIsWithItsMarkedRow() {
    let none = tree { $0.add(rows(["a", "b"], selected: nil), list, under: .window) }
    #expect(none.focused == list)
    let second = tree { $0.add(rows(["a", "b"], selected: 1), list, under: .window) }
    #expect(second.focused == ID(control: 21, part: 1))
  }

  @Test func aTreeHoldsNoMoreThanItsLimits() {
    let long = String(repeating: "x", count: 100_000)
    let tree = tree { tree in
      for number in 0..<10_000 { tree.add(AccessibleElement(.text, long), ID(control: UInt32(100 + number)), under: .window) }
      // Twice, nowhere, and with a number that is none.
      tree.add(AccessibleElement(.text, "again"), ID(control: 100), under: .window)
      tree.add(AccessibleElement(.text, "lost"), ID(control: 99_999), under: ID(control: 77))
    }
    #expect(tree.nodes.count == AccessibleTree.maximumNodes)
    #expect(tree[ID(control: 100)]?.element.name.count == AccessibleTree.maximumTextCharacters)
    let odd = self.tree {
      $0.add(
        AccessibleElement(
          .list, "odd",
          parts: [AccessiblePart(-1, AccessibleElement(.row, "a")), AccessiblePart(.max, AccessibleElement(.row, "b"))]),
        list, under: .window)
    }
    #expect(odd[list]?.children == [])
  }

  // MARK: Events

  @Test func whatCameWentAndChangedIsTold() {
    let old = tree {
      $0.add(AccessibleElement(.button, "Old", states: [.enabled, .focused]), button, under: .window)
      $0.add(AccessibleElement(.toggle, "Night", states: [.enabled, .checkable]), ID(control: 30), under: .window)
    }
    let new = tree {
      $0.add(
        AccessibleElement(.toggle, "Dark", states: [.enabled, .checkable, .checked, .focused]), ID(control: 30), under: .window)
      $0.add(AccessibleElement(.alert, "File opened"), ID(control: 31), under: .window)
    }
    #expect(
      new.events(since: old) == [
        .removed(button, under: .window, index: 0), .added(ID(control: 31), under: .window, index: 1),
        .renamed(ID(control: 30), "Dark"), .stateChanged(ID(control: 30), .checked, true), .announced("File opened"),
        .stateChanged(ID(control: 30), .focused, true),
      ])
    #expect(new.events(since: new) == [])
  }

  @Test func theKeyboardIsLostBeforeItIsGained() {
    func tree(first: Bool) -> AccessibleTree {
      self.tree {
        $0.add(AccessibleElement(.button, "A", states: first ? [.enabled, .focused] : .enabled), ID(control: 40), under: .window)
        $0.add(AccessibleElement(.button, "B", states: first ? .enabled : [.enabled, .focused]), ID(control: 41), under: .window)
      }
    }
    for isFirst in [true, false] {
      let events = tree(first: isFirst).events(since: tree(first: !isFirst))
      let (won, lost) = isFirst ? (ID(control: 40), ID(control: 41)) : (ID(control: 41), ID(control: 40))
      #expect(events == [.stateChanged(lost, .focused, false), .stateChanged(won, .focused, true)])
    }
  }

  @Test(arguments: [
    ("Pari", "Paris", [AccessibleEvent.inserted(ID(control: 20), "s", at: 4), .cursorMoved(ID(control: 20), 5)]),
    ("Paris", "Par", [.deleted(ID(control: 20), "is", at: 3), .cursorMoved(ID(control: 20), 3)]),
    ("Bonn", "Born", [.deleted(ID(control: 20), "n", at: 2), .inserted(ID(control: 20), "r", at: 2)]),
    ("aa", "a", [.deleted(ID(control: 20), "a", at: 1), .cursorMoved(ID(control: 20), 1)]),
  ])
  func whatIsTypedIsToldAsWhatCameAndWent(before: String, after: String, expected: [AccessibleEvent]) {
    func tree(_ text: String) -> AccessibleTree {
      self.tree {
        $0.add(
          AccessibleElement(.field, "Search", value: .edited(text, cursor: text.count, selection: 0..<0)), button, under: .window)
      }
    }
    let events = tree(after).events(since: tree(before))
    #expect(Array(events.prefix(expected.count)) == expected)
  }

  @Test func aRowThatIsMarkedBelowASearchFieldIsSaid() {
    func tree(_ selected: Int?) -> AccessibleTree {
      self.tree {
        var list = rows(["Paris", "Parma"], selected: selected)
        list.states = .enabled
        $0.add(AccessibleElement(.field, "Search", states: [.enabled, .focused]), button, under: .window)
        $0.add(list, self.list, under: .window)
      }
    }
    let events = tree(1).events(since: tree(nil))
    #expect(events.contains(.selectionChanged(list)) && events.contains(.announced("Parma")))
  }

  @Test func eventsAreBounded() {
    let many = tree { tree in
      for number in 0..<4000 {
        tree.add(AccessibleElement(.text, "\(number)"), ID(control: UInt32(100 + number)), under: .window)
      }
    }
    #expect(many.events(since: tree()).count == AccessibleTree.maximumEvents)
  }
}
