import Overlook
import OverlookSupport

/// The page of the side sheet for drawing: tools, figures, the look of the chosen one, and the file.
@MainActor final class DrawPage: SidePage {
  let name = "drawing"
  var title: String { localized("Drawing") }

  private unowned let part: DrawPart
  private static let corner = ControlPlacement.at(ScreenPoint(x: 0, y: 0))
  private let tools: [(kind: Figure.Kind, button: Button)]
  private let hint = Paragraph("", isDim: true)
  private let list: ScrollingList
  private let nameField = TextField(limit: 200, at: corner)
  private let noteField = TextField(limit: 256, at: corner)
  private let swatches = SwatchRow(Figure.colors)
  private let widthLabel = Paragraph("", isDim: true)
  private let widthSlider = Slider(3, in: 1...12, at: corner)
  private let fillLabel = Paragraph("", isDim: true)
  private let fillSlider = Slider(0.2, in: 0...1, at: corner)
  private let remove = Button("", at: corner)
  private let continued = Button("", at: corner)
  private let hole = Button("", at: corner)
  private let fileLabel = Paragraph("", isDim: true)
  let pathField = TextField(limit: 256, at: corner)
  private let save = Button("", at: corner)
  private let load = Button("", at: corner)
  private let measures = Paragraph("", isDim: true)

  init(_ part: DrawPart) {
    self.part = part
    tools = Figure.Kind.allCases.map { ($0, Button("", at: Self.corner)) }
    list = ScrollingList(rowCount: 0, size: ScreenSize(width: 240, height: 132), at: Self.corner) { _ in .init("") }
    connect()
    refresh()
  }

  private func connect() {
    for (kind, button) in tools { button.onClick = { [unowned self] in part.begin(kind) } }
    list.hasCard = false
    list.row = { [unowned self] in row($0) }
    list.onChoice = { [unowned self] in part.select($0) }
    nameField.onChange = { [unowned self] text in part.change(localized("Name figure"), key: "name") { $0.name = text } }
    noteField.onChange = { [unowned self] text in part.change(localized("Describe figure"), key: "note") { $0.note = text } }
    swatches.onChoice = { [unowned self] index in part.change(localized("Change colour")) { $0.color = Figure.colors[index] } }
    widthSlider.onChange = { [unowned self] width in
      part.change(localized("Change width"), key: "width") { $0.width = (width * 2).rounded() / 2 }
    }
    fillSlider.onChange = { [unowned self] opacity in
      part.change(localized("Change fill"), key: "fill") { $0.fillOpacity = (opacity * 20).rounded() / 20 }
    }
    remove.onClick = { [unowned self] in part.removeSelected() }
    continued.onClick = { [unowned self] in part.editor.sketch.continueSelected() }
    hole.onClick = { [unowned self] in part.beginHole() }
    save.onClick = { [unowned self] in part.save(to: pathField.text) }
    load.onClick = { [unowned self] in part.load(pathField.text) }
    pathField.onSubmit = { [unowned self] in part.save(to: $0) }
    for field in [nameField, noteField, pathField] { field.hasCard = false }
  }

  static func title(of kind: Figure.Kind) -> String {
    switch kind {
    case .point: localized("Point")
    case .line: localized("Line")
    case .area: localized("Area")
    case .circle: localized("Circle")
    case .text: localized("Text")
    }
  }

  private func row(_ index: Int) -> ScrollingList.Row {
    let figures = part.editor.sketch.figures
    guard figures.indices.contains(index) else { return .init("") }
    let figure = figures[index]
    let kind = Self.title(of: figure.kind)
    return .init(figure.name.isEmpty ? "\(kind) \(index + 1)" : figure.name, detail: figure.name.isEmpty ? nil : kind)
  }

