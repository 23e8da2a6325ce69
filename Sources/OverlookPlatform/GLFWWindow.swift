internal import CGLFW
import Glibc
public import OverlookGeometry
public import OverlookInput

/// A window with an OpenGL 3.3 core context, by GLFW. Main thread only.
///
/// Its framebuffer has no alpha, so what is read from it has alpha 1, and depths and stencil numbers where there may be a graphics card.
/// Sizes in points are the framebuffer's divided by the content scale of the display, which on X11 is not the window system's own unit.
///
/// When the X server goes away, Xlib ends the process; `onDisplayLost` is told before.
@MainActor public final class GLFWWindow: WindowHost {
  /// What a window is opened with.
  public struct Options: Sendable {
    /// Shown by the window manager.
    public var title = "Overlook"
    /// The view's size in points; at least 1.
    public var size = ScreenSize(width: 1280, height: 800)
    /// The person cannot make the view smaller than this, in points.
    public var minimumSize = ScreenSize(width: 320, height: 240)
    /// Whether the window is shown at once.
    public var isVisible = true
    /// Whether frames wait for the display.
    public var waitsForDisplay = true

    /// A visible window of 1280 x 800 points that waits for the display.
    public init() {}
  }

  private(set) var handle: OpaquePointer
  let input = GLFWInput()
  /// The window's name on X11; nil with a GLFW that was not built for it.
  private(set) var x11Window: UInt32?
  private(set) var x11Watch: X11WindowWatch?
  private let waitsForDisplay: Bool
  private let minimumSize: ScreenSize
  private var isVisible: Bool
  private var windowedFrame: (x: Int32, y: Int32, width: Int32, height: Int32)?
  private var cursors: [PointerCursor: OpaquePointer] = [:]

  /// What is pasted, empty for nothing, while input is played: nothing goes to other programs or comes from them. Nil otherwise.
  var playedClipboard: String?
  /// Told of each text that is pasted, empty for none, and of each that is copied.
  var onPaste: ((String) -> Void)?
  var onCopy: ((String) -> Void)?

  /// The view's size in points; 0 while the window is minimised on some systems.
  public private(set) var size = ScreenSize(width: 0, height: 0)
  /// The framebuffer's size.
  public private(set) var framebufferSize = PixelSize(width: 0, height: 0)
  /// Pixels for one point.
  public private(set) var contentScale = 1.0

  /// Opens a window and makes its context current. Throws when there is no display, no OpenGL driver, or none for 3.3 core.
  public init(_ options: Options = Options()) throws(PlatformError) {
    try GLFWLibrary.start()
    Self.setHints(isVisible: options.isVisible)
    let (width, height) = (Self.units(options.size.width), Self.units(options.size.height))
    GLFWLibrary.forgetFailure()
    guard let handle = glfwCreateWindow(width, height, options.title, nil, nil) else { throw Self.openFailure() }
    self.handle = handle
    waitsForDisplay = options.waitsForDisplay
    x11Window = Self.nativeWindow(handle)
    x11Watch = x11Window.flatMap { X11WindowWatch(window: $0) }
    isVisible = options.isVisible
    title = options.title
    minimumSize = options.minimumSize
    begin()
  }

  /// What a window that was just opened needs before its first frame.
  private func begin() {
    glfwMakeContextCurrent(handle)
    glfwSwapInterval(waitsForDisplay ? 1 : 0)
    input.attach(to: handle)
    updateSize()
    let scale = Double(contentScale) / pixelsPerUnit
    glfwSetWindowSizeLimits(
      handle, Self.units(minimumSize.width * scale), Self.units(minimumSize.height * scale), -1, -1)
  }

