import OverlookAssets
import OverlookCamera
import OverlookFormats
import OverlookGeometry
import OverlookInput
import OverlookProfiling
import OverlookStyle
import OverlookStyledMap
import OverlookSupport
import OverlookTiles

/// What the map shows below all else: a style, or imagery alone.
@MainActor final class BaseMap: MapComponent {
  /// The map of the style that is shown; nil without one.
  private(set) var styledMap: StyledMap?
  /// The type that was set.
  var chosenType = MapType.normal
  /// The style that was set; nil for the embedded one.
  var chosenStyle: MapStyle?
  /// Whether buildings are to hide what lies behind them.
  var choosesOcclusion = true {
    didSet { takeOcclusion() }
  }
  /// What is shown in the place of all these.
  var overrides = MapOverrides() {
    didSet { takeOverrides(from: oldValue) }
  }
  /// The embedded imagery, where the map type shows it.
  private(set) var imagery: TileLayer?
  /// What keeps the base map from being shown, in one line; nil while nothing does.
  var error: String? {
    didSet {
      collectErrors()
      if error != oldValue { map?.change(\.baseMapError) {} }
    }
  }
  /// What was read of the messages of the style.
  var readMessages = ReadValue<[String]>()
  private(set) var errors: [MapError] = []
  var showsBuildings = true {
    didSet { styledMap?.showsBuildings = showsBuildings }
  }
  private(set) var buildingsHideLabels = true {
    didSet { styledMap?.buildingsHideLabels = buildingsHideLabels }
  }
  var language: String? {
    didSet { styledMap?.language = language }
  }
  private weak var map: MapView?
  private let memory: TileMemory

  /// `memory`: what it shares with the tile layers.
  init(memory: TileMemory) { self.memory = memory }

  func didAttach(to map: MapView) { self.map = map }

  /// Goes over to another style, or to none.
  func show(_ style: MapStyle?, in map: MapView) {
    guard let style else {
      styledMap?.close()
      styledMap = nil
      return collectErrors()
    }
    let shown = style.withRegions()
    if let styledMap {
      styledMap.setDocument(shown.document, base: shown.base)
      return collectErrors()
    }
    let styledMap = StyledMap(
      document: shown.document, base: shown.base, services: map.services, memory: memory, isStill: map.isStill,
      wake: map.wakeRelay.callback)
    self.styledMap = styledMap
    styledMap.showsBuildings = showsBuildings
    styledMap.buildingsHideLabels = buildingsHideLabels
    styledMap.obstacles = { [weak map] view in map?.labelObstaclesWithControls(in: view) ?? [] }
    styledMap.language = language
  }

  /// The type that is shown.
  var shownType: MapType { overrides.mapType ?? chosenType }

  /// The style that is drawn: the one that was set, else the embedded one of the type, with what is drawn beside it; nil where that is
  /// imagery alone or nothing.
  var shownStyle: MapStyle? {
    guard let map, let style = plainStyle(in: map) else { return nil }
    return map.hasSupplements ? map.supplemented(style) : style
  }

  private func plainStyle(in map: MapView) -> MapStyle? {
    if let style = overrides.mapStyle { return style }
    switch shownType {
    case .normal: return map.styleOfTheHour ?? chosenStyle ?? MapStyle.embedded("day")
    case .hybrid: return MapStyle.embedded("satellite-hybrid")
    case .terrain: return MapStyle.embedded("terrain")
    case .satellite:
      // A picture alone needs no style, lines above it do.
      guard map.hasSupplements, let hybrid = MapStyle.embedded("satellite-hybrid") else { return nil }
      return MapStyle(document: hybrid.document.withoutFeatures, base: hybrid.base)
    case .none: return nil
    }
  }

  /// Shows what type, style and overrides ask for: a style, or the embedded imagery where the type has none.
  func apply() {
    guard let map else { return }
    let style = shownStyle
    show(style, in: map)
    map.collectAttributions()
    map.requestFrame([.tiles, .interface])
    if !map.standard.traffic.isShown { map.standard.traffic.dismiss() }
    show(imagery: shownType != .none && style == nil, in: map)
  }

  private func show(imagery isShown: Bool, in map: MapView) {
    guard isShown != (imagery != nil) else { return }
    imagery?.map = nil
    imagery = nil
    error = nil
    guard isShown else { return }
    do {
      let archive = try ArchiveOpener.open(path: try EmbeddedAssets.worldArchivePath())
      let layer = SourceTileLayer(source: TileSource(archive: archive, path: "the embedded world"))
      layer.zIndex = Int.min
      layer.map = map
      imagery = layer
    } catch {
      self.error = "\(error)"
    }
  }

  private func takeOcclusion() {
    let hides = overrides.isBuildingOcclusionEnabled ?? choosesOcclusion
    guard hides != buildingsHideLabels else { return }
    buildingsHideLabels = hides
    map?.requestFrame(.tiles)
  }

  /// Shows what is overridden, or is no longer.
  private func takeOverrides(from old: MapOverrides) {
    takeOcclusion()
    if old.mapType ?? chosenType != shownType || old.mapStyle != nil || overrides.mapStyle != nil { apply() }
  }

  func update(_ frame: MapFrame) -> RedrawReasons {
    if readMessages.takeChange(to: styledMap?.messages ?? []) { map?.change(\.styleMessages) {} }
    guard let styledMap, let map else { return [] }
    let start = MonotonicClock.now()
    defer { map.profiler.add(CostCenter(.style), .update, from: start, to: MonotonicClock.now()) }
    var reasons: RedrawReasons = styledMap.needsFrame ? .tiles : []
    styledMap.waitsForRenderer = !frame.isStill && map.renderer != nil
    let credits = styledMap.creditVersion
    if styledMap.update(view: frame.view, pixelsPerPoint: frame.pixelsPerPoint, now: frame.now) { reasons.insert(.tiles) }
    if styledMap.creditVersion != credits { map.collectAttributions() }
    if styledMap.messages.count + (error == nil ? 0 : 1) != errors.count { collectErrors() }
    return reasons
  }

  private func collectErrors() {
    let messages = styledMap?.messages ?? []
    errors = (error.map { [.baseMap($0)] } ?? []) + messages.map { .style($0) }
  }

  func nextDeadline(now: Double) -> Double? { styledMap?.nextDeadline }
  var needsFrame: Bool { styledMap?.needsFrame == true }
  var progress: LoadProgress { styledMap?.progress ?? .ready }
  var loadingFaults: [LoadingFault] { styledMap?.faults.map(LoadingFault.init) ?? [] }
  /// What waits for the renderer needs a frame to come to it.
  var prefersWaiting: Bool { progress.mayArrive(before: .infinity) }
  var attributions: [String] { styledMap?.attributions ?? [] }
  func retry() { styledMap?.retry() }
  func trimMemory() { styledMap?.trimMemory() }

  var memoryUse: [MemoryUse] {
    guard let styledMap else { return [] }
    return [
      MemoryUse("tiles of the style", byteCount: styledMap.tileByteCount),
      MemoryUse("glyphs and icons of the style", byteCount: styledMap.symbolByteCount),
    ]
  }

  /// A click on a point of interest.
  func tap(at point: ScreenPoint, in map: MapView) -> Bool {
    guard let feature = map.pointOfInterest(at: point), let name = feature.name else { return false }
    let place = feature.id?.text ?? "\(feature.source)/\(name)"
    map.delegate?.mapView(map, didTapPOI: place, name: name, location: feature.location)
    return true
  }
}
