import Observation
import Overlook
import OverlookSupport

/// A quiet line above the lower edge: what is looked at has no more detail. A click says what can be done about it. It gives way to all
/// that needs its place.
@MainActor @Observable final class DetailHint: Control {
  /// Whether it is to be seen.
  private(set) var isShown = false
  @ObservationIgnored var onClick: @MainActor () -> Void = {}
  private var state: ControlState = []
  /// Known once it was drawn.
  @ObservationIgnored private var width = 300.0

  private static let height = 26.0
  private static let bottom = 36.0
  private static let textSize = TypeScale.secondary

  func show(_ isShown: Bool) { if isShown != self.isShown { self.isShown = isShown } }

  private var text: String { localized("More detail needs a region or a map server") }

  var isFocusable: Bool { isShown }

  func accessibleElement(in area: ControlArea) -> AccessibleElement? { AccessibleElement(.button, text, actions: [.press]) }

  /// Where it lies when it is shown.
  func place(in area: ControlArea) -> ScreenRect {
    ControlPlacement.bottom(y: Self.bottom).rect(
      of: ScreenSize(width: min(width, max(area.freeRect.size.width - 24, 1)), height: Self.height), in: area)
  }

  func frame(in area: ControlArea) -> ScreenRect? {
    isShown && area.freeRect.size.height >= 200 && area.freeRect.size.width >= 200 ? place(in: area) : nil
  }

  func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .active }

  func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    let (after, isClicked) = state.after(input)
    if after != state { state = after }
    if isClicked { onClick() }
    return isClicked
  }

  func draw(on canvas: Canvas, in area: ControlArea) {
    let room = max(area.freeRect.size.width - 56, 1)
    let line = canvas.fitted(text, size: Self.textSize, width: room)
    width = canvas.alignedToPixels(canvas.textWidth(line, size: Self.textSize) + 28)
    guard let rect = frame(in: area) else { return }
    let (palette, radius) = (area.palette, Self.height / 2)
    canvas.fillRoundedRect(rect, radius: radius, color: palette.surface)
    canvas.strokeRoundedRect(rect, radius: radius, width: 1 / canvas.pixelsPerPoint, color: palette.edge)
    canvas.fillState(state, in: rect, radius: radius, palette: palette)
    if state.contains(.focused) { canvas.strokeFocusRing(rect, radius: radius, palette: palette) }
    canvas.text(line, at: rect.middle, size: Self.textSize, color: palette.dimInk, anchor: TextAnchor(.center, .middle))
  }
}
