import Overlook
import OverlookSupport

/// A layer on the page of layers: its row, and what the row opens to.
@MainActor final class LayerRow {
  let entry: LayerEntry
  let row: ControlRow
  private let list: LayerList
  private let opener: LayerOpener
  private let opacityTitle = Paragraph(isDim: true)
  private let opacity = Slider(1, at: .at(ScreenPoint(x: 0, y: 0)))
  private let colorTitle = Paragraph(isDim: true)
  private let swatches: SwatchRow
  private let choiceTitle = Paragraph(isDim: true)
  private let choices: ScrollingList
  private let labelTitle = Paragraph(isDim: true)
  private let labels: ScrollingList
  private let nameTitle = Paragraph(isDim: true)
  private let name: TextField
  private let zoom = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  private let remove = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  private let region = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  private let base = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  private let saveAs = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  private let pathTitle = Paragraph(isDim: true)
  private let path: TextField
  private let save = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  private let facts = FactTable([], size: ScreenSize(width: 300, height: 120))
  private var isOpen = false
  /// Whether a person types where the layer is to be saved.
  private var asksPath = false
  private var factVersion = -1
  private var shownTitle = ""

  var onToggle: @MainActor () -> Void = {}
  var onRemove: @MainActor () -> Void = {}
  var onMakeRegion: @MainActor () -> Void = {}
  /// Saves the layer at a path; with nil, asks for one.
  var onSave: @MainActor (_ path: String?) -> Void = { _ in }

  private static let indent = 12.0
  private static let maximumFactHeight = 190.0
  private static let maximumListHeight = 132.0

  /// Colours that stand out from maps and from each other; the first is the usual one.
  static let colors: [Color?] = [
    nil, Color(red: 0.12, green: 0.47, blue: 0.90), Color(red: 0.10, green: 0.60, blue: 0.42),
    Color(red: 0.95, green: 0.55, blue: 0.10), Color(red: 0.56, green: 0.27, blue: 0.80),
    Color(red: 0.90, green: 0.22, blue: 0.60), Color(red: 0.45, green: 0.32, blue: 0.22),
    Color(red: 0.15, green: 0.17, blue: 0.20),
  ]

  init(_ entry: LayerEntry, list: LayerList, opener: LayerOpener) {
    (self.entry, self.list, self.opener) = (entry, list, opener)
    row = ControlRow(entry.title)
    swatches = SwatchRow(Self.colors)
    name = TextField(entry.title, prompt: "", at: .at(ScreenPoint(x: 0, y: 0)))
    path = TextField("", prompt: "", at: .at(ScreenPoint(x: 0, y: 0)))
    (labels, choices) = (Self.emptyList(), Self.emptyList())
    connect()
  }

  private static func emptyList() -> ScrollingList {
    let list = ScrollingList(
      rowCount: 0, size: ScreenSize(width: 300, height: maximumListHeight), at: .at(ScreenPoint(x: 0, y: 0)),
      row: { _ in ScrollingList.Row("") })
    list.hasCard = false
    return list
  }

