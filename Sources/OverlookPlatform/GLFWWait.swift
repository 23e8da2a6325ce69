internal import CGLFW

/// Sleeps until the window system or a wake has something, `seconds` at most, and calls the window's callbacks; nil is for ever.
@MainActor func glfwWait(seconds: Double?) {
  guard let seconds else {
    glfwWaitEvents()
    return
  }
  // GLFW refuses numbers that are not positive, and X11's poll takes milliseconds in 32 bits.
  if seconds > 0 { glfwWaitEventsTimeout(min(seconds, 3600)) } else { glfwPollEvents() }
}
