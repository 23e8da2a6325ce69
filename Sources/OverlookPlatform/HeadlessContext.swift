internal import CEGL
import Synchronization

/// An OpenGL 3.3 core context without a window and without an X server, through EGL.
///
/// It has no framebuffer of its own: draw into a framebuffer object. Graphics cards are tried first, then Mesa's software
/// renderer; with `LIBGL_ALWAYS_SOFTWARE=1` only the latter, so that pictures are the same on every machine.
@MainActor public final class HeadlessContext {
  private let opened: OpenedContext
  /// The EGL platform that gave the context: `device`, `surfaceless` or `default`.
  public let platform: String

  /// Creates the context and makes it current on the main thread.
  public init() throws(PlatformError) {
    if let ready = Self.loading?.takeContext(), ready.makeCurrent() {
      opened = ready
      platform = ready.platform
      return
    }
    var reasons: [String] = []
    for candidate in EGLCandidate.all() {
      switch OpenedContext.open(candidate) {
      case .success(let opened):
        self.opened = opened
        platform = opened.platform
        return
      case .failure(let refusal):
        reasons.append("\(candidate.name): \(refusal.reason)")
      }
    }
    throw PlatformError.headlessUnavailable(reasons: reasons)
  }

  // The display stays initialised: EGL hands the same one to every context of the process, and terminating it would end theirs.
  isolated deinit {
    if isCurrent { eglMakeCurrent(opened.display, nil, nil, nil) }
    if let surface = opened.surface { eglDestroySurface(opened.display, surface) }
    eglDestroyContext(opened.display, opened.context)
  }

  /// Begins to load the driver on a thread of its own and to make the first context there, and answers what waits for its end. Nothing
  /// else takes as long before a first picture, so that programs that will draw one begin with it; they wait before they end, for a
  /// library must not be loaded while those of the process are put away. Any thread.
  package nonisolated static func startLoadingDriver() -> DriverLoading {
    let loading = DriverLoading()
    begun.withLock { $0 = loading }
    return loading
  }

  private nonisolated static let begun = Mutex<DriverLoading?>(nil)

  /// What `startLoadingDriver` began last.
  nonisolated static var loading: DriverLoading? { begun.withLock { $0 } }

  /// Makes the context current on the calling (main) thread; false when the driver refuses, which only a lost GPU brings about.
  @discardableResult public func makeCurrent() -> Bool {
    isCurrent || opened.makeCurrent()
  }

  /// Whether the context is current on the calling thread.
  var isCurrent: Bool { eglGetCurrentContext() == opened.context }

  /// Leaves the main thread without a current context.
  public func releaseCurrent() {
    if isCurrent { eglMakeCurrent(opened.display, nil, nil, nil) }
  }
}
