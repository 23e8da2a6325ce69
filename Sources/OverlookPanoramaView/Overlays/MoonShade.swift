import Glibc
package import OverlookCanvas
package import OverlookGeometry
import OverlookSupport

/// The part of the Moon's disc that has no light.
package struct MoonShade {
  private static let ink = Color(red: 0.10, green: 0.11, blue: 0.15).withAlpha(0.8)

  /// 0, new, to 1, full.
  private let illuminatedFraction: Double
  /// From the middle of the disc to that of its bright limb on the screen, of length 1.
  private let bright: ScreenPoint

  package init(illuminatedFraction: Double, bright: ScreenPoint) {
    self.illuminatedFraction = illuminatedFraction
    self.bright = bright
  }

  @MainActor package func draw(on canvas: Canvas, middle: ScreenPoint, radius: Double) {
    canvas.fillPolygon(outline(middle: middle, radius: radius), color: Self.ink)
  }

  package func outline(middle: ScreenPoint, radius: Double) -> [ScreenPoint] {
    let side = ScreenPoint(x: -bright.y, y: bright.x)
    // Along the bright direction the edge of the shade lies at 1 - 2 f of the radius.
    let bend = 1 - 2 * illuminatedFraction
    func point(_ across: Double, _ along: Double) -> ScreenPoint {
      ScreenPoint(
        x: middle.x + radius * (side.x * across + bright.x * along), y: middle.y + radius * (side.y * across + bright.y * along))
    }
    var corners: [ScreenPoint] = []
    for step in 0...24 {
      let turn = Double(step) / 24 * .pi
      corners.append(point(cos(turn), -sin(turn)))
    }
    for step in 1..<24 {
      let turn = Double(24 - step) / 24 * .pi
      corners.append(point(cos(turn), bend * sin(turn)))
    }
    return corners
  }
}
