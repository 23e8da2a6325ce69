package import Overlook

/// The viewer's window: a map, and the parts that a person uses it with.
@MainActor package final class ViewerWindow {
  package let map: MapView
  /// What can be undone, whoever did it.
  let undo = UndoStack()
  private(set) var parts: [any ViewerPart] = []

  package init(map: MapView) {
    self.map = map
    parts = Self.makeParts()
    for part in parts { part.didAttach(to: self) }
  }

  /// The parts, in the order of the menu.
  private static func makeParts() -> [any ViewerPart] { [] }

  /// All that a person can do, in the order of the menu.
  var commands: [ViewerCommand] { parts.flatMap(\.commands) }
}
