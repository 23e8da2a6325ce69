public import OverlookGeometry

/// Why a window or a headless context cannot be had.
///
/// `description` is two lines: what is missing, and what to try. The library never prints it.
public enum PlatformError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no X server to open a window on, or it refused us.
  case noDisplay(detail: String)
  /// There is a window system, but no OpenGL driver for it.
  case noOpenGL(detail: String)
  /// There is an OpenGL driver, but it has no version 3.3 core profile.
  case openGLTooOld(detail: String)
  /// The window system failed in another way.
  case windowSystem(detail: String)
  /// No EGL platform gave an OpenGL 3.3 core context; one line of reason for each platform that was tried.
  case headlessUnavailable(reasons: [String])
  /// The driver has no framebuffer of so many pixels.
  case pictureTooLarge(PixelSize)
  /// The main queue cannot be watched, so asynchronous work would never run while the loop sleeps.
  case mainQueue(detail: String)
  /// The driver was reset again and again, or has no other context after a reset.
  case contextLost(detail: String)
  /// A thread that the loop needs cannot be started.
  case noThread(detail: String)

  /// The first line says what is missing, the second what to try.
  public var description: String {
    "\(missing)\n\(remedy)"
  }

  /// What is missing, in one line.
  public var missing: String {
    switch self {
    case .noDisplay(let detail):
      "no display: no window can be opened (\(detail))"
    case .noOpenGL(let detail):
      "no OpenGL: the display has no working OpenGL driver (\(detail))"
    case .openGLTooOld(let detail):
      "OpenGL is too old: version 3.3 core is needed (\(detail))"
    case .windowSystem(let detail):
      "the window system failed (\(detail))"
    case .headlessUnavailable(let reasons):
      "no headless OpenGL 3.3 through EGL (\(reasons.isEmpty ? "no EGL platform" : reasons.joined(separator: "; ")))"
    case .pictureTooLarge(let size):
      "the driver cannot draw a picture of \(size.width) x \(size.height) pixels"
    case .mainQueue(let detail):
      "the main queue cannot be watched (\(detail))"
    case .contextLost(let detail):
      "the graphics driver was reset and the picture cannot be had back (\(detail))"
    case .noThread(let detail):
      "no thread can be started (\(detail))"
    }
  }

  /// Whether it is the window that cannot be had, and a picture might.
  package var concernsWindow: Bool {
    switch self {
    case .noDisplay, .noOpenGL, .openGLTooOld, .windowSystem: true
    case .headlessUnavailable, .pictureTooLarge, .mainQueue, .contextLost, .noThread: false
    }
  }

  /// What the person can try, in one line.
  public var remedy: String {
    switch self {
    case .noDisplay:
      "try: set DISPLAY to a running X server, or draw without a window"
    case .noOpenGL, .openGLTooOld:
      "try: LIBGL_ALWAYS_SOFTWARE=1, install libgl1-mesa-dri, or draw without a window"
    case .headlessUnavailable:
      "try: install libegl1 and libgl1-mesa-dri (or the driver of the graphics card), or set LIBGL_ALWAYS_SOFTWARE=1"
    case .windowSystem:
      "try: another display, or draw without a window"
    case .pictureTooLarge:
      "try: a smaller size or scale"
    case .mainQueue:
      "try: raise the limit of open files (ulimit -n)"
    case .contextLost:
      "try: start again, another driver, or LIBGL_ALWAYS_SOFTWARE=1"
    case .noThread:
      "try: raise the limit of processes (ulimit -u)"
    }
  }
}
