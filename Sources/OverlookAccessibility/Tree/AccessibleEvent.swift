/// What those who listen are told of, from one tree to the next.
package enum AccessibleEvent: Hashable, Sendable {
  case added(AccessibleTree.ID, under: AccessibleTree.ID, index: Int)
  case removed(AccessibleTree.ID, under: AccessibleTree.ID, index: Int)
  case renamed(AccessibleTree.ID, String)
  case redescribed(AccessibleTree.ID, String)
  case revalued(AccessibleTree.ID, Double)
  /// Text that went, or came, at a place of an element's text; in Unicode scalars.
  case deleted(AccessibleTree.ID, String, at: Int)
  case inserted(AccessibleTree.ID, String, at: Int)
  case cursorMoved(AccessibleTree.ID, Int)
  case stateChanged(AccessibleTree.ID, AccessibleStates, Bool)
  case selectionChanged(AccessibleTree.ID)
  /// Something that is to be said at once.
  case announced(String)
}

extension AccessibleTree {
  /// More are left out: who listens asks for the whole anew.
  package static let maximumEvents = 1024

  /// What has changed since `old`, in the order in which it is to be told: what went, what came, what is different, and last who has
  /// the keyboard now.
  package func events(since old: AccessibleTree) -> [AccessibleEvent] {
    var events = old.gone(in: self) + came(since: old)
    var focus: [AccessibleEvent] = []
    for id in order {
      guard let node = nodes[id] else { continue }
      guard let before = old.nodes[id] else {
        if node.element.role == .alert { events.append(.announced(node.spokenName)) }
        if node.element.states.contains(.focused) { focus.append(.stateChanged(id, .focused, true)) }
        continue
      }
      if before.element == node.element { continue }
      events += node.changes(since: before)
      focus += node.focusChanges(since: before)
    }
    events += selections(since: old)
    // Losses before gains.
    focus.sort { if case .stateChanged(_, _, false) = $0, case .stateChanged(_, _, true) = $1 { true } else { false } }
    return Array((events + focus).prefix(Self.maximumEvents))
  }

  /// All ids, each before those that lie in it.
  package var order: [ID] {
    var order: [ID] = []
    var open: [ID] = [.window]
    while let id = open.popLast() {
      order.append(id)
      open += (nodes[id]?.children ?? []).reversed()
    }
    return order
  }

  /// What is not in `new`; of what lies in each other only the outermost.
  private func gone(in new: AccessibleTree) -> [AccessibleEvent] {
    order.compactMap { id in
      guard new.nodes[id] == nil, let parent = nodes[id]?.parent, new.nodes[parent] != nil else { return nil }
      return .removed(id, under: parent, index: nodes[parent]?.children.firstIndex(of: id) ?? 0)
    }
  }

  private func came(since old: AccessibleTree) -> [AccessibleEvent] {
    order.compactMap { id in
      guard old.nodes[id] == nil, let parent = nodes[id]?.parent, old.nodes[parent] != nil else { return nil }
      return .added(id, under: parent, index: nodes[parent]?.children.firstIndex(of: id) ?? 0)
    }
  }

  /// Another row is marked: told of the list, and said where the list does not have the keyboard, as below a search field.
  private func selections(since old: AccessibleTree) -> [AccessibleEvent] {
    order.flatMap { id -> [AccessibleEvent] in
      guard let node = nodes[id], node.element.role == .list || node.element.role == .menu, old.nodes[id] != nil else {
        return []
      }
      let now = selected(in: id)
      guard now != old.selected(in: id) else { return [] }
      let isSpoken = now.flatMap { nodes[$0]?.element.states.contains(.focused) } ?? true
      return [.selectionChanged(id)] + (isSpoken ? [] : now.flatMap { nodes[$0] }.map { [.announced($0.spokenName)] } ?? [])
    }
  }

  /// The marked child of a list.
  package func selected(in id: ID) -> ID? {
    nodes[id]?.children.first { nodes[$0]?.element.states.contains(.selected) == true }
  }
}

extension AccessibleTree.Node {
  /// What it is called by those who are told nothing but that: with what it shows, where that is all that it is for.
  package var spokenName: String {
    let element = element
    guard case .text(let text)? = element.value, text != element.name, !text.isEmpty,
      element.role == .text || element.role == .group
    else { return element.name }
    return element.name.isEmpty ? text : "\(element.name): \(text)"
  }

  /// What else is to be known of it: what it shows, and what it is for.
  package var spokenDetail: String {
    var texts = [element.detail]
    switch element.value {
    case .text(let text)? where element.role != .text && element.role != .group: texts.insert(text, at: 0)
    case .number(_, _, _, let text)?: texts.insert(text, at: 0)
    default: break
    }
    return texts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  fileprivate func changes(since old: Self) -> [AccessibleEvent] {
    var events: [AccessibleEvent] = []
    if spokenName != old.spokenName {
      events.append(.renamed(id, spokenName))
      // A number that runs is not said each time.
      if element.role == .alert, spokenName.filter({ !$0.isNumber }) != old.spokenName.filter({ !$0.isNumber }) {
        events.append(.announced(spokenName))
      }
    }
    if spokenDetail != old.spokenDetail { events.append(.redescribed(id, spokenDetail)) }
    if case .number(let value, _, _, _)? = element.value, element.value != old.element.value {
      events.append(.revalued(id, value))
    }
    if case .edited(let text, let cursor, _)? = element.value, case .edited(let before, let cursorBefore, _)? = old.element.value
    {
      events += Self.edits(id, from: before, to: text)
      if text != before || cursor != cursorBefore {
        events.append(.cursorMoved(id, ScalarOffsets(text).scalars(before: cursor)))
      }
    }
    for state in AccessibleStates.told where element.states.contains(state) != old.element.states.contains(state) {
      events.append(.stateChanged(id, state, element.states.contains(state)))
    }
    return events
  }

  fileprivate func focusChanges(since old: Self) -> [AccessibleEvent] {
    let (now, before) = (element.states.contains(.focused), old.element.states.contains(.focused))
    return now == before ? [] : [.stateChanged(id, .focused, now)]
  }

  /// What went and came between the common ends of two texts.
  private static func edits(_ id: AccessibleTree.ID, from old: String, to new: String) -> [AccessibleEvent] {
    let (a, b) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
    let head = zip(a, b).prefix { $0 == $1 }.count
    let tail = zip(a.dropFirst(head).reversed(), b.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    func text(_ scalars: [Unicode.Scalar]) -> String {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars[head..<(scalars.count - tail)])
      return String(text)
    }
    let (went, came) = (text(a), text(b))
    return (went.isEmpty ? [] : [.deleted(id, went, at: head)]) + (came.isEmpty ? [] : [.inserted(id, came, at: head)])
  }
}

extension AccessibleStates {
  /// Whose changes are told; the keyboard is told apart.
  fileprivate static let told: [AccessibleStates] = [
    .enabled, .focusable, .checked, .expanded, .selected, .modal, .busy, .active,
  ]
}
