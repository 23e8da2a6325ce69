import OverlookCamera
import OverlookGeometry
import OverlookInput
import OverlookProfiling
import OverlookStyledMap
import OverlookSupport
import OverlookTiles

/// What the map shows below all else: a style, or imagery alone.
@MainActor final class BaseMap: MapComponent {
  /// The map of the style that is shown; nil without one.
  private(set) var styledMap: StyledMap?
  /// The style that was set; nil for the embedded one.
  var chosenStyle: MapStyle?
  /// The embedded imagery, where the map type shows it.
  var imagery: TileLayer?
  /// What keeps the base map from being shown, in one line; nil while nothing does.
  var error: String? {
    didSet { collectErrors() }
  }
  private(set) var errors: [MapError] = []
  var showsBuildings = true {
    didSet { styledMap?.showsBuildings = showsBuildings }
  }
  var buildingsHideLabels = true {
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

  func update(_ frame: MapFrame) -> RedrawReasons {
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
