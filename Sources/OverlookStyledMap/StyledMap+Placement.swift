package import OverlookCamera
import OverlookLayout
import OverlookSupport
import Synchronization

/// The labels that are shown.
struct PlacementState: Sendable {
  var result: PlacementResult
  var key: StyleFrameCache.Key
  var view: ViewTransform
  var obstacleVersion: Int
  var timeSeconds: Double
}

/// What is to be placed, and for which view.
struct PlacementOrder: Sendable {
  var symbols: [SymbolPlacementLayer]
  var buildings: [StyleFrameLayer]
  var key: StyleFrameCache.Key
  var obstacles: [LabelObstacle]
  var obstacleVersion: Int
  var view: ViewTransform
  var timeSeconds: Double
  var previous: PlacementResult?
  var fadeSeconds: Double
  var edge: ViewEdge

  func place() -> PlacementState {
    let result = SymbolPlacement.place(
      symbols, view: view, previous: previous, now: timeSeconds, fadeSeconds: fadeSeconds, obstacles: obstacles,
      buildings: buildings, edge: edge)
    return PlacementState(
      result: result, key: key, view: view, obstacleVersion: obstacleVersion, timeSeconds: timeSeconds)
  }
}

/// How long a view has been the same.
struct ViewRest {
  private var view: ViewTransform?
  private var since = 0.0

  /// Once a frame.
  mutating func seconds(_ view: ViewTransform, now: Double) -> Double {
    if self.view != view { (self.view, since) = (view, now) }
    return now - since
  }
}

/// A placement on its way on a worker, and the answer to it. Starting one takes no memory: a camera that moves does so several times a second.
@MainActor final class PlacementJob {
  /// Where the order lies until a worker takes it.
  private final class Exchange: Sendable {
    let order = Mutex<(number: Int, order: PlacementOrder)?>(nil)
    let answers: Mailbox<(number: Int, state: PlacementState)>

    init(wake: @escaping @Sendable () -> Void) { answers = Mailbox(wake: wake) }

    func work() {
      let taken = order.withLock { order in
        defer { order = nil }
        return order
      }
      // A newer order has been taken in its place by the job before.
      guard let taken else { return }
      answers.post((taken.number, taken.order.place()))
    }
  }

  private let exchange: Exchange
  private let work: @Sendable () -> Void
  /// Before all that waits for a worker, as labels are seen.
  private let ticket = WorkTicket(priority: -.infinity)
  private let workers: WorkerPool
  private var number = 0
  private(set) var isBusy = false

  init(_ workers: WorkerPool, wake: @escaping @Sendable () -> Void) {
    self.workers = workers
    let exchange = Exchange(wake: wake)
    (self.exchange, work) = (exchange, { exchange.work() })
  }

  func start(_ order: PlacementOrder) {
    isBusy = true
    exchange.order.withLock { $0 = (number, order) }
    workers.submit(ticket, work)
  }

  /// The placement that was started, once it is there.
  func take() -> PlacementState? {
    guard isBusy, let answer = exchange.answers.drain().last(where: { $0.number == number }) else { return nil }
    isBusy = false
    return answer.state
  }

  /// What was started is not wanted any more.
  func cancel() {
    number += 1
    isBusy = false
  }
}

// Which labels are shown.
extension StyledMap {
  /// Labels are placed anew when there are others, and while the camera moves a few times a second: in between they keep what
  /// they are and move with the map. All but the first and those of pictures are placed on a worker.
  func placement(of cache: StyleFrameCache, _ view: ViewTransform, now: Double) -> PlacementResult? {
    guard !cache.symbols.isEmpty else {
      placementState = nil
      placementJob.cancel()
      return nil
    }
    if let placed = placementJob.take() { placementState = placed }
    let old = placementState
    let isResting = rest.seconds(view, now: now) >= Self.restSeconds
    if let old, old.key == cache.key, old.view == view, old.obstacleVersion == obstacleVersion,
      !isResting || !old.result.awaitsRest
    {
      return old.result
    }
    guard let old, !isStill else {
      placementJob.cancel()
      let fadeSeconds = isStill ? 0 : Self.fadeSeconds
      let state = order(cache, view, now: now, previous: nil, fadeSeconds: fadeSeconds, edge: .avoided).place()
      placementState = state
      return state.result
    }
    // Tiles that come one after the other would have everything placed for each of them.
    let isTooSoon = now - old.timeSeconds < Self.placementIntervalSeconds && now >= old.timeSeconds
    if !isTooSoon, !placementJob.isBusy {
      placementJob.start(
        order(
          cache, view, now: now, previous: old.result, fadeSeconds: Self.fadeSeconds, edge: isResting ? .avoided : .passed))
    }
    return old.result
  }

  private func order(
    _ cache: StyleFrameCache, _ view: ViewTransform, now: Double, previous: PlacementResult?, fadeSeconds: Double,
    edge: ViewEdge
  ) -> PlacementOrder {
    PlacementOrder(
      symbols: cache.symbols, buildings: cache.buildings, key: cache.key, obstacles: obstacles(view),
      obstacleVersion: obstacleVersion, view: view, timeSeconds: now, previous: previous, fadeSeconds: fadeSeconds,
      edge: edge)
  }

  /// Places the labels of the last frame for a view, for measuring.
  package func placeLabels(_ view: ViewTransform, now: Double) {
    _ = SymbolPlacement.place(frameCache?.symbols ?? [], view: view, previous: nil, now: now, fadeSeconds: 0)
  }

  /// Between two placements of labels while the camera moves.
  package static let placementIntervalSeconds = 0.2
  /// A view that has not changed for so long rests: what its edge cuts goes.
  package static let restSeconds = 0.25
  /// From hidden to shown.
  package static let fadeSeconds = 0.3

  /// Whether the next frame looks different though nothing happens: labels or pictures fade, or labels were placed for another
  /// view.
  package var needsFrame: Bool {
    if hasArrivals { return true }
    if layerProperties.values.contains(where: { $0.isMoving(at: lastUpdate) }) { return true }
    if let frameCache, lastUpdate < frameCache.fadesUntil { return true }
    guard let placementState else { return false }
    return placementState.result.isFading(now: lastUpdate) || placementState.result.awaitsRest || placementState.view != view
      || placementState.key != frameCache?.key || placementState.obstacleVersion != obstacleVersion
  }
}
