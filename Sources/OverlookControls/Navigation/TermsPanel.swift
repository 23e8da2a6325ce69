package import Observation
package import OverlookAccessibility
package import OverlookCanvas
package import OverlookGeometry
import OverlookInput
import OverlookSupport

/// A text in the middle of the view that a person accepts or not, before anything else can be used.
@MainActor @Observable package final class TermsPanel: Control {
  @ObservationIgnored private let title: String
  @ObservationIgnored private let text: String
  /// Called with each answer.
  @ObservationIgnored package var onAnswer: @MainActor (Bool) -> Void = { _ in }
  @ObservationIgnored private let accept: Button
  @ObservationIgnored private let decline: Button

  private static let width = 520.0
  private static let lineHeight = 19.0
  private static let textSize = TypeScale.body

  package init(title: String, text: String) {
    self.title = title
    self.text = text
    accept = Button(localized("Accept"), at: .at(ScreenPoint(x: 0, y: 0)))
    accept.isProminent = true
    accept.hasCard = false
    decline = Button(localized("Decline"), at: .at(ScreenPoint(x: 0, y: 0)))
    for button in [accept, decline] {
      button.level = .popover
      button.size = ScreenSize(width: 120, height: 36)
    }
    accept.onClick = { [unowned self] in onAnswer(true) }
    decline.onClick = { [unowned self] in onAnswer(false) }
  }

  package func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    AccessibleElement(.dialog, title, detail: text, states: [.enabled, .modal], actions: [.dismiss])
  }

  package var level: ControlLevel { .popover }
  package var isModal: Bool { true }
  package var isFocusable: Bool { true }
  package var children: [any Control] { [decline, accept] }

  package func frame(in area: ControlArea) -> ScreenRect? {
    let room = area.freeRect
    let size = ScreenSize(
      width: min(Self.width, max(room.size.width - 24, 160)), height: min(360, max(room.size.height - 24, 160)))
    let rect = ScreenRect(
      x: room.middle.x - size.width / 2, y: room.middle.y - size.height / 2, width: size.width, height: size.height)
    for (index, button) in [decline, accept].enumerated() {
      let place = ControlPlacement.at(ScreenPoint(x: rect.maxX - 20 - Double(2 - index) * 128 + 8, y: rect.maxY - 54))
      if button.placement != place { button.placement = place }
    }
    return rect
  }

  package func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    switch input {
    case .key(.escape, _): onAnswer(false)
    case .key(.enter, _): onAnswer(true)
    case .pressedOutside: return true
    default: return false
    }
    return true
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    canvas.fillRect(ScreenRect(origin: ScreenPoint(x: 0, y: 0), size: area.size), color: Color.black.withAlpha(0.35))
    canvas.fillCard(rect, radius: 14, palette: palette)
    canvas.text(
      canvas.fitted(title, size: TypeScale.heading, width: rect.size.width - 48),
      at: ScreenPoint(x: rect.origin.x + 24, y: rect.origin.y + 34), size: TypeScale.heading, color: palette.ink,
      anchor: TextAnchor(.left, .middle))
    var y = rect.origin.y + 68
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: true) {
      let lines = canvas.wrapped(String(paragraph), size: Self.textSize, width: rect.size.width - 48, maximumLines: 12)
      for line in lines {
        guard y < rect.maxY - 70 else { return }
        canvas.text(
          line, at: ScreenPoint(x: rect.origin.x + 24, y: y), size: Self.textSize, color: palette.dimInk,
          anchor: TextAnchor(.left, .middle))
        y += Self.lineHeight
      }
      y += 7
    }
  }
}
