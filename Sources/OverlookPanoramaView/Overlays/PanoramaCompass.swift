import Glibc
import OverlookAccessibility
import OverlookCanvas
import OverlookControls
import OverlookGeometry
import OverlookInput
import OverlookSupport

/// A small dial in the upper right corner: north, where one looks and how wide, and where the neighbours lie. A click looks north, or to the
/// middle of a picture of which nobody knows where that is.
@MainActor final class PanoramaCompass: Control {
  private static let (diameter, margin) = (56.0, 12.0)

  /// Of the camera, degrees.
  var heading = 0.0
  /// Degrees from the left to the right edge of the view.
  var width = 90.0
  /// Whether headings are counted from there.
  var isNorthKnown = true
  /// Headings of the neighbours.
  var links: [Double] = []
  var isHidden = false
  var onClick: () -> Void = {}

  private var state: ControlState = []

  var tooltip: String? { isNorthKnown ? localized("Look north") : nil }
  var isFocusable: Bool { !isHidden }

  func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    AccessibleElement(
      .button, localized("Compass"), detail: tooltip ?? "",
      value: .text(localized("{degrees} degrees", ["degrees": "\(Int(exactly: heading.rounded()) ?? 0)"])), actions: [.press])
  }

  func frame(in area: ControlArea) -> ScreenRect? {
    guard !isHidden else { return nil }
    let size = ScreenSize(width: Self.diameter, height: Self.diameter)
    return ControlPlacement.corner(.topRight, x: Self.margin, y: Self.margin).rect(of: size, in: area)
  }

  func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .active }

  func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    let (after, isClicked) = state.after(input)
    if after != state { context.setNeedsDisplay() }
    state = after
    if isClicked { onClick() }
    if case .key = input { return isClicked }
    return true
  }

  func draw(on canvas: Canvas, in area: ControlArea) {
    guard let frame = frame(in: area) else { return }
    // Directions are the same everywhere.
    canvas.unmirrored(in: frame) { draw(in: frame, area.palette, on: canvas) }
  }

  private func draw(in frame: ScreenRect, _ palette: Palette, on canvas: Canvas) {
    let radius = Self.diameter / 2
    let middle = ScreenPoint(x: frame.origin.x + radius, y: frame.origin.y + radius)
    canvas.fillCircle(center: middle, radius: radius, color: palette.surface.withAlpha(0.86))
    canvas.strokeCircle(center: middle, radius: radius, width: 1, color: palette.edge)
    canvas.fillState(state, in: frame, radius: radius, palette: palette)
    if state.contains(.focused) { canvas.strokeFocusRing(frame, radius: radius, palette: palette) }
    fillCone(around: middle, radius - 4, palette.accent.withAlpha(0.45), on: canvas)
    for link in links where link.isFinite {
      canvas.fillCircle(center: Self.point(middle, radius - 5, link), radius: 2, color: palette.dimInk)
    }
    if isNorthKnown { drawNorth(around: middle, palette, on: canvas) }
    canvas.fillCircle(center: middle, radius: 3, color: palette.accent)
  }

  private func drawNorth(around middle: ScreenPoint, _ palette: Palette, on canvas: Canvas) {
    canvas.text(
      localized("N"), at: Self.point(middle, Self.diameter / 2 - 11, 0), size: TypeScale.secondary, color: palette.fault,
      anchor: TextAnchor(.center, .middle)
    )
  }

  /// What the view shows, as a sector.
  private func fillCone(around middle: ScreenPoint, _ radius: Double, _ color: Color, on canvas: Canvas) {
    let half = min(max(width, 2), 360) / 2
    let steps = 12
    var before = Self.point(middle, radius, heading - half)
    for step in 1...steps {
      let next = Self.point(middle, radius, heading - half + 2 * half * Double(step) / Double(steps))
      canvas.fillTriangle(middle, before, next, color: color)
      before = next
    }
  }

  /// North is up.
  private static func point(_ middle: ScreenPoint, _ radius: Double, _ heading: Double) -> ScreenPoint {
    let angle = heading * Angle.radiansPerDegree
    return ScreenPoint(x: middle.x + radius * sin(angle), y: middle.y - radius * cos(angle))
  }
}
