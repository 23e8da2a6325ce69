package import OverlookGeometry
package import OverlookSupport

/// What the colours of an overlay mean, with the choice of other colours and of its opacity. In the lower left corner, above the
/// scale.
@MainActor package final class LegendControl {
  /// What a person touches.
  package enum Part: Hashable, Sendable {
    case scale
    case opacity
    /// The panel beside them.
    case ground
  }

  private static let width = 108.0
  private static let rowHeight = 15.0
  private static let top = 26.0
  private static let bottom = 50.0
  private static let margin = 10.0
  private static let textSize = 10.5
  /// More classes are shown by some of them.
  private static let maximumRows = 12

  /// Nil: there are no colours to explain, and no panel.
  package var scale: ColorScale? {
    didSet { if scale != oldValue { write() } }
  }
  /// 0 ... 1.
  package var opacity = 1.0
  /// Distances from the edges of the view, besides the margin.
  package var padding = EdgeInsets.zero

  private struct Row {
    let color: Color
    let label: String
  }

  /// The highest class first.
  private var rows: [Row] = []

  package init() {}

  private func write() {
    let stops = scale?.stops ?? []
    let step = max((stops.count + Self.maximumRows - 1) / Self.maximumRows, 1)
    rows = stride(from: 0, to: stops.count, by: step).map { index in
      var label = LabelText()
      label.begin()
      let value = stops[index].value
      label.append(value, decimals: value == value.rounded() ? 0 : 1)
      label.end()
      return Row(color: stops[index].color, label: label.text)
    }.reversed()
  }

  /// Where the panel is in a view of `size`.
  package func rect(in size: ScreenSize) -> ScreenRect {
    let height = Self.top + Double(rows.count) * Self.rowHeight + Self.bottom
    return ScreenRect(
      x: padding.left + Self.margin, y: size.height - padding.bottom - 40 - height, width: Self.width, height: height)
  }

  /// What of the panel lies at a point; nil beside it, and where there is none.
  package func part(at point: ScreenPoint, in size: ScreenSize) -> Part? {
    let panel = rect(in: size)
    guard isShown(in: size), panel.contains(point) else { return nil }
    let fromBottom = panel.origin.y + panel.size.height - point.y
    return fromBottom < 24 ? .opacity : fromBottom < Self.bottom ? .scale : .ground
  }

  /// The opacity that the slider means at a point.
  package func opacity(at point: ScreenPoint, in size: ScreenSize) -> Double {
    let track = track(in: rect(in: size))
    return min(max((point.x - track.origin.x) / track.size.width, 0), 1)
  }

  /// Views that are too low for it, or too narrow for it beside the controls of time, have none.
  private func isShown(in size: ScreenSize) -> Bool {
    scale != nil && rect(in: size).origin.y > 60 && size.width > 720
  }

  package func draw(into canvas: Canvas) {
    guard let scale, isShown(in: canvas.size) else { return }
    let panel = rect(in: canvas.size)
    HUDStyle.drawCard(panel, into: canvas)
    let left = panel.origin.x + 12
    let anchor = TextAnchor(.left, .middle)
    canvas.text(
      canvas.fitted(scale.unit, size: Self.textSize, width: Self.width - 24), at: ScreenPoint(x: left, y: panel.origin.y + 15),
      size: Self.textSize, color: HUDStyle.ink.withAlpha(0.7), anchor: anchor)
    for (index, row) in rows.enumerated() {
      let y = panel.origin.y + Self.top + Double(index) * Self.rowHeight
      canvas.fillRect(ScreenRect(x: left, y: y, width: 26, height: Self.rowHeight), color: row.color)
      canvas.text(
        row.label, at: ScreenPoint(x: left + 34, y: y + Self.rowHeight / 2), size: Self.textSize, color: HUDStyle.ink,
        anchor: anchor, hasTabularDigits: true)
    }
    let name = ScreenPoint(x: left, y: panel.origin.y + panel.size.height - 36)
    canvas.text(scale.name, at: name, size: Self.textSize, color: HUDStyle.accent, anchor: anchor)
    let arrow = panel.origin.x + panel.size.width - 18
    canvas.fillTriangle(
      ScreenPoint(x: arrow - 3, y: name.y - 4), ScreenPoint(x: arrow + 3, y: name.y), ScreenPoint(x: arrow - 3, y: name.y + 4),
      color: HUDStyle.accent)
    drawOpacity(track(in: panel), canvas)
  }

  private func track(in panel: ScreenRect) -> ScreenRect {
    ScreenRect(x: panel.origin.x + 14, y: panel.origin.y + panel.size.height - 17, width: Self.width - 28, height: 4)
  }

  private func drawOpacity(_ track: ScreenRect, _ canvas: Canvas) {
    HUDStyle.drawTrack(track, share: opacity, color: HUDStyle.accent, into: canvas)
    HUDStyle.drawKnob(on: track, share: opacity, radius: 6, ring: 2, into: canvas)
  }
}
