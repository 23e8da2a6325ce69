import Observation
import Overlook
import OverlookSupport

/// The layers of the window, the uppermost first, and what a person does with them; all of it can be undone.
@MainActor @Observable final class LayerList {
  private(set) var entries: [LayerEntry] = []
  @ObservationIgnored private let undo: UndoStack
  @ObservationIgnored private var lastID = 0
  /// Called after every change that the session keeps.
  @ObservationIgnored var onChange: @MainActor () -> Void = {}

  /// More are not opened.
  static let limit = 400
  /// Before the name of what was pasted, which lies nowhere.
  static let textPrefix = "text:"
  /// Of files without colours of their own.
  static let plainColor = Color(red: 0.85, green: 0.18, blue: 0.32)

  init(undo: UndoStack) { self.undo = undo }

  func entry(_ id: Int) -> LayerEntry? { entries.first { $0.id == id } }

  /// The layer of a file or server; nil when there is none.
  func entry(at location: String) -> LayerEntry? { entries.first { $0.location == location } }

  // MARK: What a person does

  /// Puts a new layer above the others, or below them all.
  @discardableResult func add(location: String, kind: LayerKind, name: String, isLowest: Bool = false) -> LayerEntry {
    lastID += 1
    let entry = LayerEntry(id: lastID, location: location, kind: kind, name: name)
    insert(entry, at: isLowest ? entries.count : 0)
    return entry
  }

  /// Takes note that a new layer could be opened, which can be undone from now on.
  func didOpen(_ entry: LayerEntry) {
    undo.did(
      localized("Open {name}", ["name": entry.name]), undo: { [weak self] in self?.takeOut(entry) },
      redo: { [weak self] in self?.insert(entry, at: 0) })
  }

  func remove(_ entry: LayerEntry) {
    guard let index = entries.firstIndex(where: { $0 === entry }) else { return }
    takeOut(entry)
    undo.did(
      localized("Remove {name}", ["name": entry.title]), undo: { [weak self] in self?.insert(entry, at: index) },
      redo: { [weak self] in self?.takeOut(entry) })
  }

  /// Takes away what cannot be opened, without a trace.
  func discard(_ entry: LayerEntry) { takeOut(entry) }

  /// Moves a layer to a place among the others, counted from above.
  func move(_ entry: LayerEntry, to index: Int) {
    guard let old = entries.firstIndex(where: { $0 === entry }) else { return }
    let index = min(max(index, 0), entries.count - 1)
    guard index != old else { return }
    place(entry, at: index)
    undo.did(
      localized("Move {name}", ["name": entry.title]), undo: { [weak self] in self?.place(entry, at: old) },
      redo: { [weak self] in self?.place(entry, at: index) })
  }

  func setVisible(_ isVisible: Bool, of entry: LayerEntry) {
    let title = isVisible ? localized("Show {name}", ["name": entry.title]) : localized("Hide {name}", ["name": entry.title])
    change(entry, \.isVisible, to: isVisible, title, key: nil)
  }

  /// Values outside 0 ... 1 are clamped.
  func setOpacity(_ opacity: Double, of entry: LayerEntry) {
    let opacity = opacity > 0 ? min(opacity, 1) : 0
    change(entry, \.opacity, to: opacity, localized("Opacity of {name}", ["name": entry.title]), key: "opacity \(entry.id)")
  }

  func setColor(_ color: Color?, of entry: LayerEntry) {
    change(entry, \.color, to: color, localized("Colour of {name}", ["name": entry.title]), key: nil) {
      entry.content?.color = entry.color
    }
  }

  func setLabelProperty(_ property: String?, of entry: LayerEntry) {
    change(entry, \.labelProperty, to: property, localized("Labels of {name}", ["name": entry.title]), key: nil) {
      entry.content?.labelProperty = entry.labelProperty
    }
  }

