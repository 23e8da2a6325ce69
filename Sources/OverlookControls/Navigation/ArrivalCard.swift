package import Observation
package import OverlookAccessibility
package import OverlookCanvas
package import OverlookGeometry
import OverlookSupport

/// How long, how far and when, at the lower left edge, with what can be done while guidance goes on.
@MainActor @Observable package final class ArrivalCard: KeptControl {
  /// What is said.
  package struct Content: Hashable, Sendable {
    /// "12 min".
    package var time: String
    /// "4.8 km".
    package var distance: String
    /// "14:32".
    package var arrival: String
    /// Whether traffic makes it late.
    package var isDelayed: Bool

    package init(time: String, distance: String, arrival: String, isDelayed: Bool = false) {
      self.time = time
      self.distance = distance
      self.arrival = arrival
      self.isDelayed = isDelayed
    }
  }

  /// Nil: nothing is shown.
  package var content: Content?
  /// Whether nothing is said aloud.
  package var isMuted = false
  /// Whether the whole route is seen.
  package var isOverview = false
  @ObservationIgnored package var onEnd: @MainActor () -> Void = {}
  @ObservationIgnored package var onSteps: @MainActor () -> Void = {}
  @ObservationIgnored package var onMute: @MainActor () -> Void = {}
  @ObservationIgnored package var onOverview: @MainActor () -> Void = {}
  @ObservationIgnored package var onSearch: @MainActor () -> Void = {}
  /// Whether there is somebody to search along the way.
  package var hasSearch = false {
    didSet { takeButtons() }
  }

  @ObservationIgnored private let allButtons: [Button]
  private var buttons: [Button] = []
  /// The same: asked for in each frame, where nothing is to be allocated.
  @ObservationIgnored private var shown: [any Control] = []

  package static let margin = 12.0
  package static let height = 64.0
  /// Above the credits of the map.
  package static let bottom = 34.0
  private static let maximumWidth = 380.0
  private static let side = 36.0

  package init() {
    allButtons = [
      localized("Search along the way"), localized("Steps"), localized("Whole route"), localized("Voice"),
      localized("End guidance"),
    ].map { name in
      let button = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
      button.tooltip = name
      button.size = ScreenSize(width: Self.side, height: Self.side)
      button.hasCard = false
      button.level = .panel
      return button
    }
    connect()
    takeButtons()
  }

  private func takeButtons() {
    buttons = hasSearch ? allButtons : Array(allButtons.dropFirst())
    shown = buttons
  }

  private func connect() {
    allButtons[0].sign = { canvas, square, palette in ControlSigns.magnifier(canvas, square, palette.ink) }
    allButtons[0].onClick = { [unowned self] in onSearch() }
    allButtons[1].sign = { canvas, square, palette in ControlSigns.list(canvas, square, palette.ink) }
    allButtons[2].sign = { [unowned self] canvas, square, palette in
      ControlSigns.route(canvas, square, isOverview ? palette.accent : palette.ink)
    }
    allButtons[3].sign = { [unowned self] canvas, square, palette in
      ControlSigns.speaker(canvas, square, palette.ink, isMuted: isMuted)
    }
    allButtons[4].sign = { canvas, square, palette in ControlSigns.cross(canvas, square, palette.fault) }
    allButtons[1].onClick = { [unowned self] in onSteps() }
    allButtons[2].onClick = { [unowned self] in onOverview() }
    allButtons[3].onClick = { [unowned self] in onMute() }
    allButtons[4].onClick = { [unowned self] in onEnd() }
  }

  /// Says something else; nothing changes where that is the same.
  package func show(_ content: Content?) {
    if content != self.content { self.content = content }
  }

  /// Shows whether the whole route is seen.
  package func showsOverview(_ isOverview: Bool) {
    if isOverview != self.isOverview { self.isOverview = isOverview }
  }

  package func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    content.map { AccessibleElement(.group, localized("Arrival"), value: .text("\($0.time), \($0.distance), \($0.arrival)")) }
  }

  package var level: ControlLevel { .panel }
  package var children: [any Control] { content == nil ? [] : shown }

  package func frame(in area: ControlArea) -> ScreenRect? {
    let room = area.freeRect.size
    guard content != nil, room.width >= 200, room.height >= 200 else { return nil }
    let width = min(Self.maximumWidth, room.width - 2 * Self.margin)
    let rect = ControlPlacement.corner(.bottomLeft, x: Self.margin, y: Self.bottom)
      .rect(of: ScreenSize(width: width, height: Self.height), in: area)
    for (index, button) in buttons.enumerated() {
      let x = rect.maxX - 10 - Double(buttons.count - index) * (Self.side + 2)
      let place = ControlPlacement.at(ScreenPoint(x: x, y: rect.middle.y - Self.side / 2))
      if button.placement != place { button.placement = place }
    }
    return rect
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area), let content else { return }
    let palette = area.palette
    canvas.fillCard(rect, radius: 14, palette: palette)
    let width = rect.size.width - 36 - Double(buttons.count) * (Self.side + 2)
    let x = rect.origin.x + 18
    canvas.text(
      canvas.fitted(content.time, size: TypeScale.figure, width: width), at: ScreenPoint(x: x, y: rect.origin.y + 23),
      size: TypeScale.figure,
      color: content.isDelayed ? palette.fault : palette.success, anchor: TextAnchor(.left, .middle), hasTabularDigits: true)
    canvas.text(
      canvas.fitted("\(content.distance) · \(content.arrival)", size: TypeScale.body, width: width),
      at: ScreenPoint(x: x, y: rect.origin.y + 46), size: TypeScale.body, color: palette.dimInk,
      anchor: TextAnchor(.left, .middle),
      hasTabularDigits: true)
  }
}
