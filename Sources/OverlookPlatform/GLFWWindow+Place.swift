internal import CGLFW
package import OverlookGeometry
package import OverlookInput

extension GLFWWindow: WindowPlace {
  /// Of the upper left corner of the view on the screen. Wayland tells nobody.
  package var screenOrigin: ScreenPoint {
    guard x11Window != nil else { return ScreenPoint(x: 0, y: 0) }
    var (x, y): (Int32, Int32) = (0, 0)
    glfwGetWindowPos(handle, &x, &y)
    return ScreenPoint(x: Double(x), y: Double(y))
  }

  /// Whether keys come here.
  package var hasKeyboard: Bool { glfwGetWindowAttrib(handle, GLFW_FOCUSED) == GLFW_TRUE }
}
