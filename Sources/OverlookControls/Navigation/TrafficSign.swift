package import OverlookCanvas
package import OverlookGeometry
import OverlookSupport

/// Signs of what hinders traffic, each on a ground of its own colour.
package enum TrafficSign: Hashable, Sendable, CaseIterable {
  case queue, accident, roadworks, closure, danger, camera

  private static let amber = Color(red: 0.80, green: 0.42, blue: 0.0)
  private static let red = Color(red: 0.78, green: 0.13, blue: 0.12)
  private static let blue = Color(red: 0.13, green: 0.36, blue: 0.71)

  private var ground: Color {
    switch self {
    case .queue, .roadworks, .danger: Self.amber
    case .accident, .closure: Self.red
    case .camera: Self.blue
    }
  }

  /// Draws the sign, white on its ground.
  @MainActor package func draw(on canvas: Canvas, in square: ScreenRect) {
    canvas.fillRoundedRect(square, radius: square.size.width * 0.25, color: ground)
    func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> ScreenRect {
      let side = square.size.width
      return ScreenRect(x: square.origin.x + x * side, y: square.origin.y + y * side, width: width * side, height: height * side)
    }
    func point(_ x: Double, _ y: Double) -> ScreenPoint { rect(x, y, 0, 0).origin }
    let side = square.size.width
    switch self {
    case .queue:
      // Three vehicles, one behind the other.
      for y in [0.16, 0.41, 0.66] {
        canvas.fillRoundedRect(rect(0.30, y, 0.40, 0.19), radius: 0.06 * side, color: .white)
        for x in [0.36, 0.56] { canvas.fillRect(rect(x, y + 0.06, 0.08, 0.07), color: ground) }
      }
    case .accident:
      canvas.fillPolygon(
        [
          (0.5, 0.14), (0.60, 0.36), (0.84, 0.30), (0.70, 0.50), (0.86, 0.70), (0.60, 0.66), (0.5, 0.88), (0.40, 0.66),
          (0.14, 0.70),
          (0.30, 0.50), (0.16, 0.30), (0.40, 0.36),
        ].map(point), color: .white)
    case .roadworks:
      // A barrier with its stripes.
      canvas.fillRoundedRect(rect(0.16, 0.32, 0.68, 0.22), radius: 0.03 * side, color: .white)
      for x in [0.22, 0.44, 0.66] {
        canvas.fillPolygon([(x + 0.06, 0.32), (x + 0.16, 0.32), (x + 0.08, 0.54), (x - 0.02, 0.54)].map(point), color: ground)
      }
      for x in [0.26, 0.68] { canvas.fillRect(rect(x, 0.54, 0.07, 0.26), color: .white) }
    case .closure: canvas.fillRoundedRect(rect(0.18, 0.41, 0.64, 0.18), radius: 0.04 * side, color: .white)
    case .danger:
      canvas.fillRoundedRect(rect(0.44, 0.18, 0.12, 0.40), radius: 0.06 * side, color: .white)
      canvas.fillCircle(center: point(0.5, 0.74), radius: 0.075 * side, color: .white)
    case .camera:
      canvas.fillRoundedRect(rect(0.16, 0.34, 0.68, 0.42), radius: 0.07 * side, color: .white)
      canvas.fillRect(rect(0.38, 0.25, 0.24, 0.12), color: .white)
      canvas.fillCircle(center: point(0.5, 0.55), radius: 0.14 * side, color: ground)
    }
  }
}
