public import Observation
public import OverlookAccessibility
public import OverlookCanvas
public import OverlookGeometry
public import OverlookInput
import OverlookSupport

/// A field in the upper left corner for what a person looks for, with what was found below it. The keyboard stays in the field:
/// up and down go through the list, Enter takes what is marked, or the first, Escape closes the list, and then empties the field.
@MainActor @Observable public final class SearchPanel: Control, StandingControl {
  /// What was found, the best first.
  public var rows: [ScrollingList.Row] = [] {
    didSet { rowsChanged() }
  }
  /// What is said in place of a list, as when nothing was found; empty for nothing.
  public var notice: String {
    get { label.text }
    set { label.text = newValue }
  }
  /// Called when a person changed the text.
  @ObservationIgnored public var onQuery: @MainActor (String) -> Void = { _ in }
  /// Called on Enter, before a row is taken.
  @ObservationIgnored public var onSubmit: @MainActor (String) -> Void = { _ in }
  /// Called when a person chose a row.
  @ObservationIgnored public var onChoice: @MainActor (Int) -> Void = { _ in }
  /// Called when the list and its marks on the map are no longer wanted.
  @ObservationIgnored public var onClose: @MainActor () -> Void = {}

  /// The field itself.
  public let field: TextField
  @ObservationIgnored private let list: ScrollingList
  @ObservationIgnored private let clear: Button
  @ObservationIgnored private let label: Label
  private var isOpen = false

  /// Of the field from the left edge, in points: what lies there has room beside it. Default 12.
  package var leading = margin {
    didSet { place() }
  }

  private static let width = 300.0
  private static let margin = 12.0
  private static let fieldHeight = 34.0
  /// Of the list below the field.
  private static let listTop = margin + fieldHeight + 6
  private static let shownRows = 7.0

  /// Where there is room for something else below the field, in points.
  package static let bottom = listTop + 6
  /// The right edge of the field, in points from the left edge.
  package var right: Double { leading + Self.width }

  /// An empty field with `prompt` in it.
  public init(prompt: String) {
    field = TextField(prompt: prompt, at: .corner(.topLeft, x: Self.margin, y: Self.margin))
    field.width = Self.width
    field.level = .panel
    field.trailingRoom = 22
    list = ScrollingList(
      rowCount: 0, size: ScreenSize(width: Self.width, height: 0), at: .corner(.topLeft, x: Self.margin, y: Self.listTop),
      row: { _ in ScrollingList.Row("") })
    list.level = .panel
    label = Label("", at: .corner(.topLeft, x: Self.margin, y: Self.listTop))
    clear = Button("", at: .corner(.topLeft, x: Self.margin + Self.width - 31, y: Self.margin + 3))
    clear.size = ScreenSize(width: 28, height: 28)
    clear.hasCard = false
    clear.accessibleName = localized("Clear the search field")
    list.accessibleName = localized("Results")
    clear.sign = { canvas, square, palette in
      let arm = square.inset(x: 6, y: 6)
      for (from, to) in [
        (arm.origin, ScreenPoint(x: arm.maxX, y: arm.maxY)),
        (ScreenPoint(x: arm.origin.x, y: arm.maxY), ScreenPoint(x: arm.maxX, y: arm.origin.y)),
      ] { canvas.strokePolyline([from, to], width: 1.6, color: palette.dimInk) }
    }
    connect()
  }

  private func place() {
    field.placement = .corner(.topLeft, x: leading, y: Self.margin)
    list.placement = .corner(.topLeft, x: leading, y: Self.listTop)
    label.placement = .corner(.topLeft, x: leading, y: Self.listTop)
    clear.placement = .corner(.topLeft, x: leading + Self.width - 31, y: Self.margin + 3)
  }

  private func connect() {
    list.row = { [unowned self] in rows.indices.contains($0) ? rows[$0] : ScrollingList.Row("") }
    list.onChoice = { [unowned self] in choose($0) }
    clear.onClick = { [unowned self] in text = "" }
    field.onChange = { [unowned self] text in
      isOpen = true
      if text.isEmpty { close() }
      onQuery(text)
    }
    field.onSubmit = { [unowned self] text in
      onSubmit(text)
      if isOpen, !rows.isEmpty { choose(list.selectedRow ?? 0) }
    }
    field.onKey = { [unowned self] in take($0) }
  }

  /// What is in the field; setting it is as if it had been typed.
  public var text: String {
    get { field.text }
    set {
      guard newValue != field.text else { return }
      field.text = newValue
      field.onChange(newValue)
    }
  }

  /// Whether what was found is shown.
  public var isListShown: Bool { isOpen && !rows.isEmpty }

  /// Closes the list and keeps the text.
  public func closeList() { isOpen = false }

  private func close() {
    isOpen = false
    rows = []
    notice = ""
    onClose()
  }

  private func choose(_ row: Int) {
    guard rows.indices.contains(row) else { return }
    isOpen = false
    onChoice(row)
  }

  private func take(_ key: Key) -> Bool {
    switch key {
    case .escape:
      if isListShown { isOpen = false } else if !field.text.isEmpty { text = "" } else { return false }
      return true
    case .up, .down, .pageUp, .pageDown:
      guard !rows.isEmpty else { return false }
      isOpen = true
      return list.take(key)
    default: return false
    }
  }

  private func rowsChanged() {
    list.rowCount = rows.count
    list.selectedRow = nil
  }

  // MARK: Control

  /// A panel.
  public var level: ControlLevel { .panel }

  /// The search, and whether what was found is shown.
  public func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    AccessibleElement(
      .group, localized("Search"), states: isListShown ? [.enabled, .expandable, .expanded] : [.enabled, .expandable])
  }

  /// Field, list, and what is said in place of it.
  public var children: [any Control] {
    var children: [any Control] = [field]
    if !field.text.isEmpty { children.append(clear) }
    if isListShown { children.append(list) } else if isOpen, !notice.isEmpty { children.append(label) }
    return children
  }

  /// The field and the list, in points of the view.
  public func frame(in area: ControlArea) -> ScreenRect? {
    let room = area.freeRect.size
    // A view that is hardly larger than the field is for looking at.
    guard room.width >= Self.width + leading + Self.margin, room.height >= 120 else { return nil }
    let wanted = min(Double(rows.count), Self.shownRows) * ScrollingList.rowHeight
    let height = min(wanted, room.height - Self.listTop - 44)
    if list.size.height != height { list.size.height = height }
    let below = isListShown ? 6 + height : 0
    return ControlPlacement.corner(.topLeft, x: leading, y: Self.margin)
      .rect(of: ScreenSize(width: Self.width, height: Self.fieldHeight + below), in: area)
  }

  /// The field alone, in points of the view.
  package func standingFrame(in area: ControlArea) -> ScreenRect? {
    frame(in: area).map { ScreenRect(origin: $0.origin, size: ScreenSize(width: $0.size.width, height: Self.fieldHeight)) }
  }

  /// What lies between the field and the list is the map's.
  public func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .none }

  /// Its parts draw themselves.
  public func draw(on canvas: Canvas, in area: ControlArea) {}
}
