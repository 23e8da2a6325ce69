import OverlookStreams

// The numbers of roles and states (atspi-constants.h).
extension AccessibilityService {
  static let applicationRole: UInt32 = 75

  static func role(of element: AccessibleElement) -> UInt32 { numberAndName(of: element).0 }

  static func roleName(of element: AccessibleElement) -> String { numberAndName(of: element).1 }

  private static func numberAndName(of element: AccessibleElement) -> (UInt32, String) {
    switch element.role {
    case .window: (23, "frame")
    case .group: (39, "panel")
    case .dialog: (16, "dialog")
    case .alert: (2, "alert")
    case .text: (29, "label")
    case .button: (43, "push button")
    case .toggle: (7, "check box")
    case .slider: (51, "slider")
    case .field: (79, "entry")
    case .list: (31, "list")
    case .row: (32, "list item")
    case .menu: (33, "menu")
    case .menuItem: element.states.contains(.checkable) ? (8, "check menu item") : (35, "menu item")
    case .picture: (27, "image")
    case .map: (6, "canvas")
    case .place: (32, "list item")
    }
  }

  /// Numbers of the states of an element, ascending.
  static func stateNumbers(of element: AccessibleElement) -> [UInt32] {
    // Showing, visible.
    var numbers: [UInt32] = [25, 30]
    let pairs: [(AccessibleStates, [UInt32])] = [
      (.active, [1]), (.busy, [3]), (.checked, [4]), (.enabled, [8, 24]), (.expandable, [9]), (.expanded, [10]),
      (.focusable, [11]), (.focused, [12]), (.modal, [16]), (.selectable, [22]), (.selected, [23]), (.checkable, [41]),
    ]
    for (state, own) in pairs where element.states.contains(state) { numbers += own }
    if element.states.contains(.expandable), !element.states.contains(.expanded) { numbers.append(5) }
    if element.role == .field {
      // Single line, and editable while it can be used.
      numbers.append(26)
      if element.states.contains(.enabled) { numbers.append(7) }
    }
    return numbers.sorted()
  }

  /// A bit for each number.
  static func states(_ numbers: [UInt32]) -> BusValue {
    var bits: UInt64 = 0
    for number in numbers where number < 64 { bits |= 1 << UInt64(number) }
    return .array(
      of: "u", [.number(UInt32(truncatingIfNeeded: bits)), .number(UInt32(truncatingIfNeeded: bits >> 32))])
  }

  /// How events call a state; nil for those of which there are none.
  static func stateName(_ state: AccessibleStates) -> [String] {
    switch state {
    case .enabled: ["enabled", "sensitive"]
    case .focusable: ["focusable"]
    case .focused: ["focused"]
    case .checked: ["checked"]
    case .expanded: ["expanded"]
    case .selected: ["selected"]
    case .modal: ["modal"]
    case .busy: ["busy"]
    case .active: ["active"]
    default: []
    }
  }
}
