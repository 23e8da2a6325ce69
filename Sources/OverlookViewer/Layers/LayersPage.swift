import Foundation
import Observation
import Overlook
import OverlookSupport

/// The page of the side sheet that shows what lies on the map: base maps, and the layers above them.
@MainActor @Observable final class LayersPage: SidePage {
  let name = "layers"
  var title: String { localized("Layers") }

  @ObservationIgnored private let list: LayerList
  @ObservationIgnored private let base: BaseMaps
  @ObservationIgnored private let opener: LayerOpener
  /// The layer whose row is open; nil for none.
  private(set) var openID: Int?
  private var isAddingServer = false
  private var serverFault = ""
  private var drag: (order: RowOrder, id: Int)?

  @ObservationIgnored private let baseTitle = Paragraph(isDim: true)
  @ObservationIgnored private let choice = PictureChoice([])
  @ObservationIgnored private let addServer = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored private let address = TextField(prompt: "", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored private let baseButton = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored private let layerButton = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored private let addressNote = Paragraph(isDim: true)
  @ObservationIgnored private let addressFault = Paragraph()
  @ObservationIgnored private let layersTitle = Paragraph(isDim: true)
  @ObservationIgnored private let emptyNote = Paragraph(isDim: true)
  @ObservationIgnored private let openFile = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored private var rows: [Int: LayerRow] = [:]

  /// Asks for a file.
  @ObservationIgnored var onOpenFile: @MainActor () -> Void = {}
  /// Makes a region of an extract.
  @ObservationIgnored var onMakeRegion: @MainActor (LayerEntry) -> Void = { _ in }
  /// Saves a layer at a path; with nil, asks for one.
  @ObservationIgnored var onSave: @MainActor (LayerEntry, _ path: String?) -> Void = { _, _ in }

  init(list: LayerList, base: BaseMaps, opener: LayerOpener) {
    (self.list, self.base, self.opener) = (list, base, opener)
    choice.onChoice = { [unowned self] in base.choose($0) }
    choice.onRemove = { [unowned self] in base.remove($0) }
    addServer.sign = { Sign.plus.draw(on: $0, in: $1.inset(x: 3, y: 3), color: $2.ink) }
    addServer.hasCard = false
    addServer.onClick = { [unowned self] in isAddingServer.toggle() }
    openFile.sign = { Sign.folder.draw(on: $0, in: $1.inset(x: 1, y: 1), color: $2.ink) }
    openFile.onClick = { [unowned self] in onOpenFile() }
    address.onSubmit = { [unowned self] in ask($0, isBase: true) }
    baseButton.isProminent = true
    baseButton.onClick = { [unowned self] in ask(address.text, isBase: true) }
    layerButton.onClick = { [unowned self] in ask(address.text, isBase: false) }
    addressFault.isFault = true
  }

  /// Opens the row of a layer.
  func open(_ entry: LayerEntry?) { openID = entry?.id }

  func didAppear() { base.readImages() }

  func toggle(_ entry: LayerEntry) { openID = openID == entry.id ? nil : entry.id }

  // MARK: Servers

  /// An address that somebody typed is consent to ask that server.
  private func ask(_ text: String, isBase: Bool) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { return }
    let location = TileSourceAddress.isAddress(text) ? text : "https://\(text)"
    serverFault = ""
    var wish = LayerOpener.Wish()
    (wish.isBase, wish.isLayer) = (isBase, !isBase)
    wish.looksAt = !isBase
    wish.onFault = { [weak self] in self?.serverFault = $0 }
    wish.onOpened = { [weak self] in
      guard let self, address.text.trimmingCharacters(in: .whitespacesAndNewlines) == text else { return }
      address.text = ""
      isAddingServer = false
    }
    opener.open(location, wish)
  }

  // MARK: Page

  var content: [any PlacedControl] {
    update()
    var content: [any PlacedControl] = [baseTitle, choice, addServer]
    if isAddingServer { content += [address, baseButton, layerButton, serverFault.isEmpty ? addressNote : addressFault] }
    content += [layersTitle, openFile]
    if list.entries.isEmpty { content.append(emptyNote) }
    // The one that is dragged lies above the others.
    let dragged = drag?.id
    for entry in list.entries where entry.id != dragged { content += row(of: entry).controls }
    if let dragged, let entry = list.entry(dragged) { content += row(of: entry).controls }
    return content
  }

