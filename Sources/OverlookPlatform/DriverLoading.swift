internal import CEGL
import Dispatch
import OverlookSupport

/// A driver that is being loaded; see `HeadlessContext.startLoadingDriver`.
package struct DriverLoading: Sendable {
  private let running = DispatchGroup()

  init() {
    running.enter()
    do throws(ThreadError) {
      try ServiceThread.start("overlook-driver") { [running] in
        // The way that `HeadlessContext` tries first. EGL hands out the same display for it, and initialises it once.
        if let display = EGLCandidate.all().first?.display() { eglInitialize(display, nil, nil) }
        running.leave()
      }
    } catch {
      // `HeadlessContext` loads it then.
      running.leave()
    }
  }

  /// Returns when it is loaded, or cannot be. Not to be called on threads that others wait for.
  package func wait() { running.wait() }
}