  private func connect() {
    row.isMovable = true
    row.onOpen = { [unowned self] in onToggle() }
    row.onSwitch = { [unowned self] in list.setVisible(!entry.isVisible, of: entry) }
    row.onCancel = { [unowned self] in opener.cancel(entry) }
    row.onRemove = { [unowned self] in onRemove() }
    opacity.onChange = { [unowned self] in list.setOpacity($0, of: entry) }
    swatches.onChoice = { [unowned self] in list.setColor(Self.colors[$0], of: entry) }
    labels.row = { [unowned self] index in
      ScrollingList.Row(index == 0 ? localized("None") : OutsideText.cleaned(properties[index - 1], limit: 80))
    }
    labels.onChoice = { [unowned self] index in
      list.setLabelProperty(index > 0 && index <= properties.count ? properties[index - 1] : nil, of: entry)
    }
    choices.row = { [unowned self] index in
      let shown = layers.indices.contains(index) ? layers[index] : nil
      return ScrollingList.Row(OutsideText.cleaned(shown.map { $0.title.isEmpty ? $0.name : $0.title } ?? "", limit: 80))
    }
    choices.onChoice = { [unowned self] index in
      if layers.indices.contains(index) { opener.choose(layers[index], of: entry) }
    }
    name.onSubmit = { [unowned self] in list.rename(entry, to: $0) }
    zoom.onClick = { [unowned self] in opener.look(at: entry) }
    zoom.sign = { Sign.target.draw(on: $0, in: $1.inset(x: 1, y: 1), color: $2.ink) }
    remove.onClick = { [unowned self] in onRemove() }
    remove.sign = { Sign.trash.draw(on: $0, in: $1.inset(x: 2, y: 2), color: $2.ink) }
    region.isProminent = true
    region.onClick = { [unowned self] in onMakeRegion() }
    base.onClick = { [unowned self] in opener.reopen(entry.location, asBase: true) }
    saveAs.onClick = { [unowned self] in onSave(nil) }
    save.onClick = { [unowned self] in onSave(path.text) }
    path.onSubmit = { [unowned self] in onSave($0) }
  }

  /// Asks for a path in the row itself; the field that is to have the keyboard.
  func askForPath(_ suggested: String) -> TextField {
    asksPath = true
    path.text = suggested
    return path
  }

  /// Takes back the question for a path.
  func endAsking() { asksPath = false }

  private var layers: [TileSource.Layer] { entry.content?.choices ?? [] }
  private var properties: [String] { entry.content?.labelProperties ?? [] }
  private var abilities: LayerAbilities { entry.content?.abilities ?? [] }

  // MARK: What it shows

  func update(isOpen: Bool) {
    self.isOpen = isOpen
    _ = entry.contentVersion
    if row.title != entry.title { row.title = entry.title }
    if row.detail != entry.detail { row.detail = entry.detail }
    if row.isFault != entry.isFault { row.isFault = entry.isFault }
    if row.isOn != entry.isVisible { row.isOn = entry.isVisible }
    if row.isOpen != isOpen { row.isOpen = isOpen }
    let sign = entry.sign ?? entry.kind.sign
    if row.sign != sign { row.sign = sign }
    let color = abilities.contains(.color) ? entry.color ?? LayerList.plainColor : nil
    if row.signColor != color { row.signColor = color }
    let progress: ControlRow.Progress? =
      switch entry.state {
      case .reading(let share): share.map { .fraction($0) } ?? .unknown
      default: nil
      }
    if row.progress != progress { row.progress = progress }
    if isOpen { updateDetails() }
  }

