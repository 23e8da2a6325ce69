/// Tells a wheel from a touchpad by what they send: GLFW names no device, but a wheel's steps are whole numbers.
struct ScrollDevice: Sendable {
  private var isTouchpad = false
  private var lastSeconds = -Double.infinity

  /// Whether `detents` came from a touchpad. A touchpad that happens to send a whole number in a stream of fractions stays one.
  mutating func isTouchpad(detents: Double, at timeSeconds: Double) -> Bool {
    let isWhole = detents.rounded() == detents
    let isSameStream = timeSeconds - lastSeconds <= GestureNumbers.scrollGuessSeconds
    isTouchpad = !isWhole || isSameStream && isTouchpad
    lastSeconds = timeSeconds
    return isTouchpad
  }
}
