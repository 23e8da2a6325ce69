import Foundation
import Overlook
import OverlookFiles
import OverlookSupport

/// A file of features.
@MainActor final class FileContent: ShownLayer {
  let layer: FileLayer
  private weak var map: MapView?

  init(_ layer: FileLayer, on map: MapView) {
    self.layer = layer
    self.map = map
  }

  var abilities: LayerAbilities {
    var abilities: LayerAbilities = .opacity
    if !layer.hasOwnLooks { abilities.insert(.color) }
    if !layer.propertyNames.isEmpty { abilities.insert(.labels) }
    if layer.tiles != nil { abilities.insert(.base) }
    if layer.wholeDocument?.featureCount ?? 0 > 0 { abilities.insert(.saving) }
    return abilities
  }

  var isVisible: Bool {
    get { layer.isVisible }
    set { layer.isVisible = newValue }
  }
  var opacity: Double {
    get { layer.opacity }
    set { layer.opacity = newValue }
  }
  var zIndex: Int {
    get { layer.zIndex }
    set { layer.zIndex = newValue }
  }
  var color: Color? {
    get { layer.color }
    set { layer.color = newValue }
  }
  var labelProperty: String? {
    get { layer.labelProperty }
    set {
      // A file that was written anew may have lost it.
      if let newValue, layer.document != nil, !layer.propertyNames.contains(newValue) { return }
      layer.labelProperty = newValue
    }
  }
  var labelProperties: [String] { layer.propertyNames }
  var bounds: CoordinateBounds { layer.bounds }
  func attach() { map?.add(layer) }
  func detach() { map?.remove(layer) }
  func cancel() { layer.cancel() }

  var facts: [FactTable.Fact] {
    var facts: [FactTable.Fact] = []
    if let tiles = layer.tiles {
      facts = LayerText.facts(of: tiles, at: layer.path)
    } else if !layer.path.isEmpty {
      facts = [FactTable.Fact(localized("File"), OutsideText.cleaned(layer.path, limit: 1000))]
    }
    guard let document = layer.document else { return facts }
    if layer.tiles == nil { facts += Self.fileFacts(document) }
    if !document.properties.columns.isEmpty {
      let names = document.properties.columns.prefix(40).map { OutsideText.cleaned($0.name, limit: 60) }
      let rest = document.properties.columns.count - names.count
      facts.append(
        FactTable.Fact(localized("Properties"), names.joined(separator: ", ") + (rest > 0 ? ", … (\(rest))" : "")))
    }
    for note in document.notes.prefix(8) { facts.append(FactTable.Fact(localized("Note"), OutsideText.cleaned(note))) }
    if document.faults.count > 0 {
      facts.append(FactTable.Fact(localized("Faults"), "\(document.faults.count)"))
      for fault in document.faults.first.prefix(8) {
        facts.append(FactTable.Fact(OutsideText.cleaned(fault.place, limit: 80), OutsideText.cleaned(fault.fault)))
      }
    }
    return facts
  }

  private static func fileFacts(_ document: FileDocument) -> [FactTable.Fact] {
    var facts = [FactTable.Fact(localized("Format"), document.format)]
    if !document.summary.isEmpty {
      facts.append(FactTable.Fact(localized("Description"), OutsideText.cleaned(document.summary, limit: 1000)))
    }
    facts.append(FactTable.Fact(localized("Features"), counts(document)))
    facts.append(FactTable.Fact(localized("Positions"), "\(document.shapes.positionCount)"))
    if document.bounds.isValid { facts.append(FactTable.Fact(localized("Bounds"), LayerText.bounds(document.bounds))) }
    facts.append(
      FactTable.Fact(localized("Reference system"), document.crs.map { OutsideText.cleaned($0) } ?? "WGS 84"))
    return facts
  }

  /// By what the file has most of, among its first thousand shapes.
  var sign: Sign? {
    guard let shapes = layer.document?.shapes.shapes.prefix(1000), !shapes.isEmpty else { return nil }
    let points = shapes.count { $0.kind == .points }
    let lines = shapes.count { $0.kind == .lines }
    let areas = shapes.count - points - lines
    return areas >= max(points, lines) ? .areas : lines >= points ? .lines : .points
  }

  /// "12 (3 points, 9 lines)".
  private static func counts(_ document: FileDocument) -> String {
    func count(_ kind: FeatureShapes.Kind) -> Int { document.shapes.shapes.count { $0.kind == kind } }
    let (points, lines, areas) = (count(.points), count(.lines), count(.polygon))
    let parts = [
      points > 0 ? localized("{count} point", "{count} points", count: points) : nil,
      lines > 0 ? localized("{count} line", "{count} lines", count: lines) : nil,
      areas > 0 ? localized("{count} area", "{count} areas", count: areas) : nil,
    ].compactMap { $0 }
    return "\(document.featureCount)" + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
  }
}

/// Tiles of pictures: an archive, a GeoTIFF, a server. Those that a server has for several times follow the map's clock.
@MainActor final class TilesContent: ShownLayer {
  let source: TileSource
  let options: TileSource.Options
  let choices: [TileSource.Layer]
  private let location: String
  private let layer: SourceTileLayer
  private let timed: TimedTiles?
  private weak var map: MapView?
  private var isAttached = true

  /// More layers of a server are not listed.
  private static let choiceLimit = 4096

