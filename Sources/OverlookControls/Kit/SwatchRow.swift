package import Observation
package import OverlookCanvas
package import OverlookGeometry
import OverlookInput
package import OverlookSupport

/// Colours beside each other, of which one is chosen: by a click, or by the arrow keys.
@MainActor @Observable package final class SwatchRow: PlacedControl {
  /// Nil stands for the colour that is taken where none is chosen.
  package var colors: [Color?]
  package var selected: Int?
  package var placement: ControlPlacement
  @ObservationIgnored package var onChoice: @MainActor (Int) -> Void

  package var state: ControlState { interaction.state }
  @ObservationIgnored private let interaction = Interaction()
  private var hovered: Int?

  /// In points.
  package static let side = 28.0

  package init(
    _ colors: [Color?], selected: Int? = nil, at placement: ControlPlacement = .at(ScreenPoint(x: 0, y: 0)),
    onChoice: @escaping @MainActor (Int) -> Void = { _ in }
  ) {
    self.colors = colors
    self.selected = selected
    self.placement = placement
    self.onChoice = onChoice
  }

  package var isFocusable: Bool { !colors.isEmpty }

  package func frame(in area: ControlArea) -> ScreenRect? {
    placement.rect(of: ScreenSize(width: Double(colors.count) * Self.side, height: Self.side), in: area)
  }

  package func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .active }

  package func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    _ = interaction.take(input)
    switch input {
    case .pointerMoved(let point): hover(index(at: point, context.area))
    case .pointerLeft: hover(nil)
    case .released(.left, let point, true): if let index = index(at: point, context.area) { choose(index) }
    case .pressed: break
    case .key(.left, []): choose((selected ?? 1) - 1)
    case .key(.right, []): choose((selected ?? -1) + 1)
    case .key(.home, []): choose(0)
    case .key(.end, []): choose(colors.count - 1)
    default: return false
    }
    return true
  }

  private func choose(_ index: Int) {
    guard colors.indices.contains(index), index != selected else { return }
    selected = index
    onChoice(index)
  }

  private func hover(_ index: Int?) {
    if index != hovered { hovered = index }
  }

  private func index(at point: ScreenPoint, _ area: ControlArea) -> Int? {
    guard let rect = frame(in: area), rect.contains(point) else { return nil }
    return Int(exactly: ((point.x - rect.origin.x) / Self.side).rounded(.down)).flatMap {
      colors.indices.contains($0) ? $0 : nil
    }
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    for (index, color) in colors.enumerated() {
      let middle = ScreenPoint(x: rect.origin.x + (Double(index) + 0.5) * Self.side, y: rect.middle.y)
      if let color {
        canvas.fillCircle(center: middle, radius: 9, color: color)
        canvas.strokeCircle(center: middle, radius: 9, width: 1, color: palette.edge)
      } else {
        canvas.strokeCircle(center: middle, radius: 8.5, width: 1.5, color: palette.dimInk)
        canvas.strokeLine(
          from: ScreenPoint(x: middle.x - 6, y: middle.y + 6), to: ScreenPoint(x: middle.x + 6, y: middle.y - 6), width: 1.5,
          color: palette.dimInk)
      }
      if index == selected {
        canvas.strokeCircle(center: middle, radius: 12, width: 2, color: palette.accent)
      } else if index == hovered {
        canvas.strokeCircle(center: middle, radius: 12, width: 1, color: palette.dimInk)
      }
    }
    if state.contains(.focused) { canvas.strokeFocusRing(rect.inset(x: 0, y: 1), radius: 8, palette: palette) }
  }
}
