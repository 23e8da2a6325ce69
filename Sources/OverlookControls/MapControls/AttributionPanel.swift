package import OverlookAccessibility
package import OverlookCanvas
package import OverlookGeometry
import OverlookSupport

/// The credits of all visible sources, in the lower right corner: always whole within the view, legible over any map.
@MainActor package final class AttributionPanel: Control {
  private static let textSize = TypeScale.note
  private static let margin = 6.0
  private static let padding = 6.0
  private static let lineHeight = 15.0
  private static let gap = 14.0
  private static let maximumLines = 4

  private struct Item {
    var text: String
    var width: Double
    var line: Int
    /// From the left edge of the panel's text.
    var x: Double
  }

  /// The credits; those that are empty or repeated are left out.
  package var credits: [String] = []
  /// Left free at the left, for the scale bar.
  package var leftInset = 0.0
  /// Where it was drawn last.
  private var rect: ScreenRect?
  private var texts: [String] = []
  private var availableWidth = 0.0
  /// Of the fonts that they were measured with.
  private var textVersion = 0
  private var items: [Item] = []
  private var lineWidths: [Double] = []

  package init() {}

  package func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    credits.isEmpty
      ? nil
      : AccessibleElement(
        .text, localized("Credits"),
        value: .text(credits.map { OutsideText.shown($0) }.joined(separator: ", ").replacing("|", with: ",")))
  }

  package func frame(in area: ControlArea) -> ScreenRect? {
    // Where it lies is known when it was drawn.
    rect ?? ScreenRect(x: area.size.width, y: area.size.height, width: 0, height: 0)
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    rect = drawn(on: canvas, in: area)
  }

  private func drawn(on canvas: Canvas, in area: ControlArea) -> ScreenRect? {
    let insets = area.insets
    let palette = area.palette
    let available = area.size.width - leftInset - insets.left - insets.right - 2 * Self.margin - 2 * Self.padding
    if credits != texts || available != availableWidth || textVersion != canvas.textVersion {
      layOut(canvas, credits, available)
    }
    guard !items.isEmpty else { return nil }
    let width = ceilToPixel((lineWidths.max() ?? 0) + 2 * Self.padding, canvas)
    let height = Double(lineWidths.count) * Self.lineHeight + 5
    var rect = ControlPlacement.corner(.bottomRight, x: Self.margin, y: Self.margin).rect(
      of: ScreenSize(width: width, height: height), in: area)
    rect.origin = ScreenPoint(x: canvas.alignedToPixels(rect.origin.x), y: canvas.alignedToPixels(rect.origin.y))
    canvas.fillRoundedRect(rect, radius: 5, color: palette.surface.withAlpha(0.86))
    canvas.strokeRoundedRect(
      rect, radius: 5, width: 1 / canvas.pixelsPerPoint, color: palette.edge.withAlpha(palette.edge.alpha * 0.8))
    for index in items.indices {
      let item = items[index]
      let x = rect.origin.x + width - Self.padding - lineWidths[item.line] + item.x
      let y = rect.origin.y + 2.5 + (Double(item.line) + 0.5) * Self.lineHeight
      canvas.text(
        item.text, at: ScreenPoint(x: x, y: y), size: Self.textSize, color: palette.ink.withAlpha(0.92),
        anchor: TextAnchor(.left, .middle))
      if item.x > 0 {
        canvas.fillRect(
          ScreenRect(x: canvas.alignedToPixels(x - Self.gap / 2), y: y - 4.5, width: 1 / canvas.pixelsPerPoint, height: 9),
          color: palette.ink.withAlpha(0.35))
      }
    }
    return rect
  }

  private func ceilToPixel(_ points: Double, _ canvas: Canvas) -> Double {
    (points * canvas.pixelsPerPoint).rounded(.up) / canvas.pixelsPerPoint
  }

  /// Puts as many credits on a line as fit; a credit that is wider than the view is cut.
  private func layOut(_ canvas: Canvas, _ texts: [String], _ available: Double) {
    self.texts = texts
    availableWidth = available
    textVersion = canvas.textVersion
    items.removeAll(keepingCapacity: true)
    lineWidths.removeAll(keepingCapacity: true)
    guard available >= 20 else { return }
    // Archives name several sources in one text; each is a credit of its own, so that lines can break between them.
    for text in texts.flatMap({ $0.split(separator: "|") }) {
      let cleaned = Self.trimmed(OutsideText.shown(String(text)))
      if cleaned.isEmpty || items.contains(where: { $0.text == cleaned }) { continue }
      let fitted = canvas.fitted(cleaned, size: Self.textSize, width: available)
      let width = canvas.textWidth(fitted, size: Self.textSize)
      if let last = lineWidths.last, last + Self.gap + width <= available {
        items.append(Item(text: fitted, width: width, line: lineWidths.count - 1, x: last + Self.gap))
        lineWidths[lineWidths.count - 1] = last + Self.gap + width
        continue
      }
      if lineWidths.count == Self.maximumLines { break }
      items.append(Item(text: fitted, width: width, line: lineWidths.count, x: 0))
      lineWidths.append(width)
    }
  }

  private static func trimmed(_ text: String) -> String {
    guard let first = text.firstIndex(where: { $0 != " " }), let last = text.lastIndex(where: { $0 != " " }) else { return "" }
    return String(text[first...last])
  }
}
