public import Observation
public import OverlookAccessibility
public import OverlookCanvas
public import OverlookGeometry
public import OverlookInput
import OverlookSupport

/// Rows below each other, of which one may be chosen: by a click, or by the arrow keys and Enter. Only rows in sight are asked
/// for, so that there may be a million.
@MainActor @Observable public final class ScrollingList: Control {
  /// What a row shows.
  public struct Row: Hashable, Sendable {
    /// In one line.
    public var title: String
    /// Below the title; nil for none.
    public var detail: String?

    /// A row of a title, with or without more.
    public init(_ title: String, detail: String? = nil) {
      self.title = title
      self.detail = detail
    }
  }

  /// How many rows there are; less than 0 counts as 0.
  public var rowCount: Int {
    didSet {
      if let selectedRow, selectedRow >= rowCount { self.selectedRow = nil }
      if rowCount != oldValue { offset = min(offset, maximumOffset) }
    }
  }
  /// What a row shows; asked for rows in sight, in each frame.
  @ObservationIgnored public var row: @MainActor (Int) -> Row
  /// Draws a picture into a square of 26 points before the text of a row; nil, the default, for none.
  @ObservationIgnored public var picture: (@MainActor (Int, Canvas, ScreenRect, Palette) -> Void)?
  /// The row that is marked; nil for none.
  public var selectedRow: Int? {
    didSet { if let selectedRow { reveal(selectedRow) } }
  }
  /// Where it lies.
  public var placement: ControlPlacement
  /// In points.
  public var size: ScreenSize {
    didSet { if size != oldValue { offset = min(offset, maximumOffset) } }
  }
  /// Whether it has a ground of its own; default true.
  public var hasCard = true
  /// Among which controls it lies.
  public var level = ControlLevel.standard
  /// What it is called by those who cannot see what lies beside it; default "List".
  @ObservationIgnored public var accessibleName = localized("List")
  /// Called when a row was clicked, or Enter pressed on the one that is marked.
  @ObservationIgnored public var onChoice: @MainActor (Int) -> Void

  /// Points of the content above what is seen.
  public private(set) var offset = 0.0
  /// What the pointer and the keyboard do with it.
  public var state: ControlState { interaction.state }
  @ObservationIgnored private let interaction = Interaction()
  private var hoveredRow: Int?
  @ObservationIgnored private var pressedRow: Int?
  /// From the pointer to the upper end of the knob of the scroll bar that is dragged; nil while none is.
  @ObservationIgnored private var grip: Double?

  /// Of a row, in points.
  public static let rowHeight = 44.0
  private static let barWidth = 8.0
  private static let pictureSide = 26.0
  private static let detentPoints = 60.0

  /// A list of `rowCount` rows.
  public init(
    rowCount: Int, size: ScreenSize, at placement: ControlPlacement, row: @escaping @MainActor (Int) -> Row,
    onChoice: @escaping @MainActor (Int) -> Void = { _ in }
  ) {
    self.rowCount = rowCount
    self.size = size
    self.placement = placement
    self.row = row
    self.onChoice = onChoice
  }

  /// Whether it takes the keyboard.
  public var isFocusable: Bool { rowCount > 0 }

