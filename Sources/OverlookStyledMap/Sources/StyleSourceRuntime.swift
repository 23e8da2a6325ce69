import OverlookCamera
import OverlookFormats
import OverlookGeometry
import OverlookLayout
import OverlookNetwork
import OverlookStyle
import OverlookSupport
import OverlookTiles

/// A source of a style at work: what it is, and what its tiles show.
@MainActor final class StyleSourceRuntime {
  /// What a style wants of the features of its sources.
  struct LayoutOrder: Sendable {
    var history: LayoutHistory
    /// Those of this source, in their order.
    var layers: [StyleLayer]
    /// What is set on the features of the source.
    var states: FeatureStates
    var context: @Sendable (OverscaledTile) -> LayoutContext

    var version: Int { history.version }
  }

  /// What a source has of its map.
  struct Surroundings {
    var base: StyleBase
    var fetcher: StyleFetcher
    /// Of the source, unique on the map.
    var number: UInt32
    var memory: TileMemory
    /// Whether pictures without a person before them are made: nothing is asked for that they do not show.
    var isStill: Bool
    var wake: @Sendable () -> Void
    var report: @MainActor (String) -> Void
  }

  private(set) var description: SourceDescription
  let tiles: TileRuntime<SourceContent>
  /// Grows when what can be drawn changes.
  var contentVersion = 0
  /// Grows when other things are in memory than before, drawn or not.
  private(set) var heldVersion = 0
  /// Whether tiles are shown only after `didUpload`.
  var waitsForRenderer = false {
    didSet { if oldValue, !waitsForRenderer { showAll() } }
  }
  let mailbox: Mailbox<SourceNews>
  let surroundings: Surroundings
  private(set) var order: LayoutOrder?
  /// What is being laid out.
  var works: [TileID: LayoutWork] = [:]
  var lastWork = 0
  /// Whether tiles may have to be laid out though the plan is the same.
  var needsLayout = false
  /// The version of the tiles when they were looked through last for what is to be laid out.
  private var laidOutVersion = -1
  private var wantedLayers: Set<String> = []
  private var view: ViewTransform?
  /// Counts views.
  private(set) var viewNumber = 0
  /// Grows with every other data of a GeoJSON source.
  private(set) var dataVersion = 0
  /// Whether tiles of older data may be there.
  private var hasOutdatedTiles = false

  init(_ source: StyleSource, _ surroundings: Surroundings) {
    self.surroundings = surroundings
    description = SourceDescription(source, base: surroundings.base, fetcher: surroundings.fetcher)
    mailbox = Mailbox(wake: surroundings.wake)
    tiles = TileRuntime(number: surroundings.number, waitsForRenderer: true)
    surroundings.memory.add(tiles)
  }

  var source: StyleSource { description.source }
  var state: SourceDescription.State { description.state }
  var fetcher: StyleFetcher { surroundings.fetcher }
  /// Nearest first.
  var squares: [TileCover.Square] { tiles.cover.squares }

  /// Starts to find out what the source is.
  func open(pixelsPerPoint: Double) { description.open(pixelsPerPoint: pixelsPerPoint, mailbox) }

  /// Takes other data from now on. What is drawn stays until tiles of the new data are laid out.
  func replaceData(by source: StyleSource, pixelsPerPoint: Double) {
    description.replaceData(by: source, pixelsPerPoint: pixelsPerPoint, mailbox)
  }

  /// Ends all loads; nothing arrives afterwards.
  func close() {
    description.close()
    surroundings.memory.remove(tiles)
    tiles.close()
    cancelWorks { _ in true }
  }

  // MARK: Every frame

  /// Takes what arrived from other threads; true when something did.
  func accept(now: Double) -> Bool {
    let news = mailbox.drain()
    for item in news { accept(item, now: now) }
    return !news.isEmpty
  }

  /// Layers of the style that draw from this source; others are laid out anew when `order` has another version.
  func setOrder(_ order: LayoutOrder) {
    self.order = order
    needsLayout = true
    want(order.layers)
    for record in tiles.store.ledger.records { repaint(record.tile) }
  }

