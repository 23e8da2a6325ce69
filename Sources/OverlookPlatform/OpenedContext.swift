internal import CEGL

/// A context that EGL has made, on whatever thread.
struct OpenedContext: Sendable {
  struct Refusal: Error {
    let reason: String
  }

  /// The EGL platform that gave it.
  let platform: String
  // Addresses, which threads may hand to each other.
  private let displayAddress: UInt
  private let contextAddress: UInt
  private let surfaceAddress: UInt

  private init(_ platform: String, _ display: EGLDisplay, _ context: EGLContext, surface: EGLSurface? = nil) {
    self.platform = platform
    displayAddress = UInt(bitPattern: display)
    contextAddress = UInt(bitPattern: context)
    surfaceAddress = UInt(bitPattern: surface)
  }

  var display: EGLDisplay? { EGLDisplay(bitPattern: displayAddress) }
  var context: EGLContext? { EGLContext(bitPattern: contextAddress) }
  /// Only where the driver cannot make a context current without one.
  var surface: EGLSurface? { EGLSurface(bitPattern: surfaceAddress) }

  /// Makes it current on the calling thread; false when the driver refuses.
  func makeCurrent() -> Bool {
    eglBindAPI(EGLenum(EGL_OPENGL_API)) == EGL_TRUE && eglMakeCurrent(display, surface, surface, context) == EGL_TRUE
  }

  /// The context of the best way to the driver, current nowhere; nil where that way leads to none. The thread must be about to end.
  static func onThisThread() -> OpenedContext? {
    guard let candidate = EGLCandidate.all().first, case .success(let opened) = open(candidate) else { return nil }
    eglMakeCurrent(opened.display, nil, nil, nil)
    eglReleaseThread()
    return opened
  }

  /// Makes one and makes it current on the calling thread.
  static func open(_ candidate: EGLCandidate) -> Result<OpenedContext, Refusal> {
    guard let display = candidate.display() else { return .failure(refusal("no display")) }
    guard eglInitialize(display, nil, nil) == EGL_TRUE else { return .failure(refusal("cannot initialise")) }
    guard eglBindAPI(EGLenum(EGL_OPENGL_API)) == EGL_TRUE else { return .failure(refusal("no desktop OpenGL")) }
    guard let config = config(display, withPbuffer: false) else { return .failure(refusal("no configuration")) }
    guard let context = makeContext(display, config) else { return .failure(refusal("no OpenGL 3.3 core context")) }
    if eglMakeCurrent(display, nil, nil, context) == EGL_TRUE {
      return .success(OpenedContext(candidate.name, display, context))
    }
    eglDestroyContext(display, context)
    return openWithPbuffer(candidate, display)
  }

  private static func openWithPbuffer(
    _ candidate: EGLCandidate, _ display: EGLDisplay
  ) -> Result<OpenedContext, Refusal> {
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
    return .success(OpenedContext(candidate.name, display, context, surface: surface))
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
