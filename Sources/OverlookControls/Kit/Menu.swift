public import Observation
public import OverlookAccessibility
public import OverlookCanvas
public import OverlookGeometry
import OverlookInput
import OverlookSupport

/// A list of things to do that opens at a point, and closes by a choice, a press beside it, or Escape. Lines may lead to menus of their
/// own, which take its place until a person goes back; what is higher than the view scrolls.
@MainActor @Observable public final class Menu: Control {
  /// A line of a menu.
  public struct Item {
    /// What kind of line it is.
    enum Kind: Equatable {
      case action, separator, heading, submenu
    }

    /// What it says.
    public var title: String
    /// The keys that do the same, at the end of the line; default none.
    public var hint: String
    /// Whether it can be chosen; default true.
    public var isEnabled: Bool
    /// Whether it has a tick; default false.
    public var isChecked: Bool
    /// Called when it was chosen.
    public var action: @MainActor () -> Void
    let kind: Kind
    let items: [Item]

    /// A line that does something.
    public init(
      _ title: String, hint: String = "", isEnabled: Bool = true, isChecked: Bool = false,
      action: @escaping @MainActor () -> Void = {}
    ) {
      self.init(title, hint: hint, isEnabled: isEnabled, isChecked: isChecked, kind: .action, items: [], action: action)
    }

    private init(
      _ title: String, hint: String = "", isEnabled: Bool = true, isChecked: Bool = false, kind: Kind, items: [Item],
      action: @escaping @MainActor () -> Void = {}
    ) {
      (self.title, self.hint, self.isEnabled, self.isChecked) = (title, hint, isEnabled, isChecked)
      (self.kind, self.items, self.action) = (kind, items, action)
    }

    /// A line between groups of others.
    public static var separator: Item { Item("", isEnabled: false, kind: .separator, items: []) }

    /// Names the lines below it.
    public static func heading(_ title: String) -> Item { Item(title, isEnabled: false, kind: .heading, items: []) }

    /// Leads to a menu of `items`.
    public static func submenu(_ title: String, items: [Item]) -> Item {
      Item(title, isEnabled: items.contains { $0.isEnabled }, kind: .submenu, items: items)
    }

    /// In points.
    var height: Double {
      switch kind {
      case .separator: 9
      case .heading: 24
      case .action, .submenu: Menu.itemHeight
      }
    }
  }

  /// A menu that a line of another led to.
  private struct Level {
    let title: String
    let items: [Item]
  }

  /// Its lines, from above.
  public var items: [Item]
  /// Its upper left corner, moved so that it lies within the view; nil while it is closed.
  public private(set) var point: ScreenPoint?
  /// Called when it was closed, by a choice or otherwise.
  @ObservationIgnored public var onClose: @MainActor () -> Void = {}
  /// The way down to the menu that is shown.
  private var levels: [Level] = []
  private var markedItem: Int?
  /// Points of the lines above what is seen.
  private var offset = 0.0
  @ObservationIgnored private var width = 160.0

  nonisolated static let itemHeight = 30.0
  private static let padding = 6.0
  private static let textSize = TypeScale.body
  private static let hintSize = TypeScale.secondary
  private static let detentPoints = 45.0
  private static let edge = 4.0

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

  /// What it is called by those who cannot see where it opened; default "Menu".
  @ObservationIgnored public var accessibleName = localized("Menu")

