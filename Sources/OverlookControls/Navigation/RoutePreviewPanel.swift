package import OverlookCanvas
package import OverlookGeometry
import OverlookSupport

/// Routes to choose from before guidance begins: of each how long it takes, how far it is and over which road; and what begins it.
@MainActor package final class RoutePreviewPanel {
  /// One of the routes.
  package struct Choice: Hashable, Sendable {
    /// "12 min".
    package var time: String
    /// "4.8 km · over Demminer Straße".
    package var detail: String

    package init(time: String, detail: String) {
      self.time = time
      self.detail = detail
    }
  }

  /// What is shown in the map's controls.
  package let sheet: Sheet
  /// Called when a person chose a route, began guidance, asked for the steps, or closed the panel.
  package var onChoice: @MainActor (Int) -> Void = { _ in }
  package var onStart: @MainActor () -> Void = {}
  package var onSteps: @MainActor () -> Void = {}
  package var onClose: @MainActor () -> Void = {}

  private let list: ScrollingList
  private let start: Button
  private let steps: Button

  package private(set) var choices: [Choice] = []

  /// The route that would be taken.
  package var chosen: Int? {
    get { list.selectedRow }
    set { if newValue != list.selectedRow { list.selectedRow = newValue } }
  }

  package var isOpen: Bool {
    get { sheet.isOpen }
    set { if newValue != sheet.isOpen { sheet.isOpen = newValue } }
  }

  private static let width = 340.0
  private static let shownRows = 4

  package init() {
    list = ScrollingList(
      rowCount: 0, size: ScreenSize(width: Self.width - 16, height: 0), at: .at(ScreenPoint(x: 8, y: Sheet.titleHeight)),
      row: { _ in ScrollingList.Row("") })
    list.hasCard = false
    list.accessibleName = localized("Routes")
    list.level = .panel
    start = Button(localized("Start"), at: .at(ScreenPoint(x: 16, y: 0)))
    start.isProminent = true
    start.hasCard = false
    start.size = ScreenSize(width: 150, height: 36)
    start.level = .panel
    steps = Button(localized("Steps"), at: .at(ScreenPoint(x: 174, y: 0)))
    steps.size = ScreenSize(width: 150, height: 36)
    steps.level = .panel
    let placed: [any PlacedControl] = [list, start, steps]
    sheet = Sheet("", size: ScreenSize(width: Self.width, height: 0), at: .corner(.topLeft, x: 12, y: 12), content: placed)
    sheet.isOpen = false
    connect()
  }

  private func connect() {
    list.row = { [unowned self] in
      choices.indices.contains($0) ? ScrollingList.Row(choices[$0].time, detail: choices[$0].detail) : ScrollingList.Row("")
    }
    list.picture = { [unowned self] index, canvas, square, palette in
      ControlSigns.route(canvas, square.inset(x: 3, y: 3), index == chosen ? palette.accent : palette.dimInk)
    }
    list.onChoice = { [unowned self] in onChoice($0) }
    start.sign = { canvas, square, palette in ControlSigns.pointer(canvas, square, palette.ink, degrees: 45) }
    steps.sign = { canvas, square, palette in ControlSigns.list(canvas, square, palette.ink) }
    start.onClick = { [unowned self] in onStart() }
    steps.onClick = { [unowned self] in onSteps() }
    sheet.onClose = { [unowned self] in onClose() }
  }

  /// Shows routes to choose from, the first of them chosen; `top`: points from the upper edge of the free view.
  package func show(_ choices: [Choice], title: String, top: Double) {
    self.choices = choices
    sheet.title = title
    let rows = Double(min(choices.count, Self.shownRows)) * ScrollingList.rowHeight
    list.rowCount = choices.count
    list.size = ScreenSize(width: Self.width - 16, height: rows)
    list.selectedRow = choices.isEmpty ? nil : 0
    start.isEnabled = !choices.isEmpty
    steps.isEnabled = !choices.isEmpty
    sheet.size = ScreenSize(width: Self.width, height: Sheet.titleHeight + rows + 60)
    sheet.placement = .corner(.topLeft, x: 12, y: top)
    sheet.lay(start, at: ScreenPoint(x: 16, y: Sheet.titleHeight + rows + 12))
    sheet.lay(steps, at: ScreenPoint(x: 174, y: Sheet.titleHeight + rows + 12))
    sheet.isOpen = true
  }
}
