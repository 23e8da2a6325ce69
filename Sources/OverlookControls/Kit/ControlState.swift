import OverlookGeometry
import OverlookInput

/// What the pointer and the keyboard do with a control.
public struct ControlState: OptionSet, Hashable, Sendable {
  /// A bit for each state.
  public let rawValue: UInt8

  /// The states of the bits in `rawValue`.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The pointer rests on it.
  public static let hovered = ControlState(rawValue: 1)
  /// The left button is held on it.
  public static let pressed = ControlState(rawValue: 2)
  /// It has the keyboard.
  public static let focused = ControlState(rawValue: 4)
  /// One of the two of the pointer: once for all, since a literal in each frame is an array in an unoptimised build.
  static let pointed: ControlState = [.hovered, .pressed]

  /// The state after an input; true as the second value when the input was a click, by the pointer or by Enter or Space.
  public func after(_ input: ControlInput) -> (state: ControlState, isClicked: Bool) {
    var state = self
    switch input {
    case .pointerMoved: state.insert(.hovered)
    case .pointerLeft: state.remove(.hovered)
    case .pressed(.left, _, _, _): state.insert(.pressed)
    case .released(.left, _, let isInside):
      let wasPressed = contains(.pressed)
      state.remove(.pressed)
      return (state, wasPressed && isInside)
    case .cancelled: state.remove(.pressed)
    case .focused(let isFocused):
      if isFocused { state.insert(.focused) } else { state.remove(.focused) }
    case .key(.enter, let modifiers), .key(.space, let modifiers): return (state, modifiers.isEmpty)
    default: break
    }
    return (state, false)
  }
}