  /// Opens another window in place of this one, whose context is lost and cannot be had again: GLFW has no context without a window.
  func renewContext() throws(PlatformError) {
    let monitor = glfwGetWindowMonitor(handle)
    var frame: (x: Int32, y: Int32, width: Int32, height: Int32) = (0, 0, 0, 0)
    glfwGetWindowPos(handle, &frame.x, &frame.y)
    glfwGetWindowSize(handle, &frame.width, &frame.height)
    Self.setHints(isVisible: false)
    // The size is in units of the window already.
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_FALSE)
    GLFWLibrary.forgetFailure()
    guard let fresh = glfwCreateWindow(max(frame.width, 1), max(frame.height, 1), title, monitor, nil) else {
      throw .contextLost(detail: GLFWLibrary.takeReason())
    }
    if monitor == nil { glfwSetWindowPos(fresh, frame.x, frame.y) }
    input.detach(from: handle)
    glfwDestroyWindow(handle)
    handle = fresh
    x11Window = Self.nativeWindow(fresh)
    x11Watch = x11Window.flatMap { X11WindowWatch(window: $0) }
    if isVisible { glfwShowWindow(fresh) }
    begin()
    input.pictureLost = true
  }

  isolated deinit {
    input.detach(from: handle)
    for cursor in cursors.values { glfwDestroyCursor(cursor) }
    glfwDestroyWindow(handle)
  }

  /// Shown by the window manager.
  public var title: String {
    didSet { glfwSetWindowTitle(handle, title) }
  }

  /// Makes the window's context current on the main thread.
  public func makeCurrent() {
    if glfwGetCurrentContext() != handle { glfwMakeContextCurrent(handle) }
  }

  /// Puts what was drawn on the screen; waits for the display where that was asked for.
  public func swapBuffers() {
    glfwSwapBuffers(handle)
  }

  /// Whether the person or the program asked for the window to close.
  public var shouldClose: Bool { glfwWindowShouldClose(handle) != GLFW_FALSE }

  /// Ends the frame loop after the present frame.
  public func requestClose() {
    glfwSetWindowShouldClose(handle, GLFW_TRUE)
    glfwPostEmptyEvent()
  }

  /// Whether anything drawn could be seen: shown, not minimised, not empty, not covered entirely.
  public var canBeSeen: Bool {
    isVisible && !input.isIconified && framebufferSize.width > 0 && framebufferSize.height > 0 && x11Watch?.isHidden != true
  }

  /// Shows or hides the window.
  public func setVisible(_ visible: Bool) {
    isVisible = visible
    if visible { glfwShowWindow(handle) } else { glfwHideWindow(handle) }
  }

  /// Frames a second of the display that shows the window; 60 where it does not say.
  public var displayRate: Double {
    guard let monitor = currentMonitor, let mode = glfwGetVideoMode(monitor), mode.pointee.refreshRate > 0 else { return 60 }
    return Double(mode.pointee.refreshRate)
  }

  /// Reads the sizes anew; true when one changed.
  @discardableResult func updateSize() -> Bool {
    input.sizeChanged = false
    var (width, height, pixelWidth, pixelHeight): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    glfwGetWindowSize(handle, &width, &height)
    glfwGetFramebufferSize(handle, &pixelWidth, &pixelHeight)
    var (scaleX, scaleY): (Float, Float) = (1, 1)
    glfwGetWindowContentScale(handle, &scaleX, &scaleY)
    let (oldSize, oldPixels) = (size, framebufferSize)
    contentScale = scaleX.isFinite && scaleX > 0 ? min(max(Double(scaleX), 0.5), 8) : 1
    framebufferSize = PixelSize(width: Int(max(pixelWidth, 0)), height: Int(max(pixelHeight, 0)))
    size = ScreenSize(width: Double(framebufferSize.width) / contentScale, height: Double(framebufferSize.height) / contentScale)
    if width > 0, height > 0 { input.pointsPerUnit = (size.width / Double(width), size.height / Double(height)) }
    return size != oldSize || framebufferSize != oldPixels
  }

  /// Whether the window system tells of pinches on a touchpad.
  public var knowsPinches: Bool { x11Watch?.knowsPinches ?? false }

  /// Takes over what happened besides what GLFW tells.
  func takeWatchedInput() {
    guard let pinch = x11Watch?.takePinch() else { return }
    input.pinched(scale: pinch.scale, degrees: pinch.degrees, x: pinch.x, y: pinch.y, GLFWKeys.modifiers(x11: pinch.modifiers))
  }

  private var pixelsPerUnit: Double {
    input.pointsPerUnit.x > 0 ? input.pointsPerUnit.x * contentScale : 1
  }

  /// Shows another pointer while it is over the view.
  public func setCursor(_ cursor: PointerCursor) {
    if cursors[cursor] == nil, let made = glfwCreateStandardCursor(Self.shape(cursor)) { cursors[cursor] = made }
    glfwSetCursor(handle, cursors[cursor])
  }

  private static func shape(_ cursor: PointerCursor) -> Int32 {
    switch cursor {
    case .arrow: GLFW_ARROW_CURSOR
    case .hand: GLFW_HAND_CURSOR
    case .crosshair: GLFW_CROSSHAIR_CURSOR
    case .text: GLFW_IBEAM_CURSOR
    }
  }

  private static func units(_ value: Double) -> Int32 {
    value.isFinite ? Int32(min(max(value.rounded(), 1), 16_384)) : 1
  }
}

