public import OverlookGeometry

/// What a window or a headless target shows: the one seam between the platform and the views, which know nothing of each other.
///
/// The frame loop calls, in this order and always on the main thread with the GL context current: `handle` for each queued
/// event, `prepareFrame`, and, when that answered true, `drawFrame`.
@MainActor public protocol WindowContent: AnyObject {
  /// Set by the frame loop; the content calls it, on any thread, when something happened that may need a frame.
  var wake: @Sendable () -> Void { get set }

  /// The view's size in points and its framebuffer's in pixels. Called before the first frame and at each change; a size of 0
  /// means that nothing can be seen.
  func resize(to size: ScreenSize, framebuffer: PixelSize)

  /// Takes one event of the input queue.
  func handle(_ event: InputEvent)

  /// Takes what arrived from other threads and advances animations to `now` (monotonic seconds); true when a frame must be drawn.
  func prepareFrame(now: Double) -> Bool

  /// Draws into the bound framebuffer, whole.
  func drawFrame(now: Double)

  /// When `prepareFrame` wants to be called next though nothing happens: monotonic seconds, `now` or earlier for "the next
  /// refresh", nil for "not before something happens".
  func nextDeadline(now: Double) -> Double?

  /// The picture on the screen was lost (exposed, restored from an icon); the next frame must be drawn.
  func invalidatePicture()

  /// Frees GPU resources; the GL context is current for the last time.
  func releaseGraphics()
}