  /// Shows another layer of a server, which it calls `name`, in the place of the one that is shown.
  func show(_ layer: String, called name: String, _ content: any ShownLayer, of entry: LayerEntry) {
    guard let old = entry.content else { return }
    let (oldLayer, oldName) = (entry.sourceLayer, entry.name)
    let exchange: @MainActor (any ShownLayer, String?, String) -> Void = { [weak self] content, layer, name in
      entry.content?.detach()
      (entry.sourceLayer, entry.name) = (layer, name)
      entry.take(content)
      content.attach()
      self?.order()
    }
    exchange(content, layer, name)
    undo.did(
      localized("Open {name}", ["name": name]), undo: { exchange(old, oldLayer, oldName) },
      redo: { exchange(content, layer, name) })
  }

  /// Calls a layer otherwise; an empty title, or that of the file, gives it back its own.
  func rename(_ entry: LayerEntry, to title: String) {
    let cleaned = OutsideText.cleaned(title, limit: 120)
    let chosen = cleaned.isEmpty || cleaned == entry.name ? nil : cleaned
    change(entry, \.chosenTitle, to: chosen, localized("Rename {name}", ["name": entry.title]), key: nil)
  }

  private func change<Value: Equatable>(
    _ entry: LayerEntry, _ path: ReferenceWritableKeyPath<LayerEntry, Value>, to value: Value, _ title: String, key: String?,
    apply: (@MainActor () -> Void)? = nil
  ) {
    let old = entry[keyPath: path]
    guard old != value else { return }
    let set: @MainActor (Value) -> Void = { [weak self] value in
      entry[keyPath: path] = value
      if let apply { apply() } else { entry.apply() }
      self?.onChange()
    }
    set(value)
    undo.did(title, key: key, undo: { set(old) }, redo: { set(value) })
  }

  // MARK: The picture follows

  private func insert(_ entry: LayerEntry, at index: Int) {
    guard !entries.contains(where: { $0 === entry }) else { return }
    entries.insert(entry, at: min(max(index, 0), entries.count))
    if !entry.isAttached { entry.attach() }
    order()
  }

  private func takeOut(_ entry: LayerEntry) {
    guard let index = entries.firstIndex(where: { $0 === entry }) else { return }
    entries.remove(at: index)
    entry.detach()
    order()
  }

  private func place(_ entry: LayerEntry, at index: Int) {
    guard let old = entries.firstIndex(where: { $0 === entry }) else { return }
    entries.remove(at: old)
    entries.insert(entry, at: min(max(index, 0), entries.count))
    order()
  }

  /// Layers lie below what the tools draw, whose number is 0.
  func order() {
    for (index, entry) in entries.enumerated() {
      let zIndex = -(index + 1)
      if let content = entry.content, content.zIndex != zIndex { content.zIndex = zIndex }
    }
    onChange()
  }

  // MARK: Sessions

  /// What comes back with the next session.
  struct Kept: Codable, Equatable {
    var location: String
    var kind: LayerKind
    var title: String?
    var isVisible: Bool?
    var opacity: Double?
    /// Red, green and blue, 0 ... 1.
    var color: [Double]?
    var labels: String?
    var layer: String?
  }

  var kept: [Kept] {
    let kept = entries.filter { entry in
      if case .failed = entry.state { return false }
      return !entry.location.hasPrefix(Self.textPrefix)
    }
    return kept.map { entry in
      Kept(
        location: entry.location, kind: entry.kind, title: entry.chosenTitle, isVisible: entry.isVisible ? nil : false,
        opacity: entry.opacity == 1 ? nil : entry.opacity,
        color: entry.color.map { [Double($0.red), Double($0.green), Double($0.blue)] }, labels: entry.labelProperty,
        layer: entry.sourceLayer)
    }
  }

  /// Gives an entry the looks that it had, which is nothing to undo.
  func restore(_ kept: Kept, to entry: LayerEntry) {
    entry.chosenTitle = kept.title.map { OutsideText.cleaned($0, limit: 120) }
    entry.isVisible = kept.isVisible ?? true
    if let opacity = kept.opacity { entry.opacity = opacity > 0 ? min(opacity, 1) : 0 }
    if let color = kept.color, color.count == 3, color.allSatisfy(\.isFinite) {
      entry.color = Color(red: Float(color[0]), green: Float(color[1]), blue: Float(color[2]))
    }
    entry.labelProperty = kept.labels
    entry.sourceLayer = kept.layer
    entry.apply()
  }
}
