/// What a loop did since it was made.
public struct LoopStatistics: Hashable, Sendable {
  /// Frames that were drawn and shown.
  public internal(set) var framesDrawn = 0
  /// Those of them that were drawn from within the window system's events, as while a window is resized.
  public internal(set) var framesDrawnDuringEvents = 0
  /// Times the content was asked and had nothing new to show.
  public internal(set) var framesSkipped = 0
  /// Times the loop woke up.
  public internal(set) var wakes = 0
  /// Contexts that were lost, as after a reset of the graphics card, and made anew.
  public internal(set) var contextsLost = 0
  /// Input events handed to the content.
  public internal(set) var events = 0
}
