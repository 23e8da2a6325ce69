package import OverlookAccessibility
package import OverlookCanvas
package import OverlookGeometry
import OverlookInput
import OverlookSupport

/// The list of a building's levels at the right edge, the highest above. A click chooses one; where there are more than
/// the view has room for, the ends of the list move it.
@MainActor package final class FloorPicker: Control {
  package struct State: Hashable, Sendable {
    /// Short names of the levels, from the highest down.
    package var names: [String]
    /// The level that is shown; nil for none.
    package var chosen: Int?

    package init(names: [String], chosen: Int?) {
      (self.names, self.chosen) = (names, chosen)
    }
  }

  /// A row of the list.
  private enum Row: Hashable {
    case level(Int)
    /// More levels lie above or below.
    case up, down
  }

  private static let width = 44.0
  private static let rowHeight = 32.0
  private static let margin = 12.0
  /// Below the compass, above the credits.
  private static let top = 64.0
  private static let bottom = 44.0
  private static let textSize = TypeScale.body
  /// Levels that are told at once.
  private static let maximumParts = 200

  /// Nil: there is nothing to choose, and no list.
  package var state: State? {
    didSet { if state?.names != oldValue?.names { first = nil } }
  }
  /// A level was chosen.
  package var onChoice: (Int) -> Void = { _ in }

  private var grip = PieceGrip<Row>()
  private var isFocused = false
  /// The uppermost level of a list that was moved; nil while it keeps the chosen one in its middle.
  private var first: Int?

  package init() {}

  package func frame(in area: ControlArea) -> ScreenRect? {
    let rect = rect(in: area)
    return rect.size.height > 0 ? rect : nil
  }

  package func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart {
    row(at: point, in: area) == nil ? .none : .active
  }

  package var isFocusable: Bool { state?.names.isEmpty == false }

  package func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    guard let state else { return nil }
    let parts = state.names.prefix(Self.maximumParts).enumerated().map { level, name in
      let states: AccessibleStates = level == state.chosen ? [.enabled, .selectable, .selected] : [.enabled, .selectable]
      return AccessiblePart(
        level, of: state.names.count,
        AccessibleElement(.row, name, states: states, actions: [.press], frame: rect(ofLevel: level, in: area)))
    }
    return AccessibleElement(.list, localized("Levels of the building"), parts: Array(parts))
  }

  package func perform(_ action: AccessibleAction, part: Int?, in context: any ControlContext) -> Bool {
    guard action == .press || action == .select, let part, state?.names.indices.contains(part) == true else { return false }
    onChoice(part)
    context.setNeedsDisplay()
    return true
  }

  /// The keys: one level up or down, and to the ends.
  private func take(_ key: Key) -> Bool {
    guard let state, let last = state.names.indices.last else { return false }
    let level =
      switch key {
      case .up: (state.chosen ?? last + 1) - 1
      case .down: (state.chosen ?? -1) + 1
      case .home: 0
      case .end: last
      default: -2
      }
    guard level != -2 else { return false }
    first = nil
    if level != state.chosen, state.names.indices.contains(level) { onChoice(level) }
    return true
  }

  package func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    let before = grip
    defer { if grip != before { context.setNeedsDisplay() } }
    if case .scrolled(_, let y, _) = input {
      first = min(max(firstLevel(in: context.area) - (y > 0 ? 1 : -1), 0), max((state?.names.count ?? 1) - 1, 0))
      context.setNeedsDisplay()
      return true
    }
    switch input {
    case .focused(let isFocused):
      self.isFocused = isFocused
      context.setNeedsDisplay()
    case .key(let key, let modifiers) where modifiers.isEmpty:
      guard take(key) else { return false }
      context.setNeedsDisplay()
      return true
    default: break
    }
    switch grip.take(input, piece: { row(at: $0, in: context.area) }) {
    case .none: return false
    case .used, .moved: break
    case .clicked(let row):
      choose(row, in: context.area)
      context.setNeedsDisplay()
    }
    return true
  }

  private func choose(_ row: Row, in area: ControlArea) {
    switch row {
    case .level(let level): onChoice(level)
    case .up: first = max(firstLevel(in: area) - 1, 0)
    case .down: first = firstLevel(in: area) + 1
    }
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    guard let state else { return }
    let rows = rows(in: area)
    let list = rect(rowCount: rows.count, in: area)
    guard !rows.isEmpty else { return }
    let palette = area.palette
    canvas.fillCard(list, palette: palette)
    if isFocused { canvas.strokeFocusRing(list, radius: 10, palette: palette) }
    for (index, row) in rows.enumerated() {
      let cell = cell(index, in: list)
      let center = ScreenPoint(x: cell.origin.x + Self.width / 2, y: cell.origin.y + Self.rowHeight / 2)
      switch row {
      case .level(let level):
        let isChosen = level == state.chosen
        if isChosen {
          canvas.fillRoundedRect(Self.mark(in: cell), radius: 7, color: palette.accent)
        }
        canvas.fillState(grip.state(of: row), in: Self.mark(in: cell), radius: 7, palette: palette)
        let text = canvas.fitted(state.names[level], size: Self.textSize, width: Self.width - 12)
        canvas.text(
          text, at: center, size: Self.textSize, color: isChosen ? palette.onAccent : palette.ink,
          anchor: TextAnchor(.center, .middle))
      case .up, .down:
        canvas.fillState(grip.state(of: row), in: Self.mark(in: cell), radius: 7, palette: palette)
        let way = row == .up ? -1.0 : 1.0
        canvas.fillTriangle(
          ScreenPoint(x: center.x - 6, y: center.y - 3 * way), ScreenPoint(x: center.x + 6, y: center.y - 3 * way),
          ScreenPoint(x: center.x, y: center.y + 4 * way), color: palette.ink.withAlpha(0.6))
      }
    }
  }

  // MARK: Places

  /// Where the list is; of no height where there is none.
  package func rect(in area: ControlArea) -> ScreenRect { rect(rowCount: rows(in: area).count, in: area) }

  /// Where a level's row is; nil while the list does not show it.
  package func rect(ofLevel level: Int, in area: ControlArea) -> ScreenRect? {
    let rows = rows(in: area)
    return rows.firstIndex(of: .level(level)).map { cell($0, in: rect(rowCount: rows.count, in: area)) }
  }

  private func rect(rowCount: Int, in area: ControlArea) -> ScreenRect {
    let height = Double(rowCount) * Self.rowHeight
    let room = area.freeRect.size.height - Self.top - Self.bottom
    return ScreenRect(
      x: area.size.width - area.insets.right - Self.margin - Self.width,
      y: area.insets.top + Self.top + max(room - height, 0) / 2, width: Self.width, height: height)
  }

  /// What of a row is filled.
  private static func mark(in cell: ScreenRect) -> ScreenRect { cell.inset(x: 4, y: 3) }

  private func cell(_ index: Int, in list: ScreenRect) -> ScreenRect {
    ScreenRect(
      x: list.origin.x, y: list.origin.y + Double(index) * Self.rowHeight, width: Self.width, height: Self.rowHeight)
  }

  private func row(at point: ScreenPoint, in area: ControlArea) -> Row? {
    let rows = rows(in: area)
    let list = rect(rowCount: rows.count, in: area)
    return rows.indices.first { cell($0, in: list).contains(point) }.map { rows[$0] }
  }

  /// Rows that the view has room for.
  private func rowLimit(in area: ControlArea) -> Int {
    let room = area.freeRect.size.height - Self.top - Self.bottom
    guard room.isFinite, area.size.width >= 3 * Self.width else { return 0 }
    return Int(exactly: (min(max(room, 0), 10_000) / Self.rowHeight).rounded(.down)) ?? 0
  }

  private func rows(in area: ControlArea) -> [Row] {
    guard let state else { return [] }
    let count = state.names.count
    let limit = rowLimit(in: area)
    if count <= limit { return state.names.indices.map { .level($0) } }
    guard limit >= 3 else { return [] }
    let start = firstLevel(in: area)
    let levels = start..<min(start + limit - 2, count)
    return [.up] + levels.map { .level($0) } + [.down]
  }

  /// The uppermost level of a list that does not fit.
  private func firstLevel(in area: ControlArea) -> Int {
    guard let state else { return 0 }
    let shown = max(rowLimit(in: area) - 2, 1)
    let wanted = first ?? (state.chosen ?? 0) - shown / 2
    return min(max(wanted, 0), max(state.names.count - shown, 0))
  }
}
