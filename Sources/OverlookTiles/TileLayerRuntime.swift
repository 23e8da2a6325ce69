package import Logging
package import OverlookCamera
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import Synchronization

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
  private var pausedUntil = -Double.infinity
  private var isStopped = false
  private var isDetached = false
  /// Whether the last plan asks for tiles around the view, and nobody did so yet.
  private var isAheadOpen = false
  /// What was logged since the network or the layer's settings changed: each cause of missing tiles once.
  package private(set) var messages: [String] = []
  private let news: NetworkNews?
  private var newsNumber: Int?
  private let isNetworkBack = NetworkReturn()

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
    news = services.http.news
    layer.services = services
    newsNumber = news?.add { [isNetworkBack] in
      isNetworkBack.flag.store(true, ordering: .releasing)
      wake()
    }
  }

  package var draws: [TileDraw] { plan.draws }
  /// Pictures that the renderer should bring to the GPU, the most needed first.
  package var uploads: [TileUpload] { plan.uploads }
  /// Pictures that no view needs yet, for when there is time.
  package var aheadUploads: [TileUpload] { plan.aheadUploads }
  package var counts: TileCounts { plan.counts }

  /// Takes what arrived from other threads; true when something did that the view needs.
  package func accept(now: Double) -> Bool {
    let isBack = isNetworkBack.flag.exchange(false, ordering: .acquiring)
    if isBack, !isDetached {
      // What was refused may have been so by a network that is no more, such as one that wants a sign-in first.
      isStopped = false
      store.forgiveFailures()
    }
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
      store.didRefuse(refusal.id)
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
      return entry?.isLoading != true && (isStopped || pausedUntil > end)
    }
  }

  /// What could not be had may be had now: the network is back.
  package func retry() {
    store.retry()
    pausedUntil = -.infinity
    messages.removeAll()
  }

  /// Bytes of the pictures in memory.
  package var byteCount: Int { store.byteCount }

  /// Ends all loads; nothing arrives afterwards.
  package func detach() {
    isDetached = true
    isAheadOpen = false
    if let newsNumber { news?.remove(newsNumber) }
    store.removeAll()
    plan = TilePlan()
    layer.services = nil
  }

  private var deadline: Double? {
    if isStopped { return nil }
    guard pausedUntil > -.infinity else { return plan.nextRetry }
    return max(pausedUntil, plan.nextRetry ?? pausedUntil)
  }

  private func followCacheGeneration() {
    guard cacheGeneration != layer.cacheGeneration else { return }
    cacheGeneration = layer.cacheGeneration
    store.markAllStale(wantedBy: sequence)
    pausedUntil = -.infinity
    isStopped = false
    messages.removeAll()
  }

  private func makePlan(_ parameters: TileLayerParameters, now: Double) {
    if pausedUntil <= now { pausedUntil = -.infinity }
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
    situation.mayLoad = pausedUntil == -.infinity
    situation.isStopped = isStopped
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
      report("a tile of \(image.width) x \(image.height) pixels is larger than \(TileStore.maximumImageSide) a side")
      store.receiveRefusal(for: tile)
    case .image(let image): store.receive(image, for: tile, fadesIn: layer.fadeIn, now: now)
    case .missing: store.receiveMissing(for: tile)
    case .notKept:
      guard let ticket = store.ticket(of: tile) else { return }
      let load = TileLoad(
        tile: tile, number: arrival.number, ticket: ticket, mailbox: mailbox, pictures: layer.keptPictures)
      layer.requestTile(x: tile.x, y: tile.y, zoom: tile.z, receiver: load)
    case .failed(let message, let afterSeconds, let isUnreachable):
      if let message { report(message) }
      if let afterSeconds { pausedUntil = max(pausedUntil, now + afterSeconds) }
      let jitter = Double.random(in: 0..<1, using: &generator)
      store.receiveFailure(for: tile, now: now, view: viewNumber, isUnreachable: isUnreachable) { failures in
        max(RetrySchedule.delaySeconds(failures: failures, jitter: jitter), afterSeconds ?? 0)
      }
    case .refused(let message, let stopsLayer):
      report(message)
      isStopped = isStopped || stopsLayer
      store.receiveRefusal(for: tile)
    }
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
    case .failed(_, let afterSeconds, _):
      if let afterSeconds { pausedUntil = max(pausedUntil, now + afterSeconds) }
      store.receiveFailure(for: arrival.tile, now: now, view: viewNumber) { _ in afterSeconds ?? 0 }
    case .image, .refused: store.receiveFailure(for: arrival.tile, now: now, view: viewNumber) { _ in 0 }
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

/// Set by the network's thread.
private final class NetworkReturn: Sendable {
  let flag = Atomic(false)
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
