public import Observation
public import OverlookAccessibility
public import OverlookCanvas
public import OverlookGeometry
import OverlookInput
import OverlookSupport

/// Something to click on: by the pointer, or by Enter or Space while it has the keyboard.
@MainActor @Observable public final class Button: Control {
  /// What it says, in one line; empty for a sign alone.
  public var title: String
  /// Draws a sign into a square of 20 points in the given colour; nil, the default, for none.
  public var sign: (@MainActor (Canvas, ScreenRect, Palette) -> Void)?
  /// Where it lies.
  public var placement: ControlPlacement
  /// In points; default 96 wide, 32 high.
  public var size = ScreenSize(width: 96, height: 32)
  /// Whether it can be used; default true.
  public var isEnabled = true
  /// Whether it is filled with the accent: for the one thing to do. Default false.
  public var isProminent = false
  /// Whether it has a ground of its own; default true.
  public var hasCard = true
  /// What to say of it when the pointer rests on it; default nothing.
  public var tooltip: String?
  /// Among which controls it lies.
  public var level = ControlLevel.standard
  /// What it is called by those who cannot see its sign; nil, the default, for its title, else its tooltip.
  public var accessibleName: String?
  /// Called when it was clicked.
  @ObservationIgnored public var onClick: @MainActor () -> Void

  /// What the pointer and the keyboard do with it.
  public var state: ControlState { interaction.state }
  @ObservationIgnored private let interaction = Interaction()

  /// A button that says `title`.
  public init(_ title: String, at placement: ControlPlacement, onClick: @escaping @MainActor () -> Void = {}) {
    self.title = title
    self.placement = placement
    self.onClick = onClick
  }

  /// Whether it takes the keyboard.
  public var isFocusable: Bool { isEnabled }

  /// What it is called, and that it can be pressed.
  public func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    let name = accessibleName ?? (title.isEmpty ? tooltip ?? "" : title)
    return AccessibleElement(
      .button, name, detail: tooltip == name ? "" : tooltip ?? "", states: isEnabled ? .enabled : [], actions: [.press])
  }

  /// Where it lies, in points of the view.
  public func frame(in area: ControlArea) -> ScreenRect? { placement.rect(of: size, in: area) }

  /// What of it lies at a point.
  public func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { isEnabled ? .active : .surface }

  /// Takes an input; true when it was used.
  public func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    guard interaction.take(input), isEnabled else { return false }
    onClick()
    return true
  }

  /// Draws it.
  public func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    let radius = 8.0
    if hasCard { canvas.fillCard(rect, radius: radius, palette: palette) }
    if isProminent { canvas.fillRoundedRect(rect, radius: radius, color: palette.accent.withAlpha(isEnabled ? 1 : 0.4)) }
    if isEnabled { canvas.fillState(state, in: rect, radius: radius, palette: palette) }
    if state.contains(.focused) { canvas.strokeFocusRing(rect, radius: radius, palette: palette) }
    let ink = (isProminent ? palette.onAccent : palette.ink).withAlpha(isEnabled ? 1 : 0.4)
    drawContent(rect, ink, palette, canvas)
  }

  private func drawContent(_ rect: ScreenRect, _ ink: Color, _ palette: Palette, _ canvas: Canvas) {
    var inked = palette
    inked.ink = ink
    let line = canvas.fitted(InterfaceText.retold(title), size: TypeScale.body, width: rect.size.width - (sign == nil ? 16 : 40))
    guard let sign else {
      return canvas.text(line, at: rect.middle, size: TypeScale.body, color: ink, anchor: TextAnchor(.center, .middle))
    }
    let left = title.isEmpty ? rect.middle.x - 10 : rect.origin.x + 10
    sign(canvas, ScreenRect(x: left, y: rect.middle.y - 10, width: 20, height: 20), inked)
    // No room is left for an empty line, which would be cut with an ellipsis.
    if title.isEmpty { return }
    canvas.text(
      line, at: ScreenPoint(x: left + 26, y: rect.middle.y), size: TypeScale.body, color: ink, anchor: TextAnchor(.left, .middle))
  }
}
