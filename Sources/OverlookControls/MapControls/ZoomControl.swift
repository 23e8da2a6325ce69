package import Observation
package import OverlookCanvas
package import OverlookGeometry
import OverlookInput
import OverlookSupport

/// The two buttons at the lower right edge that zoom in and out. They stay where they are when the button for the location comes.
@MainActor @Observable package final class ZoomControl: Control {
  /// Whether it is shown.
  package var isEnabled = false
  /// Whether the map can be zoomed in further, and out.
  package var canZoom = (isIn: true, isOut: true)
  /// A step in (1) or out (-1) was asked for.
  @ObservationIgnored package var onZoom: @MainActor (Double) -> Void {
    get { plus.onZoom }
    set { (plus.onZoom, minus.onZoom) = (newValue, newValue) }
  }

  @ObservationIgnored private let plus = ZoomButton(step: 1)
  @ObservationIgnored private let minus = ZoomButton(step: -1)

  private static let margin = 12.0
  /// Above the button for the location.
  private static let bottom = 84.0
  private static let width = 40.0
  private static let height = 76.0

  /// Made once: a list that is asked for in each frame is not to be allocated in each.
  @ObservationIgnored package let children: [any Control]

  package init() { children = [plus, minus] }

  package func frame(in area: ControlArea) -> ScreenRect? {
    guard isEnabled, area.freeRect.size.height >= 320, area.freeRect.size.width >= 100 else { return nil }
    let rect = ControlPlacement.corner(.bottomRight, x: Self.margin, y: Self.bottom)
      .rect(of: ScreenSize(width: Self.width, height: Self.height), in: area)
    Self.lay(plus, top: rect.origin.y, isOn: canZoom.isIn, in: rect)
    Self.lay(minus, top: rect.middle.y, isOn: canZoom.isOut, in: rect)
    return rect
  }

  private static func lay(_ button: ZoomButton, top: Double, isOn: Bool, in rect: ScreenRect) {
    let half = ScreenRect(x: rect.origin.x, y: top, width: width, height: height / 2)
    if button.rect != half { button.rect = half }
    if button.isEnabled != isOn { button.isEnabled = isOn }
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    canvas.fillCard(rect, palette: area.palette)
    canvas.fillRect(
      ScreenRect(x: rect.origin.x + 8, y: canvas.alignedToPixels(rect.middle.y), width: rect.size.width - 16, height: 1),
      color: area.palette.edge)
  }
}

/// One of the two.
@MainActor @Observable private final class ZoomButton: Control {
  let step: Double
  var rect = ScreenRect(x: 0, y: 0, width: 0, height: 0)
  var isEnabled = true
  @ObservationIgnored var onZoom: @MainActor (Double) -> Void = { _ in }
  @ObservationIgnored private let interaction = Interaction()

  init(step: Double) { self.step = step }

  var isFocusable: Bool { isEnabled }
  var tooltip: String? { step > 0 ? localized("Zoom in") : localized("Zoom out") }

  func frame(in area: ControlArea) -> ScreenRect? { rect }

  func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { isEnabled ? .active : .surface }

  func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    guard interaction.take(input), isEnabled else { return false }
    onZoom(step)
    return true
  }

  func draw(on canvas: Canvas, in area: ControlArea) {
    let palette = area.palette
    let state = interaction.state
    if isEnabled { canvas.fillState(state, in: rect.inset(x: 2, y: 2), radius: 8, palette: palette) }
    let ink = palette.ink.withAlpha(isEnabled ? 1 : 0.35)
    let (x, y) = (canvas.alignedToPixels(rect.middle.x), canvas.alignedToPixels(rect.middle.y))
    canvas.fillRect(ScreenRect(x: x - 7, y: y - 1, width: 14, height: 2), color: ink)
    if step > 0 { canvas.fillRect(ScreenRect(x: x - 1, y: y - 7, width: 2, height: 14), color: ink) }
    if state.contains(.focused) { canvas.strokeFocusRing(rect.grown(by: -4), radius: 7, palette: palette) }
  }
}
