import OverlookCanvas
import OverlookGeometry
import OverlookSupport

/// The person that stands in a panorama, as it is drawn on maps and on the button that it is taken from.
@MainActor enum PanoramaFigure {
  static let orange = Color(red: 0.96, green: 0.62, blue: 0.10)
  private static let edge = Color(red: 0.45, green: 0.24, blue: 0.02)

  /// Draws it with its feet at a point, so many points high.
  static func draw(on canvas: Canvas, feet: ScreenPoint, height: Double) {
    let unit = height / 20
    for (width, color) in [(1.4, edge), (0.0, orange)] {
      func line(_ x: Double, _ y: Double, _ toX: Double, _ toY: Double, _ thick: Double) {
        canvas.strokeLine(
          from: ScreenPoint(x: feet.x + x * unit, y: feet.y - y * unit),
          to: ScreenPoint(x: feet.x + toX * unit, y: feet.y - toY * unit),
          width: thick * unit + width, color: color)
      }
      line(-1.6, 1.2, -1.2, 7, 2.6)
      line(1.6, 1.2, 1.2, 7, 2.6)
      line(0, 7.5, 0, 11.5, 5.2)
      line(-3, 11.6, -3.7, 7.4, 1.9)
      line(3, 11.6, 3.7, 7.4, 1.9)
      canvas.fillCircle(
        center: ScreenPoint(x: feet.x, y: feet.y - 16.4 * unit), radius: 2.9 * unit + width / 2, color: color)
    }
  }
}
