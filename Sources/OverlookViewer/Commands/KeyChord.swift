package import OverlookInput
import OverlookSupport

/// A key with those held down meanwhile.
package struct KeyChord: Hashable, Sendable {
  package let key: Key
  package var modifiers: Modifiers

  package init(key: Key, modifiers: Modifiers = []) {
    (self.key, self.modifiers) = (key, modifiers)
  }

  /// As keyboards and menus write it: "Ctrl+Shift+Z".
  package var text: String {
    var parts: [String] = []
    if modifiers.contains(.control) { parts.append(localized("Ctrl")) }
    if modifiers.contains(.alt) { parts.append(localized("Alt")) }
    if modifiers.contains(.shift) { parts.append(localized("Shift")) }
    return (parts + [Self.name(of: key)]).joined(separator: "+")
  }

  private static func name(of key: Key) -> String {
    switch key {
    case .left: "←"
    case .right: "→"
    case .up: "↑"
    case .down: "↓"
    case .pageUp: localized("Page Up")
    case .pageDown: localized("Page Down")
    case .home: localized("Home")
    case .end: localized("End")
    case .escape: localized("Esc")
    case .enter: localized("Enter")
    case .tab: localized("Tab")
    case .space: localized("Space")
    case .plus: "+"
    case .minus: "−"
    case .zero: "0"
    case .backspace: localized("Backspace")
    case .delete: localized("Del")
    case .insert: localized("Ins")
    case .menu: localized("Menu")
    default: key.rawValue.uppercased()
    }
  }
}
