import Observation
package import Overlook
import OverlookSupport

/// One of a few values: a line with what is chosen at its end, which opens a menu of all of them.
@MainActor @Observable package final class ChoiceRow: StretchedControl {
  /// What is chosen among, in the language of the interface.
  package var title: String
  package var placement = ControlPlacement.at(ScreenPoint(x: 0, y: 0))
  package var width = 240.0
  /// What can be chosen, in its order.
  package var choices: [String]
  /// The place of what is chosen.
  package var chosen: Int
  @ObservationIgnored private let onChoice: @MainActor (Int) -> Void
  @ObservationIgnored private weak var window: ViewerWindow?
  private var state: ControlState = []

  private static let height = 34.0

  package init(
    _ title: String, _ choices: [String], chosen: Int, in window: ViewerWindow, onChoice: @escaping @MainActor (Int) -> Void
  ) {
    self.title = title
    self.choices = choices
    self.chosen = chosen
    self.window = window
    self.onChoice = onChoice
  }

  package func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    AccessibleElement(
      .button, title, value: .text(choices.indices.contains(chosen) ? choices[chosen] : ""),
      actions: [.press, .increase, .decrease])
  }

  package var isFocusable: Bool { true }
  package func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .active }

  package func frame(in area: ControlArea) -> ScreenRect? {
    placement.rect(of: ScreenSize(width: width, height: Self.height), in: area)
  }

  package func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    let after = state.after(input)
    if after.state != state { state = after.state }
    switch input {
    case .key(.left, []): return choose(chosen - 1)
    case .key(.right, []): return choose(chosen + 1)
    default: break
    }
    guard after.isClicked, let rect = frame(in: context.area) else { return false }
    let items = choices.indices.map { index in
      Menu.Item(choices[index], isChecked: index == chosen) { [weak self] in
        _ = self?.choose(index)
        self?.window?.map.focusedControl = self
      }
    }
    window?.openMenu(items, at: ScreenPoint(x: rect.maxX - 160, y: rect.maxY))
    return true
  }

  private func choose(_ index: Int) -> Bool {
    guard choices.indices.contains(index) else { return false }
    guard index != chosen else { return true }
    chosen = index
    onChoice(index)
    return true
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    canvas.fillState(state, in: rect, radius: 6, palette: palette)
    let room = width - 34
    let value = choices.indices.contains(chosen) ? canvas.fitted(choices[chosen], size: TypeScale.body, width: room * 0.6) : ""
    let end = canvas.textWidth(value, size: TypeScale.body)
    canvas.text(
      canvas.fitted(title, size: TypeScale.body, width: room - end), at: ScreenPoint(x: rect.origin.x + 6, y: rect.middle.y),
      size: TypeScale.body,
      color: palette.ink, anchor: TextAnchor(.left, .middle))
    canvas.text(
      value, at: ScreenPoint(x: rect.maxX - 24, y: rect.middle.y), size: TypeScale.body, color: palette.dimInk,
      anchor: TextAnchor(.right, .middle))
    let tip = ScreenPoint(x: rect.maxX - 12, y: rect.middle.y + 2)
    canvas.strokePolyline(
      [ScreenPoint(x: tip.x - 4, y: tip.y - 4), tip, ScreenPoint(x: tip.x + 4, y: tip.y - 4)], width: 1.6, color: palette.dimInk)
    if state.contains(.focused) { canvas.strokeFocusRing(rect.grown(by: -2), radius: 6, palette: palette) }
  }
}
