import Overlook
import OverlookCanvas
import OverlookGeometry
import OverlookSupport

/// What lies at the upper left of the panorama beside a map: close it, show it in a corner of the map, exchange both.
@MainActor final class PanoramaButtons {
  private static let (side, margin, gap) = (36.0, 12.0, 6.0)

  private let close: Button
  private let inset: Button
  private let swap: Button

  init(close: @escaping @MainActor () -> Void, inset: @escaping @MainActor () -> Void, swap: @escaping @MainActor () -> Void) {
    func button(_ number: Double, _ action: @escaping @MainActor () -> Void) -> Button {
      let button = Button(
        "", at: .corner(.topLeft, x: Self.margin + number * (Self.side + Self.gap), y: Self.margin), onClick: action)
      button.size = ScreenSize(width: Self.side, height: Self.side)
      return button
    }
    (self.close, self.inset, self.swap) = (button(0, close), button(1, inset), button(2, swap))
    self.close.tooltip = localized("Close the panorama")
    self.close.sign = Self.drawCross
    self.swap.tooltip = localized("Exchange map and panorama")
    self.swap.sign = Self.drawArrows
  }

  /// Shows them above a panorama. `isInset`: whether it or the map lies in a corner.
  func show(above view: PanoramaView, isInset: Bool) {
    inset.sign = { canvas, rect, palette in Self.drawWindow(canvas, rect.middle, palette.ink, isInset: isInset) }
    inset.tooltip =
      isInset ? localized("Show map and panorama beside each other") : localized("Show the panorama in a corner of the map")
    view.add(close)
    view.add(inset)
    if isInset { view.add(swap) } else { view.remove(swap) }
  }

  // MARK: Signs

  private static func drawCross(_ canvas: Canvas, _ rect: ScreenRect, _ palette: Palette) {
    let middle = rect.middle
    for side in [-5.0, 5] {
      canvas.strokeLine(
        from: ScreenPoint(x: middle.x - side, y: middle.y - 5), to: ScreenPoint(x: middle.x + side, y: middle.y + 5), width: 2,
        color: palette.ink)
    }
  }

  /// What a press makes of the window: two halves, or a small one in a corner.
  private static func drawWindow(_ canvas: Canvas, _ middle: ScreenPoint, _ ink: Color, isInset: Bool) {
    let (left, top, width, height) = (middle.x - 9, middle.y - 7, 18.0, 14.0)
    canvas.strokeRoundedRect(ScreenRect(x: left, y: top, width: width, height: height), radius: 2, width: 2, color: ink)
    if isInset {
      canvas.strokeLine(
        from: ScreenPoint(x: middle.x, y: top), to: ScreenPoint(x: middle.x, y: top + height), width: 2, color: ink)
    } else {
      canvas.fillRect(ScreenRect(x: left + 3, y: top + 7, width: 7, height: 4), color: ink)
    }
  }

  /// One to the right above one to the left.
  private static func drawArrows(_ canvas: Canvas, _ rect: ScreenRect, _ palette: Palette) {
    let middle = rect.middle
    for way in [1.0, -1] {
      let (y, tip) = (middle.y - 4 * way, middle.x + 8 * way)
      canvas.strokeLine(
        from: ScreenPoint(x: middle.x - 8 * way, y: y), to: ScreenPoint(x: tip, y: y), width: 2, color: palette.ink)
      for side in [-4.0, 4] {
        canvas.strokeLine(
          from: ScreenPoint(x: tip - 4 * way, y: y + side), to: ScreenPoint(x: tip, y: y), width: 2, color: palette.ink)
      }
    }
  }
}
