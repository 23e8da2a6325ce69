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
    /// A key went down; repeats are not events.
    case keyPressed(Key, Modifiers)
    /// A key went up.
    case keyReleased(Key, Modifiers)
    /// The window lost the keyboard: every held key and button counts as released.
    case focusLost
  }
}

/// A button of the pointing device.
public enum PointerButton: String, Hashable, Sendable, CaseIterable {
  case left, right, middle, back, forward
}

/// Keys of the keyboard that the map knows; others never reach it.
public enum Key: String, Hashable, Sendable, CaseIterable {
  case left, right, up, down, pageUp, pageDown, home, end, escape, enter, tab, space, plus, minus, zero
  case n, u, r, f, b, c, q
  case f1, f2, f3, f4, f5, f11
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
