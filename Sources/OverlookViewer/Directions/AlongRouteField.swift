import Overlook
import OverlookSupport

/// A field for what is wanted on the way, and the list of what lies beside the route, the next one first.
@MainActor final class AlongRouteField {
  let field: TextField
  let list: ScrollingList
  /// Called when a place was chosen.
  var onChoice: (PlaceAlongRoute) -> Void = { _ in }
  /// Called with what is going on: nothing, that it is looked for, or that there is none.
  var onNotice: (String) -> Void = { _ in }
  /// Called when the list has other rows.
  var onRows: () -> Void = {}

  private unowned let navigator: Navigator
  private var results: [PlaceAlongRoute] = []
  private var work: Task<Void, Never>?

  private static let limit = 12

  init(_ navigator: Navigator) {
    self.navigator = navigator
    field = TextField(prompt: localized("Search along the way"), at: .at(ScreenPoint(x: 0, y: 0)))
    list = ScrollingList(
      rowCount: 0, size: ScreenSize(width: 300, height: 0), at: .at(ScreenPoint(x: 0, y: 0)), row: { _ in ScrollingList.Row("") })
    list.hasCard = false
    list.row = { [unowned self] index in
      results.indices.contains(index) ? row(of: results[index]) : ScrollingList.Row("")
    }
    list.onChoice = { [unowned self] in choose($0) }
    field.onSubmit = { [unowned self] text in
      if let row = list.selectedRow { choose(row) } else { look(for: text) }
    }
    field.onChange = { [unowned self] text in
      if isOpen || text.isEmpty { close() }
    }
    field.onKey = { [unowned self] in move($0) }
  }

  /// Whether there is something to choose from.
  var isOpen: Bool { list.rowCount > 0 }

  /// Forgets what was found, and what is looked for.
  func close() {
    work?.cancel()
    work = nil
    take([])
    onNotice("")
  }

  /// Forgets what was typed, too.
  func clear() {
    close()
    field.text = ""
  }

  private func look(for text: String) {
    close()
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    onNotice(localized("Searching…"))
    work = Task { [weak self, navigator] in
      let result: Result<[PlaceAlongRoute], PlaceSearch.Problem>
      do throws(PlaceSearch.Problem) {
        result = .success(try await navigator.searchAlongRoute(text, limit: Self.limit))
      } catch { result = .failure(error) }
      if !Task.isCancelled { self?.show(result) }
    }
  }

  private func show(_ result: Result<[PlaceAlongRoute], PlaceSearch.Problem>) {
    switch result {
    case .success(let found):
      take(found)
      onNotice(found.isEmpty ? localized("Nothing was found along the way") : "")
    case .failure(let problem): onNotice(problem.description)
    }
  }

  private func row(of result: PlaceAlongRoute) -> ScrollingList.Row {
    let format = MeasureFormat.current
    var details = [format.length(result.distance)]
    if let detour = result.detour { details.append("+\(format.duration(detour))") }
    if let line = result.place.address.lines.first(where: { $0 != result.place.name }) { details.append(line) }
    return ScrollingList.Row(result.place.name, detail: details.joined(separator: " · "))
  }

  private func take(_ found: [PlaceAlongRoute]) {
    results = found
    list.rowCount = found.count
    list.size.height = Double(min(found.count, 6)) * ScrollingList.rowHeight
    list.selectedRow = nil
    onRows()
  }

  private func move(_ key: Key) -> Bool {
    guard isOpen else { return false }
    switch key {
    case .down: list.selectedRow = min((list.selectedRow ?? -1) + 1, results.count - 1)
    case .up: list.selectedRow = max((list.selectedRow ?? 0) - 1, 0)
    case .escape: close()
    default: return false
    }
    return true
  }

  private func choose(_ index: Int) {
    guard results.indices.contains(index) else { return }
    let chosen = results[index]
    clear()
    onChoice(chosen)
  }
}
