import Foundation
import OverlookCanvas
import OverlookControls
package import OverlookFiles
import OverlookFormats
public import OverlookGeometry
import OverlookInput
public import OverlookScene
public import OverlookSupport
package import OverlookTiles

/// A file of people on a map: its features with the looks that the file gives them, or plain ones, a window of their properties at a
/// click, and its pictures on the ground.
///
/// Of a FlatGeobuf file on a web server, and of a large one here, the features in view are read, by its index, each time the camera
/// comes to rest elsewhere; where there are too many, some of them all over the view, and `notes` say so. Read are GeoJSON, GPX, KML
/// and KMZ, tables (CSV, TSV) and the other formats of `overlook info`. Reading happens on a thread of its own; what the file has
/// appears when all of it is read. What could not be read is counted in `faultCount`. A file that is written anew is read again while
/// the map is seen. Main thread only.
@MainActor public final class FileLayer: MapComponent {
  /// Where the file is.
  public let path: String
  /// What the file calls itself, or else its own name.
  public private(set) var name: String
  /// The name of its format, "GPX"; empty until it is read.
  public var format: String { document?.format ?? view?.format ?? "" }
  /// How many features it has; 0 until it is read.
  public var featureCount: Int { view?.featureCount ?? document?.featureCount ?? 0 }
  /// How many of them are in memory: all, but of large files with an index and of those on web servers those in view.
  public var loadedCount: Int { document?.featureCount ?? 0 }
  /// Whether only some of the features in view are there, because a view of a large file has too many: a nearer one has more of them.
  package var showsSomeOnly: Bool { document?.isCutShort == true }
  /// Of all features and pictures; empty until it is read, and for a file without places.
  public var bounds: CoordinateBounds { view?.bounds ?? document?.bounds ?? .empty }
  /// What people should know that is no fault, one line each: which columns were taken for places, that only some features are shown.
  public var notes: [String] { (document?.notes ?? []).map { OutsideText.cleaned($0, limit: 600) } }
  /// Parts of the file that could not be read.
  public var faultCount: Int { document?.faults.count ?? 0 }
  /// Why nothing of the file can be shown, in one line that names it; nil while that is not so.
  public private(set) var problem: String?
  /// What is wrong with parts of the file, in one line that names it; nil when nothing is.
  public var warning: String? {
    document?.faults.summary.map { OutsideText.cleaned("\(fileName): \($0)", limit: 600) }
  }

  /// Whether the file is shown. Default true.
  public var isVisible = true {
    didSet { if isVisible != oldValue { show() } }
  }

  /// Of everything of the file, 0 ... 1; values outside are clamped. Default 1.
  public var opacity = 1.0 {
    didSet {
      opacity = opacity.isNaN ? oldValue : min(max(opacity, 0), 1)
      if opacity != oldValue { overlays?.setOpacity(opacity) }
    }
  }

  /// Order among overlays and tile layers: higher ones are drawn above lower ones. Default 0. Points that are markers lie above all
  /// other overlays whatever their number.
  public var zIndex = 0 {
    didSet { if zIndex != oldValue { overlays?.setZIndex(zIndex) } }
  }

  /// Of lines, areas and points to which the file gives no colour of their own; nil, the default, for one that stands out.
  public var color: Color? {
    didSet { if color != oldValue, let document { draw(document) } }
  }

  /// Whether the file gives some of its features colours or icons of their own; false until it is read.
  public var hasOwnLooks: Bool { document?.looks.contains(where: \.hasOwnColors) == true }

  /// Whether a click on a feature opens a window above it. Default true.
  package var showsWindows = true

  /// The property whose values stand beside points as labels; nil for none. Set to what looks like a name when the file is read.
  public var labelProperty: String? {
    didSet { if labelProperty != oldValue, let document { labels.set(document, property: labelProperty, above: overlays, map) } }
  }

  /// Names of the properties that features have, in the file's order.
  public var propertyNames: [String] { document?.properties.columns.map(\.name) ?? [] }

  /// Called when the file was read, or could not be. Nil by default.
  public var onChange: ((FileLayer) -> Void)?

  package private(set) var document: FileDocument?
  /// What is read, where that is all that the file has; nil for what is read by view.
  package var wholeDocument: FileDocument? { view == nil ? document : nil }
  /// How a table is read, as a person has chosen; nil for what its first rows tell.
  package var tableLayout: CSVLayout? {
    didSet { if tableLayout != oldValue, map != nil { reload() } }
  }
  private weak var map: MapView?
  private var loader: FileLoader?
  private var view: (any FileView)? { loader?.view }
  /// The area whose features are shown, of a file that is read by view, and the one that could not be had.
  private var shownArea: CoordinateBounds?
  private var failedArea: CoordinateBounds?
  private var overlays: FileOverlays?
  private let labels = FileLabels()
  private let looksAt: Bool
  private var given: FileDocument?
  /// Vector tiles of which the features in view are the layer's; nil for a file.
  package let tiles: TileSource?