  /// The rows in sight, and the one that is marked.
  public func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    guard let rect = frame(in: area), rowCount > 0 else { return nil }
    let first = Int(exactly: (offset / Self.rowHeight).rounded(.down)) ?? 0
    let shown = (Int(exactly: min(size.height / Self.rowHeight, 200).rounded(.up)) ?? 0) + 1
    var rows = Array(max(first, 0)..<max(min(first + shown, rowCount), max(first, 0)))
    if let selectedRow, !rows.contains(selectedRow) { rows.append(selectedRow) }
    let parts = rows.map { index in
      let content = row(index)
      let cell = ScreenRect(
        x: rect.origin.x, y: rect.origin.y + Double(index) * Self.rowHeight - offset, width: rect.size.width,
        height: Self.rowHeight)
      let states: AccessibleStates = index == selectedRow ? [.enabled, .selectable, .selected] : [.enabled, .selectable]
      return AccessiblePart(
        index, of: rowCount,
        AccessibleElement(.row, content.title, detail: content.detail ?? "", states: states, actions: [.press], frame: cell))
    }
    return AccessibleElement(.list, accessibleName, parts: parts)
  }

  /// Chooses a row, or marks it.
  public func perform(_ action: AccessibleAction, part: Int?, in context: any ControlContext) -> Bool {
    guard let part, part >= 0, part < rowCount else { return part == nil && action == .press && take(.enter) }
    switch action {
    case .press: choose(part)
    case .select: selectedRow = part
    default: return false
    }
    return true
  }

  /// Where it lies, in points of the view.
  public func frame(in area: ControlArea) -> ScreenRect? { placement.rect(of: size, in: area) }

  /// What of it lies at a point.
  public func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart {
    rowIndex(at: point, area) == nil ? .surface : .active
  }

  /// Takes an input; true when it was used.
  public func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    _ = interaction.take(input)
    switch input {
    case .pointerMoved(let point): hover(rowIndex(at: point, context.area))
    case .pointerLeft: hover(nil)
    case .scrolled(_, let y, _): return scroll(to: offset - y * Self.detentPoints)
    case .pressed(.left, let point, _, _): press(at: point, context.area)
    case .dragged(let point): drag(to: point, context.area)
    case .released(.left, let point, let isInside):
      let pressed = pressedRow
      (pressedRow, grip) = (nil, nil)
      if isInside, let pressed, pressed == rowIndex(at: point, context.area) { choose(pressed) }
    case .cancelled: (pressedRow, grip) = (nil, nil)
    case .key(let key, _): return take(key)
    default: return false
    }
    return true
  }

  /// Moves the mark or the content; false for keys that mean nothing here.
  @discardableResult public func take(_ key: Key) -> Bool {
    let page = max(Int(exactly: (size.height / Self.rowHeight).rounded(.down)) ?? 1, 1)
    switch key {
    case .up: mark((selectedRow ?? rowCount) - 1)
    case .down: mark((selectedRow ?? -1) + 1)
    case .pageUp: mark((selectedRow ?? 0) - page)
    case .pageDown: mark((selectedRow ?? -1) + page)
    case .home: mark(0)
    case .end: mark(rowCount - 1)
    case .enter:
      guard let selectedRow else { return false }
      onChoice(selectedRow)
    default: return false
    }
    return true
  }

  private func mark(_ row: Int) {
    if rowCount > 0 { selectedRow = min(max(row, 0), rowCount - 1) }
  }

  private func choose(_ row: Int) {
    selectedRow = row
    onChoice(row)
  }

  private func hover(_ row: Int?) {
    if row != hoveredRow { hoveredRow = row }
  }

  // MARK: Scrolling

  private var contentHeight: Double { Double(max(rowCount, 0)) * Self.rowHeight }
  private var maximumOffset: Double { max(contentHeight - size.height, 0) }

  /// False where there is nothing to scroll: what the list lies on may.
  @discardableResult private func scroll(to wanted: Double) -> Bool {
    let limited = min(max(wanted, 0), maximumOffset)
    guard limited.isFinite, limited != offset else { return false }
    offset = limited
    return true
  }

  /// Scrolls as little as shows a row whole.
  private func reveal(_ row: Int) {
    let top = Double(row) * Self.rowHeight
    scroll(to: min(max(offset, top + Self.rowHeight - size.height), top))
  }

  /// The knob of the scroll bar; nil where all is seen.
  private func knob(in rect: ScreenRect) -> ScreenRect? {
    guard maximumOffset > 0 else { return nil }
    let height = max(rect.size.height * rect.size.height / contentHeight, 24)
    let top = rect.origin.y + (rect.size.height - height) * offset / maximumOffset
    return ScreenRect(x: rect.maxX - Self.barWidth, y: top, width: Self.barWidth, height: height)
  }

  private func press(at point: ScreenPoint, _ area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    if let knob = knob(in: rect), point.x >= knob.origin.x {
      grip = knob.contains(point) ? point.y - knob.origin.y : knob.size.height / 2
      return drag(to: point, area)
    }
    pressedRow = rowIndex(at: point, area)
  }

  private func drag(to point: ScreenPoint, _ area: ControlArea) {
    guard let grip, let rect = frame(in: area), let knob = knob(in: rect), rect.size.height > knob.size.height else { return }
    let share = (point.y - grip - rect.origin.y) / (rect.size.height - knob.size.height)
    scroll(to: share * maximumOffset)
  }

  private func rowIndex(at point: ScreenPoint, _ area: ControlArea) -> Int? {
    guard let rect = frame(in: area), rect.contains(point) else { return nil }
    if let knob = knob(in: rect), point.x >= knob.origin.x { return nil }
    guard let row = Int(exactly: ((point.y - rect.origin.y + offset) / Self.rowHeight).rounded(.down)) else { return nil }
    return row >= 0 && row < rowCount ? row : nil
  }

  /// Draws it.
  public func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    if hasCard { canvas.fillCard(rect, palette: palette) }
    canvas.pushClip(rect)
    let first = Int(exactly: (offset / Self.rowHeight).rounded(.down)) ?? 0
    let shown = (Int(exactly: (size.height / Self.rowHeight).rounded(.up)) ?? 0) + 1
    for index in first..<max(min(first + shown, rowCount), first) { drawRow(index, rect, palette, canvas) }
    if let knob = knob(in: rect) {
      canvas.fillRoundedRect(knob.inset(x: 2, y: 2), radius: 2, color: palette.dimInk.withAlpha(grip == nil ? 0.5 : 0.9))
    }
    canvas.popClip()
    if state.contains(.focused) { canvas.strokeFocusRing(rect.grown(by: -2), radius: 8, palette: palette) }
  }

  private func drawRow(_ index: Int, _ rect: ScreenRect, _ palette: Palette, _ canvas: Canvas) {
    let top = rect.origin.y + Double(index) * Self.rowHeight - offset
    let cell = ScreenRect(x: rect.origin.x, y: top, width: rect.size.width, height: Self.rowHeight)
    let isSelected = index == selectedRow
    if isSelected || index == hoveredRow {
      canvas.fillRoundedRect(cell.inset(x: 4, y: 2), radius: 6, color: isSelected ? palette.selection : palette.inset)
    }
    let content = row(index)
    let indent = picture == nil ? 0 : Self.pictureSide + 12
    let width = rect.size.width - 28 - Self.barWidth - indent
    let anchor = TextAnchor(.left, .middle)
    let x = rect.origin.x + 14 + indent
    picture?(
      index, canvas,
      ScreenRect(
        x: rect.origin.x + 12, y: cell.middle.y - Self.pictureSide / 2, width: Self.pictureSide, height: Self.pictureSide),
      palette)
    canvas.text(
      canvas.fitted(content.title, size: TypeScale.body, width: width),
      at: ScreenPoint(x: x, y: top + (content.detail == nil ? Self.rowHeight / 2 : 15)), size: TypeScale.body, color: palette.ink,
      anchor: anchor)
    if let detail = content.detail {
      canvas.text(
        canvas.fitted(detail, size: TypeScale.note, width: width), at: ScreenPoint(x: x, y: top + 31), size: TypeScale.note,
        color: palette.dimInk,
        anchor: anchor)
    }
  }
}
