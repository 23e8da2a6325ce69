import Observation
import Overlook
import OverlookSupport

/// Asks on the map whether detailed maps may come from a server. Both answers weigh the same.
@MainActor @Observable final class QuestionCard: Control {
  private var isShown = false
  @ObservationIgnored var onAnswer: @MainActor (Bool) -> Void = { _ in }
  @ObservationIgnored var onTerms: @MainActor () -> Void = {}

  @ObservationIgnored private let heading = Paragraph()
  @ObservationIgnored private let text = Paragraph()
  @ObservationIgnored private let terms = Paragraph()
  @ObservationIgnored private let refuse = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored private let allow = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  /// Known once it was laid.
  @ObservationIgnored private var height = 200.0

  private static let width = 460.0
  private static let padding = 18.0
  private static let bottom = 44.0

  init() {
    heading.textSize = TypeScale.title
    terms.onClick = { [unowned self] in onTerms() }
    refuse.onClick = { [unowned self] in onAnswer(false) }
    allow.onClick = { [unowned self] in onAnswer(true) }
    for button in [refuse, allow] { button.size.height = 36 }
  }

  func show(_ server: MapServer) {
    heading.text = localized("Load detailed maps from the network?")
    text.text = localized(
      "Streets, houses and places of the whole world can come from {server}, made of data of OpenStreetMap. The server then learns your network address and what parts of the map you look at. Until you decide, nothing is sent. Without it you see the world that is built in, your regions and your files. You can change this in the settings at any time.",
      ["server": server.name])
    terms.text = server.terms.map { localized("Terms of {server}: {address}", ["server": server.name, "address": $0]) } ?? ""
    refuse.title = localized("Stay offline")
    allow.title = localized("Load from the network")
    isShown = true
  }

  func hide() { if isShown { isShown = false } }

  func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    AccessibleElement(.dialog, heading.text, detail: text.text)
  }

  var isOpen: Bool { isShown }
  var level: ControlLevel { .panel }
  var children: [any Control] { isShown ? [heading, text, terms, refuse, allow] : [] }

  func frame(in area: ControlArea) -> ScreenRect? {
    guard isShown else { return nil }
    let room = area.freeRect.size
    let width = min(Self.width, room.width - 24)
    guard width >= 200 else { return nil }
    let rect = ControlPlacement.bottom(y: min(Self.bottom, max(room.height - height, 0)))
      .rect(of: ScreenSize(width: width, height: height), in: area)
    let layout = PageLayout(
      origin: ScreenPoint(x: rect.origin.x + Self.padding, y: rect.origin.y + Self.padding), width: width - 2 * Self.padding,
      in: area)
    layout.row(heading)
    layout.row(text)
    if !terms.text.isEmpty { layout.row(terms, gap: 14) }
    layout.row([refuse, allow], spacing: 12)
    let wanted = layout.height + 2 * Self.padding
    guard wanted != height else { return rect }
    // The next look finds it where it belongs.
    height = wanted
    return frame(in: area)
  }

  func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    var palette = area.palette
    // What is asked must be read over any map.
    palette.surface = palette.surface.withAlpha(1)
    canvas.fillCard(rect, radius: 12, palette: palette)
  }
}
