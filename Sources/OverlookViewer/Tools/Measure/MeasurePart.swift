import Overlook
import OverlookInput
import OverlookSupport

/// Measuring: a line or an area that a person clicks, with its lengths, bearings and area.
@MainActor final class MeasurePart: ViewerPart {
  let editor = SketchEditor(zIndex: 90_000)
  private(set) var measures = FigureMeasures()
  private let card = MeasureCard()
  private weak var window: ViewerWindow?
  private static let color = Color(red: 0.10, green: 0.42, blue: 0.86)

  func didAttach(to window: ViewerWindow) {
    self.window = window
    editor.accent = Self.color
    editor.sectionText = { [weak self] in self?.sectionText($0) }
    editor.onChange = { [weak self] in self?.refresh() }
    editor.onEdit = { [weak self] before, title in self?.note(before, title) }
    window.map.add(editor)
    window.map.add(card)
    card.onClose = { [weak self] in self?.end() }
    card.onClear = { [weak self] in self?.begin(at: nil) }
    card.onMenu = { [weak self] point in self?.openMenu(at: point) }
  }

  var isActive: Bool { editor.isActive }

  // MARK: Doing

  /// Begins to measure, from a place where one is given.
  func begin(at place: LocationCoordinate?) {
    guard let window else { return }
    window.endTools(but: self)
    editor.activate()
    // The keys are those of the tool, not of a button that had them.
    window.map.focusedControl = nil
    var figure = Figure(.line)
    figure.color = Self.color
    editor.edit(localized("Measure")) { sketch in
      sketch.removeAll()
      sketch.begin(figure)
      if let place { sketch.add(place) }
    }
    refresh()
  }

  func end() {
    guard isActive else { return }
    editor.deactivate()
    editor.sketch = Sketch()
    refresh()
  }

  private func note(_ before: Sketch, _ title: String) {
    let after = editor.sketch
    window?.undo.did(
      title, undo: { [weak self] in self?.restore(before) }, redo: { [weak self] in self?.restore(after) })
  }

  private func restore(_ sketch: Sketch) {
    // What is undone is seen: the tool is there again.
    if !isActive, !sketch.figures.isEmpty {
      window?.endTools(but: self)
      editor.activate()
    }
    editor.sketch = sketch
    if sketch.figures.isEmpty { end() }
    refresh()
  }

  private func refresh() {
    let figure = editor.sketch.figures.first
    measures.update(figure ?? Figure(.line))
    card.show(isActive ? MeasureText(figure, measures, isGrowing: editor.sketch.isGrowing) : nil)
  }

  private func sectionText(_ index: Int) -> String? {
    guard measures.sections.indices.contains(index) else { return nil }
    let section = measures.sections[index]
    return "\(ToolTexts.length(section.meters)) · \(ToolTexts.bearing(section.bearing))"
  }

  // MARK: Taking it along

  private func copyText() {
    window?.copy(MeasureText(editor.sketch.figures.first, measures, isGrowing: false).report(measures))
  }

  private func openMenu(at point: ScreenPoint) {
    guard let window else { return }
    let figures = editor.sketch.figures
    let isEnabled = figures.contains { $0.isComplete }
    window.openMenu(
      [
        Menu.Item(localized("Copy as text"), hint: KeyChord(key: .c, modifiers: .control).text, isEnabled: isEnabled) {
          [weak self] in
          self?.copyText()
        },
        Menu.Item(localized("Copy as GeoJSON"), isEnabled: isEnabled) { [weak window] in
          window?.copy(FigureGeoJSON.text(figures))
        },
        Menu.Item(localized("Keep as drawing"), isEnabled: isEnabled) { [weak self] in
          guard let self else { return }
          self.window?.part(DrawPart.self)?.add(figures)
          end()
        },
      ], at: point)
  }

  // MARK: Part

  var commands: [ViewerCommand] {
    [
      ViewerCommand(
        name: "measure.start", section: .tools, title: { localized("Measure") }, keys: [KeyChord(key: .m, modifiers: .control)],
        isPinned: true, isChecked: { [weak self] in self?.isActive ?? false },
        perform: { [weak self] in if self?.isActive == true { self?.end() } else { self?.begin(at: nil) } }),
      ViewerCommand(
        name: "measure.copy", section: .tools, title: { localized("Copy the measures") },
        keys: [KeyChord(key: .c, modifiers: .control)],
        isEnabled: { [weak self] in self?.isActive == true && self?.measures.sections.isEmpty == false },
        perform: { [weak self] in self?.copyText() }),
    ] + EditorCommands.commands("measure", editor) { [weak self] in self?.end() }
  }

  func contextItems(at place: LocationCoordinate?, point: ScreenPoint) -> [Menu.Item] {
    guard let place else { return [] }
    return [Menu.Item(localized("Measure from here")) { [weak self] in self?.begin(at: place) }]
  }
}

extension MeasurePart: ViewerTool {
  func endTool() { end() }
}