  /// A layer of the file at `path`, which is read once the layer is on a map.
  ///
  /// - Parameter looksAt: Whether the camera goes to the file's bounds when it is read first. Default true.
  public init(path: String, looksAt: Bool = true) {
    self.path = path
    self.looksAt = looksAt
    name = String(path.split(separator: "/").last ?? "")
    tiles = nil
  }

  /// A layer of the features of vector tiles at `location`: those in view, with properties that can be asked for by a click, and a colour
  /// for each layer of the tiles where there are several.
  package init(_ tiles: TileSource, at location: String, looksAt: Bool = true) {
    path = location
    self.looksAt = looksAt
    name = tiles.name
    self.tiles = tiles
  }

  /// A layer of features that are there already: of a text that was pasted.
  package init(_ document: FileDocument, name: String, looksAt: Bool = true) {
    path = ""
    self.looksAt = looksAt
    self.name = name
    given = document
    tiles = nil
  }

  /// How much of the file is read, 0 ... 1; nil while that is not known, and when nothing is being read.
  public var progressFraction: Double? { loader?.fraction }

  /// Whether something of the file is being read.
  public var isReading: Bool { loader?.isReading ?? false }

  /// Ends the reading; what was shown before stays.
  public func cancel() { loader?.cancel() }

  /// Reads the file again.
  public func reload() {
    loader?.cancel()
    (shownArea, failedArea) = (nil, nil)
    loader = map.flatMap { map in
      guard !path.isEmpty else { return nil }
      return FileLoader(
        tiles.map { .tiles($0) } ?? .file(path, tableLayout), services: map.services, wake: map.wakeRelay.callback)
    }
  }

  /// The feature of a number; nil when there is none.
  public func feature(_ index: Int) -> FileFeature? {
    guard let document, index >= 0, index < document.featureCount else { return nil }
    let properties = document.properties.values(of: index).map {
      FileFeature.Property(
        name: OutsideText.cleaned($0.name, limit: 128), value: OutsideText.cleaned($0.value.text, limit: 2000))
    }
    return FileFeature(
      index: index, title: document.title(of: index), properties: properties,
      bounds: document.shapes.bounds(of: document.shapes.positions(ofFeature: index)))
  }

  /// Writes the features as GeoJSON, GPX or KML, by the ending of `path`. The file there is whole or as it was before. Throws one line
  /// for people.
  public func save(to path: String) throws(FileProblem) {
    guard let document else { throw FileProblem("\(fileName) is not read yet") }
    guard view == nil else { throw FileProblem("only what is in view of \(fileName) is read: it cannot be saved as a whole") }
    do throws(FormatError) {
      try FileWriter.write(document, to: path)
    } catch {
      throw FileProblem("\(error)")
    }
  }

  private var fileName: String { OutsideText.cleaned(path) }

  // MARK: Component

  /// Reading begins.
  public func didAttach(to map: MapView) {
    self.map = map
    if let given {
      take(given)
      self.given = nil
    }
    reload()
    show()
  }

  /// Reading ends, and what was shown goes.
  public func didDetach(from map: MapView) {
    loader?.cancel()
    loader = nil
    self.map = nil
    show()
  }

  /// Takes what was read.
  public func update(_ frame: MapFrame) -> RedrawReasons {
    guard let loader else { return [] }
    let news = loader.step(now: frame.now)
    for news in news {
      switch news {
      case .opened(.whole(let document)): take(document)
      case .opened(.byView(let view)): take(view)
      case .view(let document, let area):
        (shownArea, failedArea) = (area, nil)
        take(document)
      case .failed(let fault):
        problem = OutsideText.cleaned(fault.description, limit: 600)
        if view != nil { failedArea = CoordinateBounds(region: frame.projection.visibleRegion()) }
        onChange?(self)
      }
    }
    readView(frame)
    return news.isEmpty ? [] : .overlays
  }

  /// Of a file that is read by view, reads what is in view once the camera rests.
  private func readView(_ frame: MapFrame) {
    guard view != nil, isVisible, let map, !map.cameraController.isMoving else { return }
    let area = CoordinateBounds(region: frame.projection.visibleRegion())
    guard area.isValid, !isShown(area), failedArea != area else { return }
    if loader?.read(area.padded(by: document?.isCutShort == true ? 0 : 0.25)) == true { failedArea = nil }
  }

  /// Whether the features of an area are there: of one that is far larger, some may be missing that there was no room for.
  private func isShown(_ area: CoordinateBounds) -> Bool {
    guard let shownArea, shownArea.contains(area.southWest), shownArea.contains(area.northEast) else { return false }
    guard document?.isCutShort == true else { return true }
    return shownArea.longitudeSpan < 1.2 * area.longitudeSpan
  }

  /// When the file is looked at again.
  public func nextDeadline(now: Double) -> Double? { loader?.nextDeadline }

  /// Whether the file is being read for the first time, or what is in view of it.
  public var progress: LoadProgress { loader.map { $0.isAwaited || $0.isReading && $0.view != nil } == true ? .loading : .ready }

