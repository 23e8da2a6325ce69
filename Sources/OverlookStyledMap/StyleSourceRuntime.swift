import OverlookCamera
import OverlookFormats
import OverlookGeometry
import OverlookLayout
import OverlookNetwork
import OverlookStyle
import OverlookSupport
import OverlookTiles

/// A source of a style at work: what it loads, keeps and shows.
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

  enum State {
    case waiting
    case ready(SourceReady)
    case failed(LoadFault)
  }

  private(set) var source: StyleSource
  private(set) var state = State.waiting
  var tiles: [OverscaledTile: SourceTile] = [:]
  /// Nearest first.
  var squares: [StyleTileCover.Square] { cover.squares }
  /// Grows when what can be drawn changes.
  var contentVersion = 0
  var memoryBudget = 96 << 20
  private(set) var loadsStarted = 0
  private(set) var openings = SourceOpenings()
  /// Of the tries to find out what the source is, or what its newest data are.
  private(set) var opening = RetryState()
  /// Whether something failed since `faults` was empty last.
  var mayHaveFaults = false
  /// Whether it may be asked for tiles.
  private(set) var gate = SourceGate()

  let mailbox: Mailbox<SourceNews>
  private let base: StyleBase
  let fetcher: StyleFetcher
  private let report: @MainActor (String) -> Void
  private(set) var order: LayoutOrder?
  private var wanted: Set<String> = []
  private var lastNumber: UInt64 = 0
  /// Counts views.
  private(set) var sequence = 0
  private var view: ViewTransform?
  private var extent: StyleTileCover.Extent?
  private var cover = StyleTileCover()
  /// Of the view before, and memory for the next one.
  private var earlierCover = StyleTileCover()
  private var isUsed = false
  /// Grows with every other data of a GeoJSON source.
  private(set) var dataVersion = 0
  /// Whether other data is on its way.
  private(set) var awaitsData = false
  /// Whether it was on its way and did not come, so that what is shown is not what the style names.
  private(set) var lacksData = false
  /// Whether `source` is newer than the openings under way.
  private var isSourceNewer = false
  /// Whether tiles of older data may be there.
  private var hasOutdatedTiles = false
  private var pixelsPerPoint = 1.0
  private var generator = SeededGenerator(seed: 7)

  init(
    _ source: StyleSource, base: StyleBase, fetcher: StyleFetcher, wake: @escaping @Sendable () -> Void,
    report: @escaping @MainActor (String) -> Void
  ) {
    self.source = source
    self.base = base
    self.fetcher = fetcher
    self.report = report
    mailbox = Mailbox(wake: wake)
  }

  /// Starts to find out what the source is.
  func open(pixelsPerPoint: Double) {
    self.pixelsPerPoint = pixelsPerPoint
    isSourceNewer = false
    let (mailbox, (opening, ticket)) = (mailbox, openings.begin())
    let finish: @Sendable (Result<SourceReady, LoadFault>) -> Void = { mailbox.post(.described(opening: opening, $0)) }
    switch source.kind {
    case .vector(let tiles), .raster(let tiles), .rasterDEM(let tiles, _):
      StyleTileSet.describe(tiles, base: base, fetcher: fetcher, isDense: pixelsPerPoint > 1, ticket: ticket) {
        finish($0.map(SourceReady.tiles))
      }
    case .geoJSON(let options): GeoJSONOpening.open(options, base: base, fetcher: fetcher, ticket: ticket, completion: finish)
    case .image(let url, _): PictureOpening.open(url, base: base, fetcher: fetcher, ticket: ticket, completion: finish)
    }
  }

  /// Takes other data from now on. What is drawn stays until tiles of the new data are laid out.
  func replaceData(by source: StyleSource, pixelsPerPoint: Double) {
    self.source = source
    (awaitsData, lacksData) = (true, false)
    opening = RetryState()
    if case .failed = state { state = .waiting }
    if openings.isFull { isSourceNewer = true } else { open(pixelsPerPoint: pixelsPerPoint) }
  }

  /// Ends all loads; nothing arrives afterwards.
  func close() {
    openings.cancel()
    for tile in tiles.values { tile.ticket.cancel() }
    tiles = [:]
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
    want(order.layers)
    for tile in tiles.keys { repaint(tile) }
  }

  /// Source layers that `layers` draw are decoded from now on. What was not wanted before was not decoded, and is loaded again.
  func want(_ layers: [StyleLayer]) {
    let names = Set(layers.compactMap(\.sourceLayer))
    guard case .vector = source.kind, !names.isSubset(of: wanted) else { return }
    wanted.formUnion(names)
    for tile in Array(tiles.keys) { reload(tile) }
  }

  /// Finds the tiles of the view and asks for those that are not there. Cheap when nothing changed.
  func update(view: ViewTransform, isUsed: Bool, now: Double) {
    let hasMoved = view != self.view
    openAgain(now: now, view: hasMoved ? sequence + 1 : sequence)
    guard case .ready(let ready) = state else {
      if hasMoved {
        self.view = view
        sequence += 1
      }
      return
    }
    if hasMoved || isUsed != self.isUsed {
      self.view = view
      self.isUsed = isUsed
      let fresh = isUsed ? parameters(ready).flatMap { StyleTileCover.extent(view, $0) } : nil
      // Within the same tiles only their distances change, by which they are asked for.
      if fresh == nil || fresh != extent {
        extent = fresh
        swap(&cover, &earlierCover)
        updateCover(view, ready)
        // What is drawn does not depend on their distances.
        if !cover.hasSquares(of: earlierCover) { contentVersion += 1 }
      }
      sequence += 1
    }
    for square in squares { want(square, now: now) }
    layOutStale()
    dropOutdatedTiles()
    evict()
  }

  private func updateCover(_ view: ViewTransform, _ ready: SourceReady) {
    guard isUsed, let parameters = parameters(ready) else { return cover.removeAll() }
    cover.fill(view, parameters)
    if case .tiles(let set) = ready { cover.filter { set.contains($0.tile.canonical) } }
  }

  /// Which tiles there are; nil for a single picture.
  private func parameters(_ ready: SourceReady) -> StyleTileCover.Parameters? {
    var parameters = StyleTileCover.Parameters()
    switch ready {
    case .picture: return nil
    case .features(let maximumZoom, _, _): parameters.maximumZoom = maximumZoom
    case .tiles(let set):
      parameters.minimumZoom = set.minimumZoom
      parameters.maximumZoom = set.maximumZoom
      parameters.tileSize = set.tileSize
      if !drawsFeatures {
        parameters.roundsZoom = true
        parameters.overscales = false
      }
    }
    return parameters
  }

  var drawsFeatures: Bool {
    switch source.kind {
    case .vector, .geoJSON: true
    case .raster, .rasterDEM, .image: false
    }
  }

  private func want(_ square: StyleTileCover.Square, now: Double) {
    let tile = square.tile
    if var entry = tiles[tile] {
      entry.lastUse = sequence
      entry.ticket.priority = square.distance
      tiles[tile] = entry
      guard isDue(entry, now: now) else { return wantStandIn(for: tile, entry, now: now) }
      load(tile, priority: square.distance, retry: entry.retry)
    } else if gate.isOpen(now: now) {
      load(tile, priority: square.distance)
    }
  }

  private func isDue(_ entry: SourceTile, now: Double) -> Bool {
    entry.status == .failed && gate.isOpen(now: now) && entry.retry.isDue(now: now, view: sequence)
  }

  /// The picture above a tile that cannot be had, which stands in for it; nil for tiles that are there or may come.
  func standIn(for tile: OverscaledTile, _ entry: SourceTile) -> OverscaledTile? {
    guard !drawsFeatures, entry.status != .loading, entry.status != .ready, entry.content == nil,
      let parent = tile.canonical.parent, case .ready(.tiles(let set)) = state, parent.z >= set.minimumZoom
    else { return nil }
    return OverscaledTile(parent)
  }

  /// What stands in for a tile is asked for when nothing else would be shown.
  private func wantStandIn(for tile: OverscaledTile, _ entry: SourceTile, now: Double) {
    guard let above = standIn(for: tile, entry) else { return }
    guard var entry = tiles[above] else {
      if gate.isOpen(now: now) { load(above, priority: 1) }
      return
    }
    entry.lastUse = sequence
    tiles[above] = entry
    guard isDue(entry, now: now) else { return wantStandIn(for: above, entry, now: now) }
    load(above, priority: 1, retry: entry.retry)
  }

  // MARK: Loading

  private func load(_ tile: OverscaledTile, priority: Double, retry: RetryState = RetryState()) {
    lastNumber += 1
    loadsStarted += 1
    let number = lastNumber
    let ticket = WorkTicket(priority: priority)
    var entry = SourceTile(number: number, ticket: ticket)
    entry.content = tiles[tile]?.content
    entry.dataVersion = tiles[tile]?.dataVersion ?? dataVersion
    entry.layoutVersion = tiles[tile]?.layoutVersion ?? -1
    entry.stateVersion = tiles[tile]?.stateVersion ?? 0
    entry.lastUse = sequence
    entry.retry = retry
    tiles[tile] = entry
    guard case .ready(let ready) = state else { return }
    if retry.failureCount == 0, let features = featuresInMemory(of: tile.canonical) {
      return accept(.features(tile, number: number, features), now: 0)
    }
    let mailbox = mailbox
    switch ready {
    case .picture: break
    case .features(_, _, let make):
      fetcher.services.workers.submit(ticket) { mailbox.post(.features(tile, number: number, make(tile.canonical))) }
    case .tiles(let set):
      let decoding = TileDecodingOrder(
        tile: tile, number: number, wanted: drawsFeatures ? wanted : nil, promotedIDs: promotedIDs, origin: set.origin,
        ticket: ticket,
        services: fetcher.services, post: { mailbox.post($0) })
      set.provider.fetch(tile.canonical, ticket: ticket, services: fetcher.services) { decoding.take($0) }
    }
  }

  private var promotedIDs: StyleSource.PromotedIDs {
    if case .vector(let tiles) = source.kind { tiles.promotedIDs } else { StyleSource.PromotedIDs() }
  }

  /// The same tile may be laid out for another zoom already.
  private func featuresInMemory(of tile: TileID) -> FeatureTile? {
    guard drawsFeatures else { return nil }
    for (key, entry) in tiles where key.canonical == tile && entry.dataVersion == dataVersion {
      if let newer = entry.newerFeatures { return newer }
      if case .layout(let layout) = entry.content, let features = layout.features { return features }
    }
    return nil
  }

  private func reload(_ tile: OverscaledTile) {
    tiles[tile]?.content = nil
    tiles[tile]?.ticket.cancel()
    tiles[tile] = nil
    contentVersion += 1
  }

  // MARK: Arrivals

  private func accept(_ news: SourceNews, now: Double) {
    switch news {
    case .described(let opening, let result):
      if openings.end(opening) { accept(result, now: now) }
    case .features(let tile, let number, let features):
      if tiles[tile]?.number == number { tiles[tile]?.take(features, dataVersion: dataVersion) }
    case .picture(let tile, let number, let raster):
      guard tiles[tile]?.number == number else { return }
      tiles[tile]?.content = .picture(raster)
      tiles[tile]?.status = .ready
      tiles[tile]?.retry = RetryState()
      tiles[tile]?.arrival = now
      contentVersion += 1
    case .missing(let tile, let number):
      guard tiles[tile]?.number == number else { return }
      tiles[tile]?.status = .missing
      tiles[tile]?.retry = RetryState()
      tiles[tile]?.content = nil
      contentVersion += 1
    case .failed(let tile, let number, let fault):
      guard tiles[tile]?.number == number else { return }
      if !gate.isForgiven(number) { return accept(fault, of: tile, now: now) }
      tiles[tile]?.status = .failed
      contentVersion += 1
    case .laidOut(let tile, let number, let version, let layout):
      guard tiles[tile]?.number == number, tiles[tile]?.pendingVersion == version else { return }
      tiles[tile]?.take(layout, version: version)
      contentVersion += 1
      repaint(tile)
    }
  }

  private func accept(_ fault: LoadFault, of tile: OverscaledTile, now: Double) {
    guard var entry = tiles[tile] else { return }
    report(fault.message)
    mayHaveFaults = true
    gate.take(fault, now: now)
    entry.retry.fail(fault, now: now, view: sequence, jitter: Double.random(in: 0..<1, using: &generator))
    entry.status = .failed
    tiles[tile] = entry
    contentVersion += 1
  }

  private func accept(_ description: Result<SourceReady, LoadFault>, now: Double) {
    let isNewest = openings.isEmpty && !isSourceNewer
    if isSourceNewer { open(pixelsPerPoint: pixelsPerPoint) }
    awaitsData = awaitsData && !isNewest
    switch description {
    case .success(let ready):
      if case .ready = state { outdateTiles() }
      state = .ready(ready)
      opening = RetryState()
      contentVersion += 1
      view = nil
      if case .features(_, let fault?, _) = ready { reportOfSource(fault) }
    case .failure(let fault):
      reportOfSource(fault.message)
      guard isNewest else { return }
      mayHaveFaults = true
      opening.fail(fault, now: now, view: sequence, jitter: Double.random(in: 0..<1, using: &generator))
      // Older data are better than none.
      if case .ready = state { lacksData = true } else { state = .failed(fault) }
    }
  }

  /// When to try again to find out what the source is; infinite for never.
  func nextOpening(view: Int) -> Double {
    guard let fault = opening.fault, openings.isEmpty, fault.isPassing || isOnServer else { return .infinity }
    return opening.nextTry(view: view)
  }

  /// Whether somebody else may mend what it is; a file that is read again is the same.
  private var isOnServer: Bool {
    let url =
      switch source.kind {
      case .vector(let tiles), .raster(let tiles), .rasterDEM(let tiles, _): tiles.url
      case .geoJSON(let options): if case .url(let url) = options.content { url } else { String?.none }
      case .image(let url, _): Optional(url)
      }
    if case .web = url.flatMap(base.address) { return true }
    return false
  }

  /// Tries again to find out what the source is, or what its data are, when that could not be had and is due.
  private func openAgain(now: Double, view: Int) {
    if nextOpening(view: view) <= now { openAfterFailure() }
  }

  /// Without a state that failed there are older data, which are shown meanwhile.
  private func openAfterFailure() {
    if case .failed = state { state = .waiting } else { (awaitsData, lacksData) = (true, false) }
    open(pixelsPerPoint: pixelsPerPoint)
  }

  /// Has every tile made again from other data when it is wanted next. Of the old ones only those are kept that are drawn now.
  private func outdateTiles() {
    dataVersion += 1
    let drawn = Set(shownTiles().map(\.tile))
    for (tile, entry) in tiles {
      entry.ticket.cancel()
      guard drawn.contains(tile) else {
        tiles[tile] = nil
        continue
      }
      // Nothing that is on its way is taken for an answer.
      tiles[tile]?.number = 0
      tiles[tile]?.retry = RetryState()
      tiles[tile]?.status = .failed
    }
    hasOutdatedTiles = !tiles.isEmpty
  }

  /// Once the view is drawn from the newest data, nothing older stands in for what comes into it.
  private func dropOutdatedTiles() {
    guard hasOutdatedTiles, squares.allSatisfy({ tiles[$0.tile]?.isDrawn(from: dataVersion) == true }) else { return }
    hasOutdatedTiles = false
    for (tile, entry) in tiles where entry.isDrawable && !entry.isDrawn(from: dataVersion) {
      entry.ticket.cancel()
      tiles[tile] = nil
    }
  }

  /// What is said of data within the style names the source; all else says its file or server itself.
  private func reportOfSource(_ message: String) {
    if case .geoJSON(let options) = source.kind, case .inline = options.content {
      return report("source \"\(OutsideText.cleaned(source.id, limit: 60))\": \(message)")
    }
    report(message)
  }

  private func evict() {
    guard tiles.count > squares.count else { return }
    for (tile, entry) in tiles where entry.lastUse != sequence && entry.status == .loading {
      entry.ticket.cancel()
      tiles[tile] = nil
    }
    var bytes = tiles.values.reduce(0) { $0 + $1.byteCount }
    guard bytes > memoryBudget || tiles.count > 1000 else { return }
    for (tile, entry) in tiles.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where entry.lastUse != sequence {
      guard bytes > memoryBudget || tiles.count > 1000 else { break }
      bytes -= entry.byteCount
      tiles[tile] = nil
    }
  }

  /// What could not be had may be had now: the network is back.
  func retry() {
    gate.forgive(upTo: lastNumber)
    if opening.failureCount > 0, openings.isEmpty {
      opening = RetryState()
      openAfterFailure()
    }
    for (tile, entry) in tiles where entry.retry.failureCount > 0 { tiles[tile]?.retry = RetryState() }
  }
}
