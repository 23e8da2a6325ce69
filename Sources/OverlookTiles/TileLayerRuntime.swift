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
  /// Bytes of pictures that are kept besides those in view.
  package var memoryBudget = 128 << 20
  /// Requests made of the layer so far.
  package private(set) var loadsStarted = 0

  private let mailbox: Mailbox<TileArrival>
  private let log: Logger
  private var store: TileStore
  private var cover = TileCover()
  private var planner = TilePlanner()
  private var plan = TilePlan()
  private var loads: [TilePlan.Wanted] = []
  private var generator: SeededGenerator
  private var view: ViewTransform?
  private var parameters: TileLayerParameters?
  private var pixelsPerPoint: Double?
  private var viewNumber = 0
  private var sequence = 0
  private var plannedVersion = -1
  private var lastNumber: UInt64 = 0
  private var cacheGeneration: Int
  private var gate = SourceGate()
  private var isDetached = false
  /// Whether the last plan was made while the source wanted to be left alone.
  private var isPausePlanned = false
  /// Whether the last plan asks for tiles around the view, and nobody did so yet.
  private var isAheadOpen = false
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
    store = TileStore(number: number, waitsForRenderer: waitsForRenderer)
    generator = SeededGenerator(seed: UInt64(number))
    cacheGeneration = layer.cacheGeneration
    networkReturn = NetworkReturn(services.http.news, wake: wake)
    layer.services = services
  }

  package var draws: [TileDraw] { plan.draws }
  /// Pictures that the renderer should bring to the GPU, the most needed first.
  package var uploads: [TileUpload] { plan.uploads }
  /// Pictures that no view needs yet, for when there is time.
  package var aheadUploads: [TileUpload] { plan.aheadUploads }
  package var counts: TileCounts { plan.counts }

  /// Takes what arrived from other threads; true when something did that the view needs.
  package func accept(now: Double) -> Bool {
    let isBack = networkReturn.take() && !isDetached
    // What was refused may have been so by a network that is no more, such as one that wants a sign-in first.
    if isBack { forgive() }
    var isNeeded = isBack
    for arrival in mailbox.drain() where !isDetached && store.awaits(arrival.tile, number: arrival.number) {
      if let ticket = store.ticket(of: arrival.tile), ticket.priority >= TilePlanner.aheadPriority {
        acceptAhead(arrival, now: now)
      } else {
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
    let parameters = TileLayerParameters(
      tileSizePixels: layer.tileSize, pixelsPerPoint: pixelsPerPoint, minimumZoom: layer.minimumZoom,
      maximumZoom: layer.maximumZoom)
    if view != self.view || parameters != self.parameters {
      cover.fill(view: view, parameters: parameters, heading: view.heading(since: self.view))
      self.view = view
      self.parameters = parameters
      viewNumber += 1
      plannedVersion = -1
    }
    let isDue = plannedVersion != store.version || plan.isFading || deadline.map({ $0 <= now }) == true
    guard isDue || isAheadOpen else { return false }
    makePlan(parameters, now: now)
    return isDue
  }

  /// Takes what became of pictures, of this layer and of others, and plans anew for the frame that is about to be drawn, so that
  /// what was uploaded is seen in it. Asks for nothing: what the new plan wants is left to the next `update`.
  package func take(_ result: TileUploadResult, now: Double) {
    for id in result.uploaded where id.layerNumber == number { store.didUpload(id, fadesIn: layer.fadeIn, now: now) }
    for refusal in result.refused where refusal.id.layerNumber == number {
      report(refusal.reason)
      store.didRefuse(refusal.id, .refusal(refusal.reason), now: now, view: viewNumber)
    }
    for id in result.dropped where id.layerNumber == number { store.didEvict(id) }
    showUploaded(now: now)
  }

  private func showUploaded(now: Double) {
    guard !isDetached, plannedVersion != store.version, let parameters else { return }
    planner.plan(cover, store, situation(parameters, now: now), into: &plan)
    if plan.cancels.isEmpty, plan.loads.allSatisfy(\.isAhead) {
      plannedVersion = store.version
      isAheadOpen = !plan.loads.isEmpty
    }
    plan.loads.removeAll(keepingCapacity: true)
  }

  /// Names the pictures that the renderer need not hold any more, each once. Nothing that `draws` names is among them after
  /// `update`.
  package func drainForgotten(_ body: (TileImageID) -> Void) {
    store.drainForgotten(body)
  }

  /// The renderer is gone; its successor is asked to take all pictures over.
  package func didLoseRenderer() {
    store.didLoseRenderer()
  }

  /// Whether the next frame looks different though nothing happens: a tile fades in, waits for its upload, or was just uploaded.
  package var needsFrame: Bool {
    !isDetached && (plan.isFading || !plan.uploads.isEmpty || plannedVersion != store.version)
  }

  /// When `update` should be called though nothing happens: monotonic seconds; nil for never.
  package func nextDeadline(now: Double) -> Double? {
    needsFrame || isAheadOpen ? now : isDetached ? nil : deadline
  }

  /// Whether every tile of the view is shown, known to be missing, or given up.
  package var isComplete: Bool { isDetached || (plan.isComplete && plannedVersion == store.version) }

  /// As `isComplete`, but that what failed counts as given up as soon as it is not worth waiting for, though it is asked for again.
  package var isLoadingOver: Bool { isDetached || (plan.isLoadingOver && plannedVersion == store.version) }

  /// Whether tiles of the view have not come yet.
  package var awaitsTiles: Bool { !isDetached && plan.isAwaiting }

  /// Whether nothing that the view lacks is on its way, and nothing will be asked for again before `end`, in the seconds of
  /// `update`, or of nobody but servers that could not be reached twice.
  package func isInVain(before end: Double) -> Bool {
    if isComplete { return true }
    guard plannedVersion == store.version else { return false }
    return plan.wanted.enumerated().allSatisfy { index, wanted in
      let entry = store.entry(wanted.tile)
      // What would stand in for others is worth waiting for while it is on its way, and not otherwise.
      if index >= plan.visibleCount { return entry?.isLoading != true }
      if entry?.isInVain(before: end) == true { return true }
      return entry?.isLoading != true && (gate.isShut || gate.isPaused(now: end))
    }
  }

  /// Why tiles in view are missing, each cause once; those of the whole source first.
  package var faults: [LoadFault] {
    guard plan.hasFaults, !isDetached else { return [] }
    let ofTiles = plan.wanted.prefix(plan.visibleCount).compactMap { wanted in
      store.entry(wanted.tile).flatMap { $0.isSettled ? nil : $0.retry.fault }
    }
    return ([gate.fault].compactMap(\.self) + ofTiles).uniqued()
  }

  /// What could not be had may be had now: the network may be used again.
  package func retry() {
    forgive()
    messages.removeAll()
  }

  private func forgive() {
    gate.forgive(upTo: lastNumber)
    store.forgiveFailures()
  }

  /// Bytes of the pictures in memory.
  package var byteCount: Int { store.byteCount }

  /// Ends all loads; nothing arrives afterwards.
  package func detach() {
    isDetached = true
    isAheadOpen = false
    networkReturn.stop()
    store.removeAll()
    plan = TilePlan()
    layer.services = nil
  }

  private var deadline: Double? {
    if gate.isShut { return nil }
    guard isPausePlanned else { return plan.nextRetry }
    return max(gate.pausedUntil, plan.nextRetry ?? gate.pausedUntil)
  }

  private func followCacheGeneration() {
    guard cacheGeneration != layer.cacheGeneration else { return }
    cacheGeneration = layer.cacheGeneration
    store.markAllStale(wantedBy: sequence)
    gate.forgive(upTo: lastNumber)
    messages.removeAll()
  }

  private func makePlan(_ parameters: TileLayerParameters, now: Double) {
    isPausePlanned = gate.isPaused(now: now)
    planner.plan(cover, store, situation(parameters, now: now), into: &plan)
    sequence += 1
    for tile in plan.cancels { store.cancel(tile) }
    for wanted in plan.wanted {
      store.touch(wanted.tile, sequence: sequence)
      store.setPriority(wanted.tile, wanted.priority)
    }
    for draw in plan.draws {
      store.touch(draw.image.source, sequence: sequence)
      if let under = draw.under { store.touch(under.source, sequence: sequence) }
    }
    store.evict(toBytes: memoryBudget, wantedBy: sequence)
    startLoads()
    plannedVersion = store.version
    isAheadOpen = false
  }

  private func situation(_ parameters: TileLayerParameters, now: Double) -> TilePlanner.Situation {
    var situation = TilePlanner.Situation(parameters: parameters)
    situation.view = viewNumber
    situation.now = now
    situation.mayLoad = !gate.isPaused(now: now)
    situation.isStopped = gate.isShut
    situation.isHalted = gate.isPaused(now: now + RetrySchedule.patienceSeconds)
    situation.cancels = layer.cancelsRequests
    situation.looksAhead = layer.looksAhead
    situation.byteBudget = memoryBudget
    return situation
  }

  private func startLoads() {
    guard !plan.loads.isEmpty else { return }
    // The layer may be a user's, who may do anything in a request: clear the cache, or take the layer off the map.
    swap(&loads, &plan.loads)
    defer { loads.removeAll(keepingCapacity: true) }
    for wanted in loads {
      guard !isDetached else { return }
      lastNumber += 1
      loadsStarted += 1
      let tile = wanted.tile
      let ticket = WorkTicket(priority: wanted.priority)
      store.begin(tile, number: lastNumber, ticket: ticket)
      store.touch(tile, sequence: sequence)
      let pictures = layer.keptPictures
      let load = TileLoad(tile: tile, number: lastNumber, ticket: ticket, mailbox: mailbox, pictures: pictures)
      if let pictures { pictures.find(load) } else { layer.requestTile(x: tile.x, y: tile.y, zoom: tile.z, receiver: load) }
    }
  }

  private func accept(_ arrival: TileArrival, now: Double) {
    let tile = arrival.tile
    switch arrival.outcome {
    case .image(let image) where max(image.width, image.height) > TileStore.maximumImageSide:
      let text = "a tile of \(image.width) x \(image.height) pixels is larger than \(TileStore.maximumImageSide) a side"
      fail(tile, .refusal(text), now: now)
    case .image(let image): store.receive(image, for: tile, fadesIn: layer.fadeIn, now: now)
    case .missing: store.receiveMissing(for: tile)
    case .notKept:
      guard let ticket = store.ticket(of: tile) else { return }
      let load = TileLoad(
        tile: tile, number: arrival.number, ticket: ticket, mailbox: mailbox, pictures: layer.keptPictures)
      layer.requestTile(x: tile.x, y: tile.y, zoom: tile.z, receiver: load)
    case .failed where gate.isForgiven(arrival.number): store.cancel(tile)
    case .failed(let fault):
      fail(tile, fault ?? .passing("the layer has no picture of a tile now"), isSaid: fault != nil, now: now)
    }
  }

  private func fail(_ tile: TileID, _ fault: LoadFault, isSaid: Bool = true, now: Double) {
    if isSaid { report(fault.message) }
    gate.take(fault, now: now)
    let jitter = Double.random(in: 0..<1, using: &generator)
    store.receive(fault, for: tile, now: now, view: viewNumber, jitter: jitter)
  }

  /// Takes what came before anybody could see it. No frame and no plan waits for that, and a fault of it is nobody's yet: the
  /// tile is asked for again when it comes into view.
  private func acceptAhead(_ arrival: TileArrival, now: Double) {
    let isPlanned = plannedVersion == store.version
    switch arrival.outcome {
    case .image(let image) where max(image.width, image.height) <= TileStore.maximumImageSide:
      store.receive(image, for: arrival.tile, fadesIn: false, now: now)
    case .missing: store.receiveMissing(for: arrival.tile)
    case .notKept: accept(arrival, now: now)
    case .failed where gate.isForgiven(arrival.number): store.cancel(arrival.tile)
    case .failed(let fault):
      if let fault, fault.isPassing { gate.take(fault, now: now) }
      store.receiveUnseenFailure(for: arrival.tile, now: now, afterSeconds: fault?.afterSeconds)
    case .image: store.receiveUnseenFailure(for: arrival.tile, now: now)
    }
    if isPlanned { plannedVersion = store.version }
  }

  /// One line for each cause, however many tiles it hits.
  private func report(_ message: String) {
    guard messages.count < 100, !messages.contains(message) else { return }
    messages.append(message)
    log.warning("\(message)")
  }
}

extension ViewTransform {
  /// Where the middle of the view went on the ground since `other`, as a direction of length 1; 0 when it stayed or leapt.
  fileprivate func heading(since other: ViewTransform?) -> SIMD2<Double> {
    guard let other else { return .zero }
    let (x, y) = centeredPoints(for: other.center)
    let length = (x * x + y * y).squareRoot()
    guard length > 0.1, length < size.width else { return .zero }
    return SIMD2(-x / length, -y / length)
  }
}
