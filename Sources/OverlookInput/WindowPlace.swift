package import OverlookGeometry

/// Where a window is, for those who tell it to others.
@MainActor package protocol WindowPlace: AnyObject {
  /// Of the upper left corner of the view on the screen, in the window system's units; (0, 0) where that is not told.
  var screenOrigin: ScreenPoint { get }
  /// Whether it has the keyboard.
  var hasKeyboard: Bool { get }
}
