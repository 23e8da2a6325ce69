internal import CGLFW
import OverlookInput

extension GLFWWindow {
  /// The text that was copied last, by whatever program, as `WindowHost` says.
  public var clipboardText: String? {
    get {
      guard let bytes = glfwGetClipboardString(handle), let text = String(validatingCString: bytes) else { return nil }
      let cleaned = CommittedText.cleaned(text, maximumBytes: Self.maximumClipboardBytes, keepsLines: true)
      return cleaned.isEmpty ? nil : cleaned
    }
    set {
      guard let newValue else { return }
      glfwSetClipboardString(handle, CommittedText.cleaned(newValue, maximumBytes: Self.maximumClipboardBytes, keepsLines: true))
    }
  }
}
