public import OverlookGeometry

/// Something that a person did, as the window system told it; `timeSeconds` is of the monotonic clock of the frame loop.
public struct InputEvent: Hashable, Sendable {
  public var timeSeconds: Double
  public var kind: Kind

  public init(timeSeconds: Double, kind: Kind) {
    self.timeSeconds = timeSeconds
    self.kind = kind
  }

  public enum Kind: Hashable, Sendable {
    case pointerMoved(ScreenPoint)
    case pointerLeft
    case buttonPressed(PointerButton, ScreenPoint, Modifiers)
    case buttonReleased(PointerButton, ScreenPoint, Modifiers)
    /// Wheel or touchpad: x right and y up (away from the person), in detents of a wheel; touchpads give fractions.
    case scrolled(x: Double, y: Double, at: ScreenPoint, Modifiers)
    case keyPressed(Key, Modifiers)
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
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let shift = Modifiers(rawValue: 1)
  public static let control = Modifiers(rawValue: 2)
  public static let alt = Modifiers(rawValue: 4)
}
