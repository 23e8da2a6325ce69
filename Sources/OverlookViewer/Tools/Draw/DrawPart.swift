import Foundation
import Overlook
import OverlookFiles
import OverlookFormats
import OverlookInput
import OverlookSupport

/// Drawing: points, lines, areas, circles and texts that a person sets, changes, keeps and saves.
@MainActor final class DrawPart: ViewerPart, ViewerTool {
  let editor = SketchEditor(zIndex: 80_000)
  private lazy var page = DrawPage(self)
  private weak var window: ViewerWindow?
  /// Where the drawing was saved or opened last; nil for not yet.
  private(set) var path: String?
  /// Colour, width and fill of the next figure.
  private var style = Figure(.line)
  /// Whether something changed since it was saved.
  private(set) var isUnsaved = false

  func didAttach(to window: ViewerWindow) {
    self.window = window
    editor.choosesFigures = true
    editor.onChange = { [weak self] in self?.page.refresh() }
    editor.onEdit = { [weak self] before, title in self?.note(before, title) }
    window.map.add(editor)
  }

  // MARK: Doing

  var isActive: Bool { editor.isActive }

  /// Begins a figure; with nil, figures are chosen and changed.
  func begin(_ kind: Figure.Kind?) {
    window?.endTools(but: self)
    editor.activate()
    guard let kind else { return editor.sketch.finish() }
    var figure = style
    (figure.kind, figure.places, figure.name, figure.note) = (kind, [], "", "")
    editor.sketch.begin(figure)
    if window?.sheet.page !== page { window?.show(page) }
    window?.map.focusedControl = nil
  }

  func endTool() { editor.deactivate() }

  /// Takes figures over from elsewhere.
  func add(_ figures: [Figure]) {
    editor.edit(localized("Keep as drawing")) { $0.add(contentsOf: figures.filter(\.isComplete)) }
    window?.say(
      localized("Kept in the drawing"),
      action: (localized("Show"), { [weak self] in if let self { window?.show(page) } }))
  }

  func change(_ title: String, key: String? = nil, _ change: (inout Figure) -> Void) {
    let before = editor.sketch
    editor.sketch.changeSelected(change)
    if let selected = editor.sketch.selected {
      (style.color, style.width, style.fillOpacity) = (selected.color, selected.width, selected.fillOpacity)
    } else {
      change(&style)
    }
    if editor.sketch.figures != before.figures { note(before, title, key: key) }
  }

  var shownStyle: Figure { editor.sketch.selected ?? style }

  /// Whether an area is chosen that is whole.
  var canCutHole: Bool { !editor.sketch.isGrowing && editor.sketch.selected?.kind == .area }

  /// What the next clicks enclose is cut out of the chosen area.
  func beginHole() {
    guard canCutHole else { return }
    window?.endTools(but: self)
    editor.activate()
    editor.sketch.beginHole()
    window?.map.focusedControl = nil
  }

  func removeSelected() { editor.edit(localized("Remove figure")) { $0.removeSelected() } }

  func select(_ figure: Int) {
    window?.endTools(but: self)
    editor.activate()
    editor.sketch.select(figure)
    guard let figure = editor.sketch.selected, let map = window?.map else { return }
    let seen = figure.places.contains { map.projection.contains($0) }
    if !seen { window?.look(at: CoordinateBounds(figure.outline)) }
  }

  private func note(_ before: Sketch, _ title: String, key: String? = nil) {
    isUnsaved = true
    let after = editor.sketch
    window?.undo.did(
      title, key: key, undo: { [weak self] in self?.restore(before) }, redo: { [weak self] in self?.restore(after) })
  }

  private func restore(_ sketch: Sketch) {
    isUnsaved = true
    editor.sketch = sketch
    guard !isActive else { return }
    editor.sketch.finish()
    editor.sketch.select(nil)
  }

  // MARK: Files

  /// Where the drawing goes unless another place is named.
  var suggestedPath: String { path ?? PersonalFolder.documents + "/" + localized("Drawing") + ".geojson" }

  /// Writes the drawing, and says so.
  func save(to path: String) {
    let path = PersonalFolder.path(path)
    let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
    do throws(FormatError) {
      try FileWriter.write(try DrawingFile.document(editor.sketch.figures, name: name), to: path)
      self.path = path
      isUnsaved = false
      window?.say(localized("The drawing is in {file}", ["file": OutsideText.cleaned(path)]))
    } catch {
      window?.say("\(error)", isFault: true)
    }
    page.refresh()
  }

