import Overlook
import OverlookControls
import OverlookInput

/// Carries out commands by their keys, before the map sees them; a text field that has the keyboard keeps those that it uses.
@MainActor final class CommandKeys: EventResponder {
  private unowned let window: ViewerWindow
  /// Keys that are down and belong to a command: their repeats and their release are not for the map.
  private var held: Set<Key> = []

  init(_ window: ViewerWindow) {
    self.window = window
  }

  func respond(to event: InputEvent) -> EventDisposition {
    switch event.kind {
    case .keyPressed(let key, let modifiers): return press(key, modifiers, isRepeat: false)
    case .keyRepeated(let key, let modifiers): return press(key, modifiers, isRepeat: true)
    case .keyReleased(let key, _): return held.remove(key) == nil ? .ignored : .handled
    case .focusLost:
      held = []
      return .ignored
    default: return .ignored
    }
  }

  private func press(_ key: Key, _ modifiers: Modifiers, isRepeat: Bool) -> EventDisposition {
    if isRepeat, !held.contains(key) { return .ignored }
    let chord = KeyChord(key: key, modifiers: modifiers)
    let isTyped = window.map.isEditingText && TextField.uses(key, modifiers)
    guard !isTyped, let command = window.command(for: chord) else { return .ignored }
    held.insert(key)
    if !isRepeat || command.repeats { command.perform() }
    return .handled
  }
}
