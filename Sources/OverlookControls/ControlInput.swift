public import OverlookGeometry
public import OverlookInput

/// What a person does to a control. Points are of the view.
public enum ControlInput: Hashable, Sendable {
  /// The pointer came onto the control, or is at another point of it, with no button held.
  case pointerMoved(ScreenPoint)
  /// The pointer left the control, or a button went down elsewhere.
  case pointerLeft
  /// A button went down on the control, which owns the pointer until its release. `clicks`: 1, or more for quick presses in a
  /// row at one place.
  case pressed(PointerButton, ScreenPoint, Modifiers, clicks: Int)
  /// The pointer moved while the button is held, wherever it is.
  case dragged(ScreenPoint)
  /// The button went up; `isInside`: on the control.
  case released(PointerButton, ScreenPoint, isInside: Bool)
  /// The press counts for nothing: the window lost the keyboard, or the control was taken away.
  case cancelled
  /// The left button was held for half a second without moving.
  case longPressed(ScreenPoint)
  /// The wheel or a touchpad: x right and y up, in detents of a wheel.
  case scrolled(x: Double, y: Double, at: ScreenPoint)
  /// A press beside a modal control.
  case pressedOutside(ScreenPoint)
  /// A key went down or repeats, while the control has the keyboard.
  case key(Key, Modifiers)
  /// Text was typed, while the control has the keyboard.
  case text(String)
  /// The control got the keyboard, or lost it.
  case focused(Bool)
}

/// What a control may ask of those who show it, while it handles an input.
@MainActor public protocol ControlContext: AnyObject {
  /// The view that the control lies in.
  var area: ControlArea { get }
  /// Text of the system's clipboard; nil where there is none. Setting it to nil does nothing.
  var clipboard: String? { get set }
  /// Gives the keyboard to a control, or takes it from all.
  func focus(_ control: (any Control)?)
  /// Asks for a frame.
  func setNeedsDisplay()
}
