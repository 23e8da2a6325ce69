import Observation
import Overlook

/// The part of the side sheet in which a page is seen: clips it, scrolls it by wheel, keys and a bar, and brings what gets the keyboard
/// into sight.
@MainActor @Observable final class PageScroller: Control {
  var page: (any SidePage)? {
    didSet { if page !== oldValue { (offset, grip, kept) = (0, nil, nil) } }
  }
  /// Where it lies; set by the sheet.
  var rect = ScreenRect(x: 0, y: 0, width: 0, height: 0)

  /// Points of the page above what is seen.
  private(set) var offset = 0.0
  @ObservationIgnored private var contentHeight = 0.0
  @ObservationIgnored private var placed: Set<ObjectIdentifier> = []
  /// From the pointer to the upper end of the knob of the bar that is dragged.
  @ObservationIgnored private var grip: Double?
  /// What stays in sight until a person scrolls: how high a text is is known only when it was drawn.
  @ObservationIgnored private var kept: (any Control)?

  static let padding = 16.0
  private static let detentPoints = 60.0
  private static let keyPoints = 44.0
  private static let barWidth = 10.0

  /// What the page has placed: what lies nowhere is neither seen nor given the keyboard.
  var children: [any Control] { (page?.content ?? []).filter { placed.contains(ObjectIdentifier($0)) } }

  func childClip(in area: ControlArea) -> ScreenRect? { rect }

  func frame(in area: ControlArea) -> ScreenRect? {
    guard let page else { return nil }
    lay(page, in: area)
    let before = offset
    if let kept, placed.contains(ObjectIdentifier(kept)) { bringIntoSight(kept, in: area) }
    if offset != before { lay(page, in: area) }
    return rect
  }

  private func lay(_ page: any SidePage, in area: ControlArea) {
    let layout = PageLayout(
      origin: ScreenPoint(x: rect.origin.x + Self.padding, y: rect.origin.y + 4 - offset),
      width: rect.size.width - 2 * Self.padding, room: rect.size.height, in: area)
    page.lay(in: layout)
    contentHeight = layout.height + 16
    placed = layout.placed
    if offset > maximumOffset { offset = maximumOffset }
  }

  // MARK: Scrolling

  private var maximumOffset: Double { max(contentHeight - rect.size.height, 0) }

  private func scroll(to wanted: Double) {
    let limited = min(max(wanted, 0), maximumOffset)
    if limited.isFinite, limited != offset { offset = limited }
  }

  func reveal(_ child: any Control, in area: ControlArea) {
    kept = nil
    bringIntoSight(child, in: area)
  }

  /// Keeps a control in sight until a person scrolls; nil for none.
  func keep(_ child: (any Control)?) { kept = child }

  private func bringIntoSight(_ child: any Control, in area: ControlArea) {
    guard let frame = child.frame(in: area), frame.size.height < rect.size.height else { return }
    let (top, bottom) = (frame.origin.y - rect.origin.y + offset - 8, frame.maxY - rect.origin.y + offset + 8)
    scroll(to: min(max(offset, bottom - rect.size.height), top))
  }

  private var knob: ScreenRect? {
    guard maximumOffset > 0 else { return nil }
    let height = max(rect.size.height * rect.size.height / contentHeight, 28)
    let top = rect.origin.y + (rect.size.height - height) * offset / maximumOffset
    return ScreenRect(x: rect.maxX - Self.barWidth, y: top, width: Self.barWidth, height: height)
  }

  func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    switch input {
    case .scrolled(_, let y, _):
      guard maximumOffset > 0 else { return false }
      kept = nil
      scroll(to: offset - y * Self.detentPoints)
    case .pressed(.left, let point, _, _):
      guard let knob, point.x >= knob.origin.x else { return false }
      kept = nil
      grip = knob.contains(point) ? point.y - knob.origin.y : knob.size.height / 2
      drag(to: point)
    case .dragged(let point): drag(to: point)
    case .released, .cancelled: grip = nil
    case .key(let key, let modifiers): return modifiers.isEmpty && take(key)
    default: return false
    }
    return true
  }

  private func drag(to point: ScreenPoint) {
    guard let grip, let knob, rect.size.height > knob.size.height else { return }
    scroll(to: (point.y - grip - rect.origin.y) / (rect.size.height - knob.size.height) * maximumOffset)
  }

  private func take(_ key: Key) -> Bool {
    guard maximumOffset > 0 else { return false }
    kept = nil
    switch key {
    case .up: scroll(to: offset - Self.keyPoints)
    case .down: scroll(to: offset + Self.keyPoints)
    case .pageUp: scroll(to: offset - rect.size.height * 0.9)
    case .pageDown: scroll(to: offset + rect.size.height * 0.9)
    case .home: scroll(to: 0)
    case .end: scroll(to: maximumOffset)
    default: return false
    }
    return true
  }

  func draw(on canvas: Canvas, in area: ControlArea) {
    guard let knob else { return }
    canvas.fillRoundedRect(
      knob.inset(x: 3, y: 2), radius: 2, color: area.palette.dimInk.withAlpha(grip == nil ? 0.5 : 0.9))
  }
}