  /// Source layers that `layers` draw are decoded from now on. What was not wanted before was not decoded, and is loaded again.
  func want(_ layers: [StyleLayer]) {
    let names = Set(layers.compactMap(\.sourceLayer))
    guard case .vector = source.kind, !names.isSubset(of: wantedLayers) else { return }
    wantedLayers.formUnion(names)
    guard tiles.store.count > 0 else { return }
    cancelWorks { _ in true }
    tiles.change { $0.removeAll() }
    contentVersion += 1
  }

  /// Finds the tiles of the view and asks for those that are not there. Cheap when nothing changed.
  func update(view: ViewTransform, isUsed: Bool, now: Double) {
    if view != self.view {
      self.view = view
      viewNumber += 1
    }
    description.openAgain(now: now, view: viewNumber, mailbox)
    guard case .ready(let ready) = state else { return }
    let change = tiles.update(
      view: view, parameters: isUsed ? ready.parameters(drawsFeatures: drawsFeatures) : nil, rules: rules(ready), now: now
    ) { ready.mayHave($0) }
    if change.hasOtherSquares { contentVersion += 1 }
    if change.isPlanned { tiles.finishPlan(load) }
    // A view that moves within its tiles has nothing new to be laid out.
    guard change.hasOtherSquares || needsLayout || tiles.store.version != laidOutVersion else { return }
    needsLayout = false
    layOut()
    dropOutdatedTiles()
    // What is being laid out now is no reason for another frame.
    if tiles.isOutdated { _ = tiles.replan(now: now) }
    laidOutVersion = tiles.store.version
  }

  private func rules(_ ready: SourceReady) -> TilePlanner.Rules {
    var rules = TilePlanner.Rules()
    rules.netLevels = nil
    rules.replacesMissing = !drawsFeatures
    rules.looksAhead = !surroundings.isStill && ready.mayBeAskedAhead
    return rules
  }

  var drawsFeatures: Bool {
    switch source.kind {
    case .vector, .geoJSON: true
    case .raster, .rasterDEM, .image: false
    }
  }

  private func load(_ tile: TileID, number: UInt64, ticket: WorkTicket) {
    guard case .ready(let ready) = state else { return }
    let mailbox = mailbox
    switch ready {
    case .picture: break
    case .features(_, _, let make):
      fetcher.services.workers.submit(ticket) { mailbox.post(.features(tile, number: number, make(tile))) }
    case .tiles(let set):
      let decoding = TileDecodingOrder(
        tile: tile, number: number, wanted: drawsFeatures ? wantedLayers : nil, promotedIDs: promotedIDs, origin: set.origin,
        ticket: ticket, services: fetcher.services, post: { mailbox.post($0) })
      set.provider.fetch(tile, ticket: ticket, services: fetcher.services) { decoding.take($0) }
    }
  }

  private var promotedIDs: StyleSource.PromotedIDs {
    if case .vector(let tiles) = source.kind { tiles.promotedIDs } else { StyleSource.PromotedIDs() }
  }

  // MARK: Arrivals

  private func accept(_ news: SourceNews, now: Double) {
    switch news {
    case .described(let opening, let result):
      let isKnown = if case .ready = state { true } else { false }
      guard let outcome = description.take(opening, result, now: now, view: viewNumber, mailbox) else { return }
      for message in outcome.messages { surroundings.report(message) }
      guard outcome.isReady else { return }
      if isKnown { outdateTiles() }
      contentVersion += 1
    case .features(let tile, let number, let features):
      take(SourceContent(kind: .features(features), dataVersion: dataVersion), for: tile, number: number, now: now)
    case .picture(let tile, let number, let raster):
      take(SourceContent(kind: .picture(raster), dataVersion: dataVersion), for: tile, number: number, now: now)
    case .missing(let tile, let number):
      guard tiles.wants(tile, number: number) != .no else { return }
      tiles.change { $0.receiveMissing(for: tile) }
      contentVersion += 1
    case .failed(let tile, let number, let fault): accept(fault, of: tile, number: number, now: now)
    case .laidOut(let tile, let number, let layout): accept(layout, of: tile, work: number, now: now)
    }
  }

