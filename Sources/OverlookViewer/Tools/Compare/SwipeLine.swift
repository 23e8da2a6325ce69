import Observation
import Overlook
import OverlookInput
import OverlookSupport

/// The line between two maps that lie above each other; dragged, or moved by the arrow keys.
@MainActor @Observable final class SwipeLine: Control {
  private(set) var share = 0.5
  @ObservationIgnored var onChange: @MainActor (Double) -> Void = { _ in }
  private var state: ControlState = []

  private static let reach = 6.0
  private static let knobRadius = 18.0
  private static let keyStep = 0.02

  func move(to share: Double) {
    let limited = min(max(share, 0), 1)
    guard limited.isFinite, limited != self.share else { return }
    self.share = limited
    onChange(limited)
  }

  func step(by steps: Double) { move(to: share + steps * Self.keyStep) }

  var isFocusable: Bool { true }
  /// Parts the maps where it is seen.
  var isMirrored: Bool { false }
  var tooltip: String? { localized("Drag to compare the two maps") }

  func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    let percent = localized("{number} percent", ["number": "\(Int(exactly: (share * 100).rounded()) ?? 0)"])
    return AccessibleElement(
      .slider, localized("Drag to compare the two maps"), value: .number(share, in: 0...1, step: Self.keyStep, text: percent),
      actions: [.increase, .decrease])
  }

  func perform(_ action: AccessibleAction, part: Int?, in context: any ControlContext) -> Bool {
    switch action {
    case .increase: step(by: 1)
    case .decrease: step(by: -1)
    case .setNumber(let share): move(to: share)
    default: return false
    }
    return true
  }

  private func x(in area: ControlArea) -> Double { area.size.width * share }

  func frame(in area: ControlArea) -> ScreenRect? {
    ScreenRect(x: x(in: area) - Self.knobRadius, y: 0, width: 2 * Self.knobRadius, height: area.size.height)
  }

  func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart {
    let (right, down) = (point.x - x(in: area), point.y - area.size.height / 2)
    return abs(right) <= Self.reach || right * right + down * down <= Self.knobRadius * Self.knobRadius ? .active : .none
  }

  func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    let after = state.after(input).state
    if after != state { state = after }
    switch input {
    case .pressed(.left, _, _, _), .focused: break
    case .dragged(let point):
      if state.contains(.pressed), context.area.size.width > 0 { move(to: point.x / context.area.size.width) }
    case .released, .cancelled: break
    case .key(.left, let modifiers) where modifiers.isEmpty: step(by: -1)
    case .key(.right, let modifiers) where modifiers.isEmpty: step(by: 1)
    case .key(.home, _): move(to: 0)
    case .key(.end, _): move(to: 1)
    default: return false
    }
    return true
  }

  func draw(on canvas: Canvas, in area: ControlArea) {
    let palette = area.palette
    let x = canvas.alignedToPixels(x(in: area))
    canvas.fillRect(ScreenRect(x: x - 2.5, y: 0, width: 5, height: area.size.height), color: palette.shadow)
    canvas.fillRect(ScreenRect(x: x - 1.5, y: 0, width: 3, height: area.size.height), color: palette.surface.withAlpha(1))
    let middle = ScreenPoint(x: x, y: area.size.height / 2)
    let knob = ScreenRect(
      x: x - Self.knobRadius, y: middle.y - Self.knobRadius, width: 2 * Self.knobRadius, height: 2 * Self.knobRadius)
    canvas.fillDisc(knob, palette: palette)
    canvas.fillState(state, in: knob, radius: Self.knobRadius, palette: palette)
    for side in [-1.0, 1] {
      let tip = ScreenPoint(x: x + side * 11, y: middle.y)
      canvas.fillTriangle(
        tip, ScreenPoint(x: x + side * 5, y: middle.y - 5), ScreenPoint(x: x + side * 5, y: middle.y + 5),
        color: state.contains(.pressed) ? palette.accent : palette.ink)
    }
    if state.contains(.focused) { canvas.strokeFocusRing(knob, radius: Self.knobRadius, palette: palette) }
  }
}
