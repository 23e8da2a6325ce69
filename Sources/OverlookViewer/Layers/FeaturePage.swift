import Observation
import Overlook
import OverlookSupport

/// The card of what was clicked on the map: a feature of a file with all that the file says of it, or a place of the base map; where
/// several lie there, a list of them first.
@MainActor @Observable final class FeaturePage: SidePage {
  /// Something that was clicked.
  struct Found {
    let title: String
    /// What it is part of: the layer.
    let detail: String
    let facts: [FactTable.Fact]
    let bounds: CoordinateBounds
    let place: LocationCoordinate
  }

  let name = "feature"
  private(set) var found: [Found] = []
  private(set) var shown: Int?
  @ObservationIgnored private let back = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored private let list: ScrollingList
  @ObservationIgnored private let detail = Paragraph(isDim: true)
  @ObservationIgnored private let placeLine = Paragraph()
  @ObservationIgnored private let zoom = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored private let copy = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored private let nothing = Paragraph(isDim: true)
  @ObservationIgnored private let facts = FactTable([], size: ScreenSize(width: 300, height: 200))

  @ObservationIgnored var onZoom: @MainActor (Found) -> Void = { _ in }
  @ObservationIgnored var onCopy: @MainActor (String) -> Void = { _ in }
  /// Another one is shown, or none.
  @ObservationIgnored var onShow: @MainActor (Found?) -> Void = { _ in }

  init() {
    list = ScrollingList(
      rowCount: 0, size: ScreenSize(width: 300, height: 220), at: .at(ScreenPoint(x: 0, y: 0)),
      row: { _ in ScrollingList.Row("") })
    list.hasCard = false
    list.row = { [unowned self] index in
      found.indices.contains(index) ? ScrollingList.Row(found[index].title, detail: found[index].detail) : ScrollingList.Row("")
    }
    list.onChoice = { [unowned self] in choose($0) }
    back.hasCard = false
    back.sign = { Sign.up.draw(on: $0, in: $1, color: $2.ink) }
    back.onClick = { [unowned self] in choose(nil) }
    zoom.sign = { Sign.target.draw(on: $0, in: $1.inset(x: 1, y: 1), color: $2.ink) }
    zoom.onClick = { [unowned self] in if let found = current { onZoom(found) } }
    copy.onClick = { [unowned self] in if let found = current { onCopy(LayerText.place(found.place, digits: 6)) } }
  }

  var title: String {
    current?.title ?? localized("{count} thing here", "{count} things here", count: found.count)
  }

  /// The one whose facts are shown; nil while several are listed.
  var current: Found? { shown.flatMap { found.indices.contains($0) ? found[$0] : nil } }

  func show(_ found: [Found]) {
    self.found = found
    list.rowCount = found.count
    list.selectedRow = nil
    choose(found.count == 1 ? 0 : nil)
  }

  private func choose(_ index: Int?) {
    shown = index
    facts.facts = current?.facts ?? []
    onShow(current)
  }

  func didDisappear() { onShow(nil) }

  var content: [any PlacedControl] {
    guard let current else { return [list] }
    var content: [any PlacedControl] = found.count > 1 ? [back] : []
    content += [detail, zoom, copy, placeLine]
    content.append(current.facts.isEmpty ? nothing : facts)
    return content
  }

  private func write(_ paragraph: Paragraph, _ text: String) {
    if paragraph.text != text { paragraph.text = text }
  }

  func lay(in layout: PageLayout) {
    guard let current else {
      let height = min(Double(found.count) * ScrollingList.rowHeight, 440)
      if list.size.height != height { list.size.height = height }
      return layout.row(list)
    }
    if found.count > 1 {
      let title = localized("All {count} things here", ["count": "\(found.count)"])
      if back.title != title { back.title = title }
      layout.row(back)
    }
    write(detail, current.detail)
    write(placeLine, LayerText.place(current.place, digits: 5))
    write(nothing, localized("The file says nothing more of it."))
    for (button, title) in [(zoom, localized("Zoom to")), (copy, localized("Copy coordinates"))] where button.title != title {
      button.title = title
    }
    let copied = localized("Copied")
    if facts.copiedText != copied { facts.copiedText = copied }
    layout.row(detail, gap: 2)
    layout.row(placeLine, gap: 8)
    layout.row([zoom, copy], gap: 12)
    if current.facts.isEmpty { return layout.row(nothing) }
    let height = min(FactTable.estimatedHeight(current.facts, width: layout.width), 2000)
    let size = ScreenSize(width: layout.width, height: height)
    if facts.size != size { facts.size = size }
    layout.row(facts)
  }
}
