import OverlookCanvas
import OverlookGeometry
import OverlookSupport

/// A line of text beside the pointer that says what a control is for.
@MainActor enum Tooltip {
  private static let textSize = TypeScale.secondary
  private static let padding = (x: 8.0, y: 5.0)
  /// From the tip of the pointer.
  private static let distance = 18.0
  private static let maximumWidth = 320.0

  static func draw(_ text: String, at point: ScreenPoint, on canvas: Canvas, in area: ControlArea) {
    let room = min(Self.maximumWidth, area.size.width - 8 - 2 * padding.x)
    guard room > 20 else { return }
    let line = canvas.fitted(text, size: textSize, width: room)
    let size = ScreenSize(width: canvas.textWidth(line, size: textSize) + 2 * padding.x, height: textSize + 2 * padding.y + 2)
    let left = max(min(point.x, area.size.width - size.width - 4), 4)
    let below = point.y + distance
    let top = below + size.height + 4 <= area.size.height ? below : point.y - size.height - 8
    let rect = ScreenRect(
      x: canvas.alignedToPixels(left), y: canvas.alignedToPixels(max(top, 4)), width: size.width, height: size.height)
    let palette = area.palette
    canvas.fillShadow(rect, radius: 5, blur: 4, color: palette.shadow)
    canvas.fillRoundedRect(rect, radius: 5, color: palette.ink.withAlpha(0.94))
    canvas.text(
      line, at: ScreenPoint(x: rect.origin.x + padding.x, y: rect.origin.y + size.height / 2), size: textSize,
      color: palette.surface.withAlpha(1), anchor: TextAnchor(.left, .middle))
  }
}
