import Dispatch
import OverlookSupport
import Synchronization

/// A driver that is being loaded, and a context that is made with it; see `HeadlessContext.startLoadingDriver`.
package final class DriverLoading: Sendable {
  private struct State: Sendable {
    var isOver = false
    var context: OpenedContext?
    var onEnd: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let running = DispatchGroup()

  init() {
    running.enter()
    DriverUse.begin()
    do throws(ThreadError) {
      // `HeadlessContext` makes what does not come about here, and says why it cannot be.
      try ServiceThread.start("overlook-driver") { [self] in end(OpenedContext.onThisThread()) }
    } catch {
      end(nil)
    }
  }

  private func end(_ context: OpenedContext?) {
    let onEnd = state.withLock { state in
      state.isOver = true
      state.context = context
      defer { state.onEnd = nil }
      return state.onEnd
    }
    DriverUse.end()
    running.leave()
    onEnd?()
  }

  /// Returns when it is loaded, or cannot be. Not to be called on threads that others wait for.
  package func wait() { running.wait() }

  /// As `wait`, for `seconds` at most; whether it is over.
  package func wait(seconds: Double) -> Bool { running.wait(timeout: .now() + seconds) == .success }

  /// Whether a context was made that nobody has taken yet.
  package var hasContext: Bool { state.withLock { $0.context != nil } }

  /// Whether there is nothing left to wait for.
  package var isOver: Bool { state.withLock { $0.isOver } }

  /// Has `body` called when it is over, on any thread; at once where it is.
  func onEnd(_ body: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.onEnd = body }
      return state.isOver
    }
    if isOver { body() }
  }

  /// The context, once, when it is over; current on no thread.
  func takeContext() -> OpenedContext? {
    wait()
    return state.withLock { state in
      defer { state.context = nil }
      return state.context
    }
  }
}
