import Observation
import Overlook
import OverlookSupport

/// The sheet at the side of the map: one page at a time, which slides in, and scrolls where it is longer than the window.
@MainActor @Observable final class SideSheet: Control {
  /// The page that is shown; nil while the sheet is closed.
  private(set) var page: (any SidePage)?
  /// Called when another page is shown, or none.
  @ObservationIgnored var onChange: @MainActor () -> Void = {}

  /// How far it is in: 0 out, 1 in.
  private var position = 0.0
  @ObservationIgnored private var lastStep: Double?
  @ObservationIgnored private let scroller = PageScroller()
  @ObservationIgnored private let cross = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  /// Whether the sheet is in so far that the cross lies on it: placements bring what lies beyond the edge into the view.
  @ObservationIgnored private var showsCross = false

  static let width = 340.0
  static let margin = 12.0
  /// Below the row of the search field.
  private static let top = 56.0
  /// Above scale and credits.
  private static let bottom = 40.0
  private static let headHeight = 48.0
  private static let slideSeconds = 0.2

  init() {
    cross.size = ScreenSize(width: 32, height: 32)
    cross.hasCard = false
    cross.sign = {
      Self.draw([(-5, -5), (5, 5)], in: $1, on: $0, $2.dimInk)
      Self.draw([(-5, 5), (5, -5)], in: $1, on: $0, $2.dimInk)
    }
    cross.onClick = { [unowned self] in close() }
    cross.tooltip = localized("Close")
  }

  private static func draw(_ line: [(Double, Double)], in square: ScreenRect, on canvas: Canvas, _ color: Color) {
    let middle = square.middle
    canvas.strokePolyline(line.map { ScreenPoint(x: middle.x + $0.0, y: middle.y + $0.1) }, width: 1.7, color: color)
  }

  // MARK: Pages

  /// Shows a page in place of what is shown.
  func show(_ page: any SidePage) { set(page) }

  /// Lays the page, so that what is on it can get the keyboard.
  func place(in area: ControlArea) {
    guard frame(in: area) != nil else { return }
    _ = scroller.frame(in: area)
  }

  /// Scrolls the page so far that a control of it is seen, and goes on to while it grows, until a person scrolls; nil for none.
  func keepInSight(_ control: (any Control)?) { scroller.keep(control) }

  func close() { set(nil) }

  private func set(_ new: (any SidePage)?) {
    let old = page
    guard old !== new else { return }
    page = new
    // What slides out is seen until it is out.
    if let new { scroller.page = new }
    old?.didDisappear()
    new?.didAppear()
    onChange()
  }

  // MARK: Control

  func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    page.map { AccessibleElement(.dialog, $0.title, actions: [.dismiss]) }
  }

  var level: ControlLevel { .panel }
  /// Takes the keyboard by itself, so that arrows and Escape mean the sheet from the moment it is there.
  var isFocusable: Bool { page != nil }

  var children: [any Control] {
    scroller.page == nil ? [] : showsCross ? [scroller, cross] : [scroller]
  }

  func step(now: Double) -> Bool {
    let goal = page == nil ? 0.0 : 1.0
    defer { lastStep = position == goal ? nil : now }
    guard position != goal else {
      // One that was closed before it had moved is out already.
      if page == nil, scroller.page != nil { scroller.page = nil }
      return false
    }
    let way = max(now - (lastStep ?? now), 0) / Self.slideSeconds
    position = goal > position ? min(position + way, goal) : max(position - way, goal)
    if position == 0, page == nil { scroller.page = nil }
    return position != goal
  }

  func frame(in area: ControlArea) -> ScreenRect? {
    guard scroller.page != nil, let rest = rest(in: area) else { return nil }
    let isLeft = rest.middle.x < area.size.width / 2
    let shown = area.reducesMotion ? (page == nil ? 0 : 1) : position
    guard shown > 0 || page != nil else { return nil }
    let left = (1 - shown) * (1 - shown)
    let way = (isLeft ? -rest.maxX - 8 : area.size.width - rest.origin.x + 8) * left
    let rect = ScreenRect(
      x: rest.origin.x + way, y: rest.origin.y, width: rest.size.width, height: rest.size.height)
    let crossLeft = rect.maxX - 40
    showsCross = crossLeft >= 0 && crossLeft + cross.size.width <= area.size.width
    Self.move(cross, x: crossLeft, y: rect.origin.y + 8)
    let room = ScreenRect(
      x: rect.origin.x, y: rect.origin.y + Self.headHeight, width: rect.size.width,
      height: max(rect.size.height - Self.headHeight - 6, 0))
    if scroller.rect != room { scroller.rect = room }
    return rect
  }

  /// Where it lies once it is in.
  private func rest(in area: ControlArea) -> ScreenRect? {
    let room = area.freeRect.size
    let size = ScreenSize(width: min(Self.width, room.width - 2 * Self.margin), height: room.height - Self.top - Self.bottom)
    guard size.width >= 200, size.height >= 120 else { return nil }
    return ControlPlacement.corner(.topLeft, x: Self.margin, y: Self.top).rect(of: size, in: area)
  }

  /// Each change asks for a frame.
  private static func move(_ button: Button, x: Double, y: Double) {
    let place = ControlPlacement.at(ScreenPoint(x: x, y: y))
    if button.placement != place { button.placement = place }
  }

  func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    switch input {
    case .key(.escape, _):
      close()
      context.focus(nil)
      return true
    case .key: return scroller.handle(input, in: context)
    case .scrolled: return true
    default: return false
    }
  }

  func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area), let shown = page ?? scroller.page else { return }
    let palette = area.palette
    canvas.fillCard(rect, radius: 12, palette: palette)
    let left = rect.origin.x + PageScroller.padding
    canvas.text(
      canvas.fitted(shown.title, size: TypeScale.title, width: rect.maxX - 44 - left),
      at: ScreenPoint(x: left, y: rect.origin.y + 24),
      size: TypeScale.title,
      color: palette.ink, anchor: TextAnchor(.left, .middle))
    canvas.fillRect(
      ScreenRect(
        x: rect.origin.x + 12, y: canvas.alignedToPixels(rect.origin.y + Self.headHeight - 1), width: rect.size.width - 24,
        height: 1 / canvas.pixelsPerPoint), color: palette.edge)
  }
}
