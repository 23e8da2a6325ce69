import Glibc
package import OverlookAccessibility
package import OverlookCanvas
package import OverlookGeometry
import OverlookInput
import OverlookSupport

/// The compass in the upper right corner: there while north is not up, and where that is wanted while the map is tilted. A click on it
/// turns the map north, and one on a map whose north is up levels it; then it fades.
@MainActor package final class CompassControl: Control {
  private static let diameter = 40.0
  private static let margin = 12.0
  private static let fadeSeconds = 0.25
  /// Degrees below which north counts as up, and the map as level.
  private static let tolerance = 0.05

  /// Of the map, in degrees; what is not finite is left out.
  package var bearing = 0.0 {
    didSet { if !bearing.isFinite { bearing = oldValue } }
  }
  /// Degrees from straight down; what is not finite is left out.
  package var tilt = 0.0 {
    didSet { if !tilt.isFinite { tilt = oldValue } }
  }
  /// Whether it is there for a tilted map, too.
  package var showsTilt = false
  /// Whether it is shown at all.
  package var isEnabled = false {
    didSet { if !isEnabled { opacity = 0 } }
  }
  /// It was clicked while north was not up.
  package var onTurn: () -> Void = {}
  /// It was clicked while north was up.
  package var onLevel: () -> Void = {}

  /// 0 while it is not there at all.
  package private(set) var opacity = 0.0
  private var state: ControlState = []
  private var lastUpdate: Double?

  package init() {}

  private var isTurned: Bool { abs(Angle.wrappedDegrees(bearing)) > Self.tolerance }
  private var isTilted: Bool { showsTilt && tilt > Self.tolerance }

  /// Fades in or out.
  package func step(now: Double) -> Bool {
    let isWanted = isEnabled && (isTurned || isTilted)
    let target = isWanted ? 1.0 : 0.0
    let elapsed = max(now - (lastUpdate ?? now), 0)
    let step = elapsed / Self.fadeSeconds
    opacity = opacity < target ? min(opacity + step, target) : max(opacity - step, target)
    // While nothing moves no time passes, so that the next fade starts at its beginning.
    lastUpdate = opacity == target ? nil : now
    return opacity != target
  }

  package func frame(in area: ControlArea) -> ScreenRect? {
    guard opacity > 0 else { return nil }
    return ControlPlacement.corner(.topRight, x: Self.margin, y: Self.margin).rect(
      of: ScreenSize(width: Self.diameter, height: Self.diameter), in: area)
  }

  package func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart {
    guard let middle = frame(in: area)?.middle, opacity > 0.3 else { return .none }
    let (x, y) = (point.x - middle.x, point.y - middle.y)
    return x * x + y * y <= Self.diameter * Self.diameter / 4 ? .active : .none
  }

  package var isFocusable: Bool { opacity > 0.3 }
  package var tooltip: String? { isTurned || !isTilted ? localized("Turn north up") : localized("Look straight down") }

  package func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    AccessibleElement(
      .button, localized("Compass"), detail: tooltip ?? "",
      value: .text(localized("{degrees} degrees", ["degrees": "\(Int(exactly: bearing.rounded()) ?? 0)"])), actions: [.press])
  }

  package func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    let (after, isClicked) = state.after(input)
    if after != state { context.setNeedsDisplay() }
    state = after
    if isClicked { if isTurned || !isTilted { onTurn() } else { onLevel() } }
    return isClicked
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    let radius = Self.diameter / 2
    let (center, alpha) = (rect.middle, Float(opacity))
    canvas.fillShadow(
      ScreenRect(x: rect.origin.x, y: rect.origin.y + 2, width: Self.diameter, height: Self.diameter), radius: radius, blur: 6,
      color: Color.black.withAlpha(0.35 * alpha))
    canvas.fillCircle(center: center, radius: radius, color: palette.surface.withAlpha(palette.surface.alpha * alpha))
    canvas.strokeCircle(
      center: center, radius: radius, width: 1 / canvas.pixelsPerPoint, color: palette.edge.withAlpha(palette.edge.alpha * alpha))
    canvas.fillState(state, in: rect, radius: radius, palette: palette)
    if state.contains(.focused) { canvas.strokeFocusRing(rect, radius: radius, palette: palette) }
    // Directions are the same everywhere.
    canvas.unmirrored(in: rect) { drawNeedle(in: rect, palette, canvas) }
  }

  private func drawNeedle(in rect: ScreenRect, _ palette: Palette, _ canvas: Canvas) {
    let (center, alpha) = (rect.middle, Float(opacity))
    let angle = -bearing * Angle.radiansPerDegree
    let along = SIMD2(sin(angle), -cos(angle))
    let across = SIMD2(-along.y, along.x)
    // It lies on the map, as far as it can still be read.
    let depth = isTilted ? max(cos(tilt * Angle.radiansPerDegree), 0.45) : 1
    func corner(_ forward: Double, _ sideways: Double) -> ScreenPoint {
      let offset = along * forward + across * sideways
      return ScreenPoint(x: center.x + offset.x, y: center.y + offset.y * depth)
    }
    let north = palette.north.withAlpha(alpha)
    let south = Color(red: 0.62, green: 0.66, blue: 0.72, alpha: alpha)
    canvas.fillTriangle(corner(14, 0), corner(0, 5), corner(0, -5), color: north)
    canvas.fillTriangle(corner(-14, 0), corner(0, 5), corner(0, -5), color: south)
    canvas.fillCircle(center: center, radius: 2, color: palette.surface.withAlpha(alpha))
  }
}