  init(_ source: TileSource, options: TileSource.Options, location: String, on map: MapView) {
    (self.source, self.options, self.location, self.map) = (source, options, location, map)
    let choices = source.layers.filter { !$0.name.isEmpty && (source.kind != .wmts || !$0.matrixSets.isEmpty) }
    self.choices = choices.count > 1 && !source.isVector ? Array(choices.prefix(Self.choiceLimit)) : []
    layer = map.addSource(source, zIndex: -1)
    timed = TimedTiles(layer)
    if let timed { map.add(timed) }
  }

  var abilities: LayerAbilities { choices.isEmpty ? .opacity : [.opacity, .choice] }

  /// Which of `choices` is shown.
  var shownChoice: TileSource.Layer? {
    choices.first { $0.name == options.layer } ?? choices.first { $0.title == source.name }
  }
  var isVisible = true {
    didSet { show() }
  }
  var opacity: Double {
    get { layer.opacity }
    set { layer.opacity = newValue }
  }
  var zIndex: Int {
    get { layer.zIndex }
    set { layer.zIndex = newValue }
  }
  var bounds: CoordinateBounds { source.bounds }

  func attach() {
    isAttached = true
    show()
  }

  func detach() {
    isAttached = false
    show()
  }

  private func show() {
    let wanted = isAttached && isVisible ? map : nil
    guard layer.map !== wanted else { return }
    layer.map = wanted
    guard let timed, let map else { return }
    if wanted == nil { map.remove(timed) } else { map.add(timed) }
  }

  var facts: [FactTable.Fact] { LayerText.facts(of: source, at: location) }
}

/// Pictures over time: a weather office, a radar, a folder. They follow the map's clock.
@MainActor final class LoopContent: ShownLayer {
  let overlay: TimedOverlay
  private let location: String
  private weak var map: MapView?
  private var isAttached = true

  init(_ catalogue: TimedOverlayCatalogue, location: String, on map: MapView) {
    overlay = TimedOverlay(catalogue: catalogue)
    (self.location, self.map) = (location, map)
    overlay.onChange = { Self.begin($0) }
    overlay.map = map
  }

  /// What is nearest to the present is shown first; from then on the clock and the pictures go along with each other.
  private static func begin(_ overlay: TimedOverlay) {
    guard overlay.state == .ready, !overlay.followsClock else { return }
    overlay.showFrame(nearestTo: Date().timeIntervalSince1970)
    overlay.followsClock = true
  }

  let abilities: LayerAbilities = .opacity
  var isVisible = true {
    didSet { show() }
  }
  var opacity: Double {
    get { overlay.opacity }
    set { overlay.opacity = newValue }
  }
  var zIndex: Int {
    get { overlay.zIndex }
    set { overlay.zIndex = newValue }
  }
  var bounds: CoordinateBounds { overlay.overlay.bounds ?? .empty }

  func attach() {
    isAttached = true
    show()
  }

  func detach() {
    isAttached = false
    show()
  }

  private func show() { overlay.map = isAttached && isVisible ? map : nil }

  var facts: [FactTable.Fact] {
    let place = FactTable.Fact(
      location.contains("://") ? localized("Server") : localized("File"),
      OutsideText.cleaned(TileSource.displayName(of: location), limit: 1000))
    let names = overlay.catalogue.layers.prefix(20).map { OutsideText.cleaned($0.title, limit: 60) }
    return [place, FactTable.Fact(localized("Layers"), names.joined(separator: ", "))]
      + overlay.warnings.prefix(8).map { FactTable.Fact(localized("Note"), OutsideText.cleaned($0)) }
  }
}

/// A 3D model.
@MainActor final class ModelContent: ShownLayer {
  private let overlay: ModelOverlay
  private let model: Model
  private let location: String
  private weak var map: MapView?
  private var isAttached = true

  init(_ model: Model, location: String, at place: LocationCoordinate, on map: MapView) {
    (self.model, self.location, self.map) = (model, location, map)
    overlay = ModelOverlay(model: model, position: place)
    overlay.map = map
  }

  var place: LocationCoordinate { overlay.position }

  let abilities: LayerAbilities = .opacity
  var isVisible = true {
    didSet { show() }
  }
  var opacity: Double {
    get { overlay.opacity }
    set { overlay.opacity = newValue }
  }
  var zIndex: Int {
    get { overlay.zIndex }
    set { overlay.zIndex = newValue }
  }
  var bounds: CoordinateBounds { CoordinateBounds(southWest: overlay.position, northEast: overlay.position) }

  func attach() {
    isAttached = true
    show()
  }

  func detach() {
    isAttached = false
    show()
  }

  private func show() { overlay.map = isAttached && isVisible ? map : nil }

  var facts: [FactTable.Fact] {
    [FactTable.Fact(localized("File"), OutsideText.cleaned(location, limit: 1000)), FactTable.Fact(localized("Format"), "glTF")]
      + model.warnings.prefix(8).map { FactTable.Fact(localized("Note"), $0) }
  }
}

/// An extract of OpenStreetMap that nothing was made of yet.
@MainActor final class ExtractContent: ShownLayer {
  private let path: String

  init(path: String) { self.path = path }

  let abilities: LayerAbilities = .region
  var isVisible = true
  var opacity = 1.0
  var zIndex = 0
  var bounds: CoordinateBounds { .empty }
  var facts: [FactTable.Fact] { [FactTable.Fact(localized("File"), OutsideText.cleaned(path, limit: 1000))] }
  func attach() {}
  func detach() {}
}
