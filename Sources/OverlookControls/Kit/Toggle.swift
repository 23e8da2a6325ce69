public import Observation
public import OverlookAccessibility
public import OverlookCanvas
public import OverlookGeometry
import OverlookInput
import OverlookSupport

/// A switch with a title: on or off.
@MainActor @Observable public final class Toggle: Control {
  /// What it switches.
  public var title: String
  /// Whether it is on.
  public var isOn: Bool
  /// Where it lies.
  public var placement: ControlPlacement
  /// In points; default 180. 28 high.
  public var width = 180.0
  /// Whether it can be used; default true.
  public var isEnabled = true
  /// What to say of it when the pointer rests on it; default nothing.
  public var tooltip: String?
  /// Among which controls it lies.
  public var level = ControlLevel.standard
  /// Called when a person switched it.
  @ObservationIgnored public var onChange: @MainActor (Bool) -> Void

  /// What the pointer and the keyboard do with it.
  public var state: ControlState { interaction.state }
  @ObservationIgnored private let interaction = Interaction()
  /// How far the knob is: 0 off, 1 on.
  private var position: Double
  @ObservationIgnored private var lastStep: Double?

  private static let moveSeconds = 0.12

  /// A switch of `title`.
  public init(
    _ title: String, isOn: Bool = false, at placement: ControlPlacement, onChange: @escaping @MainActor (Bool) -> Void = { _ in }
  ) {
    self.title = title
    self.isOn = isOn
    self.placement = placement
    self.onChange = onChange
    position = isOn ? 1 : 0
  }

  /// Whether it takes the keyboard.
  public var isFocusable: Bool { isEnabled }

  /// What it switches, and whether that is on.
  public func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    var states: AccessibleStates = [.checkable]
    if isEnabled { states.insert(.enabled) }
    if isOn { states.insert(.checked) }
    return AccessibleElement(.toggle, title, detail: tooltip ?? "", states: states, actions: [.press])
  }

  /// Where it lies, in points of the view.
  public func frame(in area: ControlArea) -> ScreenRect? {
    placement.rect(of: ScreenSize(width: width, height: 28), in: area)
  }

  /// What of it lies at a point.
  public func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { isEnabled ? .active : .surface }

  /// Takes an input; true when it was used.
  public func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    guard interaction.take(input), isEnabled else { return false }
    isOn.toggle()
    if context.area.reducesMotion { position = isOn ? 1 : 0 }
    onChange(isOn)
    return true
  }

  /// Advances what moves; true while it does.
  public func step(now: Double) -> Bool {
    let goal = isOn ? 1.0 : 0.0
    defer { lastStep = position == goal ? nil : now }
    guard position != goal else { return false }
    let way = max(now - (lastStep ?? now), 0) / Self.moveSeconds
    position = goal > position ? min(position + way, goal) : max(position - way, goal)
    return position != goal
  }

  /// Draws it.
  public func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    let alpha: Float = isEnabled ? 1 : 0.4
    let line = canvas.fitted(InterfaceText.retold(title), size: TypeScale.body, width: max(width - 52, 0))
    canvas.text(
      line, at: ScreenPoint(x: rect.origin.x, y: rect.middle.y), size: TypeScale.body, color: palette.ink.withAlpha(alpha),
      anchor: TextAnchor(.left, .middle))
    let track = ScreenRect(x: rect.maxX - 38, y: rect.middle.y - 10, width: 36, height: 20)
    canvas.fillRoundedRect(track, radius: 10, color: palette.track)
    canvas.fillRoundedRect(track, radius: 10, color: palette.accent.withAlpha(Float(position) * alpha))
    let knob = ScreenPoint(x: track.origin.x + 10 + 16 * position, y: track.middle.y)
    canvas.fillCircle(center: knob, radius: 8, color: Color.white.withAlpha(alpha))
    if state.contains(.hovered), isEnabled { canvas.strokeCircle(center: knob, radius: 8, width: 1, color: palette.ink) }
    if state.contains(.focused) { canvas.strokeFocusRing(track, radius: 10, palette: palette) }
  }
}
