import Overlook
import OverlookSupport

/// A field for a place, and the list of what is found for what was typed.
@MainActor final class PlaceField {
  let field: TextField
  let list: ScrollingList
  /// Called when a place was chosen.
  var onChoice: (DirectionsOrder.Place) -> Void = { _ in }
  /// What lies near here goes first.
  var near: () -> LocationCoordinate? = { nil }

  private let search = PlaceSearch()
  private var results: [PlaceResult] = []

  private static let limit = 8

  init(prompt: String) {
    field = TextField(prompt: prompt, at: .at(ScreenPoint(x: 0, y: 0)))
    list = ScrollingList(
      rowCount: 0, size: ScreenSize(width: 300, height: 0), at: .at(ScreenPoint(x: 0, y: 0)), row: { _ in ScrollingList.Row("") })
    list.hasCard = false
    list.row = { [unowned self] index in
      guard results.indices.contains(index) else { return ScrollingList.Row("") }
      let result = results[index]
      return ScrollingList.Row(result.name, detail: result.address.lines.first { line in line != result.name })
    }
    list.onChoice = { [unowned self] in choose($0) }
    field.onChange = { [unowned self] in look(for: $0) }
    field.onSubmit = { [unowned self] _ in choose(list.selectedRow ?? 0) }
    field.onKey = { [unowned self] in move($0) }
  }

  /// Whether there is something to choose from.
  var isOpen: Bool { list.rowCount > 0 }

  /// Shows the place that is chosen, or an empty field.
  func show(_ place: DirectionsOrder.Place?) {
    take([])
    field.text = place?.text ?? ""
  }

  private func look(for text: String) {
    search.cancelSuggestions()
    guard text.contains(where: { !$0.isWhitespace }) else { return take([]) }
    search.suggest(text, near: near(), limit: Self.limit) { [weak self] found in
      if self?.field.text == text { self?.take(found) }
    }
  }

  private func take(_ found: [PlaceResult]) {
    results = found
    list.rowCount = found.count
    list.size.height = Double(found.count) * ScrollingList.rowHeight
    list.selectedRow = nil
  }

  private func move(_ key: Key) -> Bool {
    guard isOpen else { return false }
    switch key {
    case .down: list.selectedRow = min((list.selectedRow ?? -1) + 1, results.count - 1)
    case .up: list.selectedRow = max((list.selectedRow ?? 0) - 1, 0)
    case .escape: take([])
    default: return false
    }
    return true
  }

  private func choose(_ index: Int) {
    guard results.indices.contains(index) else { return }
    let result = results[index]
    let place = DirectionsOrder.Place(result.coordinate, name: result.name)
    show(place)
    onChoice(place)
  }
}
