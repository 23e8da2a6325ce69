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
  private var state: ControlState = []

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
    state = state.after(input).state
    switch input {
    case .pointerMoved, .pointerLeft, .focused: break
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
    default: return false
    }
    return true
  }

  func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    canvas.fillCard(rect, palette: palette)
    canvas.fillState(state, in: rect, radius: 10, palette: palette)
    if state.contains(.focused) { canvas.strokeFocusRing(rect, radius: 10, palette: palette) }
    guard !isCarrying else { return }
    PanoramaFigure.draw(
      on: canvas, feet: ScreenPoint(x: rect.origin.x + rect.size.width / 2, y: rect.origin.y + rect.size.height - 8), height: 29)
  }
}
