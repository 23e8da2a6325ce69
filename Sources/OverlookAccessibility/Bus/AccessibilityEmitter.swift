import OverlookStreams

/// Tells events of a tree on the bus (org.a11y.atspi.Event.*): kind, two numbers, a value, and properties that nobody asks for.
struct AccessibilityEmitter {
  let bus: MessageBus
  let service: AccessibilityService

  private static let object = "org.a11y.atspi.Event.Object"
  private static let window = "org.a11y.atspi.Event.Window"

  /// The window is there now.
  func began() throws(ConnectionError) {
    guard let node = service.tree[.window] else { return }
    try send(Self.window, "Create", .window, "", 0, 0, .text(node.spokenName))
    if node.element.states.contains(.active) { try send(Self.window, "Activate", .window, "", 0, 0, .text(node.spokenName)) }
    if let focused = service.tree.focused { try emit(.stateChanged(focused, .focused, true), old: service.tree) }
  }

  func emit(_ event: AccessibleEvent, old: AccessibleTree) throws(ConnectionError) {
    switch event {
    case .added(let id, let parent, let index):
      guard let node = service.tree[id] else { return }
      try bus.emit(AccessibilityService.cache, "org.a11y.atspi.Cache", "AddAccessible", [service.cacheItem(node)])
      try send(Self.object, "ChildrenChanged", parent, "add", index, 0, service.reference(id))
      if node.element.role == .alert || node.element.role == .dialog || node.element.role == .menu {
        try send(Self.object, "StateChanged", id, "showing", 1, 0, .integer(0))
      }
    case .removed(let id, let parent, let index):
      try send(Self.object, "ChildrenChanged", parent, "remove", index, 0, service.reference(id))
      try bus.emit(AccessibilityService.cache, "org.a11y.atspi.Cache", "RemoveAccessible", [service.reference(id)])
    case .renamed(let id, let name): try send(Self.object, "PropertyChange", id, "accessible-name", 0, 0, .text(name))
    case .redescribed(let id, let text):
      try send(Self.object, "PropertyChange", id, "accessible-description", 0, 0, .text(text))
    case .revalued(let id, let value): try send(Self.object, "PropertyChange", id, "accessible-value", 0, 0, .real(value))
    case .deleted(let id, let text, let place):
      try send(Self.object, "TextChanged", id, "delete", place, text.unicodeScalars.count, .text(text))
    case .inserted(let id, let text, let place):
      try send(Self.object, "TextChanged", id, "insert", place, text.unicodeScalars.count, .text(text))
    case .cursorMoved(let id, let place): try send(Self.object, "TextCaretMoved", id, "", place, 0, .integer(0))
    case .stateChanged(.window, .active, let isSet):
      try send(Self.window, isSet ? "Activate" : "Deactivate", .window, "", 0, 0, .text(service.title))
      try send(Self.object, "StateChanged", .window, "active", isSet ? 1 : 0, 0, .integer(0))
    case .stateChanged(let id, let state, let isSet):
      for name in AccessibilityService.stateName(state) {
        try send(Self.object, "StateChanged", id, name, isSet ? 1 : 0, 0, .integer(0))
      }
    case .selectionChanged(let id): try send(Self.object, "SelectionChanged", id, "", 0, 0, .integer(0))
    // 1: when the reader has finished what it says.
    case .announced(let text): try send(Self.object, "Announcement", .window, "", 1, 0, .text(text))
    }
  }

  private func send(
    _ interface: String, _ member: String, _ id: AccessibleTree.ID, _ kind: String, _ first: Int, _ second: Int, _ value: BusValue
  ) throws(ConnectionError) {
    try bus.emit(
      AccessibilityService.path(id), interface, member,
      [
        .text(kind), .integer(Int32(clamping: first)), .integer(Int32(clamping: second)), .variant(value),
        .array(of: "{sv}", []),
      ])
  }
}
