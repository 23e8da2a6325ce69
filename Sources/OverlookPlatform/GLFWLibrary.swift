internal import CGLFW
import Glibc
import Synchronization

/// The one GLFW of the process. It is never terminated: threads that wake the loop may still hold on to it, and it costs nothing.
@MainActor enum GLFWLibrary {
  private struct Failure {
    var code: Int32
    var text: String
  }

  private static let lastFailure = Mutex<Failure?>(nil)

  static func start() throws(PlatformError) {
    glfwSetErrorCallback { code, text in
      let text = text.map { String(cString: $0) } ?? "no reason given"
      GLFWLibrary.lastFailure.withLock { $0 = Failure(code: code, text: text) }
    }
    forgetFailure()
    if glfwInit() == GLFW_TRUE { return XConnection.watch() }
    let reason = takeReason()
    let display = getenv("DISPLAY").map { String(cString: $0) } ?? ""
    throw .noDisplay(detail: display.isEmpty ? "DISPLAY is not set" : reason)
  }

  static func forgetFailure() {
    lastFailure.withLock { $0 = nil }
  }

  /// Why the last call failed, in GLFW's words.
  static func takeReason() -> String {
    lastFailure.withLock { failure in
      defer { failure = nil }
      guard let failure else { return "no reason given" }
      // The text may quote the environment.
      let text = String(failure.text.unicodeScalars.map { $0.value >= 0x20 && $0.value < 0x7F ? Character($0) : "?" }.prefix(200))
      return "\(text), GLFW error 0x\(String(failure.code, radix: 16))"
    }
  }
}

/// Wakes the loop that sleeps in GLFW, from any thread, with at most one event for any number of wakes.
final class Waker: Sendable {
  private let isPending = Atomic<Bool>(false)

  func wake() {
    if isPending.exchange(true, ordering: .acquiringAndReleasing) { return }
    glfwPostEmptyEvent()
  }

  /// To be called after waking and before looking at what happened: a wake that comes later is a new one.
  func reset() {
    isPending.store(false, ordering: .sequentiallyConsistent)
  }
}
