import Observation
import Overlook
import OverlookAssets
import OverlookFormats
import OverlookSupport

/// What the map shows below all layers, and what of that a person can choose.
@MainActor @Observable final class BaseMaps {
  /// A map that a person added.
  struct Own {
    let location: String
    let title: String
    var content: Content
    let facts: [FactTable.Fact]
    /// Whether it is a document of a style, and not tiles.
    var isDocument = false
  }

  enum Content {
    case style(MapStyle)
    /// Pictures below everything.
    case pictures(TileSource)
  }

  /// The names of the maps that are always there, which the session keeps.
  static let embedded = ["day", "night", "satellite", "terrain"]

  private(set) var own: [Own] = []
  /// A name among `embedded`, or the location of an own map.
  private(set) var chosen = "day"
  @ObservationIgnored private weak var map: MapView?
  @ObservationIgnored private let undo: UndoStack
  @ObservationIgnored private var pictures: SourceTileLayer?
  /// Called after every change that the session keeps: whether the map is the standard one, by day or night, and whether it is dark.
  @ObservationIgnored var onChange: @MainActor (_ isStandard: Bool, _ isDark: Bool) -> Void = { _, _ in }

  /// More own maps are not kept.
  static let limit = 40

  init(map: MapView, undo: UndoStack) {
    self.map = map
    self.undo = undo
  }

  static func title(of name: String) -> String {
    switch name {
    case "day": localized("Standard")
    case "night": localized("Night")
    case "satellite": localized("Satellite")
    case "terrain": localized("Terrain")
    default: name
    }
  }

  /// What the page shows, in the order of choosing: those that are always there, then a person's own.
  var choices: [PictureChoice.Choice] {
    Self.embedded.map { PictureChoice.Choice(Self.title(of: $0), image: images[$0]) }
      + own.map { own in
        let sign: Sign = if case .style = own.content { .region } else { .tiles }
        return PictureChoice.Choice(own.title, sign: own.location.contains("://") ? .server : sign, isRemovable: true)
      }
  }

  /// Among `choices`; nil when the map was chosen elsewhere.
  var chosenIndex: Int? {
    Self.embedded.firstIndex(of: chosen) ?? own.firstIndex { $0.location == chosen }.map { $0 + Self.embedded.count }
  }

  // MARK: Choosing

  /// What a person chooses.
  func choose(_ index: Int) {
    guard let name = name(of: index), name != chosen else { return }
    let old = chosen
    show(name)
    undo.did(
      localized("Change the base map"), undo: { [weak self] in self?.show(old) }, redo: { [weak self] in self?.show(name) })
  }

  private func name(of index: Int) -> String? {
    if Self.embedded.indices.contains(index) { return Self.embedded[index] }
    let place = index - Self.embedded.count
    return own.indices.contains(place) ? own[place].location : nil
  }

  /// Shows a map by its name or location; the one of the day where it is not there.
  func show(_ name: String) {
    guard let map else { return }
    pictures?.map = nil
    pictures = nil
    // At any hour it is what was chosen; that of the standard map comes again.
    map.nightStyle = nil
    chosen = name
    guard let own = own.first(where: { $0.location == name }) else {
      if !Self.embedded.contains(name) { chosen = "day" }
      Self.show(embedded: chosen, on: map)
      return onChange(chosen == "day", chosen == "night")
    }
    switch own.content {
    case .style(let style):
      map.mapType = .normal
      map.mapStyle = style
      onChange(false, style.isDark)
    case .pictures(let source):
      map.mapType = .none
      pictures = map.addSource(source, zIndex: Int.min + 1)
      onChange(false, false)
    }
  }

  /// Shows one of the maps that are always there, in place of what a map shows below its layers.
  static func show(embedded name: String, on map: MapView) {
    map.mapStyle = name == "night" ? try? MapStyle(named: "night") : nil
    map.mapType =
      switch name {
      case "satellite": .hybrid
      case "terrain": .terrain
      default: .normal
      }
    map.showBaseMap()
  }

  /// Takes note of what the map shows already, as the command line asked for it.
  func note(_ name: String) { chosen = name }

  // MARK: Own maps

  func own(at location: String) -> Own? { own.first { $0.location == location } }

  /// Adds a map that was opened, and shows it if it is to be shown at once.
  func add(_ own: Own, shows: Bool = true, isUndoable: Bool = true) {
    let old = chosen
    insert(own)
    if shows { show(own.location) }
    guard isUndoable else { return }
    undo.did(
      localized("Add {name}", ["name": own.title]),
      undo: { [weak self] in
        self?.takeOut(own.location)
        self?.show(old)
      },
      redo: { [weak self] in
        self?.insert(own)
        self?.show(own.location)
      })
  }

  func remove(_ index: Int) {
    guard let location = name(of: index), let own = own(at: location) else { return }
    let wasChosen = chosen == location
    takeOut(location)
    if wasChosen { show("day") }
    undo.did(
      localized("Remove {name}", ["name": own.title]),
      undo: { [weak self] in
        self?.insert(own)
        if wasChosen { self?.show(location) }
      },
      redo: { [weak self] in
        self?.takeOut(location)
        if wasChosen { self?.show("day") }
      })
  }

  /// Shows what the file of a map holds now.
  func renew(_ location: String, _ content: Content) {
    guard let index = own.firstIndex(where: { $0.location == location }) else { return }
    own[index].content = content
    guard chosen == location else { return }
    // A style keeps the sources that it had before, and would keep the old file.
    if case .style = content { map?.mapStyle = nil }
    show(location)
  }

  /// Takes a map away without a trace, as it is opened otherwise.
  func forget(_ location: String) {
    guard own(at: location) != nil else { return }
    takeOut(location)
    if chosen == location { show("day") }
  }

  private func insert(_ own: Own) {
    self.own.removeAll { $0.location == own.location }
    self.own.append(own)
    if self.own.count > Self.limit { self.own.removeFirst() }
  }

  private func takeOut(_ location: String) { own.removeAll { $0.location == location } }

  // MARK: Pictures

  /// The small pictures of the embedded maps, as far as they are read and the package has them.
  private var images: [String: Image] = [:]
  @ObservationIgnored private var readsImages = false

  /// Reads the pictures, once; decoding them would hold up the frames of a page that opens.
  func readImages() {
    guard !readsImages else { return }
    readsImages = true
    Task { [weak self] in
      for name in Self.embedded {
        let image = await Task.detached(priority: .userInitiated) { Self.readImage(of: name) }.value
        if let image { self?.images[name] = image }
      }
    }
  }

  private nonisolated static func readImage(of name: String) -> Image? {
    guard let path = try? EmbeddedAssets.path("base-\(name).png"),
      let bytes = try? WholeFile.read(path, byteLimit: 1 << 20), let decoded = try? ImageDecoder.decode(bytes)
    else { return nil }
    return Image(width: decoded.width, height: decoded.height, scale: 2, premultipliedRGBA: decoded.pixels)
  }
}
