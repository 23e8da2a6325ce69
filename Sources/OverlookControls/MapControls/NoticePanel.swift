package import OverlookAccessibility
package import OverlookCanvas
package import OverlookGeometry
import OverlookInput
import OverlookSupport

/// A line for the person who looks at the map, about something that the map itself cannot show.
package struct MapNotice: Hashable, Sendable {
  package var text: String
  /// Whether it tells of something that went wrong, and not of something that goes on.
  package var isFault: Bool
  /// What the line tells the progress of; nil for nothing that could be ended.
  package var work: Work?

  /// Something that goes on and can be ended by the cross at the end of its line.
  package struct Work: Hashable, Sendable {
    /// Names it in `NoticePanel.onCancel`.
    package var id: Int
    /// 0 ... 1; nil while nobody knows.
    package var fraction: Double?

    package init(id: Int, fraction: Double? = nil) { (self.id, self.fraction) = (id, fraction) }
  }

  package init(_ text: String, isFault: Bool = false, work: Work? = nil) {
    self.text = text
    self.isFault = isFault
    self.work = work
  }
}

/// What is going on, or went wrong, in the middle of the upper edge: a line for each notice, two for those that are too long for one, cut
/// to what they have of the view.
@MainActor package final class NoticePanel: Control {
  private static let textSize = TypeScale.secondary
  private static let margin = 12.0
  private static let padding = 12.0
  private static let lineHeight = 19.0
  private static let maximumLines = 5
  private static let maximumLinesOfOne = 2
  /// Beside a sheet.
  private static let leastRoom = 240.0
  /// Above scale and credits.
  private static let bottom = 44.0

  /// The most important first; those that find no room are left out.
  package var notices: [MapNotice] = [] {
    didSet { if notices.map(\.text) != oldValue.map(\.text) || notices.map(hasCross) != oldValue.map(hasCross) { lines = nil } }
  }

  /// A line, and the number of the notice that it is of.
  private struct Line {
    let text: String
    let notice: Int
  }

  /// The notices as they fit into `availableWidth`; nil until they were fitted.
  private var lines: [Line]?
  private var availableWidth = 0.0
  private var textVersion = 0
  private var width = 0.0
  private var rect: ScreenRect?
  private var state: ControlState = []

  package init() {}

  /// What stands in the upper left corner of the view, such as a search field: notices that would lie on it lie below.
  package var corner = ScreenSize(width: 0, height: 0)
  /// Points that a sheet covers at the left side: notices lie beside it; at the lower edge where it leaves them no room.
  package var coveredWidth = 0.0

  /// They were clicked.
  package var onClick: () -> Void = {}
  /// The cross of a line was clicked: what the line tells of is to end.
  package var onCancel: (Int) -> Void = { _ in }

  private static let crossRoom = 24.0

  private func hasCross(_ notice: MapNotice) -> Bool { notice.work != nil }

  package var level: ControlLevel { .popover }
  package var isFocusable: Bool { !notices.isEmpty }

  package func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    if notices.isEmpty { return nil }
    let cancels = notices.enumerated().compactMap { index, notice in
      notice.work.map { _ in
        AccessiblePart(
          index, AccessibleElement(.button, localized("Cancel: {what}", ["what": notice.text]), actions: [.press]))
      }
    }
    return AccessibleElement(
      .alert, notices.map { OutsideText.shown($0.text) }.joined(separator: "; "), actions: [.press, .dismiss], parts: cancels)
  }

  package func perform(_ action: AccessibleAction, part: Int?, in context: any ControlContext) -> Bool {
    guard action == .press || action == .dismiss else { return false }
    guard let part else {
      onClick()
      return true
    }
    guard notices.indices.contains(part), let work = notices[part].work else { return false }
    onCancel(work.id)
    return true
  }

  package func frame(in area: ControlArea) -> ScreenRect? {
    // Where it lies is known when it was drawn.
    notices.isEmpty ? nil : rect ?? ScreenRect(x: -1, y: -1, width: 0, height: 0)
  }

  package func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .active }

  package func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    let (after, isClicked) = state.after(input)
    if after != state { context.setNeedsDisplay() }
    state = after
    switch input {
    case .key(.escape, _): onClick()
    // What goes on is ended by the keyboard, too.
    case .key(.delete, _), .key(.backspace, _):
      guard let work = notices.lazy.compactMap(\.work).first else { return false }
      onCancel(work.id)
    case .released(.left, let point, isInside: true):
      if let work = work(at: point) { onCancel(work.id) } else { onClick() }
    default:
      guard isClicked else { return false }
      onClick()
    }
    return true
  }

  /// That of the line whose cross lies at a point.
  private func work(at point: ScreenPoint) -> MapNotice.Work? {
    guard let rect, let lines, point.x > rect.maxX - Self.padding - Self.crossRoom else { return nil }
    let line = Int(exactly: ((point.y - rect.origin.y - Self.padding / 2) / Self.lineHeight).rounded(.down))
    guard let line, lines.indices.contains(line), notices.indices.contains(lines[line].notice) else { return nil }
    return notices[lines[line].notice].work
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    rect = nil
    guard !notices.isEmpty else { return }
    let isBeside = coveredWidth > 0 && canvas.size.width - coveredWidth >= Self.leastRoom
    let lines = fittedLines(canvas, beside: isBeside ? coveredWidth : 0)
    guard !lines.isEmpty else { return }
    let side = isBeside ? coveredWidth : 0
    let left = canvas.alignedToPixels(side + (canvas.size.width - side - width) / 2)
    let height = Double(lines.count) * Self.lineHeight + Self.padding
    var top = area.insets.top + (left < area.insets.left + corner.width ? max(corner.height, Self.margin) : Self.margin)
    if coveredWidth > 0, !isBeside { top = max(canvas.size.height - area.insets.bottom - Self.bottom - height, top) }
    let panel = ScreenRect(x: left, y: top, width: width, height: height)
    let palette = area.palette
    canvas.fillCard(panel, radius: 9, palette: palette)
    canvas.fillState(state, in: panel, radius: 9, palette: palette)
    for (index, line) in lines.enumerated() {
      let notice = notices[line.notice]
      canvas.text(
        line.text,
        at: ScreenPoint(
          x: panel.origin.x + width / 2, y: panel.origin.y + Self.padding / 2 + (Double(index) + 0.5) * Self.lineHeight),
        size: Self.textSize, color: notice.isFault ? palette.fault : palette.ink,
        anchor: TextAnchor(.center, .middle))
      if let work = notice.work { draw(work, index, panel, palette, canvas) }
    }
    if state.contains(.focused) { canvas.strokeFocusRing(panel, radius: 9, palette: palette) }
    rect = panel
  }

  /// The bar below a line, and its cross.
  private func draw(_ work: MapNotice.Work, _ index: Int, _ panel: ScreenRect, _ palette: Palette, _ canvas: Canvas) {
    let top = panel.origin.y + Self.padding / 2 + Double(index) * Self.lineHeight
    Sign.cross.draw(
      on: canvas, in: ScreenRect(x: panel.maxX - Self.padding - 14, y: top + 2, width: 15, height: 15), color: palette.ink)
    guard let fraction = work.fraction, fraction.isFinite else { return }
    let track = ScreenRect(
      x: panel.origin.x + Self.padding, y: top + Self.lineHeight - 2, width: width - 2 * Self.padding - Self.crossRoom, height: 2)
    canvas.fillRoundedRect(track, radius: 1, color: palette.track)
    canvas.fillRoundedRect(
      ScreenRect(origin: track.origin, size: ScreenSize(width: track.size.width * min(max(fraction, 0), 1), height: 2)),
      radius: 1, color: palette.accent)
  }

  private func fittedLines(_ canvas: Canvas, beside side: Double) -> [Line] {
    let cross = notices.contains(where: hasCross) ? 2 * Self.crossRoom : 0
    let available = canvas.size.width - side - 2 * (Self.margin + Self.padding) - cross
    if let lines, availableWidth == available, textVersion == canvas.textVersion { return lines }
    var fitted: [Line] = []
    width = 0
    if available >= 20 {
      for (number, notice) in notices.enumerated() where fitted.count < Self.maximumLines {
        let most = notice.work == nil ? min(Self.maximumLinesOfOne, Self.maximumLines - fitted.count) : 1
        let texts = canvas.wrapped(notice.text, size: Self.textSize, width: available, maximumLines: most)
        fitted += (texts.isEmpty ? [""] : texts).map { Line(text: $0, notice: number) }
      }
      let widest = fitted.reduce(0) { max($0, canvas.textWidth($1.text, size: Self.textSize)) }
      width = canvas.alignedToPixels(widest + 2 * Self.padding + cross)
    }
    availableWidth = available
    textVersion = canvas.textVersion
    lines = fitted
    return fitted
  }
}