extension GLFWWindow {
  private static func setHints(isVisible: Bool) {
    glfwDefaultWindowHints()
    let hasDepths = TargetDepths.arePartOfWindows
    let hints: [(Int32, Int32)] = [
      (GLFW_CONTEXT_VERSION_MAJOR, 3), (GLFW_CONTEXT_VERSION_MINOR, 3), (GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE),
      // Not forward compatible: those have no lines of more than a pixel.
      (GLFW_RED_BITS, 8), (GLFW_GREEN_BITS, 8), (GLFW_BLUE_BITS, 8),
      (GLFW_ALPHA_BITS, 0),
      (GLFW_DEPTH_BITS, hasDepths ? 24 : 0), (GLFW_STENCIL_BITS, hasDepths ? 8 : 0), (GLFW_SAMPLES, 0),
      (GLFW_VISIBLE, isVisible ? GLFW_TRUE : GLFW_FALSE),
      (GLFW_SCALE_TO_MONITOR, GLFW_TRUE), (GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET),
    ]
    for (hint, value) in hints { glfwWindowHint(hint, value) }
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "overlook")
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "overlook")
  }

  /// Tells "too old" from "none at all" by asking for any OpenGL.
  private static func openFailure() -> PlatformError {
    let reason = GLFWLibrary.takeReason()
    glfwDefaultWindowHints()
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE)
    guard let probe = glfwCreateWindow(64, 64, "", nil, nil) else { return .noOpenGL(detail: reason) }
    let version =
      "\(glfwGetWindowAttrib(probe, GLFW_CONTEXT_VERSION_MAJOR)).\(glfwGetWindowAttrib(probe, GLFW_CONTEXT_VERSION_MINOR))"
    glfwDestroyWindow(probe)
    return .openGLTooOld(detail: "the driver has \(version); \(reason)")
  }

  /// The X11 name of the window; nil with a GLFW that was not built for X11.
  private static func nativeWindow(_ window: OpaquePointer) -> UInt32? {
    typealias GetWindow = @convention(c) (OpaquePointer?) -> UInt
    guard let function = dlsym(nil, "glfwGetX11Window") else { return nil }
    let name = unsafeBitCast(function, to: GetWindow.self)(window)
    return name > 0 ? UInt32(exactly: name) : nil
  }

  /// The display on which most of the window lies.
  private var currentMonitor: OpaquePointer? {
    if let fullscreen = glfwGetWindowMonitor(handle) { return fullscreen }
    var (x, y, width, height, count): (Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0)
    glfwGetWindowPos(handle, &x, &y)
    glfwGetWindowSize(handle, &width, &height)
    let monitors = glfwGetMonitors(&count)
    var best = glfwGetPrimaryMonitor()
    var bestOverlap = 0
    for index in 0..<Int(max(count, 0)) {
      guard let monitor = monitors?[index], let mode = glfwGetVideoMode(monitor) else { continue }
      var (left, top): (Int32, Int32) = (0, 0)
      glfwGetMonitorPos(monitor, &left, &top)
      let across = Int(min(x + width, left + mode.pointee.width)) - Int(max(x, left))
      let down = Int(min(y + height, top + mode.pointee.height)) - Int(max(y, top))
      if across > 0, down > 0, across * down > bestOverlap { (best, bestOverlap) = (monitor, across * down) }
    }
    return best
  }

  /// The upper left corner of the window on the screens, in the window system's units; nil while it fills a screen. Set to a place
  /// that lies on no screen, nothing happens; Wayland lets no program choose.
  package var position: (x: Int, y: Int)? {
    get {
      guard !isFullscreen else { return nil }
      var (x, y): (Int32, Int32) = (0, 0)
      glfwGetWindowPos(handle, &x, &y)
      return (Int(x), Int(y))
    }
    set {
      guard let newValue, !isFullscreen, let x = Int32(exactly: newValue.x), let y = Int32(exactly: newValue.y),
        Self.isOnScreen(x, y)
      else { return }
      glfwSetWindowPos(handle, x, y)
    }
  }

  /// Whether enough of a window whose corner is there could be seen to be moved.
  private static func isOnScreen(_ x: Int32, _ y: Int32) -> Bool {
    var count: Int32 = 0
    let monitors = glfwGetMonitors(&count)
    for index in 0..<Int(max(count, 0)) {
      guard let monitor = monitors?[index], let mode = glfwGetVideoMode(monitor) else { continue }
      var (left, top): (Int32, Int32) = (0, 0)
      glfwGetMonitorPos(monitor, &left, &top)
      let (across, down) = (Int(x) - Int(left), Int(y) - Int(top))
      if across > -100, down >= 0, across < Int(mode.pointee.width) - 100, down < Int(mode.pointee.height) - 60 { return true }
    }
    return false
  }

  /// Whether the window fills the screen.
  public var isFullscreen: Bool { glfwGetWindowMonitor(handle) != nil }

  /// Fills the screen that shows most of the window, or goes back to the old place; nothing where there is no screen to fill.
  public func toggleFullscreen() {
    if isFullscreen {
      let frame = windowedFrame ?? (x: 64, y: 64, width: 1280, height: 800)
      glfwSetWindowMonitor(handle, nil, frame.x, frame.y, frame.width, frame.height, GLFW_DONT_CARE)
    } else if let monitor = currentMonitor, let mode = glfwGetVideoMode(monitor) {
      var frame: (x: Int32, y: Int32, width: Int32, height: Int32) = (0, 0, 0, 0)
      glfwGetWindowPos(handle, &frame.x, &frame.y)
      glfwGetWindowSize(handle, &frame.width, &frame.height)
      windowedFrame = frame
      glfwSetWindowMonitor(handle, monitor, 0, 0, mode.pointee.width, mode.pointee.height, mode.pointee.refreshRate)
    }
    // Some drivers forget the interval when the window changes its screen.
    glfwSwapInterval(waitsForDisplay ? 1 : 0)
    input.sizeChanged = true
    input.pictureLost = true
  }
}
