import Glibc
package import OverlookGeometry
import OverlookSupport

/// The compass in the upper right corner: there only while north is not up. A click on it should turn the map north; then
/// it fades.
@MainActor package final class CompassControl {
  private static let diameter = 40.0
  private static let margin = 12.0
  private static let fadeSeconds = 0.25
  /// Degrees below which north counts as up.
  private static let tolerance = 0.05

  /// Distances from the edges of the view, besides the margin.
  package var padding = EdgeInsets.zero

  /// 0 while it is not there at all.
  package private(set) var opacity = 0.0
  private var bearing = 0.0
  private var lastUpdate: Double?

  package init() {}

  /// Takes the map's bearing in degrees; `now` is monotonic seconds. True while it fades in or out, and so needs another frame.
  package func update(bearing: Double, isEnabled: Bool, now: Double) -> Bool {
    if bearing.isFinite { self.bearing = bearing }
    let isWanted = isEnabled && abs(Angle.wrappedDegrees(self.bearing)) > Self.tolerance
    let target = isWanted ? 1.0 : 0.0
    let elapsed = max(now - (lastUpdate ?? now), 0)
    if !isEnabled { opacity = 0 }
    let step = elapsed / Self.fadeSeconds
    opacity = opacity < target ? min(opacity + step, target) : max(opacity - step, target)
    // While nothing moves no time passes, so that the next fade starts at its beginning.
    lastUpdate = opacity == target ? nil : now
    return opacity != target
  }

  /// Where it is in a view of `size`.
  package func rect(in size: ScreenSize) -> ScreenRect {
    ScreenRect(
      x: size.width - padding.right - Self.margin - Self.diameter, y: padding.top + Self.margin, width: Self.diameter,
      height: Self.diameter)
  }

  /// Whether a click at `point` is for it.
  package func isHit(_ point: ScreenPoint, in size: ScreenSize) -> Bool {
    let rect = rect(in: size)
    let (x, y) = (point.x - rect.origin.x - Self.diameter / 2, point.y - rect.origin.y - Self.diameter / 2)
    return opacity > 0.3 && x * x + y * y <= Self.diameter * Self.diameter / 4
  }

  package func draw(into canvas: Canvas) {
    guard opacity > 0 else { return }
    let rect = rect(in: canvas.size)
    let center = ScreenPoint(x: rect.origin.x + Self.diameter / 2, y: rect.origin.y + Self.diameter / 2)
    let radius = Self.diameter / 2
    let alpha = Float(opacity)
    canvas.fillShadow(
      ScreenRect(x: rect.origin.x, y: rect.origin.y + 2, width: Self.diameter, height: Self.diameter), radius: radius, blur: 6,
      color: Color.black.withAlpha(0.35 * alpha))
    canvas.fillCircle(center: center, radius: radius, color: Color.white.withAlpha(0.95 * alpha))
    canvas.strokeCircle(
      center: center, radius: radius, width: 1 / canvas.pixelsPerPoint, color: Color.black.withAlpha(0.15 * alpha))
    let angle = -bearing * Angle.radiansPerDegree
    let along = SIMD2(sin(angle), -cos(angle))
    let across = SIMD2(-along.y, along.x)
    func corner(_ forward: Double, _ sideways: Double) -> ScreenPoint {
      let offset = along * forward + across * sideways
      return ScreenPoint(x: center.x + offset.x, y: center.y + offset.y)
    }
    let north = Color(red: 0.90, green: 0.22, blue: 0.21, alpha: alpha)
    let south = Color(red: 0.62, green: 0.66, blue: 0.72, alpha: alpha)
    canvas.fillTriangle(corner(14, 0), corner(0, 5), corner(0, -5), color: north)
    canvas.fillTriangle(corner(-14, 0), corner(0, 5), corner(0, -5), color: south)
    canvas.fillCircle(center: center, radius: 2, color: Color.white.withAlpha(alpha))
  }
}