  private func take(_ content: SourceContent, for tile: TileID, number: UInt64, now: Double) {
    let wanted = tiles.wants(tile, number: number)
    guard wanted != .no else { return }
    let change = { (store: inout TileStore<SourceContent>) in
      store.receive(content, for: tile, fadesIn: wanted == .seen, now: now)
    }
    if wanted == .ahead { tiles.changeUnseen(change) } else { tiles.change(change) }
    if content.isDrawable { show(tile, isSeen: wanted == .seen, now: now) } else { needsLayout = true }
  }

  private func accept(_ fault: LoadFault, of tile: TileID, number: UInt64, now: Double) {
    switch tiles.wants(tile, number: number) {
    case .no: return
    case .ahead: tiles.failUnseen(tile, number: number, fault, now: now)
    case .seen:
      if tiles.fail(tile, number: number, fault, now: now) { surroundings.report(fault.message) }
      contentVersion += 1
    }
  }

  /// Shows what came of a tile last. `isSeen`: whether it lies in the view.
  func show(_ tile: TileID, isSeen: Bool, now: Double) {
    heldVersion += 1
    guard !waitsForRenderer, let incoming = tiles.store.incoming(tile) else { return }
    guard isSeen else { return tiles.changeUnseen { $0.didUpload(incoming.id, fadesIn: false, now: now) } }
    tiles.change { $0.didUpload(incoming.id, fadesIn: true, now: now) }
    contentVersion += 1
  }

  /// Nobody will bring to the driver what waits for it.
  private func showAll() {
    for record in tiles.store.ledger.records where record.isIncoming {
      guard let incoming = tiles.store.incoming(record.tile), incoming.content.isDrawable else { continue }
      tiles.change { $0.didUpload(incoming.id, fadesIn: false, now: 0) }
    }
    contentVersion += 1
  }

  /// Whether something came that is laid out and not shown. What lies around the view may wait long for its layout.
  var hasIncoming: Bool { hasArrivals || tiles.plan.aheadIncoming.contains { isLaidOut($0) } }

  /// Whether something that the view needs waits for the renderer.
  var hasArrivals: Bool {
    tiles.plan.incoming.contains { isLaidOut($0) }
  }

  private func isLaidOut(_ incoming: TileID) -> Bool {
    tiles.store.incoming(incoming)?.content.isDrawable == true
  }

  /// The renderer holds something that came.
  func didUpload(_ id: TileContentID, now: Double) {
    guard let tile = tiles.store.tile(of: id) else { return }
    let isSeen = squares.contains { $0.quad == tile }
    guard isSeen else { return tiles.changeUnseen { $0.didUpload(id, fadesIn: false, now: now) } }
    tiles.change { $0.didUpload(id, fadesIn: true, now: now) }
    contentVersion += 1
    _ = tiles.replan(now: now)
  }

  // MARK: Other data

  /// Has every tile made again from other data when it is wanted next. Of the old ones only those are kept that are drawn now.
  private func outdateTiles() {
    dataVersion += 1
    for shown in shownTiles() { tiles.keep(shown.tile.canonical) }
    cancelWorks { _ in true }
    tiles.makeStale()
    tiles.change { $0.removeAll { !$0.isShown } }
    hasOutdatedTiles = tiles.store.count > 0
  }

  /// Once the view is drawn from the newest data, nothing older stands in for what comes into it.
  private func dropOutdatedTiles() {
    guard hasOutdatedTiles, squares.allSatisfy({ isDrawnFromNewestData($0.quad) }) else { return }
    hasOutdatedTiles = false
    tiles.change { $0.removeAll { $0.isStale } }
  }

  private func isDrawnFromNewestData(_ tile: TileID) -> Bool {
    guard tiles.store.record(tile)?.isMissing != true else { return true }
    return tiles.store.incoming(tile) == nil && tiles.store.shown(tile)?.content.dataVersion == dataVersion
  }

  /// Bytes of the tiles that are kept.
  var byteCount: Int { tiles.byteCount }

  /// Forgets tiles that the present view does without.
  func trimMemory() { tiles.trimMemory() }

  /// What could not be had may be had now: the network is back.
  func retry() {
    tiles.forgive()
    description.forgive(mailbox)
  }
}