  /// The lines that are seen.
  public func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    guard let rect = frame(in: area) else { return nil }
    var top = rect.origin.y + Self.padding - offset
    var parts: [AccessiblePart] = []
    for (index, item) in shown.enumerated() {
      let cell = ScreenRect(x: rect.origin.x, y: top, width: rect.size.width, height: item.height)
      top += item.height
      switch item.kind {
      case .separator: continue
      case .heading: parts.append(AccessiblePart(index, AccessibleElement(.text, item.title, frame: cell)))
      case .action, .submenu:
        parts.append(AccessiblePart(index, of: shown.count, accessibleItem(item, index, frame: cell)))
      }
    }
    return AccessibleElement(
      .menu, levels.last?.title ?? accessibleName, states: [.enabled, .modal], actions: [.dismiss], parts: parts)
  }

  private func accessibleItem(_ item: Item, _ index: Int, frame: ScreenRect) -> AccessibleElement {
    var states: AccessibleStates = item.isEnabled ? [.enabled, .selectable] : .selectable
    if item.isChecked { states.formUnion([.checkable, .checked]) }
    if item.kind == .submenu { states.insert(.expandable) }
    if index == markedItem { states.insert(.selected) }
    let name = isBack(index) ? localized("Back: {title}", ["title": item.title]) : item.title
    return AccessibleElement(.menuItem, name, detail: item.hint, states: states, actions: [.press], frame: frame)
  }

  /// Chooses a line, or closes it.
  public func perform(_ action: AccessibleAction, part: Int?, in context: any ControlContext) -> Bool {
    guard let part else {
      if action == .dismiss { close(context) }
      return action == .dismiss
    }
    guard shown.indices.contains(part), shown[part].isEnabled else { return false }
    switch action {
    case .press: choose(part, context)
    case .select: mark(part, context.area)
    default: return false
    }
    return true
  }

  /// Shows it at a point of the view; nothing to choose shows nothing.
  public func open(at point: ScreenPoint) {
    (levels, markedItem, offset) = ([], nil, 0)
    self.point = items.isEmpty || !point.x.isFinite || !point.y.isFinite ? nil : point
  }

  /// Closes it.
  public func close() {
    guard point != nil else { return }
    point = nil
    onClose()
  }

  /// The lines that are seen; the first of a menu that a line led to leads back.
  private var shown: [Item] {
    guard let level = levels.last else { return items }
    return [Item(level.title)] + [.separator] + level.items
  }

  private func isBack(_ index: Int) -> Bool { index == 0 && !levels.isEmpty }

  private var contentHeight: Double { shown.reduce(0) { $0 + $1.height } }

  /// Where it lies, in points of the view.
  public func frame(in area: ControlArea) -> ScreenRect? {
    guard let point else { return nil }
    let height = min(contentHeight + 2 * Self.padding, max(area.size.height - 2 * Self.edge, 0))
    return ScreenRect(
      x: max(min(point.x, area.size.width - width - Self.edge), Self.edge),
      y: max(min(point.y, area.size.height - height - Self.edge), Self.edge), width: width, height: height)
  }

  /// What of it lies at a point.
  public func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart {
    item(at: point, area) == nil ? .surface : .active
  }

  // MARK: Use

  /// Takes an input; true when it was used.
  public func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    switch input {
    case .pointerMoved(let point), .dragged(let point): mark(item(at: point, context.area))
    case .pointerLeft: mark(nil)
    case .released(_, let point, _): if let item = item(at: point, context.area) { choose(item, context) }
    case .pressedOutside: close(context)
    case .scrolled(_, let y, _): scroll(to: offset - y * Self.detentPoints, context.area)
    case .key(.tab, _): return false
    case .key(let key, _): take(key, context)
    default: return false
    }
    return true
  }

  private func take(_ key: Key, _ context: any ControlContext) {
    switch key {
    case .escape: if levels.isEmpty { close(context) } else { goBack(context.area) }
    case .left, .backspace: if !levels.isEmpty { goBack(context.area) }
    case .down: mark(next(by: 1), context.area)
    case .up: mark(next(by: -1), context.area)
    case .home, .pageUp: mark(next(by: 1, from: -1), context.area)
    case .end, .pageDown: mark(next(by: -1, from: shown.count), context.area)
    case .right: if let markedItem, shown[markedItem].kind == .submenu { choose(markedItem, context) }
    case .enter, .space: if let markedItem { choose(markedItem, context) }
    default: break
    }
  }

  private func close(_ context: any ControlContext) {
    close()
    context.focus(nil)
  }

  private func goBack(_ area: ControlArea) {
    guard let level = levels.popLast() else { return }
    offset = 0
    markedItem = nil
    mark(shown.firstIndex { $0.kind == .submenu && $0.title == level.title }, area)
  }

  private func choose(_ index: Int, _ context: any ControlContext) {
    let shown = shown
    guard shown.indices.contains(index), shown[index].isEnabled else { return }
    if isBack(index) { return goBack(context.area) }
    let item = shown[index]
    if item.kind == .submenu {
      levels.append(Level(title: item.title, items: item.items))
      (offset, markedItem) = (0, nil)
      return mark(next(by: 1, from: 0), context.area)
    }
    close(context)
    item.action()
  }

  private func mark(_ index: Int?) {
    if index != markedItem { markedItem = index }
  }

  /// Marks a line and scrolls as little as shows it whole.
  private func mark(_ index: Int?, _ area: ControlArea) {
    mark(index)
    guard let index, let room = frame(in: area)?.size.height else { return }
    let top = shown.prefix(index).reduce(0) { $0 + $1.height }
    let bottom = top + shown[index].height
    scroll(to: min(max(offset, bottom - room + 2 * Self.padding), top), area)
  }

  private func scroll(to wanted: Double, _ area: ControlArea) {
    guard let room = frame(in: area)?.size.height else { return }
    let limited = min(max(wanted, 0), max(contentHeight + 2 * Self.padding - room, 0))
    if limited.isFinite, limited != offset { offset = limited }
  }

  /// The next item that can be chosen, around the ends.
  private func next(by step: Int, from start: Int? = nil) -> Int? {
    let shown = shown
    var index = start ?? markedItem ?? (step > 0 ? -1 : shown.count)
    for _ in shown.indices {
      index = (index + step + shown.count) % shown.count
      if shown[index].isEnabled { return index }
    }
    return nil
  }

  private func item(at point: ScreenPoint, _ area: ControlArea) -> Int? {
    guard let rect = frame(in: area)?.inset(x: 0, y: Self.padding), rect.contains(point) else { return nil }
    var bottom = rect.origin.y - offset
    for (index, item) in shown.enumerated() {
      bottom += item.height
      if point.y < bottom { return item.isEnabled ? index : nil }
    }
    return nil
  }

  // MARK: Drawing

  /// Draws it.
  public func draw(on canvas: Canvas, in area: ControlArea) {
    let room = min(380, area.size.width - 8)
    let shown = shown
    let widest = shown.reduce(0) { max($0, Self.width(of: $1, on: canvas)) }
    width = min(max(widest + 48, 140), room)
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    canvas.fillCard(rect, radius: 8, palette: palette)
    canvas.pushClip(rect.inset(x: 0, y: Self.padding))
    var top = rect.origin.y + Self.padding - offset
    for (index, item) in shown.enumerated() {
      let cell = ScreenRect(x: rect.origin.x + 4, y: top, width: width - 8, height: item.height)
      top += item.height
      if cell.maxY < rect.origin.y || cell.origin.y > rect.maxY { continue }
      draw(item, index, in: cell, on: canvas, palette)
    }
    canvas.popClip()
  }

  private static func width(of item: Item, on canvas: Canvas) -> Double {
    let title = canvas.textWidth(InterfaceText.retold(item.title), size: textSize)
    if item.kind == .submenu { return title + 24 }
    return item.hint.isEmpty ? title : title + 28 + canvas.textWidth(item.hint, size: hintSize)
  }

  private func draw(_ item: Item, _ index: Int, in cell: ScreenRect, on canvas: Canvas, _ palette: Palette) {
    let middle = cell.middle.y
    switch item.kind {
    case .separator:
      return canvas.fillRect(
        ScreenRect(x: cell.origin.x + 6, y: canvas.alignedToPixels(middle), width: cell.size.width - 12, height: 1),
        color: palette.edge)
    case .heading:
      return canvas.text(
        canvas.fitted(InterfaceText.retold(item.title), size: Self.hintSize, width: cell.size.width - 20),
        at: ScreenPoint(x: cell.origin.x + 10, y: middle + 2), size: Self.hintSize, color: palette.dimInk,
        anchor: TextAnchor(.left, .middle))
    case .action, .submenu: break
    }
    if index == markedItem { canvas.fillRoundedRect(cell, radius: 5, color: palette.selection) }
    let alpha: Float = item.isEnabled ? 1 : 0.4
    let hint = item.hint.isEmpty ? 0 : canvas.textWidth(item.hint, size: Self.hintSize) + 20
    canvas.text(
      canvas.fitted(InterfaceText.retold(item.title), size: Self.textSize, width: max(width - 44 - hint, 0)),
      at: ScreenPoint(x: cell.origin.x + 24, y: middle), size: Self.textSize, color: palette.ink.withAlpha(alpha),
      anchor: TextAnchor(.left, .middle))
    if !item.hint.isEmpty {
      canvas.text(
        item.hint, at: ScreenPoint(x: cell.maxX - 10, y: middle), size: Self.hintSize, color: palette.dimInk.withAlpha(alpha),
        anchor: TextAnchor(.right, .middle))
    }
    if isBack(index) {
      Self.draw([(3, -4.5), (-2, 0), (3, 4.5)], at: ScreenPoint(x: cell.origin.x + 12, y: middle), on: canvas, palette.dimInk)
    } else if item.kind == .submenu {
      Self.draw([(-2, -4.5), (3, 0), (-2, 4.5)], at: ScreenPoint(x: cell.maxX - 14, y: middle), on: canvas, palette.dimInk)
    } else if item.isChecked {
      let place = ScreenRect(x: cell.origin.x + 4, y: middle - 8, width: 16, height: 16)
      // A tick is the same in every script.
      canvas.unmirrored(in: place) { Self.draw([(-4, 0), (-1, 3.5), (5, -4)], at: place.middle, on: canvas, palette.accent) }
    }
  }

  private static func draw(_ line: [(Double, Double)], at point: ScreenPoint, on canvas: Canvas, _ color: Color) {
    canvas.strokePolyline(line.map { ScreenPoint(x: point.x + $0.0, y: point.y + $0.1) }, width: 1.8, color: color)
  }
}
