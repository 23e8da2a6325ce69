import Observation
import Overlook
import OverlookSupport

/// The card above the map while a tour is on: where it is, and its buttons.
@MainActor @Observable final class TourCard: Control {
  private var text: (title: String, place: String)?
  @ObservationIgnored let play = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored let previous = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored let next = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored let speed = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored let close = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored private var buttons: [Button] { [previous, play, next, speed, close] }

  private static let size = ScreenSize(width: 372, height: 60)

  init() {
    for button in [previous, play, next, speed, close] {
      button.hasCard = false
      button.size = ScreenSize(width: 34, height: 34)
    }
    speed.size = ScreenSize(width: 44, height: 34)
    (previous.sign, next.sign, close.sign) = (ToolSigns.previous, ToolSigns.next, ToolSigns.cross)
  }

  func show(_ state: TourState?, title: String) {
    (previous.tooltip, next.tooltip) = (localized("Previous stop"), localized("Next stop"))
    (speed.tooltip, close.tooltip) = (localized("Speed of the tour"), localized("End the tour"))
    guard let state else {
      if text != nil { text = nil }
      return
    }
    play.sign = state.isPlaying ? ToolSigns.pause : ToolSigns.play
    play.tooltip = state.isPlaying ? localized("Pause") : localized("Play")
    speed.title = "\(ToolTexts.factor(state.speed))×"
    text = (
      state.stop.name.isEmpty ? title : state.stop.name,
      localized("{number} of {count}", ["number": "\(state.index + 1)", "count": "\(state.stops.count)"])
    )
  }

  func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    text.map { AccessibleElement(.group, localized("Bookmarks and tours"), value: .text("\($0.title), \($0.place)")) }
  }

  var level: ControlLevel { .panel }
  var children: [any Control] { text == nil ? [] : buttons }

  func frame(in area: ControlArea) -> ScreenRect? {
    guard text != nil else { return nil }
    let rect = ToolCard.placement(in: area).rect(of: Self.size, in: area)
    var x = rect.origin.x + rect.size.width - 196
    for button in buttons {
      ToolCard.move(button, x: x, y: rect.origin.y + 13)
      x += button.size.width + 2
    }
    return rect
  }

  func draw(on canvas: Canvas, in area: ControlArea) {
    guard let text, let rect = frame(in: area) else { return }
    let palette = area.palette
    canvas.fillCard(rect, radius: 12, palette: palette)
    let left = rect.origin.x + 16
    canvas.text(
      canvas.fitted(text.title, size: TypeScale.title, width: rect.size.width - 216),
      at: ScreenPoint(x: left, y: rect.origin.y + 22),
      size: TypeScale.title,
      color: palette.ink, anchor: TextAnchor(.left, .middle))
    canvas.text(
      text.place, at: ScreenPoint(x: left, y: rect.origin.y + 42), size: TypeScale.secondary, color: palette.dimInk,
      anchor: TextAnchor(.left, .middle))
  }
}
