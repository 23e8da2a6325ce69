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
    labels = ScrollingList(
      rowCount: 0, size: ScreenSize(width: 300, height: 132), at: .at(ScreenPoint(x: 0, y: 0)),
      row: { _ in ScrollingList.Row("") })
    labels.hasCard = false
    connect()
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
    let count = min(properties.count, 4096) + 1
    if labels.rowCount != count { labels.rowCount = count }
    let label = entry.labelProperty.flatMap { properties.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    if labels.selectedRow != label { labels.selectedRow = label }
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

  var controls: [any PlacedControl] {
    guard isOpen else { return [row] }
    var controls: [any PlacedControl] = [row]
    if abilities.contains(.region) { controls.append(region) }
    controls += [zoom, remove]
    if abilities.contains(.base) { controls.append(base) }
    if abilities.contains(.saving) { controls += asksPath ? [pathTitle, path, save] : [saveAs] }
    if abilities.contains(.opacity) { controls += [opacityTitle, opacity] }
    if abilities.contains(.color) { controls += [colorTitle, swatches] }
    if abilities.contains(.labels) { controls += [labelTitle, labels] }
    return controls + [nameTitle, name, facts]
  }

  // MARK: Layout

  private var labelHeight: Double { min(Double(properties.count + 1) * ScrollingList.rowHeight, 132) }

  private func factHeight(_ width: Double) -> Double {
    min(FactTable.estimatedHeight(facts.facts, width: width), Self.maximumFactHeight)
  }

  /// Of everything that is shown, in points.
  func height(width: Double) -> Double {
    guard isOpen else { return ControlRow.rowHeight }
    let inner = width - 2 * Self.indent
    var height = ControlRow.rowHeight + 6 + 40
    if abilities.contains(.region) { height += 40 }
    if abilities.contains(.base) { height += 40 }
    if abilities.contains(.saving) { height += asksPath ? 22 + 42 + 40 : 40 }
    if abilities.contains(.opacity) { height += 22 + 30 }
    if abilities.contains(.color) { height += 22 + 36 }
    if abilities.contains(.labels) { height += 22 + labelHeight + 8 }
    return height + 22 + 42 + factHeight(inner) + 16
  }

  func lay(in layout: PageLayout, y: Double) {
    if row.width != layout.width { row.width = layout.width }
    layout.place(row, x: 0, y: y)
    guard isOpen else { return }
    let (left, inner) = (Self.indent, layout.width - 2 * Self.indent)
    var y = y + ControlRow.rowHeight + 6
    func put(_ control: any PlacedControl, width: Double, height: Double, x: Double = 0) {
      layout.stretch(control, to: width)
      layout.place(control, x: left + x, y: y)
      if x == 0 || height > 0 { y += height }
    }
    if abilities.contains(.region) { put(region, width: inner, height: 40) }
    put(zoom, width: (inner - 8) / 2, height: 0)
    put(remove, width: (inner - 8) / 2, height: 40, x: (inner + 8) / 2)
    if abilities.contains(.base) { put(base, width: inner, height: 40) }
    if abilities.contains(.saving) {
      if asksPath {
        put(pathTitle, width: inner, height: 22)
        put(path, width: inner, height: 42)
        put(save, width: inner, height: 40)
      } else {
        put(saveAs, width: inner, height: 40)
      }
    }
    if abilities.contains(.opacity) {
      put(opacityTitle, width: inner, height: 22)
      put(opacity, width: inner, height: 30)
    }
    if abilities.contains(.color) {
      put(colorTitle, width: inner, height: 22)
      put(swatches, width: inner, height: 36)
    }
    if abilities.contains(.labels) {
      put(labelTitle, width: inner, height: 22)
      if labels.size.height != labelHeight { labels.size.height = labelHeight }
      put(labels, width: inner, height: labelHeight + 8)
    }
    put(nameTitle, width: inner, height: 22)
    put(name, width: inner, height: 42)
    let size = ScreenSize(width: inner, height: factHeight(inner))
    if facts.size != size { facts.size = size }
    put(facts, width: inner, height: size.height)
  }
}
