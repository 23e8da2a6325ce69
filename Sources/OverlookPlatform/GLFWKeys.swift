internal import CGLFW
import OverlookInput

/// GLFW's numbers as our keys, buttons and modifiers.
enum GLFWKeys {
  static func button(_ number: Int32) -> PointerButton? {
    switch number {
    case GLFW_MOUSE_BUTTON_LEFT: .left
    case GLFW_MOUSE_BUTTON_RIGHT: .right
    case GLFW_MOUSE_BUTTON_MIDDLE: .middle
    case GLFW_MOUSE_BUTTON_4: .back
    case GLFW_MOUSE_BUTTON_5: .forward
    default: nil
    }
  }

  static func modifiers(_ bits: Int32) -> Modifiers {
    var modifiers: Modifiers = []
    if bits & GLFW_MOD_SHIFT != 0 { modifiers.insert(.shift) }
    if bits & GLFW_MOD_CONTROL != 0 { modifiers.insert(.control) }
    if bits & GLFW_MOD_ALT != 0 { modifiers.insert(.alt) }
    return modifiers
  }

  /// Of the modifiers of an event of X11: Shift, Control and the first of its five others, which is Alt.
  static func modifiers(x11 bits: UInt32) -> Modifiers {
    var modifiers: Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & 1 << 2 != 0 { modifiers.insert(.control) }
    if bits & 1 << 3 != 0 { modifiers.insert(.alt) }
    return modifiers
  }

  /// The key by what is printed on it, where that is known (N is not where US keyboards have it on all keyboards), else by its
  /// place.
  static func key(_ number: Int32, name: String?) -> Key? {
    if let named = namedKey(name) { return named }
    if let placed = placedKey(number) { return placed }
    // A keyboard without Latin letters: only places are left.
    guard name.map({ $0.utf8.allSatisfy { $0 < 0x80 } }) != true else { return nil }
    return printed[number]
  }

  private static func namedKey(_ name: String?) -> Key? {
    switch name {
    case "+", "=": .plus
    case "-", "_": .minus
    case "0": .zero
    case .some(let letter) where letter.utf8.count == 1: letters.contains(letter) ? Key(rawValue: letter) : nil
    default: nil
    }
  }

  private static let letters = Set("abcdefghijklmnopqrstuvwxyz".map(String.init))

  private static func placedKey(_ number: Int32) -> Key? {
    places[number]
  }

  private static let places: [Int32: Key] = [
    GLFW_KEY_LEFT: .left, GLFW_KEY_RIGHT: .right, GLFW_KEY_UP: .up, GLFW_KEY_DOWN: .down,
    GLFW_KEY_PAGE_UP: .pageUp, GLFW_KEY_PAGE_DOWN: .pageDown, GLFW_KEY_HOME: .home, GLFW_KEY_END: .end,
    GLFW_KEY_ESCAPE: .escape, GLFW_KEY_ENTER: .enter, GLFW_KEY_KP_ENTER: .enter, GLFW_KEY_TAB: .tab, GLFW_KEY_SPACE: .space,
    GLFW_KEY_BACKSPACE: .backspace, GLFW_KEY_DELETE: .delete, GLFW_KEY_INSERT: .insert, GLFW_KEY_MENU: .menu,
    GLFW_KEY_KP_ADD: .plus, GLFW_KEY_KP_SUBTRACT: .minus,
    GLFW_KEY_F1: .f1, GLFW_KEY_F2: .f2, GLFW_KEY_F3: .f3, GLFW_KEY_F4: .f4, GLFW_KEY_F5: .f5, GLFW_KEY_F6: .f6,
    GLFW_KEY_F7: .f7, GLFW_KEY_F8: .f8, GLFW_KEY_F9: .f9, GLFW_KEY_F10: .f10, GLFW_KEY_F11: .f11, GLFW_KEY_F12: .f12,
  ]

  private static let printed: [Int32: Key] = [
    GLFW_KEY_EQUAL: .plus, GLFW_KEY_MINUS: .minus, GLFW_KEY_0: .zero,
    GLFW_KEY_A: .a, GLFW_KEY_B: .b, GLFW_KEY_C: .c, GLFW_KEY_D: .d, GLFW_KEY_E: .e, GLFW_KEY_F: .f, GLFW_KEY_G: .g,
    GLFW_KEY_H: .h, GLFW_KEY_I: .i, GLFW_KEY_J: .j, GLFW_KEY_K: .k, GLFW_KEY_L: .l, GLFW_KEY_M: .m, GLFW_KEY_N: .n,
    GLFW_KEY_O: .o, GLFW_KEY_P: .p, GLFW_KEY_Q: .q, GLFW_KEY_R: .r, GLFW_KEY_S: .s, GLFW_KEY_T: .t, GLFW_KEY_U: .u,
    GLFW_KEY_V: .v, GLFW_KEY_W: .w, GLFW_KEY_X: .x, GLFW_KEY_Y: .y, GLFW_KEY_Z: .z,
  ]
}
