package import OverlookCanvas
package import OverlookGeometry
import OverlookInput
import OverlookSupport

/// A line for the person who looks at the map, about something that the map itself cannot show.
package struct MapNotice: Hashable, Sendable {
  package var text: String
  /// Whether it tells of something that went wrong, and not of something that goes on.
  package var isFault: Bool

  package init(_ text: String, isFault: Bool = false) {
    self.text = text
    self.isFault = isFault
  }
}

/// What is going on, or went wrong, in the middle of the upper edge: a line for each notice, cut to the view.
@MainActor package final class NoticePanel: Control {
  private static let textSize = 12.0
  private static let margin = 12.0
  private static let padding = 12.0
  private static let lineHeight = 19.0
  private static let maximumLines = 5

  /// The most important first; those that find no room are left out.
  package var notices: [MapNotice] = [] {
    didSet { if notices != oldValue { lines = nil } }
  }

  /// The notices as they fit into `availableWidth`; nil until they were fitted.
  private var lines: [String]?
  private var availableWidth = 0.0
  private var textVersion = 0
  private var width = 0.0
  private var rect: ScreenRect?

  package init() {}

  /// They were clicked.
  package var onClick: () -> Void = {}

  package var level: ControlLevel { .popover }

  package func frame(in area: ControlArea) -> ScreenRect? {
    // Where it lies is known when it was drawn.
    notices.isEmpty ? nil : rect ?? ScreenRect(x: -1, y: -1, width: 0, height: 0)
  }

  package func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .active }

  package func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    guard case .released(.left, _, isInside: true) = input else { return false }
    onClick()
    return true
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    rect = nil
    guard !notices.isEmpty else { return }
    let lines = fittedLines(canvas)
    guard !lines.isEmpty else { return }
    let panel = ScreenRect(
      x: canvas.alignedToPixels((canvas.size.width - width) / 2), y: area.insets.top + Self.margin, width: width,
      height: Double(lines.count) * Self.lineHeight + Self.padding)
    canvas.fillRoundedRect(panel, radius: 9, color: HUDStyle.panel)
    canvas.strokeRoundedRect(panel, radius: 9, width: 1, color: HUDStyle.panelEdge)
    for index in lines.indices {
      canvas.text(
        lines[index],
        at: ScreenPoint(
          x: panel.origin.x + width / 2, y: panel.origin.y + Self.padding / 2 + (Double(index) + 0.5) * Self.lineHeight),
        size: Self.textSize, color: notices[index].isFault ? HUDStyle.warning : HUDStyle.bright,
        anchor: TextAnchor(.center, .middle))
    }
    rect = panel
  }

  private func fittedLines(_ canvas: Canvas) -> [String] {
    let available = canvas.size.width - 2 * (Self.margin + Self.padding)
    if let lines, availableWidth == available, textVersion == canvas.textVersion { return lines }
    var fitted: [String] = []
    width = 0
    if available >= 20 {
      fitted = notices.prefix(Self.maximumLines).map {
        canvas.fitted(OutsideText.shown($0.text), size: Self.textSize, width: available)
      }
      let widest = fitted.reduce(0) { max($0, canvas.textWidth($1, size: Self.textSize)) }
      width = canvas.alignedToPixels(widest + 2 * Self.padding)
    }
    availableWidth = available
    textVersion = canvas.textVersion
    lines = fitted
    return fitted
  }
}