  private func update() {
    set(baseTitle, localized("Base map"))
    set(layersTitle, localized("On the map"))
    set(
      emptyNote,
      localized(
        "Nothing yet. Drop files on the map, or open one: GeoJSON, GPX, KML, tables, GeoTIFF, tile archives and more."))
    set(
      addressNote,
      localized(
        "An address of tiles ({template}), TileJSON, WMS, WMTS, PMTiles or a style. Only this server is asked.",
        ["template": "https://…/{z}/{x}/{y}.png"]))
    set(addressFault, serverFault)
    set(addServer, localized("Add a server"))
    set(openFile, localized("Open a file…"))
    set(baseButton, localized("As base map"))
    set(layerButton, localized("As layer"))
    let prompt = localized("Address of a map server")
    if address.prompt != prompt { address.prompt = prompt }
    let choices = base.choices
    if choice.choices != choices { choice.choices = choices }
    if choice.selected != base.chosenIndex { choice.selected = base.chosenIndex }
    let known = Set(list.entries.map(\.id))
    rows = rows.filter { known.contains($0.key) }
    for entry in list.entries { row(of: entry).update(isOpen: openID == entry.id) }
  }

  private func set(_ paragraph: Paragraph, _ text: String) {
    if paragraph.text != text { paragraph.text = text }
  }

  private func set(_ button: Button, _ title: String) {
    if button.title != title { button.title = title }
  }

  func lay(in layout: PageLayout) {
    update()
    layout.row(baseTitle, gap: 6)
    if choice.width != layout.width { choice.width = layout.width }
    layout.row(choice, gap: 2)
    layout.row(addServer, gap: isAddingServer ? 6 : 14)
    if isAddingServer {
      layout.row(address)
      layout.row([baseButton, layerButton])
      layout.row(serverFault.isEmpty ? addressNote : addressFault, gap: 16)
    }
    layout.row([layersTitle, openFile], shares: [1, 1], gap: 8)
    if list.entries.isEmpty { return layout.row(emptyNote) }
    layRows(in: layout)
  }

  private func layRows(in layout: PageLayout) {
    let rows = list.entries.map(row)
    let heights = rows.map { $0.height(width: layout.width) }
    let start = layout.top
    var tops: [Double] = []
    if let drag, drag.order.heights.count == heights.count {
      tops = drag.order.tops
    } else {
      var y = 0.0
      for height in heights {
        tops.append(y)
        y += height
      }
    }
    for (row, top) in zip(rows, tops) { row.lay(in: layout, y: start + top) }
    layout.space(heights.reduce(0, +))
  }

  /// Asks in the row of a layer where it is to be saved; the field that is to have the keyboard.
  func askForPath(of entry: LayerEntry, _ suggested: String) -> TextField {
    open(entry)
    return row(of: entry).askForPath(suggested)
  }

  /// Takes back the question for a path.
  func endAsking(of entry: LayerEntry) { row(of: entry).endAsking() }

  private func row(of entry: LayerEntry) -> LayerRow {
    if let row = rows[entry.id] { return row }
    let row = LayerRow(entry, list: list, opener: opener)
    row.onToggle = { [unowned self] in toggle(entry) }
    row.onRemove = { [unowned self] in list.remove(entry) }
    row.onMakeRegion = { [unowned self] in onMakeRegion(entry) }
    row.onSave = { [unowned self] in onSave(entry, $0) }
    row.row.onStep = { [unowned self] step in
      guard let index = list.entries.firstIndex(where: { $0 === entry }) else { return }
      list.move(entry, to: index + step)
    }
    row.row.onDrag = { [unowned self] in drag(entry, by: $0) }
    row.row.onDrop = { [unowned self] in drop(entry, counts: $0) }
    rows[entry.id] = row
    return row
  }

  // MARK: Order

  private func drag(_ entry: LayerEntry, by distance: Double) {
    if drag == nil {
      // Open rows would hide where it goes.
      openID = nil
      guard let index = list.entries.firstIndex(where: { $0 === entry }),
        let order = RowOrder(heights: list.entries.map { _ in ControlRow.rowHeight }, dragged: index)
      else { return }
      drag = (order, entry.id)
      row(of: entry).row.isLifted = true
    }
    drag?.order.distance = distance
  }

  private func drop(_ entry: LayerEntry, counts: Bool) {
    row(of: entry).row.isLifted = false
    guard let drag else { return }
    self.drag = nil
    if counts { list.move(entry, to: drag.order.target) }
  }
}
