import Observation
import Overlook
import OverlookInput
import OverlookSupport

/// A row of colours of which one is chosen, by the pointer or by the arrow keys.
@MainActor @Observable final class ColorSwatches: PlacedControl {
  var placement = ControlPlacement.at(ScreenPoint(x: 0, y: 0))
  var color: Color
  @ObservationIgnored var onChange: @MainActor (Color) -> Void = { _ in }
  private var isFocused = false

  /// Told apart by people who see few colours, and on light and dark maps.
  static let colors: [Color] = [
    Figure.defaultColor, Color(red: 0.96, green: 0.55, blue: 0.10), Color(red: 0.93, green: 0.77, blue: 0.12),
    Color(red: 0.20, green: 0.62, blue: 0.30), Color(red: 0.10, green: 0.42, blue: 0.86),
    Color(red: 0.50, green: 0.28, blue: 0.78),
    Color(red: 0.13, green: 0.15, blue: 0.18), .white,
  ]
  private static let side = 30.0

  init(_ color: Color) { self.color = color }

  func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    let parts = Self.colors.enumerated().map { index, color in
      AccessiblePart(
        index,
        AccessibleElement(
          .row, ColorWords.text(color), states: index == chosen ? [.enabled, .selectable, .selected] : [.enabled, .selectable],
          actions: [.press]))
    }
    return AccessibleElement(.list, localized("Colour"), parts: parts)
  }

  func perform(_ action: AccessibleAction, part: Int?, in context: any ControlContext) -> Bool {
    guard let part, action == .press || action == .select, Self.colors.indices.contains(part) else { return false }
    choose(part)
    return true
  }

  var isFocusable: Bool { true }
  var tooltip: String? { localized("Colour") }

  func frame(in area: ControlArea) -> ScreenRect? {
    placement.rect(of: ScreenSize(width: Double(Self.colors.count) * Self.side, height: Self.side), in: area)
  }

  func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .active }

  func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    switch input {
    case .released(.left, let point, true):
      guard let rect = frame(in: context.area) else { return false }
      choose(Int(exactly: ((point.x - rect.origin.x) / Self.side).rounded(.down)) ?? 0)
    case .key(.left, let modifiers) where modifiers.isEmpty: choose((chosen ?? 1) - 1)
    case .key(.right, let modifiers) where modifiers.isEmpty: choose((chosen ?? -1) + 1)
    case .focused(let isFocused): if isFocused != self.isFocused { self.isFocused = isFocused }
    default: return false
    }
    return true
  }

  private var chosen: Int? { Self.colors.firstIndex(of: color) }

  private func choose(_ index: Int) {
    guard Self.colors.indices.contains(index), Self.colors[index] != color else { return }
    color = Self.colors[index]
    onChange(color)
  }

  func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    for (index, color) in Self.colors.enumerated() {
      let middle = ScreenPoint(x: rect.origin.x + (Double(index) + 0.5) * Self.side, y: rect.origin.y + Self.side / 2)
      canvas.fillCircle(center: middle, radius: 10, color: color)
      canvas.strokeCircle(center: middle, radius: 10, width: 1, color: palette.solidEdge)
      if color == self.color { canvas.strokeCircle(center: middle, radius: 13, width: 2, color: palette.accent) }
    }
    if isFocused { canvas.strokeFocusRing(rect, radius: 6, palette: palette) }
  }
}
