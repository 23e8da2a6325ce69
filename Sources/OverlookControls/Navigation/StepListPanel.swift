package import OverlookCanvas
package import OverlookGeometry
package import OverlookSupport

/// The steps of a route, below the header: a picture, what to do, and for how far.
@MainActor package final class StepListPanel {
  /// One step.
  package struct Step: Hashable, Sendable {
    package var picture: ManeuverPicture
    package var text: String
    package var distance: String

    package init(picture: ManeuverPicture, text: String, distance: String) {
      self.picture = picture
      self.text = text
      self.distance = distance
    }
  }

  /// What is shown in the map's controls.
  package let sheet: Sheet
  private let list: ScrollingList
  /// Called when a person chose a step.
  package var onChoice: @MainActor (Int) -> Void = { _ in }

  package var steps: [Step] = [] {
    didSet {
      guard steps != oldValue else { return }
      list.rowCount = steps.count
    }
  }

  /// The step that is next; nil for none.
  package var current: Int? {
    get { list.selectedRow }
    set { if newValue != list.selectedRow { list.selectedRow = newValue } }
  }

  package var isOpen: Bool {
    get { sheet.isOpen }
    set { if newValue != sheet.isOpen { sheet.isOpen = newValue } }
  }

  private static let width = 380.0

  package init(title: String = localized("Steps")) {
    list = ScrollingList(
      rowCount: 0, size: ScreenSize(width: Self.width - 16, height: 0), at: .at(ScreenPoint(x: 8, y: Sheet.titleHeight)),
      row: { _ in ScrollingList.Row("") })
    list.hasCard = false
    list.accessibleName = localized("Steps")
    list.level = .panel
    sheet = Sheet(title, size: ScreenSize(width: Self.width, height: 0), at: .corner(.topLeft, x: 12, y: 12), content: [list])
    sheet.isOpen = false
    list.row = { [unowned self] in
      steps.indices.contains($0) ? ScrollingList.Row(steps[$0].text, detail: steps[$0].distance) : ScrollingList.Row("")
    }
    list.picture = { [unowned self] index, canvas, square, palette in
      if steps.indices.contains(index) { steps[index].picture.draw(on: canvas, in: square, color: palette.ink) }
    }
    list.onChoice = { [unowned self] in onChoice($0) }
  }

  /// Lays it between `top` and `bottom` points of the free view.
  package func lay(top: Double, bottom: Double, in area: ControlArea) {
    let room = max(area.freeRect.size.height - top - bottom, Sheet.titleHeight + ScrollingList.rowHeight)
    let wanted = Sheet.titleHeight + Double(steps.count) * ScrollingList.rowHeight + 8
    let size = ScreenSize(width: min(Self.width, max(area.freeRect.size.width - 24, 120)), height: min(wanted, room))
    let place = ControlPlacement.corner(.topLeft, x: 12, y: top)
    if sheet.size != size { sheet.size = size }
    if sheet.placement != place { sheet.placement = place }
    let inner = ScreenSize(width: size.width - 16, height: max(size.height - Sheet.titleHeight - 8, 0))
    if list.size != inner { list.size = inner }
  }
}