  /// Adds the figures of a file to the drawing.
  func load(_ path: String) {
    let path = PersonalFolder.path(path)
    do throws(FormatError) {
      let (figures, leftOut) = DrawingFile.figures(try FileFormats.read(path: path))
      guard !figures.isEmpty else {
        window?.say(localized("{file} has nothing that can be drawn", ["file": OutsideText.cleaned(path)]), isFault: true)
        return
      }
      editor.edit(localized("Open drawing")) { $0.add(contentsOf: figures) }
      self.path = path
      window?.look(at: CoordinateBounds(figures.flatMap(\.outline)))
      if leftOut > 0 {
        window?.say(
          localized(
            "{count} part of the file cannot be drawn and was left out",
            "{count} parts of the file cannot be drawn and were left out", count: leftOut))
      }
    } catch {
      window?.say("\(error)", isFault: true)
    }
    page.refresh()
  }

  // MARK: Part

  var pages: [any SidePage] { [page] }

  var commands: [ViewerCommand] {
    [
      ViewerCommand(
        name: "draw.page", section: .tools, title: { localized("Draw") },
        keys: [KeyChord(key: .d, modifiers: [.control, .shift])],
        isPinned: true, isChecked: { [weak self] in self?.isActive ?? false }, perform: { [weak self] in self?.toggle() }),
      figure("draw.point", { localized("Draw a point") }, .point, .p),
      figure("draw.line", { localized("Draw a line") }, .line, .l),
      figure("draw.area", { localized("Draw an area") }, .area, .a),
      figure("draw.circle", { localized("Draw a circle") }, .circle, .c),
      figure("draw.text", { localized("Write a text") }, .text, .t),
      ViewerCommand(
        name: "draw.hole", section: .tools, title: { localized("Cut a hole into the area") },
        keys: [KeyChord(key: .h, modifiers: .alt)], isEnabled: { [weak self] in self?.canCutHole ?? false },
        perform: { [weak self] in self?.beginHole() }),
      ViewerCommand(
        name: "draw.fillHole", section: .tools, title: { localized("Fill the hole") },
        isEnabled: { [weak self] in self?.canCutHole == true && self?.editor.sketch.selected?.holes.isEmpty == false },
        perform: { [weak self] in self?.editor.edit(localized("Fill the hole")) { $0.fillHole() } }),
      ViewerCommand(
        name: "draw.save", section: .file, title: { localized("Save drawing") }, keys: [KeyChord(key: .s, modifiers: .control)],
        isEnabled: { [weak self] in self?.editor.sketch.figures.isEmpty == false },
        perform: { [weak self] in if let self { save(to: suggestedPath) } }),
      ViewerCommand(
        name: "draw.saveAs", section: .file, title: { localized("Save drawing as…") },
        keys: [KeyChord(key: .s, modifiers: [.control, .shift])],
        isEnabled: { [weak self] in self?.editor.sketch.figures.isEmpty == false },
        perform: { [weak self] in self?.askForPath() }),
      ViewerCommand(
        name: "draw.remove", section: .tools, title: { localized("Remove the figure") },
        keys: [KeyChord(key: .delete, modifiers: .control)],
        isEnabled: { [weak self] in self?.isActive == true && self?.editor.sketch.selected != nil },
        perform: { [weak self] in self?.removeSelected() }),
      ViewerCommand(
        name: "draw.next", section: .tools, title: { localized("Next figure") },
        keys: [KeyChord(key: .pageDown, modifiers: .control)],
        isEnabled: { [weak self] in self?.isActive == true }, perform: { [weak self] in self?.editor.sketch.selectFigure(by: 1) }),
    ] + EditorCommands.commands("draw", editor) { [weak self] in self?.endTool() }
  }

  private func figure(_ name: String, _ title: @escaping @MainActor () -> String, _ kind: Figure.Kind, _ key: Key)
    -> ViewerCommand
  {
    ViewerCommand(
      name: name, section: .tools, title: title, keys: [KeyChord(key: key, modifiers: .alt)],
      perform: { [weak self] in self?.begin(kind) })
  }

  private func toggle() {
    guard let window else { return }
    if window.sheet.page === page {
      window.closeSheet()
      return endTool()
    }
    begin(nil)
    window.show(page)
  }

  private func askForPath() {
    window?.askForPath(name: (suggestedPath as NSString).lastPathComponent) { [weak self] path in
      guard let self else { return }
      if let path { return save(to: path) }
      window?.show(page)
      page.refresh()
      window?.map.focusedControl = page.pathField
    }
  }

  var session: String? {
    guard !editor.sketch.figures.isEmpty, let data = try? JSONEncoder().encode(DrawingRecord(editor.sketch.figures, path: path))
    else {
      return nil
    }
    return String(decoding: data, as: UTF8.self)
  }

  func restore(_ json: String) {
    guard let record = try? JSONDecoder().decode(DrawingRecord.self, from: Data(json.utf8)) else { return }
    editor.sketch = Sketch(record.usable)
    path = record.path
  }
}