  private func updateDetails() {
    let percent = Int(exactly: (entry.opacity * 100).rounded()) ?? 100
    write(opacityTitle, localized("Opacity {percent} %", ["percent": "\(percent)"]))
    if opacity.value != entry.opacity { opacity.value = entry.opacity }
    write(colorTitle, localized("Colour"))
    let index = Self.colors.firstIndex { $0 == entry.color }
    if swatches.selected != index { swatches.selected = index }
    write(labelTitle, localized("Labels"))
    let label = entry.labelProperty.flatMap { properties.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    write(labels, count: min(properties.count, 4096) + 1, selected: label)
    write(choiceTitle, localized("Layers"))
    let choice = (entry.content as? TilesContent)?.shownChoice.flatMap { layers.firstIndex(of: $0) }
    write(choices, count: layers.count, selected: choice)
    write(nameTitle, localized("Name"))
    if shownTitle != entry.title {
      shownTitle = entry.title
      if name.text != entry.title { name.text = entry.title }
    }
    write(zoom, localized("Zoom to"))
    write(remove, localized("Remove"))
    write(region, localized("Make a region of it"))
    write(base, localized("As base map"))
    write(saveAs, localized("Save as"))
    write(save, localized("Save"))
    write(pathTitle, localized("File (.geojson, .gpx or .kml)"))
    if factVersion != entry.contentVersion {
      factVersion = entry.contentVersion
      facts.facts = entry.content?.facts ?? [FactTable.Fact(localized("File"), OutsideText.cleaned(entry.location, limit: 1000))]
    }
    let copied = localized("Copied")
    if facts.copiedText != copied { facts.copiedText = copied }
  }

  private func write(_ paragraph: Paragraph, _ text: String) {
    if paragraph.text != text { paragraph.text = text }
  }

  private func write(_ button: Button, _ title: String) {
    if button.title != title { button.title = title }
  }

  private func write(_ list: ScrollingList, count: Int, selected: Int?) {
    if list.rowCount != count { list.rowCount = count }
    if list.selectedRow != selected { list.selectedRow = selected }
  }

  var controls: [any PlacedControl] { isOpen ? [row] + details.flatMap(\.controls) + [facts] : [row] }

  // MARK: Layout

  /// A line of the details: a control, or two beside each other.
  private struct Line {
    let controls: [any PlacedControl]
    let height: Double

    init(_ controls: any PlacedControl..., height: Double) { (self.controls, self.height) = (controls, height) }
  }

  /// What is shown of an open row, above its facts.
  private var details: [Line] {
    var lines: [Line] = []
    if abilities.contains(.region) { lines.append(Line(region, height: 40)) }
    lines.append(Line(zoom, remove, height: 40))
    if abilities.contains(.base) { lines.append(Line(base, height: 40)) }
    if abilities.contains(.saving) {
      lines +=
        asksPath
        ? [Line(pathTitle, height: 22), Line(path, height: 42), Line(save, height: 40)]
        : [Line(saveAs, height: 40)]
    }
    if abilities.contains(.opacity) { lines += [Line(opacityTitle, height: 22), Line(opacity, height: 30)] }
    if abilities.contains(.color) { lines += [Line(colorTitle, height: 22), Line(swatches, height: 36)] }
    let lists: [(LayerAbilities, Paragraph, ScrollingList)] = [(.choice, choiceTitle, choices), (.labels, labelTitle, labels)]
    for (ability, title, list) in lists where abilities.contains(ability) {
      lines += [Line(title, height: 22), Line(list, height: Self.height(of: list) + 8)]
    }
    return lines + [Line(nameTitle, height: 22), Line(name, height: 42)]
  }

  private static func height(of list: ScrollingList) -> Double {
    min(Double(list.rowCount) * ScrollingList.rowHeight, maximumListHeight)
  }

  private func factHeight(_ width: Double) -> Double {
    min(FactTable.estimatedHeight(facts.facts, width: width), Self.maximumFactHeight)
  }

  /// Of everything that is shown, in points.
  func height(width: Double) -> Double {
    guard isOpen else { return ControlRow.rowHeight }
    return ControlRow.rowHeight + 6 + details.reduce(0) { $0 + $1.height } + factHeight(width - 2 * Self.indent) + 16
  }

  func lay(in layout: PageLayout, y: Double) {
    if row.width != layout.width { row.width = layout.width }
    layout.place(row, x: 0, y: y)
    guard isOpen else { return }
    let (left, inner) = (Self.indent, layout.width - 2 * Self.indent)
    var y = y + ControlRow.rowHeight + 6
    for list in [labels, choices] where list.size.height != Self.height(of: list) {
      list.size.height = Self.height(of: list)
    }
    for line in details {
      let width = (inner - 8 * Double(line.controls.count - 1)) / Double(line.controls.count)
      for (number, control) in line.controls.enumerated() {
        layout.stretch(control, to: width)
        layout.place(control, x: left + Double(number) * (width + 8), y: y)
      }
      y += line.height
    }
    let size = ScreenSize(width: inner, height: factHeight(inner))
    if facts.size != size { facts.size = size }
    layout.stretch(facts, to: inner)
    layout.place(facts, x: left, y: y)
  }
}
