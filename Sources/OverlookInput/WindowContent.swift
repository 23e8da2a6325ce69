public import OverlookGeometry

/// What a window or a headless target shows: the one seam between the platform and the views, which know nothing of each other.
///
/// The frame loop calls, in this order and always on the main thread with the GL context current: `handle` for each queued
/// event, `prepareFrame`, and, when that answered true, `drawFrame`.
@MainActor public protocol WindowContent: AnyObject {
  /// Set by the frame loop; the content calls it, on any thread, when something happened that may need a frame.
  var wake: @Sendable () -> Void { get set }

  /// The size that the view is about to have, told before the first frame, and again while a context is made: what takes time and draws
  /// nothing may begin, and go on. Not every loop knows it that early. Does nothing by default.
  func prepare(for size: ScreenSize, framebuffer: PixelSize)

  /// The view's size in points and its framebuffer's in pixels, with the context current. Called before the first frame and at
  /// each change; a size of 0 means that nothing can be seen.
  func resize(to size: ScreenSize, framebuffer: PixelSize)

  /// Takes one event of the input queue.
  func handle(_ event: InputEvent)

  /// Takes what arrived from other threads and advances animations to `now` (monotonic seconds); true when a frame must be drawn.
  func prepareFrame(now: Double) -> Bool

  /// Draws into the bound framebuffer, whole.
  func drawFrame(now: Double)

  /// The frame is on the screen, after a swap of so many seconds. Called in windows only; the default does nothing.
  func frameShown(swapSeconds: Double)

  /// When `prepareFrame` wants to be called next though nothing happens: monotonic seconds, `now` or earlier for "the next
  /// refresh", nil for "not before something happens". It is called then, also where the answer has moved on by that time.
  func nextDeadline(now: Double) -> Double?

  /// The picture on the screen was lost (exposed, restored from an icon); the next frame must be drawn.
  func invalidatePicture()

  /// Frees GPU resources; the GL context is current for the last time.
  func releaseGraphics()

  /// Gives back memory of what can be made anew, with the GL context current: nothing was drawn for a minute, or, where `isSeen` is
  /// false, nobody has seen the view for half a minute. Does nothing by default.
  func releaseMemory(isSeen: Bool)

  /// Whether the GL context is lost, as after a reset of the graphics card: asked after each frame. The loop then calls
  /// `releaseGraphics`, makes another context, and has a frame drawn. Default: no.
  var needsNewContext: Bool { get }

  /// How often the content wants to be drawn while it moves. Default: `maximum`.
  var preferredFrameRate: FrameRate { get }

  /// The window that shows the content, for what a key of the content asks of it; set by the frame loop and to be held weakly.
  /// Nil when headless. The default keeps nothing.
  var host: (any WindowHost)? { get set }

  /// Runs what it is given with the content's GL context current, for what the content is asked between two frames; set by the
  /// frame loop. The default keeps nothing.
  var useContext: (@MainActor (@MainActor () -> Void) -> Void)? { get set }
}

extension WindowContent {
  /// The display's rate.
  public var preferredFrameRate: FrameRate { .maximum }

  /// Does nothing.
  public func releaseMemory(isSeen: Bool) {}

  /// No.
  public var needsNewContext: Bool { false }

  /// Does nothing.
  public func prepare(for size: ScreenSize, framebuffer: PixelSize) {}

  /// Does nothing.
  public func frameShown(swapSeconds: Double) {}

  /// Keeps nothing.
  public var useContext: (@MainActor (@MainActor () -> Void) -> Void)? {
    get { nil }
    set {}
  }

  /// Keeps nothing.
  public var host: (any WindowHost)? {
    get { nil }
    set {}
  }
}

/// A view that lends what a window or a headless target needs of it, so that its own interface is free of the frame loop's.
@MainActor public protocol WindowView: AnyObject {
  /// The view as the frame loop sees it; the same view each time.
  var windowContent: any WindowContent { get }
}

/// What a content may ask of the window that shows it.
@MainActor public protocol WindowHost: AnyObject {
  /// Fills the screen, or goes back to the window's old place.
  func toggleFullscreen()
  /// Ends the frame loop after the present frame.
  func requestClose()
  /// Shows another pointer while it is over the view.
  func setCursor(_ cursor: PointerCursor)
  /// The text that was copied last, by whatever program: without control characters but tabs and line feeds, cut after
  /// `maximumClipboardBytes`. Nil when there is none, it is no text, or its program does not answer. Setting it replaces what all
  /// programs paste; nil changes nothing. The default has none and keeps nothing.
  var clipboardText: String? { get set }
}

extension WindowHost {
  /// More UTF-8 than this, one mebibyte, is not taken from the clipboard.
  public static var maximumClipboardBytes: Int { 1 << 20 }

  /// Has none and keeps nothing.
  public var clipboardText: String? {
    get { nil }
    set {}
  }
}

/// Shapes of the pointer.
public enum PointerCursor: String, Hashable, Sendable, CaseIterable {
  /// The system's arrow.
  case arrow
  /// Over something that can be clicked.
  case hand
  /// While a box is drawn.
  case crosshair
  /// Over text.
  case text
}
