import Overlook
import OverlookControls
import OverlookInput

/// Carries out commands by their keys, before the map sees them; a text field that has the keyboard keeps those that it uses. What lies beside
/// the map and has the keyboard keeps plain letters, signs and arrows, by which it is moved itself.
@MainActor final class CommandKeys: EventResponder {
  private unowned let window: ViewerWindow
  private let isBesideMap: Bool
  /// Keys that are down and belong to a command: their repeats and their release are not for the map.
  private var held: Set<Key> = []

  init(_ window: ViewerWindow, isBesideMap: Bool = false) {
    (self.window, self.isBesideMap) = (window, isBesideMap)
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

  /// Of commands, and of nothing that lies beside the map.
  private static let plainKeys: Set<Key> = [.f1, .f3, .f7, .f8, .f9, .f10, .f11, .escape, .menu]

  private func press(_ key: Key, _ modifiers: Modifiers, isRepeat: Bool) -> EventDisposition {
    if isRepeat, !held.contains(key) { return .ignored }
    let chord = KeyChord(key: key, modifiers: modifiers)
    let isTyped = !isBesideMap && window.map.isEditingText && TextField.uses(key, modifiers)
    let isKept = isBesideMap && modifiers.isEmpty && !Self.plainKeys.contains(key)
    guard !isTyped, !isKept, let command = window.command(for: chord) else { return .ignored }
    held.insert(key)
    if !isRepeat || command.repeats { command.perform() }
    return .handled
  }
}
