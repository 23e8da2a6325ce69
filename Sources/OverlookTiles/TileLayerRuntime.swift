package import Logging
package import OverlookCamera
import OverlookGeometry
import OverlookNetwork
package import OverlookSupport

/// A tile layer at work on one map: what it loads, keeps and shows.
///
/// Each frame: `accept`, `update`, then `draws` and `uploads` go to the renderer, whose
/// result `take` gets before the frame is drawn.
@MainActor package final class TileLayerRuntime {
  package let layer: TileLayer
  package let number: UInt32
  /// Its tiles, apart from where they come from and how they are drawn.
  package let tiles: TileRuntime<Image>

  private let mailbox: Mailbox<TileArrival>
  private let log: Logger
  private var composition = TileComposition()
  private var pixelsPerPoint: Double?
  private var cacheGeneration: Int
  private var isDetached = false
  /// What was logged since the network or the layer's settings changed: each cause of missing tiles once.
  package private(set) var messages: [String] = []
  private let networkReturn: NetworkReturn

  /// - Parameters:
  ///   - number: Of the layer on its map, unique, so that pictures of two layers have different names.
  ///   - waitsForRenderer: False for a map that draws nothing: pictures count as shown when they arrive.
  ///   - wake: Called on any thread when something arrived.
  package init(
    layer: TileLayer, number: UInt32, services: TileServices, waitsForRenderer: Bool = true,
    log: Logger = Logger(label: "overlook.tiles"), wake: @escaping @Sendable () -> Void
  ) {
    self.layer = layer
    self.number = number
    self.log = log
    mailbox = Mailbox(wake: wake)
    tiles = TileRuntime(number: number, waitsForRenderer: waitsForRenderer)
    cacheGeneration = layer.cacheGeneration
    networkReturn = NetworkReturn(services.http.news, wake: wake)
    layer.services = services
  }

  package var draws: [TileDraw] { composition.draws }
  /// Pictures that the renderer should bring to the GPU, the most needed first.
  package var uploads: [TileUpload] { composition.uploads }
  /// Pictures that no view needs yet, for when there is time.
  package var aheadUploads: [TileUpload] { composition.aheadUploads }
  package var counts: TileCounts { tiles.plan.counts }
  /// Requests made of the layer so far.
  package var loadsStarted: Int { tiles.loadsStarted }

  /// Takes what arrived from other threads; true when something did that the view needs.
  package func accept(now: Double) -> Bool {
    let isBack = networkReturn.take() && !isDetached
    // What was refused may have been so by a network that is no more, such as one that wants a sign-in first.
    if isBack { tiles.forgive() }
    var isNeeded = isBack
    for arrival in mailbox.drain() {
      switch tiles.wants(arrival.tile, number: arrival.number) {
      case .no: continue
      case .ahead: acceptAhead(arrival, now: now)
      case .seen:
        accept(arrival, now: now)
        isNeeded = true
      }
    }
    return isNeeded
  }

  /// Plans for `view`, and asks the layer for tiles; true when there is a new plan. Cheap when nothing changed.
  package func update(view: ViewTransform, pixelsPerPoint: Double, now: Double) -> Bool {
    guard !isDetached else { return false }
    if pixelsPerPoint != self.pixelsPerPoint {
      self.pixelsPerPoint = pixelsPerPoint
      layer.displayDidChange(pixelsPerPoint: pixelsPerPoint)
    }
    followCacheGeneration()
    let parameters = TileParameters(
      tileSizePixels: layer.tileSize, pixelsPerPoint: pixelsPerPoint, minimumZoom: layer.minimumZoom,
      maximumZoom: layer.maximumZoom)
    var rules = TilePlanner.Rules()
    rules.cancels = layer.cancelsRequests
    rules.looksAhead = layer.looksAhead
    let wasFading = composition.isFading
    let change = tiles.update(view: view, parameters: parameters, rules: rules, now: now)
    guard change.isPlanned || wasFading else { return false }
    if !change.isPlanned { tiles.makePlan(now: now) }
    composition.compose(tiles.cover, tiles.plan, tiles.store, parameters, now: now)
    for draw in composition.draws {
      tiles.keep(draw.image.source)
      if let under = draw.under { tiles.keep(under.source) }
    }
    tiles.finishPlan(request)
    return wasFading || !change.isAheadAlone
  }

  private func request(_ tile: TileID, number: UInt64, ticket: WorkTicket) {
    // The layer may be a user's, who may do anything in a request: clear the cache, or take the layer off the map.
    let pictures = layer.keptPictures
    let load = TileLoad(tile: tile, number: number, ticket: ticket, mailbox: mailbox, pictures: pictures)
    if let pictures { pictures.find(load) } else { layer.requestTile(x: tile.x, y: tile.y, zoom: tile.z, receiver: load) }
  }

  /// Takes what became of pictures, of this layer and of others, and plans anew for the frame that is about to be drawn, so that
  /// what was uploaded is seen in it. Asks for nothing: what the new plan wants is left to the next `update`.
  package func take(_ result: TileUploadResult, now: Double) {
    let (number, fadesIn, view) = (number, layer.fadeIn, tiles.viewNumber)
    // What there may be room for later the owner of the driver tells, when there is none for long.
    for refusal in result.refused where refusal.id.sourceNumber == number && !refusal.isPassing { report(refusal.reason) }
    tiles.change { store in
      for id in result.uploaded where id.sourceNumber == number { store.didUpload(id, fadesIn: fadesIn, now: now) }
      for refusal in result.refused where refusal.id.sourceNumber == number {
        let fault: LoadFault = refusal.isPassing ? .passing(refusal.reason) : .refusal(refusal.reason)
        store.didRefuse(refusal.id, fault, now: now, view: view)
      }
      for id in result.dropped where id.sourceNumber == number { store.didEvict(id) }
    }
    guard tiles.replan(now: now), let parameters = tiles.parameters else { return }
    composition.compose(tiles.cover, tiles.plan, tiles.store, parameters, now: now)
  }

  /// Names the pictures that the renderer need not hold any more, each once. Nothing that `draws` names is among them after
  /// `update`.
  package func drainForgotten(_ body: (TileContentID) -> Void) { tiles.change { $0.drainForgotten(body) } }

  /// The renderer is gone; its successor is asked to take all pictures over.
  package func didLoseRenderer() { tiles.change { $0.didLoseRenderer() } }

  /// Whether pictures fade in.
  package var isFading: Bool { composition.isFading }

  /// Whether the next frame looks different though nothing happens: a tile fades in, waits for its upload, or was just uploaded.
  package var needsFrame: Bool { !isDetached && (composition.isFading || !uploads.isEmpty || tiles.isOutdated) }

  /// When `update` should be called though nothing happens: monotonic seconds; nil for never.
  package func nextDeadline(now: Double) -> Double? { needsFrame ? now : tiles.nextDeadline(now: now) }

  /// How far the tiles of the view are; those that fade in are loading still.
  package var progress: LoadProgress {
    var progress = tiles.progress
    if composition.isFading, !isDetached { progress.add(LoadProgress(.loading)) }
    return progress
  }

  /// Whether tiles of the view have not come yet.
  package var awaitsTiles: Bool { tiles.awaitsTiles }

  /// Why tiles in view are missing, each cause once; those of the whole source first.
  package var faults: [LoadFault] { tiles.faults }

  /// What could not be had may be had now: the network may be used again.
  package func retry() {
    tiles.forgive()
    messages.removeAll()
  }

  /// Bytes of the pictures in memory.
  package var byteCount: Int { tiles.byteCount }

  /// Forgets pictures that the present view does without.
  package func trimMemory() { tiles.trimMemory() }

  /// Ends all loads; nothing arrives afterwards.
  package func detach() {
    isDetached = true
    networkReturn.stop()
    tiles.close()
    composition.removeAll()
    layer.services = nil
  }

  private func followCacheGeneration() {
    guard cacheGeneration != layer.cacheGeneration else { return }
    cacheGeneration = layer.cacheGeneration
    tiles.makeStale()
    messages.removeAll()
  }

  private func accept(_ arrival: TileArrival, now: Double) {
    let (tile, number, fadesIn) = (arrival.tile, arrival.number, layer.fadeIn)
    switch arrival.outcome {
    case .image(let image) where !image.fitsTile:
      let text = "a tile of \(image.width) x \(image.height) pixels is larger than \(TileLimits.imageSide) a side"
      if tiles.fail(tile, number: number, .refusal(text), now: now) { report(text) }
    case .image(let image): tiles.change { $0.receive(image, for: tile, fadesIn: fadesIn, now: now) }
    case .missing: tiles.change { $0.receiveMissing(for: tile) }
    case .notKept: askLayer(for: arrival)
    case .failed(let fault):
      let known = fault ?? .passing("the layer has no picture of a tile now")
      if tiles.fail(tile, number: number, known, now: now), let fault { report(fault.message) }
    }
  }

  /// Takes what came before anybody could see it. No frame and no plan waits for that.
  private func acceptAhead(_ arrival: TileArrival, now: Double) {
    let tile = arrival.tile
    switch arrival.outcome {
    case .image(let image) where image.fitsTile: tiles.changeUnseen { $0.receive(image, for: tile, fadesIn: false, now: now) }
    case .missing: tiles.changeUnseen { $0.receiveMissing(for: tile) }
    case .notKept: askLayer(for: arrival)
    case .failed(let fault): tiles.failUnseen(tile, number: arrival.number, fault, now: now)
    case .image: tiles.failUnseen(tile, number: arrival.number, nil, now: now)
    }
  }

  private func askLayer(for arrival: TileArrival) {
    let tile = arrival.tile
    guard let ticket = tiles.store.ledger.ticket(of: tile) else { return }
    let load = TileLoad(tile: tile, number: arrival.number, ticket: ticket, mailbox: mailbox, pictures: layer.keptPictures)
    layer.requestTile(x: tile.x, y: tile.y, zoom: tile.z, receiver: load)
  }

  /// One line for each cause, however many tiles it hits.
  private func report(_ message: String) {
    guard messages.count < 100, !messages.contains(message) else { return }
    messages.append(message)
    log.warning("\(message)")
  }
}

extension Image {
  fileprivate var fitsTile: Bool { max(width, height) <= TileLimits.imageSide }
}
