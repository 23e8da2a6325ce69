package import Logging
package import OverlookCamera
import OverlookFormats
import OverlookGeometry
package import OverlookLayout
import OverlookNetwork
package import OverlookStyle
package import OverlookSupport
import OverlookText
package import OverlookTiles

/// A map drawn by a style document: its sources, tiles and their layout.
///
/// Each frame: `update`, then `frame`. What it reads, decodes and lays out is done on workers.
@MainActor package final class StyledMap {
  package private(set) var document: StyleDocument
  /// Whether changes are shown at once, and messages only kept, as pictures without a person before them want it.
  package let isStill: Bool
  /// BCP 47 tag that labels prefer; nil for what the style says.
  package var language: String? {
    didSet { if language != oldValue { layOutAnew() } }
  }
  /// Whether extrusions are drawn.
  package var showsBuildings = true {
    didSet { if showsBuildings != oldValue { contentVersion += 1 } }
  }
  /// Whether labels behind extrusions are not shown. Default false, as the style specification draws them.
  package var buildingsHideLabels = false {
    didSet { if buildingsHideLabels != oldValue { contentVersion += 1 } }
  }
  /// What shares the room with labels in a view; asked whenever labels are placed.
  package var obstacles: @MainActor (ViewTransform) -> [LabelObstacle] = { _ in [] }
  /// Another number when `obstacles` would answer otherwise for the same view.
  package var obstacleVersion = 0
  /// What was set on features, by source.
  private var featureStates: [String: FeatureStates] = [:]
  /// What was left out or went wrong since the style was set, one line each, in the order in which it was found.
  package private(set) var messages: [String] = []

  /// More lines than anybody reads.
  private static let maximumMessages = 200

  let services: TileServices
  private let networkReturn: NetworkReturn
  let wake: @Sendable () -> Void
  private let log: Logger
  var base: StyleBase
  var sources: [String: StyleSourceRuntime] = [:]
  var resources: StyleResources
  var view: ViewTransform?
  var pixelsPerPoint = 1.0
  /// The states of what layout depends on.
  var history = LayoutHistory()
  var layoutVersion: Int { history.version }
  /// Grows when `update` may have found other credits.
  package private(set) var creditVersion = 0
  /// Grows when the picture changes for another reason than the camera.
  var contentVersion = 0
  var layerProperties: [String: LayerProperties] = [:]
  package private(set) var light = StyleLight()
  private(set) var sky: StyleSky?
  var frameCache: StyleFrameCache?
  var rehearsal = StyleRehearsal()
  var placementState: PlacementState?
  let placementJob: PlacementJob
  var rest = ViewRest()
  private var reported: Set<String> = []
  /// Said already: data that are renewed again and again are no reason to say it again.
  private var logged: Set<String> = []
  private var hasOrders = false
  private let memory: TileMemory
  /// Not those of tile layers.
  private var lastSourceNumber: UInt32 = 1 << 31
  /// Whether tiles are shown only when the renderer has brought them to the driver: whether somebody asks for `arrivals` every
  /// frame. Else they are shown at once, which is the default.
  package var waitsForRenderer = false
  /// Of the last `update`.
  private(set) var lastUpdate = 0.0

  /// `memory`: what it shares for tiles with the layers of its map; nil: it has its own.
  package init(
    document: StyleDocument, base: StyleBase, services: TileServices, memory: TileMemory? = nil, isStill: Bool = false,
    log: Logger = Logger(label: "overlook.style"), wake: @escaping @Sendable () -> Void
  ) {
    self.isStill = isStill
    self.document = document
    self.base = base
    self.services = services
    self.memory = memory ?? TileMemory()
    networkReturn = NetworkReturn(services.http.news, wake: wake)
    self.log = log
    self.wake = wake
    placementJob = PlacementJob(services.workers, wake: wake)
    resources = StyleResources(document, base: base, fetcher: Self.fetcher(services, base), wake: wake)
    takeFaults(of: document)
    makeProperties(movingFrom: [:])
  }

  /// The same style for a view of its own, as a page needs it: everything at once, nothing of it kept for later frames.
  package func still(wake: @escaping @Sendable () -> Void) -> StyledMap {
    let other = StyledMap(document: document, base: base, services: services, isStill: true, log: log, wake: wake)
    (other.showsBuildings, other.buildingsHideLabels, other.language) = (showsBuildings, buildingsHideLabels, language)
    other.featureStates = featureStates
    return other
  }

  /// Layers that were there before go over to their new paint, unless the picture stands still.
  private func makeProperties(movingFrom old: [String: LayerProperties]) {
    light = StyleLight(document.light, globalState: document.globalState)
    sky = document.sky.map { StyleSky($0, globalState: document.globalState) }
    layerProperties = [:]
    for layer in document.layers {
      var properties = LayerProperties(layer, globalState: document.globalState)
      if !isStill, let before = old[layer.id] {
        properties.moveOver(from: before, at: lastUpdate, general: document.transition)
      }
      layerProperties[layer.id] = properties
    }
  }

  /// Ends all work.
  package func close() {
    networkReturn.stop()
    for source in sources.values { source.close() }
    resources.close()
  }

  private static func fetcher(_ services: TileServices, _ base: StyleBase) -> StyleFetcher {
    var fetcher = StyleFetcher(services: services, cacheName: base.cacheName)
    if case .web(let url) = base.place { fetcher.home = HTTPAddress(url) }
    return fetcher
  }

  // MARK: Style

  /// Goes over to another style. Sources and layers that are the same in both stay as they are.
  package func setDocument(_ document: StyleDocument, base: StyleBase) {
    let old = self.document
    let isSameBase = base.place == self.base.place
    self.document = document
    self.base = base
    rehearsal.next = 0
    (rehearsal.ahead, rehearsal.aheadZoom) = (0, 0)
    messages = []
    reported = []
    takeFaults(of: document)
    makeProperties(movingFrom: layerProperties)
    for (id, runtime) in sources {
      if isSameBase, let fresh = document.source(id) {
        if StyleDiff.isSame(fresh, runtime.source) { continue }
        if StyleDiff.differsInDataAlone(fresh, runtime.source) {
          runtime.replaceData(by: fresh, pixelsPerPoint: pixelsPerPoint)
          continue
        }
      }
      runtime.close()
      sources[id] = nil
    }
    contentVersion += 1
    guard isSameBase, resources.adopt(document) else {
      resources.close()
      resources = StyleResources(document, base: base, fetcher: Self.fetcher(services, base), wake: wake)
      // What is laid out lies in the atlases of the old ones.
      return layOutAnew()
    }
    if sources.isEmpty { return layOutAnew() }
    history.change(StyleDiff.layersToLayOut(from: old, to: document))
    hasOrders = false
  }

  /// Everything is laid out again, from features that are in memory.
  func layOutAnew() {
    history.change(nil)
    contentVersion += 1
    hasOrders = false
  }

  /// What could not be had may be had now: the network is back. What was told is told again if it is still so.
  package func retry() {
    reported = []
    logged = []
    resources.retry()
    for source in sources.values { source.retry() }
  }

  // MARK: State of features

  /// What was set on a feature; empty for nothing.
  package func featureState(of id: StyleValue, source: String, sourceLayer: String?) -> [String: StyleValue] {
    featureStates[source]?[sourceLayer, id] ?? [:]
  }

  /// Replaces what is set on a feature. What is laid out stays: the rows of paint that ask for the state are computed anew in the
  /// next `update`.
  package func setFeatureState(_ state: [String: StyleValue], of id: StyleValue, source: String, sourceLayer: String?) {
    guard featureState(of: id, source: source, sourceLayer: sourceLayer) != state else { return }
    featureStates[source, default: FeatureStates()][sourceLayer, id] = state
    let isConcerned = document.layers.contains { layer in
      layer.source == source && (layer.sourceLayer ?? "") == (sourceLayer ?? "")
        && layerProperties[layer.id]?.usesFeatureState == true
    }
    // Tiles that come from now on are laid out with the new state.
    if isConcerned { hasOrders = false }
  }

  // MARK: Every frame

  /// Takes what arrived, and asks for what `view` needs; true when the next frame looks different.
  package func update(view: ViewTransform, pixelsPerPoint: Double, now: Double) -> Bool {
    let before = (contentVersion, layoutVersion)
    lastUpdate = now
    let moved = view != self.view
    self.view = view
    if pixelsPerPoint != self.pixelsPerPoint {
      self.pixelsPerPoint = pixelsPerPoint
      layOutAnew()
    }
    if networkReturn.take() { retry() }
    resources.start(pixelsPerPoint: pixelsPerPoint, now: now)
    let imageVersion = resources.images.version
    let isOutdated = resources.accept(now: now)
    for message in resources.takeMessages() { report(message) }
    if resources.images.version != imageVersion { contentVersion += 1 }
    if isOutdated { layOutAnew() }
    openSources()
    giveOrders()
    let zoom = styleZoom(view)
    var (arrived, isChanged) = (false, false)
    for (id, source) in sources {
      source.waitsForRenderer = waitsForRenderer
      let shown = source.contentVersion
      arrived = source.accept(now: now) || arrived
      source.update(view: view, isUsed: isUsed(id, atZoom: zoom), now: now)
      // Tiles around the view are no reason for a frame.
      isChanged = isChanged || source.contentVersion != shown || source.hasArrivals
    }
    if arrived { creditVersion += 1 }
    return moved || isChanged || before != (contentVersion, layoutVersion)
  }

  /// Of the style: one less than ours.
  package func styleZoom(_ view: ViewTransform) -> Double { view.camera.zoom - 1 }

  private func isUsed(_ source: String, atZoom zoom: Double) -> Bool {
    document.layers.contains { $0.source == source && $0.isShown(atZoom: zoom) }
  }

  /// A source that no layer draws is not asked.
  private func openSources() {
    guard sources.count < document.sources.count else { return }
    let drawn = Set(document.layers.lazy.filter(\.isVisible).compactMap(\.source))
    for source in document.sources where sources[source.id] == nil && drawn.contains(source.id) {
      lastSourceNumber += 1
      let runtime = StyleSourceRuntime(
        source,
        StyleSourceRuntime.Surroundings(
          base: base, fetcher: Self.fetcher(services, base), number: lastSourceNumber, memory: memory, isStill: isStill,
          wake: wake
        ) { [weak self] in self?.report($0) })
      sources[source.id] = runtime
      runtime.want(document.layers.filter { $0.source == source.id })
      runtime.open(pixelsPerPoint: pixelsPerPoint)
      hasOrders = false
    }
  }

  /// Tells sources what to lay out, once the pictures are there that layout depends on.
  private func giveOrders() {
    guard !hasOrders, resources.isReadyForLayout else { return }
    hasOrders = true
    reportMissingPatterns()
    let (images, missingImages, glyphs) = (resources.images, resources.missingImages, resources.glyphs)
    let (globalState, language, pixelsPerPoint) = (document.globalState, language, pixelsPerPoint)
    for (id, source) in sources {
      let layers = document.layers.filter { $0.source == id }.map(localized)
      let states = featureStates[id] ?? FeatureStates()
      source.setOrder(
        StyleSourceRuntime.LayoutOrder(history: history, layers: layers, states: states) { tile in
          var context = LayoutContext(tile: tile, pixelsPerPoint: pixelsPerPoint)
          context.images = images
          context.missingImages = missingImages
          context.glyphs = glyphs
          context.globalState = globalState
          context.language = language
          context.featureStates = states
          return context
        })
    }
  }

  /// Patterns that all features of a layer share: layout does not look for them.
  private func reportMissingPatterns() {
    guard let zoom = view.map(styleZoom)?.rounded(.down) else { return }
    for layer in document.layers where layer.isShown(atZoom: zoom) {
      guard var properties = layerProperties[layer.id] else { continue }
      properties.availableImages = resources.images.names
      for name: StylePropertyName in [.backgroundPattern, .fillPattern, .linePattern, .fillExtrusionPattern]
      where properties.isSet(name) && !properties.isDataDriven(name) {
        guard case .image(let image) = properties.value(name, zoom: zoom) else { continue }
        if let fault = resources.faultOfPicture(image.name) { report(fault) }
      }
    }
  }

  /// The layer with names in the language that was asked for, and such as can be drawn.
  private func localized(_ layer: StyleLayer) -> StyleLayer {
    guard case .expression(let program)? = layer.properties[.textField] else { return layer }
    var layer = layer
    layer.properties[.textField] = .expression(program.localized(language))
    return layer
  }

  // MARK: State

  /// How far what the view needs is.
  package var progress: LoadProgress {
    guard hasOrders else { return .loading }
    var progress = resources.progress
    for source in sources.values { progress.add(source.progress) }
    return progress
  }

  /// Whether something is on its way that must be taken by `update` before workers can lay it out.
  package var awaitsTiles: Bool { !hasOrders || sources.values.contains(where: \.awaitsTiles) }

  /// Whether all that the view needs is there, known to be missing, or given up.
  package var isComplete: Bool { progress.isComplete }

  /// Why something that the view needs is missing, each cause once, source by source in the order of the document.
  package var faults: [LoadFault] {
    document.sources.flatMap { sources[$0.id]?.faults ?? [] }.uniqued()
  }

  /// How the tiles in view of one source stand, and why some are missing; nil for a source that is not drawn.
  package func standing(ofSource id: String) -> (counts: TileCounts, faults: [LoadFault])? {
    sources[id].map { ($0.counts, $0.faults) }
  }

  /// When `update` should be called though nothing happens, in monotonic seconds; nil for never.
  package var nextDeadline: Double? {
    var next = resources.nextRetry ?? .infinity
    for source in sources.values { next = min(next, source.nextDeadline(now: lastUpdate) ?? .infinity) }
    return next < .infinity ? next : nil
  }

  /// Bytes of tiles that are kept, in view or not.
  package var tileByteCount: Int { sources.values.reduce(0) { $0 + $1.byteCount } }

  /// Bytes of the pictures that labels are drawn from.
  package var symbolByteCount: Int { SDFAtlas.width * resources.glyphs.atlas.height + resources.images.byteCount }

  /// Forgets tiles that the present view does without.
  package func trimMemory() {
    for source in sources.values { source.trimMemory() }
  }

  /// How the tiles in view stand, over all sources.
  package var counts: TileCounts {
    sources.values.reduce(into: TileCounts()) { $0.add($1.counts) }
  }

  /// Credits of the sources that are drawn, each once, in the order of the document.
  package var attributions: [String] {
    var credits: [String] = []
    for source in document.sources {
      guard let runtime = sources[source.id] else { continue }
      var credit = source.attribution
      if credit == nil, case .ready(.tiles(let set)) = runtime.state { credit = set.attribution }
      if let credit, !credit.isEmpty, !credits.contains(credit) { credits.append(credit) }
    }
    return credits
  }

  private func takeFaults(of document: StyleDocument) {
    for fault in document.faults { report("\(fault)") }
  }

  /// Each cause once.
  func report(_ message: String) {
    guard messages.count < Self.maximumMessages, reported.insert(message).inserted else { return }
    messages.append(message)
    if logged.count > 10 * Self.maximumMessages { logged = [] }
    if !isStill, logged.insert(message).inserted { log.warning("\(message)") }
  }
}
