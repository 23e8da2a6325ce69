internal import CGLFW
import OverlookInput
import OverlookSupport

extension GLFWWindow {
  /// The text that was copied last, by whatever program, as `WindowHost` says. A program that does not answer within a quarter of a
  /// second has none.
  public var clipboardText: String? {
    get {
      let text = playedClipboard ?? Self.cleaned(copiedText ?? "")
      onPaste?(text)
      return text.isEmpty ? nil : text
    }
    set {
      guard let newValue else { return }
      let text = Self.cleaned(newValue)
      onCopy?(text)
      guard playedClipboard == nil else { return playedClipboard = text }
      glfwSetClipboardString(handle, text)
      OwnCopy.last = x11Window.flatMap { X11Clipboard(parent: $0) }.map { OwnCopy(text: text, owner: $0.owner) }
    }
  }

  private static func cleaned(_ text: String) -> String {
    CommittedText.cleaned(text, maximumBytes: maximumClipboardBytes, keepsLines: true)
  }

  /// What this process copied, and the window that GLFW answers other programs with; it could not answer while we wait for it.
  @MainActor private struct OwnCopy {
    static var last: OwnCopy?

    let text: String
    let owner: UInt32
  }

  private static let patienceSeconds = 0.25

  private var copiedText: String? {
    guard let x11Window else {
      // Other window systems hand out a pipe.
      return glfwGetClipboardString(handle).flatMap { String(validatingCString: $0) }
    }
    guard let clipboard = X11Clipboard(parent: x11Window) else { return nil }
    let owner = clipboard.owner
    if owner == 0 { return nil }
    if let own = OwnCopy.last, own.owner == owner { return own.text }
    return clipboard.text(
      maximumBytes: Self.maximumClipboardBytes, until: MonotonicClock.now() + Self.patienceSeconds)
  }
}
