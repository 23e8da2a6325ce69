package import Observation
package import OverlookAccessibility
package import OverlookCanvas
package import OverlookGeometry
import OverlookInput
import OverlookSupport

/// What the traffic ahead is, for a while, below the header: what, how far and how much it costs. A click shows the place.
@MainActor @Observable package final class TrafficPromptCard: KeptControl {
  /// What is said.
  package struct Content: Hashable, Sendable {
    package var sign: TrafficSign
    /// "Congestion in 1.2 km".
    package var text: String
    /// "5 min longer"; empty for nothing.
    package var detail: String

    package init(sign: TrafficSign, text: String, detail: String = "") {
      (self.sign, self.text, self.detail) = (sign, text, detail)
    }
  }

  /// Nil: nothing is shown.
  package var content: Content?
  /// Points from the upper edge of the free view.
  package var top = GuidanceHeader.margin
  /// Called when a person clicks on it.
  @ObservationIgnored package var onClick: @MainActor () -> Void = {}
  /// Called when a person wants to see it no longer.
  @ObservationIgnored package var onClose: @MainActor () -> Void = {}

  @ObservationIgnored private let interaction = Interaction()
  @ObservationIgnored private let closeButton = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored private let shown: [any Control]

  package static let height = 60.0
  private static let maximumWidth = 380.0
  private static let side = 32.0

  package init() {
    shown = [closeButton]
    closeButton.tooltip = localized("Close")
    closeButton.size = ScreenSize(width: Self.side, height: Self.side)
    closeButton.hasCard = false
    closeButton.level = .panel
    closeButton.sign = { canvas, square, palette in
      ControlSigns.cross(canvas, square.inset(x: 2, y: 2), palette.dimInk)
    }
    closeButton.onClick = { [unowned self] in onClose() }
  }

  /// Says something else; nothing changes where that is the same.
  package func show(_ content: Content?) {
    if content != self.content { self.content = content }
  }

  package var level: ControlLevel { .panel }
  package var isFocusable: Bool { content != nil }
  package var children: [any Control] { content == nil ? [] : shown }

  package func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    content.map { content in
      let line = [content.text, content.detail].filter { !$0.isEmpty }.joined(separator: ", ")
      return AccessibleElement(.alert, line, actions: [.press, .dismiss])
    }
  }

  package func perform(_ action: AccessibleAction, part: Int?, in context: any ControlContext) -> Bool {
    guard content != nil else { return false }
    switch action {
    case .press: onClick()
    case .dismiss: onClose()
    default: return false
    }
    return true
  }

  package func frame(in area: ControlArea) -> ScreenRect? {
    let room = area.freeRect.size
    guard content != nil, room.width >= 200, room.height >= top + Self.height + 140 else { return nil }
    let width = min(Self.maximumWidth, room.width - 2 * GuidanceHeader.margin)
    let rect = ControlPlacement.corner(.topLeft, x: GuidanceHeader.margin, y: top)
      .rect(of: ScreenSize(width: width, height: Self.height), in: area)
    let place = ControlPlacement.at(ScreenPoint(x: rect.maxX - Self.side - 6, y: rect.middle.y - Self.side / 2))
    if closeButton.placement != place { closeButton.placement = place }
    return rect
  }

  package func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .active }

  package func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    if case .key(.escape, _) = input, content != nil {
      onClose()
      return true
    }
    guard interaction.take(input), content != nil else { return false }
    onClick()
    return true
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area), let content else { return }
    let palette = area.palette
    canvas.fillCard(rect, radius: 14, palette: palette)
    canvas.fillState(interaction.state, in: rect, radius: 14, palette: palette)
    if interaction.state.contains(.focused) { canvas.strokeFocusRing(rect, radius: 14, palette: palette) }
    let square = ScreenRect(x: rect.origin.x + 12, y: rect.middle.y - 20, width: 40, height: 40)
    content.sign.draw(on: canvas, in: square)
    let (x, width) = (square.maxX + 12, rect.size.width - 40 - Self.side - 46)
    let isAlone = content.detail.isEmpty
    canvas.text(
      canvas.fitted(content.text, size: TypeScale.title, width: width),
      at: ScreenPoint(x: x, y: rect.middle.y - (isAlone ? 0 : 10)), size: TypeScale.title, color: palette.ink,
      anchor: TextAnchor(.left, .middle),
      hasTabularDigits: true)
    if isAlone { return }
    canvas.text(
      canvas.fitted(content.detail, size: TypeScale.body, width: width), at: ScreenPoint(x: x, y: rect.middle.y + 12),
      size: TypeScale.body,
      color: palette.dimInk, anchor: TextAnchor(.left, .middle), hasTabularDigits: true)
  }
}
