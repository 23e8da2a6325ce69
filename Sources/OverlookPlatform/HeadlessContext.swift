internal import CEGL

/// An OpenGL 3.3 core context without a window and without an X server, through EGL.
///
/// It has no framebuffer of its own: draw into a framebuffer object. Graphics cards are tried first, then Mesa's software
/// renderer; with `LIBGL_ALWAYS_SOFTWARE=1` only the latter, so that pictures are the same on every machine.
@MainActor public final class HeadlessContext {
  private let display: EGLDisplay
  private let context: EGLContext
  /// Only where the driver cannot make a context current without a surface.
  private let surface: EGLSurface?
  /// The EGL platform that gave the context: `device`, `surfaceless` or `default`.
  public let platform: String

  /// Creates the context and makes it current on the main thread.
  public init() throws(PlatformError) {
    var reasons: [String] = []
    for candidate in EGLCandidate.all() {
      switch Self.open(candidate) {
      case .success(let opened):
        display = opened.display
        context = opened.context
        surface = opened.surface
        platform = candidate.name
        return
      case .failure(let refusal):
        reasons.append("\(candidate.name): \(refusal.reason)")
      }
    }
    throw PlatformError.headlessUnavailable(reasons: reasons)
  }

  // The display stays initialised: EGL hands the same one to every context of the process, and terminating it would end theirs.
  isolated deinit {
    if eglGetCurrentContext() == context { eglMakeCurrent(display, nil, nil, nil) }
    if let surface { eglDestroySurface(display, surface) }
    eglDestroyContext(display, context)
  }

  /// Begins to load the driver on a thread of its own, and answers what waits for its end. Nothing else takes as long before a
  /// first picture, so that programs that will draw one begin with it; they wait before they end, for a library must not be
  /// loaded while those of the process are put away. Any thread.
  package nonisolated static func startLoadingDriver() -> DriverLoading { DriverLoading() }

  /// Makes the context current on the calling (main) thread; false when the driver refuses, which only a lost GPU brings about.
  @discardableResult public func makeCurrent() -> Bool {
    eglGetCurrentContext() == context || eglMakeCurrent(display, surface, surface, context) == EGL_TRUE
  }

  /// Whether the context is current on the calling thread.
  var isCurrent: Bool { eglGetCurrentContext() == context }

  /// Leaves the main thread without a current context.
  public func releaseCurrent() {
    if eglGetCurrentContext() == context { eglMakeCurrent(display, nil, nil, nil) }
  }
}

extension HeadlessContext {
  private struct Opened {
    let display: EGLDisplay
    let context: EGLContext
    let surface: EGLSurface?
  }

  private struct Refusal: Error {
    let reason: String
  }

  private static func open(_ candidate: EGLCandidate) -> Result<Opened, Refusal> {
    guard let display = candidate.display() else { return .failure(refusal("no display")) }
    guard eglInitialize(display, nil, nil) == EGL_TRUE else { return .failure(refusal("cannot initialise")) }
    guard eglBindAPI(EGLenum(EGL_OPENGL_API)) == EGL_TRUE else { return .failure(refusal("no desktop OpenGL")) }
    guard let config = config(display, withPbuffer: false) else { return .failure(refusal("no configuration")) }
    guard let context = makeContext(display, config) else { return .failure(refusal("no OpenGL 3.3 core context")) }
    if eglMakeCurrent(display, nil, nil, context) == EGL_TRUE {
      return .success(Opened(display: display, context: context, surface: nil))
    }
    eglDestroyContext(display, context)
    return openWithPbuffer(display)
  }

  private static func openWithPbuffer(_ display: EGLDisplay) -> Result<Opened, Refusal> {
    guard let config = config(display, withPbuffer: true) else { return .failure(refusal("no configuration with a pbuffer")) }
    let size: [EGLint] = [EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE]
    guard let surface = eglCreatePbufferSurface(display, config, size) else { return .failure(refusal("no pbuffer")) }
    guard let context = makeContext(display, config) else {
      let failure = refusal("no OpenGL 3.3 core context")
      eglDestroySurface(display, surface)
      return .failure(failure)
    }
    guard eglMakeCurrent(display, surface, surface, context) == EGL_TRUE else {
      let failure = refusal("the context cannot be made current")
      eglDestroyContext(display, context)
      eglDestroySurface(display, surface)
      return .failure(failure)
    }
    return .success(Opened(display: display, context: context, surface: surface))
  }

  private static let contextAttributes: [EGLint] = [
    EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3,
    // Not forward compatible: those have no lines of more than a pixel.
    EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
  ]

  /// One that says when the graphics card was reset, where the driver has such.
  private static func makeContext(_ display: EGLDisplay, _ config: EGLConfig) -> EGLContext? {
    let tellsResets: [EGLint] = [EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, EGL_LOSE_CONTEXT_ON_RESET]
    return eglCreateContext(display, config, nil, contextAttributes + tellsResets + [EGL_NONE])
      ?? eglCreateContext(display, config, nil, contextAttributes + [EGL_NONE])
  }

  private static func config(_ display: EGLDisplay, withPbuffer: Bool) -> EGLConfig? {
    // The default of EGL_SURFACE_TYPE is "with a window", which surfaceless platforms do not have.
    let attributes: [EGLint] = [
      EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, withPbuffer ? EGL_PBUFFER_BIT : 0, EGL_RED_SIZE, 8, EGL_GREEN_SIZE,
      8,
      EGL_BLUE_SIZE, 8, EGL_NONE,
    ]
    var config: EGLConfig?
    var count: EGLint = 0
    guard eglChooseConfig(display, attributes, &config, 1, &count) == EGL_TRUE, count > 0 else { return nil }
    return config
  }

  private static func refusal(_ what: String) -> Refusal {
    let code = eglGetError()
    return Refusal(reason: code == EGL_SUCCESS ? what : "\(what), EGL error 0x\(String(code, radix: 16))")
  }
}
