import OverlookCanvas
import OverlookControls
import OverlookGeometry
import OverlookInput
import OverlookSupport

/// The button at the lower right edge from which a person is dragged onto the map. A click asks for the panorama nearest to the middle of
/// the map.
@MainActor final class PanoramaPersonControl: Control {
  enum Event {
    case click
    /// The person is held over a point of the view.
    case carried(ScreenPoint)
    case dropped(ScreenPoint)
    case cancelled
  }

  private static let (width, height, margin) = (40.0, 44.0, 12.0)
  /// Above the buttons for the own location and the zoom.
  private static let bottom = 170.0
  /// A person that was moved less than this was clicked.
  private static let slack = 6.0

  var onEvent: (Event) -> Void = { _ in }
  /// Whether the person is out.
  private(set) var isCarrying = false
  private var pressed: ScreenPoint?
  private var isHovered = false
  private var isFocused = false

  var isFocusable: Bool { true }
  var tooltip: String? { localized("Look around: drag the person onto a street") }

  func frame(in area: ControlArea) -> ScreenRect? {
    guard area.freeRect.size.height >= 300, area.freeRect.size.width >= 160 else { return nil }
    return ControlPlacement.corner(.bottomRight, x: Self.margin, y: Self.bottom).rect(
      of: ScreenSize(width: Self.width, height: Self.height), in: area)
  }

  func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .active }

  func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    defer { context.setNeedsDisplay() }
    switch input {
    case .pointerMoved: isHovered = true
    case .pointerLeft: isHovered = false
    case .pressed(.left, let point, _, _): pressed = point
    case .dragged(let point):
      guard let pressed else { return false }
      let (x, y) = (point.x - pressed.x, point.y - pressed.y)
      if !isCarrying, x * x + y * y < Self.slack * Self.slack { return true }
      isCarrying = true
      onEvent(.carried(point))
    case .released(.left, let point, let isInside):
      let wasCarrying = isCarrying
      (pressed, isCarrying) = (nil, false)
      if wasCarrying { onEvent(isInside ? .cancelled : .dropped(point)) } else if isInside { onEvent(.click) }
    case .cancelled:
      (pressed, isCarrying) = (nil, false)
      onEvent(.cancelled)
    case .key(.enter, _), .key(.space, _): onEvent(.click)
    case .key(.escape, _) where isCarrying:
      (pressed, isCarrying) = (nil, false)
      onEvent(.cancelled)
    case .focused(let has): isFocused = has
    default: return false
    }
    return true
  }

  func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    canvas.fillShadow(
      ScreenRect(x: rect.origin.x, y: rect.origin.y + 2, width: rect.size.width, height: rect.size.height), radius: 10, blur: 6,
      color: Color.black.withAlpha(0.35))
    canvas.fillRoundedRect(rect, radius: 10, color: palette.surface)
    if isHovered { canvas.fillRoundedRect(rect, radius: 10, color: palette.ink.withAlpha(0.06)) }
    canvas.strokeRoundedRect(rect, radius: 10, width: 1 / canvas.pixelsPerPoint, color: palette.edge)
    if isFocused { canvas.strokeRoundedRect(rect, radius: 10, width: 2, color: palette.accent) }
    guard !isCarrying else { return }
    PanoramaFigure.draw(
      on: canvas, feet: ScreenPoint(x: rect.origin.x + rect.size.width / 2, y: rect.origin.y + rect.size.height - 8), height: 29)
  }
}