  /// Takes over what changed.
  func refresh() {
    let sketch = part.editor.sketch
    let figure = part.shownStyle
    for (kind, button) in tools {
      button.title = Self.title(of: kind)
      let isOn = sketch.isGrowing && sketch.selected?.kind == kind
      if button.isProminent != isOn { button.isProminent = isOn }
    }
    hint.text = hintText(sketch)
    list.rowCount = sketch.figures.count
    let height = Double(min(max(sketch.figures.count, 1), 4)) * ScrollingList.rowHeight
    if list.size.height != height { list.size.height = height }
    if list.selectedRow != sketch.selection { list.selectedRow = sketch.selection }
    if nameField.text != figure.name { nameField.text = figure.name }
    if noteField.text != figure.note { noteField.text = figure.note }
    nameField.prompt = figure.kind == .text ? localized("What it says") : localized("Name")
    noteField.prompt = localized("Note")
    let color = Figure.colors.firstIndex(of: figure.color)
    if swatches.selected != color { swatches.selected = color }
    if widthSlider.value != figure.width { widthSlider.value = figure.width }
    if fillSlider.value != figure.fillOpacity { fillSlider.value = figure.fillOpacity }
    widthLabel.text = localized("Width")
    fillLabel.text = localized("Fill")
    if widthSlider.accessibleName != widthLabel.text { widthSlider.accessibleName = widthLabel.text }
    if fillSlider.accessibleName != fillLabel.text { fillSlider.accessibleName = fillLabel.text }
    remove.title = localized("Remove")
    continued.title = localized("Continue")
    continued.isEnabled = !sketch.isGrowing && sketch.selected.map { $0.placeLimit == nil } ?? false
    hole.title = localized("Cut hole")
    fileLabel.text = localized("File (.geojson, .gpx or .kml)")
    if pathField.text.isEmpty || pathField.text != part.path && !part.isUnsaved { pathField.text = part.suggestedPath }
    (save.title, load.title) = (localized("Save"), localized("Open for editing"))
    save.isEnabled = !sketch.figures.isEmpty
    measures.text = sketch.selected.map(measuresText) ?? ""
  }

  private func hintText(_ sketch: Sketch) -> String {
    if sketch.isGrowing {
      return switch sketch.selected?.kind {
      case .point, .text: localized("Click on the map to set it")
      case .circle: localized("Click the middle, then the rim")
      default: localized("Click or Space adds points; double click or Enter ends")
      }
    }
    return sketch.figures.isEmpty ? localized("Choose what to draw, then click on the map") : ""
  }

  private func measuresText(_ figure: Figure) -> String {
    let measures = FigureMeasures(figure)
    var parts: [String] = []
    if let radius = measures.radius { parts.append(localized("Radius {length}", ["length": ToolTexts.length(radius)])) }
    if let area = measures.area { parts.append(ToolTexts.area(area)) }
    if measures.length > 0 { parts.append(ToolTexts.length(measures.length)) }
    if figure.placeLimit == 1, let place = figure.places.first { parts.append(CoordinateFormat.decimal.text(place) ?? "") }
    return parts.joined(separator: " · ")
  }

  // MARK: Page

  private var hasFigures: Bool { !part.editor.sketch.figures.isEmpty }
  private var isChosen: Bool { part.editor.sketch.selected != nil }

  var content: [any PlacedControl] {
    var controls: [any PlacedControl] = tools.map(\.button) + (hint.text.isEmpty ? [] : [hint])
    if hasFigures { controls.append(list) }
    if isChosen { controls += [measures, nameField, noteField] }
    controls += [swatches, widthLabel, widthSlider, fillLabel, fillSlider]
    if isChosen { controls += part.canCutHole ? [continued, hole, remove] : [continued, remove] }
    return controls + [fileLabel, pathField, save, load]
  }

  func lay(in layout: PageLayout) {
    let buttons = tools.map(\.button)
    layout.row(Array(buttons.prefix(3)))
    layout.row(Array(buttons.dropFirst(3)))
    if !hint.text.isEmpty { layout.row(hint) }
    if hasFigures { layout.row(list) }
    if isChosen {
      layout.row(measures)
      layout.row(nameField)
      layout.row(noteField)
    }
    layout.row(swatches)
    layout.row([widthLabel, widthSlider], shares: [1, 3])
    layout.row([fillLabel, fillSlider], shares: [1, 3])
    if isChosen { layout.row(part.canCutHole ? [continued, hole, remove] : [continued, remove]) }
    layout.space(8)
    layout.row(fileLabel, gap: 2)
    layout.row(pathField)
    layout.row([save, load], shares: [1, 1.6])
  }

  func didAppear() { refresh() }
}
