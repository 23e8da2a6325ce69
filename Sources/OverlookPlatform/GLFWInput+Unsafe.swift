import OverlookSupport
internal import CGLFW
import OverlookGeometry
import OverlookInput

/// What a window's callbacks saw. They append and mark, nothing else; the frame loop looks at it when GLFW has returned.
///
/// Unsafe: GLFW hands a callback only the window, whose user pointer is this object, unretained. The window owns the object and
/// takes the pointer away before it lets go of it, and GLFW calls back on the main thread only, from within its event functions.
/// The paths of a drop are as many C strings as it says, until the callback returns.
@MainActor final class GLFWInput {
  var queue = InputQueue()
  /// The window's or the framebuffer's size, or the content scale, may have changed.
  var sizeChanged = true
  /// The window system lost the picture.
  var pictureLost = true
  var isIconified = false
  /// Draws while the window system holds the loop in a move or resize; set by the frame loop.
  var onPictureLost: (() -> Void)?
  /// Points for one screen coordinate of GLFW, in x and y.
  var pointsPerUnit = (x: 1.0, y: 1.0)
  private var pointer = ScreenPoint(x: 0, y: 0)

  func attach(to window: OpaquePointer) {
    glfwSetWindowUserPointer(window, Unmanaged.passUnretained(self).toOpaque())
    attachPointer(to: window)
    glfwSetKeyCallback(window) { window, key, scancode, action, modifiers in
      GLFWInput.with(window) { $0.key(key, scancode, action, modifiers) }
    }
    glfwSetCharCallback(window) { window, codePoint in
      guard let scalar = CommittedText.scalar(codePoint) else { return }
      GLFWInput.with(window) { $0.append(.textCommitted(String(Character(scalar)))) }
    }
    glfwSetDropCallback(window) { window, count, paths in
      let drop = GLFWInput.drop(count, paths)
      GLFWInput.with(window) { $0.append(.filesDropped(drop, at: $0.pointer)) }
    }
    glfwSetWindowFocusCallback(window) { window, focused in
      if focused == GLFW_FALSE { GLFWInput.with(window) { $0.append(.focusLost) } }
    }
    glfwSetWindowSizeCallback(window) { window, _, _ in GLFWInput.with(window) { $0.sizeChanged = true } }
    glfwSetFramebufferSizeCallback(window) { window, _, _ in GLFWInput.with(window) { $0.sizeChanged = true } }
    glfwSetWindowContentScaleCallback(window) { window, _, _ in GLFWInput.with(window) { $0.sizeChanged = true } }
    glfwSetWindowIconifyCallback(window) { window, iconified in
      GLFWInput.with(window) {
        $0.isIconified = iconified != GLFW_FALSE
        $0.pictureLost = true
      }
    }
    glfwSetWindowRefreshCallback(window) { window in
      GLFWInput.with(window) {
        $0.pictureLost = true
        $0.onPictureLost?()
      }
    }
  }

  func detach(from window: OpaquePointer) {
    glfwSetWindowUserPointer(window, nil)
  }

  private func attachPointer(to window: OpaquePointer) {
    glfwSetCursorPosCallback(window) { window, x, y in
      GLFWInput.with(window) { input in
        input.pointer = input.point(x, y)
        input.append(.pointerMoved(input.pointer))
      }
    }
    glfwSetCursorEnterCallback(window) { window, entered in
      if entered == GLFW_FALSE { GLFWInput.with(window) { $0.append(.pointerLeft) } }
    }
    glfwSetMouseButtonCallback(window) { window, button, action, modifiers in
      GLFWInput.with(window) { $0.button(button, action, modifiers) }
    }
    glfwSetScrollCallback(window) { window, x, y in
      guard let window else { return }
      let modifiers = GLFWInput.heldModifiers(window)
      // GLFW counts x to the left.
      GLFWInput.with(window) { $0.append(.scrolled(x: 0 - x, y: y, at: $0.pointer, modifiers)) }
    }
  }

  /// A pinch at a place in the window's units.
  func pinched(scale: Double, degrees: Double, x: Double, y: Double, _ modifiers: Modifiers) {
    append(.pinched(scale: scale, degrees: degrees, at: point(x, y), modifiers))
  }

  private func point(_ x: Double, _ y: Double) -> ScreenPoint {
    ScreenPoint(x: x * pointsPerUnit.x, y: y * pointsPerUnit.y)
  }

  private func append(_ kind: InputEvent.Kind) {
    queue.append(InputEvent(timeSeconds: MonotonicClock.now(), kind: kind))
  }

  private func button(_ number: Int32, _ action: Int32, _ bits: Int32) {
    guard let button = GLFWKeys.button(number) else { return }
    let modifiers = GLFWKeys.modifiers(bits)
    append(action == GLFW_PRESS ? .buttonPressed(button, pointer, modifiers) : .buttonReleased(button, pointer, modifiers))
  }

  private func key(_ number: Int32, _ scancode: Int32, _ action: Int32, _ bits: Int32) {
    let name = glfwGetKeyName(number, scancode).map { String(cString: $0) }
    guard let key = GLFWKeys.key(number, name: name) else { return }
    let modifiers = GLFWKeys.modifiers(bits)
    switch action {
    case GLFW_PRESS: append(.keyPressed(key, modifiers))
    case GLFW_REPEAT: append(.keyRepeated(key, modifiers))
    default: append(.keyReleased(key, modifiers))
    }
  }

  /// Takes no more than a drop may hold: the other program names as many files as it likes, in any bytes.
  private nonisolated static func drop(_ count: Int32, _ paths: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> FileDrop {
    let count = Int(max(count, 0))
    let known = min(count, FileDrop.maximumCount)
    let valid = (0..<known).compactMap { paths?[$0].flatMap { String(validatingCString: $0) } }
    return FileDrop(paths: valid, omittedCount: count - valid.count)
  }

  /// GLFW tells no modifiers with a scroll.
  private nonisolated static func heldModifiers(_ window: OpaquePointer) -> Modifiers {
    func isDown(_ left: Int32, _ right: Int32) -> Bool {
      glfwGetKey(window, left) == GLFW_PRESS || glfwGetKey(window, right) == GLFW_PRESS
    }
    var modifiers: Modifiers = []
    if isDown(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT) { modifiers.insert(.shift) }
    if isDown(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL) { modifiers.insert(.control) }
    if isDown(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT) { modifiers.insert(.alt) }
    return modifiers
  }

  private nonisolated static func with(_ window: OpaquePointer?, _ body: @MainActor (GLFWInput) -> Void) {
    guard let window, let raw = glfwGetWindowUserPointer(window) else { return }
    let input = Unmanaged<GLFWInput>.fromOpaque(raw).takeUnretainedValue()
    MainActor.assumeIsolated { body(input) }
  }
}
