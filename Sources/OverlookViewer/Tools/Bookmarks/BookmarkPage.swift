import Overlook
import OverlookControls
import OverlookSupport

/// The page of the side sheet with bookmarks, which are dragged into their order, and tours of opened files.
@MainActor final class BookmarkPage: SidePage {
  let name = "bookmarks"
  var title: String { localized("Bookmarks") }

  private unowned let part: BookmarkPart
  private static let corner = ControlPlacement.at(ScreenPoint(x: 0, y: 0))
  private let add = Button("", at: corner)
  private let playAll = Button("", at: corner)
  private let empty = Paragraph("", isDim: true)
  private var rows: [ControlRow] = []
  /// The bookmark whose name and buttons are shown.
  private var openRow: Int?
  private var drag: RowOrder?
  private let nameField = TextField(limit: 200, at: corner)
  private let up = Button("", at: corner)
  private let down = Button("", at: corner)
  private let remove = Button("", at: corner)
  private let toursLabel = Paragraph("", isDim: true)
  private let tours: ScrollingList

  init(_ part: BookmarkPart) {
    self.part = part
    tours = ScrollingList(rowCount: 0, size: ScreenSize(width: 240, height: 88), at: Self.corner) { _ in .init("") }
    add.onClick = { [unowned self] in part.add() }
    playAll.onClick = { [unowned self] in part.playBookmarks() }
    nameField.onSubmit = { [unowned self] _ in part.keepName() }
    nameField.onChange = { [unowned self] text in if let openRow { part.rename(openRow, to: text) } }
    up.onClick = { [unowned self] in if let openRow { part.move(openRow, to: openRow - 1) } }
    down.onClick = { [unowned self] in if let openRow { part.move(openRow, to: openRow + 1) } }
    remove.onClick = { [unowned self] in if let openRow { part.remove(openRow) } }
    tours.row = { [unowned self] index in
      let all = part.tours
      guard all.indices.contains(index) else { return .init("") }
      return .init(all[index].name, detail: localized("{count} stop", "{count} stops", count: all[index].stops.count))
    }
    tours.onChoice = { [unowned self] in part.play(tour: $0) }
    tours.hasCard = false
    nameField.hasCard = false
  }

  /// Whether somebody types a name.
  var isNaming: Bool { nameField.state.contains(.focused) }

  /// Opens the row of a bookmark; with nil, none.
  func select(_ index: Int?) {
    openRow = index
    refresh()
  }

  // MARK: Rows

  private func makeRow() -> ControlRow {
    let row = ControlRow("")
    row.isMovable = true
    row.sign = .target
    row.onOpen = { [unowned self, unowned row] in open(row) }
    row.onStep = { [unowned self, unowned row] step in if let index = index(of: row) { part.move(index, to: index + step) } }
    row.onRemove = { [unowned self, unowned row] in if let index = index(of: row) { part.remove(index) } }
    row.onDrag = { [unowned self, unowned row] in drag(row, by: $0) }
    row.onDrop = { [unowned self, unowned row] in drop(row, counts: $0) }
    return row
  }

  private func index(of row: ControlRow) -> Int? { rows.firstIndex { $0 === row } }

  private func open(_ row: ControlRow) {
    guard let index = index(of: row) else { return }
    let isOpen = index == openRow
    select(isOpen ? nil : index)
    if !isOpen { part.show(index) }
  }

  private func drag(_ row: ControlRow, by distance: Double) {
    if drag == nil, let index = index(of: row) {
      // What is open would hide where it goes.
      select(nil)
      drag = RowOrder(heights: rows.map { _ in ControlRow.rowHeight }, dragged: index)
      row.isLifted = true
    }
    drag?.distance = distance
  }

  private func drop(_ row: ControlRow, counts: Bool) {
    row.isLifted = false
    guard let drag else { return }
    self.drag = nil
    if counts, let index = index(of: row) { part.move(index, to: drag.target) }
  }

  /// Takes over what changed.
  func refresh() {
    let bookmarks = part.list.bookmarks
    add.title = localized("Bookmark this view")
    playAll.title = localized("Play as a tour")
    playAll.isEnabled = !bookmarks.isEmpty
    empty.text = localized("A bookmark keeps a place and how you look at it. Ctrl+D keeps the view that is shown.")
    while rows.count < bookmarks.count { rows.append(makeRow()) }
    if rows.count > bookmarks.count { rows.removeLast(rows.count - bookmarks.count) }
    if let openRow, !bookmarks.indices.contains(openRow) { self.openRow = nil }
    for (index, bookmark) in bookmarks.enumerated() {
      let place = LocationCoordinate(latitude: bookmark.latitude, longitude: bookmark.longitude)
      rows[index].title = bookmark.name
      rows[index].detail = part.text(of: place)
      rows[index].isOpen = index == openRow
    }
    let name = openRow.map { bookmarks[$0].name } ?? ""
    if nameField.text != name, !isNaming { nameField.text = name }
    (up.title, down.title, remove.title) = (localized("Up"), localized("Down"), localized("Remove"))
    (up.isEnabled, down.isEnabled) = (openRow ?? 0 > 0, (openRow ?? 0) + 1 < bookmarks.count)
    toursLabel.text = localized("Tours of opened files")
    let count = part.tours.count
    if tours.rowCount != count {
      tours.rowCount = count
      tours.size.height = Double(min(max(count, 1), 4)) * ScrollingList.rowHeight
    }
  }

  // MARK: Page

  var content: [any PlacedControl] {
    var controls: [any PlacedControl] = [add, playAll]
    // The one that is dragged lies above the others.
    controls += rows.isEmpty ? [empty] : rows.filter { !$0.isLifted } + rows.filter(\.isLifted)
    if openRow != nil { controls += [nameField, up, down, remove] }
    if tours.rowCount > 0 { controls += [toursLabel, tours] }
    return controls
  }

  func lay(in layout: PageLayout) {
    layout.row([add, playAll], shares: [1.3, 1])
    if rows.isEmpty { layout.row(empty) } else { layRows(in: layout) }
    guard tours.rowCount > 0 else { return }
    layout.space(8)
    layout.row(toursLabel, gap: 2)
    layout.row(tours)
  }

  private func layRows(in layout: PageLayout) {
    if let drag, drag.heights.count == rows.count {
      let start = layout.top
      for (row, top) in zip(rows, drag.tops) {
        widen(row, layout)
        layout.place(row, x: 0, y: start + top)
      }
      return layout.space(drag.heights.reduce(0, +))
    }
    for (index, row) in rows.enumerated() {
      widen(row, layout)
      layout.row(row, gap: 0)
      guard index == openRow else { continue }
      layout.space(4)
      layout.row(nameField)
      layout.row([up, down, remove])
    }
  }

  /// Each change asks for a frame.
  private func widen(_ row: ControlRow, _ layout: PageLayout) {
    if row.width != layout.width { row.width = layout.width }
  }

  func didAppear() {
    part.watchesFiles(true)
    refresh()
  }

  func didDisappear() {
    part.watchesFiles(false)
    part.keepName()
  }
}
