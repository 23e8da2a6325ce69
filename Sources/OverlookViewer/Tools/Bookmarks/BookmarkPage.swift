import Overlook
import OverlookSupport

/// The page of the side sheet with bookmarks, and tours of opened files.
@MainActor final class BookmarkPage: SidePage {
  let name = "bookmarks"
  var title: String { localized("Bookmarks") }

  private unowned let part: BookmarkPart
  private static let corner = ControlPlacement.at(ScreenPoint(x: 0, y: 0))
  private let add = Button("", at: corner)
  private let playAll = Button("", at: corner)
  private let empty = Paragraph("", isDim: true)
  private let list: ScrollingList
  private let nameField = TextField(limit: 200, at: corner)
  private let up = Button("", at: corner)
  private let down = Button("", at: corner)
  private let remove = Button("", at: corner)
  private let toursLabel = Label("", at: corner)
  private let tours: ScrollingList

  init(_ part: BookmarkPart) {
    self.part = part
    list = ScrollingList(rowCount: 0, size: ScreenSize(width: 240, height: 264), at: Self.corner) { _ in .init("") }
    tours = ScrollingList(rowCount: 0, size: ScreenSize(width: 240, height: 88), at: Self.corner) { _ in .init("") }
    add.onClick = { [unowned self] in part.add() }
    playAll.onClick = { [unowned self] in part.playBookmarks() }
    list.row = { [unowned self] in row($0) }
    list.onChoice = { [unowned self] index in
      refresh()
      part.show(index)
    }
    nameField.onChange = { [unowned self] text in if let index = list.selectedRow { part.rename(index, to: text) } }
    up.onClick = { [unowned self] in if let index = list.selectedRow { part.move(index, by: -1) } }
    down.onClick = { [unowned self] in if let index = list.selectedRow { part.move(index, by: 1) } }
    remove.onClick = { [unowned self] in if let index = list.selectedRow { part.remove(index) } }
    tours.row = { [unowned self] index in
      let all = part.tours
      guard all.indices.contains(index) else { return .init("") }
      return .init(all[index].name, detail: localized("{count} stop", "{count} stops", count: all[index].stops.count))
    }
    tours.onChoice = { [unowned self] in part.play(tour: $0) }
    for list in [list, tours] { list.hasCard = false }
    nameField.hasCard = false
    (toursLabel.hasCard, toursLabel.isDim) = (false, true)
    refresh()
  }

  private func row(_ index: Int) -> ScrollingList.Row {
    guard part.list.bookmarks.indices.contains(index) else { return .init("") }
    let bookmark = part.list.bookmarks[index]
    let place = LocationCoordinate(latitude: bookmark.latitude, longitude: bookmark.longitude)
    return .init(bookmark.name, detail: CoordinateFormat.decimal.text(place))
  }

  func select(_ index: Int) {
    refresh()
    if index < list.rowCount { list.selectedRow = index }
    refresh()
  }

  /// Takes over what changed.
  func refresh() {
    add.title = localized("Bookmark this view")
    playAll.title = localized("Play as a tour")
    playAll.isEnabled = !part.list.bookmarks.isEmpty
    empty.text = localized("A bookmark keeps a place and how you look at it. Ctrl+D keeps the view that is shown.")
    if list.rowCount != part.list.bookmarks.count { list.rowCount = part.list.bookmarks.count }
    let name = list.selectedRow.flatMap { part.list.bookmarks.indices.contains($0) ? part.list.bookmarks[$0].name : nil } ?? ""
    if nameField.text != name, !nameField.state.contains(.focused) { nameField.text = name }
    (up.title, down.title, remove.title) = (localized("Up"), localized("Down"), localized("Remove"))
    toursLabel.text = localized("Tours of opened files")
    let count = part.tours.count
    if tours.rowCount != count { tours.rowCount = count }
  }

  var content: [any PlacedControl] {
    var controls: [any PlacedControl] = [add, playAll]
    controls += list.rowCount == 0 ? [empty] : [list]
    if list.selectedRow != nil { controls += [nameField, up, down, remove] }
    if tours.rowCount > 0 { controls += [toursLabel, tours] }
    return controls
  }

  func lay(in layout: PageLayout) {
    layout.row([add, playAll], shares: [1.3, 1])
    if list.rowCount == 0 { layout.row(empty) } else { layout.row(list) }
    if list.selectedRow != nil {
      layout.row(nameField)
      layout.row([up, down, remove])
    }
    guard tours.rowCount > 0 else { return }
    layout.space(8)
    layout.row(toursLabel, gap: 2)
    layout.row(tours)
  }

  func didAppear() { refresh() }
}
