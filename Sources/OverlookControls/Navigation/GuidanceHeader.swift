package import Observation
package import OverlookAccessibility
package import OverlookCanvas
package import OverlookGeometry
package import OverlookRouting
import OverlookSupport

/// What to do next, at the upper left edge: the maneuver, how far it is and where it leads, the lanes for it, and what follows.
@MainActor @Observable package final class GuidanceHeader: KeptControl {
  /// What is said.
  package struct Content: Hashable, Sendable {
    package var picture: ManeuverPicture
    /// "300 m".
    package var distance: String
    /// The road that it leads to, or a sentence.
    package var text: String
    /// What signs say, the number of the road; empty for nothing.
    package var detail: String
    package var lanes: [Lane]
    /// What follows at once; nil for nothing.
    package var next: ManeuverPicture?
    /// "then"; before the picture of what follows.
    package var nextText: String

    package init(
      picture: ManeuverPicture, distance: String, text: String, detail: String = "", lanes: [Lane] = [],
      next: ManeuverPicture? = nil, nextText: String = ""
    ) {
      self.picture = picture
      self.distance = distance
      self.text = text
      self.detail = detail
      self.lanes = lanes
      self.next = next
      self.nextText = nextText
    }
  }

  /// Nil: nothing is shown.
  package var content: Content?
  /// What is said in place of a maneuver, as while a route is looked for; empty for nothing.
  package var notice = ""
  /// Points from the upper edge of the free view.
  package var top = GuidanceHeader.margin
  /// Called when a person clicks on it.
  @ObservationIgnored package var onClick: @MainActor () -> Void = {}
  @ObservationIgnored private let interaction = Interaction()

  package static let margin = 12.0
  private static let maximumWidth = 380.0
  private static let rowHeight = 88.0
  private static let laneRowHeight = 52.0
  private static let nextRowHeight = 36.0

  package init() {}

  /// Says something else; nothing changes where that is the same.
  package func show(_ content: Content?, notice: String) {
    if content != self.content { self.content = content }
    if notice != self.notice { self.notice = notice }
  }

  package var level: ControlLevel { .panel }
  package var isFocusable: Bool { content != nil }
  package var tooltip: String? { content == nil ? nil : localized("Steps") }

  package func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    guard let content else { return AccessibleElement(.text, notice, value: .text(notice)) }
    let line = [content.distance, content.text, content.detail].filter { !$0.isEmpty }.joined(separator: ", ")
    return AccessibleElement(.button, line, detail: localized("Steps"), actions: [.press])
  }

  /// How far down it reaches, in points from what the view leaves free; 0 while it is not shown.
  package func bottom(in area: ControlArea) -> Double {
    frame(in: area).map { $0.maxY - area.insets.top } ?? 0
  }

  package func frame(in area: ControlArea) -> ScreenRect? {
    let room = area.freeRect.size
    guard content != nil || !notice.isEmpty, room.width >= 200, room.height >= 140 else { return nil }
    let width = min(Self.maximumWidth, room.width - 2 * Self.margin)
    var height = content == nil ? noticeHeight(width) : Self.rowHeight
    if let content {
      if !content.lanes.isEmpty, room.height >= 320 { height += Self.laneRowHeight }
      if content.next != nil, room.height >= 280 { height += Self.nextRowHeight }
    }
    return ControlPlacement.corner(.topLeft, x: Self.margin, y: top)
      .rect(of: ScreenSize(width: width, height: height), in: area)
  }

  /// Of a card with a notice alone, for one line of it or two; letters of the far east are as wide as two others.
  private func noticeHeight(_ width: Double) -> Double {
    let letters = notice.unicodeScalars.reduce(0.0) { $0 + ($1.value < 0x1100 ? 1 : 2) }
    return letters * 8.5 <= width - 32 ? 52 : 72
  }

  package func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { content == nil ? .surface : .active }

  package func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    guard interaction.take(input), content != nil else { return false }
    onClick()
    return true
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    canvas.fillCard(rect, radius: 14, palette: palette)
    if content != nil { canvas.fillState(interaction.state, in: rect, radius: 14, palette: palette) }
    if interaction.state.contains(.focused) { canvas.strokeFocusRing(rect, radius: 14, palette: palette) }
    guard let content else {
      return drawNotice(rect, palette, canvas)
    }
    drawManeuver(content, rect, palette, canvas)
    var y = rect.origin.y + Self.rowHeight
    if !content.lanes.isEmpty, y + Self.laneRowHeight <= rect.maxY + 0.5 {
      drawLanes(
        content.lanes, ScreenRect(x: rect.origin.x, y: y, width: rect.size.width, height: Self.laneRowHeight), palette, canvas)
      y += Self.laneRowHeight
    }
    if let next = content.next, y + Self.nextRowHeight <= rect.maxY + 0.5 {
      drawNext(
        next, content.nextText, ScreenRect(x: rect.origin.x, y: y, width: rect.size.width, height: Self.nextRowHeight), palette,
        canvas)
    }
  }

  private func drawNotice(_ rect: ScreenRect, _ palette: Palette, _ canvas: Canvas) {
    let lines = canvas.wrapped(
      notice, size: TypeScale.heading, width: rect.size.width - 32, maximumLines: rect.size.height > 60 ? 2 : 1)
    for (index, line) in lines.enumerated() {
      let y = rect.middle.y + (Double(index) - Double(lines.count - 1) / 2) * 20
      canvas.text(
        line, at: ScreenPoint(x: rect.origin.x + 18, y: y), size: TypeScale.heading, color: palette.ink,
        anchor: TextAnchor(.left, .middle))
    }
  }

  private func drawManeuver(_ content: Content, _ rect: ScreenRect, _ palette: Palette, _ canvas: Canvas) {
    let tile = ScreenRect(x: rect.origin.x + 12, y: rect.origin.y + 12, width: 64, height: 64)
    canvas.fillRoundedRect(tile, radius: 12, color: palette.accent)
    content.picture.draw(on: canvas, in: tile.inset(x: 8, y: 8), color: palette.onAccent)
    let x = tile.maxX + 14
    let width = rect.maxX - x - 14
    canvas.text(
      content.distance, at: ScreenPoint(x: x, y: rect.origin.y + 26), size: TypeScale.largeFigure, color: palette.ink,
      anchor: TextAnchor(.left, .middle), hasTabularDigits: true)
    let lines = canvas.wrapped(content.text, size: TypeScale.heading, width: width, maximumLines: content.detail.isEmpty ? 2 : 1)
    let isTwo = lines.count > 1
    for (index, line) in lines.enumerated() {
      canvas.text(
        line, at: ScreenPoint(x: x, y: rect.origin.y + (isTwo ? 51 : 54) + Double(index) * 20), size: TypeScale.heading,
        color: palette.ink,
        anchor: TextAnchor(.left, .middle))
    }
    if !content.detail.isEmpty {
      canvas.text(
        canvas.fitted(content.detail, size: TypeScale.body, width: width), at: ScreenPoint(x: x, y: rect.origin.y + 74),
        size: TypeScale.body,
        color: palette.dimInk, anchor: TextAnchor(.left, .middle))
    }
  }

  private func drawLanes(_ lanes: [Lane], _ row: ScreenRect, _ palette: Palette, _ canvas: Canvas) {
    canvas.fillRect(
      ScreenRect(x: row.origin.x + 12, y: row.origin.y, width: row.size.width - 24, height: 1 / canvas.pixelsPerPoint),
      color: palette.edge)
    let strip = LaneStrip(lanes: lanes, palette: palette)
    strip.draw(
      on: canvas,
      at: ScreenPoint(x: row.middle.x - min(strip.width, row.size.width - 16) / 2, y: row.middle.y - LaneStrip.height / 2))
  }

  private func drawNext(
    _ next: ManeuverPicture, _ text: String, _ row: ScreenRect, _ palette: Palette, _ canvas: Canvas
  ) {
    canvas.fillRect(
      ScreenRect(x: row.origin.x + 12, y: row.origin.y, width: row.size.width - 24, height: 1 / canvas.pixelsPerPoint),
      color: palette.edge)
    let line = canvas.fitted(text, size: TypeScale.body, width: row.size.width - 80)
    let x = row.origin.x + 18
    canvas.text(
      line, at: ScreenPoint(x: x, y: row.middle.y), size: TypeScale.body, color: palette.dimInk,
      anchor: TextAnchor(.left, .middle))
    next.draw(
      on: canvas,
      in: ScreenRect(x: x + canvas.textWidth(line, size: TypeScale.body) + 8, y: row.middle.y - 12, width: 24, height: 24),
      color: palette.ink
    )
  }
}
