package import OverlookGeometry
import OverlookSupport

/// The list of a building's levels at the right edge, the highest above. A click chooses one; where there are more than
/// the view has room for, the ends of the list move it.
@MainActor package final class FloorPicker {
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
  private static let textSize = 13.0

  /// Nil: there is nothing to choose, and no list.
  package var state: State? {
    didSet { if state?.names != oldValue?.names { first = nil } }
  }
  /// Distances from the edges of the view, besides the margin.
  package var padding = EdgeInsets.zero
  /// A level was chosen.
  package var onChoice: (Int) -> Void = { _ in }

  private var pressed: Row?
  /// The uppermost level of a list that was moved; nil while it keeps the chosen one in its middle.
  private var first: Int?

  package init() {}

  package var isPressed: Bool { pressed != nil }

  /// Whether a click at `point` is for it.
  package func isHit(_ point: ScreenPoint, in size: ScreenSize) -> Bool { row(at: point, in: size) != nil }

  /// Takes a press on the list; false for one beside it.
  package func press(at point: ScreenPoint, in size: ScreenSize) -> Bool {
    pressed = row(at: point, in: size)
    return isPressed
  }

  /// Carries out a click whose press was taken, if it ends where it began.
  package func release(at point: ScreenPoint, in size: ScreenSize) {
    defer { pressed = nil }
    guard let pressed, pressed == row(at: point, in: size) else { return }
    switch pressed {
    case .level(let level): onChoice(level)
    case .up: first = max(firstLevel(in: size) - 1, 0)
    case .down: first = firstLevel(in: size) + 1
    }
  }

  package func cancel() { pressed = nil }

  package func draw(into canvas: Canvas) {
    guard let state else { return }
    let rows = rows(in: canvas.size)
    let list = rect(rowCount: rows.count, in: canvas.size)
    guard !rows.isEmpty else { return }
    HUDStyle.drawCard(list, into: canvas)
    for (index, row) in rows.enumerated() {
      let cell = cell(index, in: list)
      let center = ScreenPoint(x: cell.origin.x + Self.width / 2, y: cell.origin.y + Self.rowHeight / 2)
      switch row {
      case .level(let level):
        let isChosen = level == state.chosen
        if isChosen {
          canvas.fillRoundedRect(
            ScreenRect(x: cell.origin.x + 4, y: cell.origin.y + 3, width: Self.width - 8, height: Self.rowHeight - 6),
            radius: 7, color: HUDStyle.accent)
        }
        let text = canvas.fitted(state.names[level], size: Self.textSize, width: Self.width - 12)
        canvas.text(
          text, at: center, size: Self.textSize, color: isChosen ? .white : HUDStyle.ink, anchor: TextAnchor(.center, .middle))
      case .up, .down:
        let way = row == .up ? -1.0 : 1.0
        canvas.fillTriangle(
          ScreenPoint(x: center.x - 6, y: center.y - 3 * way), ScreenPoint(x: center.x + 6, y: center.y - 3 * way),
          ScreenPoint(x: center.x, y: center.y + 4 * way), color: HUDStyle.ink.withAlpha(0.6))
      }
    }
  }

  // MARK: Places

  /// Where the list is; of no height where there is none.
  package func rect(in size: ScreenSize) -> ScreenRect { rect(rowCount: rows(in: size).count, in: size) }

  /// Where a level's row is; nil while the list does not show it.
  package func rect(ofLevel level: Int, in size: ScreenSize) -> ScreenRect? {
    let rows = rows(in: size)
    return rows.firstIndex(of: .level(level)).map { cell($0, in: rect(rowCount: rows.count, in: size)) }
  }

  private func rect(rowCount: Int, in size: ScreenSize) -> ScreenRect {
    let height = Double(rowCount) * Self.rowHeight
    let room = size.height - padding.top - padding.bottom - Self.top - Self.bottom
    return ScreenRect(
      x: size.width - padding.right - Self.margin - Self.width,
      y: padding.top + Self.top + max(room - height, 0) / 2, width: Self.width, height: height)
  }

  private func cell(_ index: Int, in list: ScreenRect) -> ScreenRect {
    ScreenRect(
      x: list.origin.x, y: list.origin.y + Double(index) * Self.rowHeight, width: Self.width, height: Self.rowHeight)
  }

  private func row(at point: ScreenPoint, in size: ScreenSize) -> Row? {
    let rows = rows(in: size)
    let list = rect(rowCount: rows.count, in: size)
    return rows.indices.first { cell($0, in: list).contains(point) }.map { rows[$0] }
  }

  /// Rows that the view has room for.
  private func rowLimit(in size: ScreenSize) -> Int {
    let room = size.height - padding.top - padding.bottom - Self.top - Self.bottom
    guard room.isFinite, size.width >= 3 * Self.width else { return 0 }
    return Int(exactly: (min(max(room, 0), 10_000) / Self.rowHeight).rounded(.down)) ?? 0
  }

  private func rows(in size: ScreenSize) -> [Row] {
    guard let state else { return [] }
    let count = state.names.count
    let limit = rowLimit(in: size)
    if count <= limit { return state.names.indices.map { .level($0) } }
    guard limit >= 3 else { return [] }
    let start = firstLevel(in: size)
    let levels = start..<min(start + limit - 2, count)
    return [.up] + levels.map { .level($0) } + [.down]
  }

  /// The uppermost level of a list that does not fit.
  private func firstLevel(in size: ScreenSize) -> Int {
    guard let state else { return 0 }
    let shown = max(rowLimit(in: size) - 2, 1)
    let wanted = first ?? (state.chosen ?? 0) - shown / 2
    return min(max(wanted, 0), max(state.names.count - shown, 0))
  }
}
