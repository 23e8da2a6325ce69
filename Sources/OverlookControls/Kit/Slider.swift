public import Observation
public import OverlookAccessibility
public import OverlookCanvas
public import OverlookGeometry
import OverlookInput
import OverlookSupport

/// A value of a range that a person drags, scrolls, or moves by the arrow keys.
@MainActor @Observable public final class Slider: Control {
  /// In `range`; set outside it, it is brought into it, and what is not a number is left out.
  public var value: Double {
    get { storedValue }
    set {
      guard !newValue.isNaN else { return }
      let limited = min(max(newValue, range.lowerBound), range.upperBound)
      if limited != storedValue { storedValue = limited }
    }
  }
  /// From the left end to the right.
  public let range: ClosedRange<Double>
  /// What a key or a detent of the wheel moves; default a twentieth of the range.
  public var stepSize: Double
  /// Where it lies.
  public var placement: ControlPlacement
  /// In points; default 160. 24 high.
  public var width = 160.0
  /// Whether it can be used; default true.
  public var isEnabled = true
  /// What to say of it when the pointer rests on it; default nothing.
  public var tooltip: String?
  /// Among which controls it lies.
  public var level = ControlLevel.standard
  /// What it is called by those who cannot see what lies beside it; nil, the default, for its tooltip.
  public var accessibleName: String?
  /// Says a value in words; nil, the default, for the number.
  @ObservationIgnored public var accessibleText: (@MainActor (Double) -> String)?
  /// Called when a person moved it.
  @ObservationIgnored public var onChange: @MainActor (Double) -> Void

  /// What the pointer and the keyboard do with it.
  public var state: ControlState { interaction.state }
  @ObservationIgnored private let interaction = Interaction()
  private var storedValue: Double

  /// A slider over `range`; a range whose ends are not finite counts as 0 ... 1.
  public init(
    _ value: Double, in range: ClosedRange<Double> = 0...1, at placement: ControlPlacement,
    onChange: @escaping @MainActor (Double) -> Void = { _ in }
  ) {
    let isFinite = range.lowerBound.isFinite && range.upperBound.isFinite
    self.range = isFinite ? range : 0...1
    self.placement = placement
    self.onChange = onChange
    stepSize = (self.range.upperBound - self.range.lowerBound) / 20
    storedValue = self.range.lowerBound
    self.value = value
  }

  /// Whether it takes the keyboard.
  public var isFocusable: Bool { isEnabled }

  /// What it is called, and its value.
  public func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    let name = accessibleName ?? tooltip ?? ""
    return AccessibleElement(
      .slider, name, detail: tooltip == name ? "" : tooltip ?? "",
      value: .number(value, in: range, step: stepSize, text: accessibleText?(value) ?? ""), states: isEnabled ? .enabled : [],
      actions: [.increase, .decrease])
  }

  /// Moves it.
  public func perform(_ action: AccessibleAction, part: Int?, in context: any ControlContext) -> Bool {
    guard isEnabled else { return false }
    switch action {
    case .increase: return change(to: value + stepSize)
    case .decrease: return change(to: value - stepSize)
    case .setNumber(let number): return number.isFinite && change(to: number)
    default: return false
    }
  }

  /// Where it lies, in points of the view.
  public func frame(in area: ControlArea) -> ScreenRect? {
    placement.rect(of: ScreenSize(width: width, height: 24), in: area)
  }

  /// What of it lies at a point.
  public func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { isEnabled ? .active : .surface }

  /// Takes an input; true when it was used.
  public func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    _ = interaction.take(input)
    guard isEnabled else { return false }
    switch input {
    case .pressed(.left, let point, _, _): return move(to: point, context.area)
    case .dragged(let point): return state.contains(.pressed) && move(to: point, context.area)
    // Whoever scrolls a page on which it lies means the page.
    case .scrolled(_, let y, _): return state.contains(.focused) && change(to: value + y * stepSize)
    case .key(.left, _), .key(.down, _): return change(to: value - stepSize)
    case .key(.right, _), .key(.up, _): return change(to: value + stepSize)
    case .key(.home, _): return change(to: range.lowerBound)
    case .key(.end, _): return change(to: range.upperBound)
    default: return false
    }
  }

  private func move(to point: ScreenPoint, _ area: ControlArea) -> Bool {
    guard let track = track(in: area), track.size.width > 0 else { return false }
    let share = (point.x - track.origin.x) / track.size.width
    return change(to: range.lowerBound + share * (range.upperBound - range.lowerBound))
  }

  private func change(to wanted: Double) -> Bool {
    let old = value
    value = wanted
    if value != old { onChange(value) }
    return true
  }

  private func track(in area: ControlArea) -> ScreenRect? {
    guard let rect = frame(in: area) else { return nil }
    return ScreenRect(x: rect.origin.x + 8, y: rect.middle.y - 2, width: max(rect.size.width - 16, 0), height: 4)
  }

  /// Draws it.
  public func draw(on canvas: Canvas, in area: ControlArea) {
    guard let track = track(in: area) else { return }
    let palette = area.palette
    let length = range.upperBound - range.lowerBound
    let share = length > 0 ? (value - range.lowerBound) / length : 0
    canvas.fillTrack(track, share: share, color: palette.accent.withAlpha(isEnabled ? 1 : 0.4), palette: palette)
    canvas.fillKnob(on: track, share: share, radius: 7, ring: 2, hasShadow: isEnabled, state: state, palette: palette)
    if state.contains(.focused) {
      let knob = ScreenRect(x: track.origin.x + track.size.width * share - 8, y: track.middle.y - 8, width: 16, height: 16)
      canvas.strokeFocusRing(knob, radius: 8, palette: palette)
    }
  }
}
