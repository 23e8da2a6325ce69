public import Observation
public import OverlookCanvas
public import OverlookGeometry
import OverlookInput
import OverlookSupport

/// A list of things to do that opens at a point, and closes by a choice, a press beside it, or Escape.
@MainActor @Observable public final class Menu: Control {
  /// A line of a menu.
  public struct Item {
    /// What it says.
    public var title: String
    /// Whether it can be chosen; default true.
    public var isEnabled: Bool
    /// Whether it has a tick; default false.
    public var isChecked: Bool
    /// Called when it was chosen.
    public var action: @MainActor () -> Void

    /// A line that does something.
    public init(
      _ title: String, isEnabled: Bool = true, isChecked: Bool = false, action: @escaping @MainActor () -> Void = {}
    ) {
      self.title = title
      self.isEnabled = isEnabled
      self.isChecked = isChecked
      self.action = action
    }
  }

  /// Its lines, from above.
  public var items: [Item]
  /// Its upper left corner, moved so that it lies within the view; nil while it is closed.
  public private(set) var point: ScreenPoint?
  private var markedItem: Int?
  @ObservationIgnored private var width = 160.0

  private static let itemHeight = 30.0
  private static let padding = 6.0
  private static let textSize = 13.0

  /// A menu that is closed.
  public init(_ items: [Item]) {
    self.items = items
  }

  /// Among which controls it lies.
  public var level: ControlLevel { .popover }
  /// Whether a press beside it is its own.
  public var isModal: Bool { true }
  /// Whether it takes the keyboard.
  public var isFocusable: Bool { true }

  /// Whether it is shown.
  public var isOpen: Bool { point != nil }

  /// Shows it at a point of the view; nothing to choose shows nothing.
  public func open(at point: ScreenPoint) {
    markedItem = nil
    self.point = items.isEmpty || !point.x.isFinite || !point.y.isFinite ? nil : point
  }

  /// Closes it.
  public func close() {
    if point != nil { point = nil }
  }

  /// Where it lies, in points of the view.
  public func frame(in area: ControlArea) -> ScreenRect? {
    guard let point else { return nil }
    let height = Double(items.count) * Self.itemHeight + 2 * Self.padding
    return ScreenRect(
      x: max(min(point.x, area.size.width - width - 4), 4), y: max(min(point.y, area.size.height - height - 4), 4), width: width,
      height: height)
  }

  /// What of it lies at a point.
  public func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart {
    item(at: point, area) == nil ? .surface : .active
  }

  /// Takes an input; true when it was used.
  public func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    switch input {
    case .pointerMoved(let point), .dragged(let point): mark(item(at: point, context.area))
    case .pointerLeft: mark(nil)
    case .released(_, let point, _): if let item = item(at: point, context.area) { choose(item, context) }
    case .pressedOutside: close(context)
    case .key(.escape, _): close(context)
    case .key(.down, _): mark(next(by: 1))
    case .key(.up, _): mark(next(by: -1))
    case .key(.enter, _), .key(.space, _): if let markedItem { choose(markedItem, context) }
    default: return false
    }
    return true
  }

  private func close(_ context: any ControlContext) {
    close()
    context.focus(nil)
  }

  private func choose(_ index: Int, _ context: any ControlContext) {
    guard items.indices.contains(index), items[index].isEnabled else { return }
    let action = items[index].action
    close(context)
    action()
  }

  private func mark(_ index: Int?) {
    if index != markedItem { markedItem = index }
  }

  /// The next item that can be chosen, around the ends.
  private func next(by step: Int) -> Int? {
    var index = markedItem ?? (step > 0 ? -1 : items.count)
    for _ in items.indices {
      index = (index + step + items.count) % items.count
      if items[index].isEnabled { return index }
    }
    return nil
  }

  private func item(at point: ScreenPoint, _ area: ControlArea) -> Int? {
    guard let rect = frame(in: area)?.inset(x: 0, y: Self.padding), rect.contains(point) else { return nil }
    guard let index = Int(exactly: ((point.y - rect.origin.y) / Self.itemHeight).rounded(.down)) else { return nil }
    return items.indices.contains(index) && items[index].isEnabled ? index : nil
  }

  /// Draws it.
  public func draw(on canvas: Canvas, in area: ControlArea) {
    let room = min(360, area.size.width - 8)
    let widest = items.reduce(0) { max($0, canvas.textWidth($1.title, size: Self.textSize)) }
    width = min(max(widest + 48, 140), room)
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    canvas.fillCard(rect, radius: 8, palette: palette)
    for (index, item) in items.enumerated() {
      let top = rect.origin.y + Self.padding + Double(index) * Self.itemHeight
      let cell = ScreenRect(x: rect.origin.x + 4, y: top, width: width - 8, height: Self.itemHeight)
      if index == markedItem { canvas.fillRoundedRect(cell, radius: 5, color: palette.selection) }
      let ink = palette.ink.withAlpha(item.isEnabled ? 1 : 0.4)
      canvas.text(
        canvas.fitted(item.title, size: Self.textSize, width: width - 44),
        at: ScreenPoint(x: cell.origin.x + 24, y: cell.middle.y), size: Self.textSize, color: ink,
        anchor: TextAnchor(.left, .middle))
      guard item.isChecked else { continue }
      let middle = ScreenPoint(x: cell.origin.x + 12, y: cell.middle.y)
      let tick = [(-4.0, 0.0), (-1.0, 3.5), (5.0, -4.0)].map { ScreenPoint(x: middle.x + $0.0, y: middle.y + $0.1) }
      canvas.strokePolyline(tick, width: 1.8, color: palette.accent)
    }
  }
}
