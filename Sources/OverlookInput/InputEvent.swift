public import OverlookGeometry

/// Something that a person did, as the window system told it; `timeSeconds` is of the monotonic clock of the frame loop.
public struct InputEvent: Hashable, Sendable {
  /// Seconds of the frame loop's monotonic clock.
  public var timeSeconds: Double
  /// What happened.
  public var kind: Kind

  /// An event of `kind` at `timeSeconds`.
  public init(timeSeconds: Double, kind: Kind) {
    self.timeSeconds = timeSeconds
    self.kind = kind
  }

  /// More UTF-8 than this in one event of text is cut.
  public static let maximumTextBytes = 65_536

  /// The kinds of events; positions are in points of the view.
  public enum Kind: Hashable, Sendable {
    /// The pointer is there now.
    case pointerMoved(ScreenPoint)
    /// The pointer is no longer over the view.
    case pointerLeft
    /// A button went down, with the modifier keys held then.
    case buttonPressed(PointerButton, ScreenPoint, Modifiers)
    /// A button went up.
    case buttonReleased(PointerButton, ScreenPoint, Modifiers)
    /// Wheel or touchpad: x right and y up (away from the person), in detents of a wheel; touchpads give fractions.
    case scrolled(x: Double, y: Double, at: ScreenPoint, Modifiers)
    /// Two fingers on a touchpad moved apart or turned: the factor by which their distance grew since the event before (above 0),
    /// and the degrees, clockwise, by which they turned.
    case pinched(scale: Double, degrees: Double, at: ScreenPoint, Modifiers)
    /// A key went down; while it is held, `keyRepeated` follows.
    case keyPressed(Key, Modifiers)
    /// A key is still held, and the keyboard repeats it at the rate that the person has set.
    case keyRepeated(Key, Modifiers)
    /// A key went up.
    case keyReleased(Key, Modifiers)
    /// Characters were typed or composed, by whatever keys. Never empty and without control characters, at most
    /// `maximumTextBytes`; Enter, Backspace and the like are keys alone. The keys that typed it were events before it.
    case textCommitted(String)
    /// Files were dropped on the view.
    case filesDropped(FileDrop, at: ScreenPoint)
    /// The window lost the keyboard: every held key and button counts as released.
    case focusLost
  }
}

/// A button of the pointing device.
public enum PointerButton: String, Hashable, Sendable, CaseIterable {
  case left, right, middle, back, forward
}

/// Keys that stand for a command or edit text; what is typed comes as `textCommitted`. Others are no events.
public enum Key: String, Hashable, Sendable, CaseIterable {
  case left, right, up, down, pageUp, pageDown, home, end, escape, enter, tab, space, plus, minus, zero
  case backspace, delete, insert, menu
  case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z
  case f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
}

/// Modifier keys held during an event.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// One bit for each key.
  public let rawValue: UInt8

  /// The keys of the bits in `rawValue`.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Either Shift key.
  public static let shift = Modifiers(rawValue: 1)
  /// Either Control key.
  public static let control = Modifiers(rawValue: 2)
  /// Either Alt key.
  public static let alt = Modifiers(rawValue: 4)
}
