/// How long the parts of one drawn frame took, in seconds of the main thread.
public struct FrameTiming: Hashable, Sendable {
  /// When the frame began, in seconds of the monotonic clock.
  public let begunSeconds: Double
  /// The content's `prepareFrame`.
  public let prepareSeconds: Double
  /// The content's `drawFrame`.
  public let drawSeconds: Double
  /// The swap, with the wait for the display in it.
  public let swapSeconds: Double
}