  /// `bounds` while the layer is visible.
  public var contentBounds: CoordinateBounds { isVisible ? bounds : .empty }

  /// The features in view that have a name.
  public func seenPlaces(in map: MapView, limit: Int) -> [SeenPlace] {
    guard isVisible, let overlays, let document else { return [] }
    return map.namedRows(limit: limit) { overlay, row in
      overlays.feature(of: overlay, row: row).flatMap { feature in
        document.title(of: feature).map {
          (OutsideText.cleaned($0, limit: 128), document.shapes.bounds(of: document.shapes.positions(ofFeature: feature)).center)
        }
      }
    }.map { SeenPlace($0.name, kind: name, at: $0.place) }
  }

  /// Opens the window of the feature that lies at a point.
  public func tap(at point: ScreenPoint, in map: MapView) -> Bool {
    guard isVisible, showsWindows, let overlays, let found = map.pick(at: point), let overlay = found.overlay else {
      return false
    }
    guard let feature = overlays.feature(of: overlay, row: found.row) else { return false }
    let place = map.projection.coordinate(for: point)
    guard place.isValid else { return false }
    overlays.showWindow(of: feature, at: overlay is Marker ? nil : place, text(of: feature), on: map)
    return true
  }

  /// Whether a feature lies at a point.
  public func isInteractive(at point: ScreenPoint, in map: MapView) -> Bool {
    guard isVisible, let overlays, let found = map.pick(at: point), let overlay = found.overlay else { return false }
    return overlays.feature(of: overlay, row: found.row) != nil
  }

  /// The layer leaves the map.
  public func didClear(_ map: MapView) { map.remove(self) }

  private func take(_ view: any FileView) {
    problem = nil
    (shownArea, failedArea) = (nil, nil)
    if !view.name.isEmpty { name = OutsideText.cleaned(view.name) }
    if document == nil, looksAt { map?.look(at: view.bounds) }
    onChange?(self)
  }

  private func take(_ document: FileDocument) {
    let isFirst = self.document == nil
    self.document = document
    problem = nil
    if !document.name.isEmpty { name = OutsideText.cleaned(document.name) }
    draw(document)
    if isFirst { labelProperty = document.titleColumn.map { document.properties.columns[$0].name } }
    labels.set(document, property: labelProperty, above: overlays, nil)
    show()
    if isFirst, looksAt, view == nil { map?.look(at: document.bounds) }
    onChange?(self)
  }

  private func draw(_ document: FileDocument) {
    overlays?.remove()
    overlays = FileOverlays(document, color: color)
    overlays?.setOpacity(opacity)
    overlays?.setZIndex(zIndex)
    overlays?.set(isVisible ? map : nil)
  }

  /// The numbers of the features among what was picked on the map, the topmost first, each once.
  package func features(in picked: [PickedObject]) -> [Int] {
    guard isVisible, let overlays else { return [] }
    return picked.flatMap { object -> [Int] in
      guard let overlay = object.overlay else { return [] }
      let rows = object.rows.isEmpty ? [nil] : object.rows.map(Optional.some)
      return rows.compactMap { overlays.feature(of: overlay, row: $0) }
    }.uniqued()
  }

  private func show() {
    overlays?.set(isVisible ? map : nil)
    labels.set(isVisible ? map : nil)
  }

  /// What the window of a feature says.
  private func text(of feature: Int) -> (title: String, snippet: String) {
    guard let feature = self.feature(feature) else { return (name, "") }
    let lines = feature.properties.filter { $0.value != feature.title }.prefix(Self.shownProperties).map {
      "\($0.name): \($0.value.prefix(120))"
    }
    let rest = feature.properties.count - Self.shownProperties
    return (feature.title ?? name, (lines + (rest > 1 ? ["… \(rest) more"] : [])).joined(separator: "\n"))
  }

  private static let shownProperties = 12
}

extension CoordinateBounds {
  /// With a share of its size more on each side.
  fileprivate func padded(by share: Double) -> CoordinateBounds {
    let (up, across) = (latitudeSpan * share, longitudeSpan * share)
    guard longitudeSpan + 2 * across < 360 else {
      return CoordinateBounds(
        southWest: LocationCoordinate(latitude: max(southWest.latitude - up, -90), longitude: -180),
        northEast: LocationCoordinate(latitude: min(northEast.latitude + up, 90), longitude: 180))
    }
    return CoordinateBounds(
      southWest: LocationCoordinate(
        latitude: max(southWest.latitude - up, -90), longitude: Angle.wrappedDegrees(southWest.longitude - across)),
      northEast: LocationCoordinate(
        latitude: min(northEast.latitude + up, 90), longitude: Angle.wrappedDegrees(northEast.longitude + across)))
  }
}

/// Why a file cannot be opened or written, in one line for people.
public struct FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line for people.
  public let description: String

  init(_ description: String) { self.description = description }
}
