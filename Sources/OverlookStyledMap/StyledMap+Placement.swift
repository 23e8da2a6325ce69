package import OverlookCamera
import OverlookLayout
import OverlookSupport

/// The labels that are shown.
struct PlacementState: Sendable {
  var result: PlacementResult
  var key: StyleFrameCache.Key
  var view: ViewTransform
  var obstacleVersion: Int
  var timeSeconds: Double
}

/// A placement on its way on a worker, and the answer to it.
@MainActor final class PlacementJob {
  private let answers: Mailbox<(number: Int, state: PlacementState)>
  private let workers: WorkerPool
  private var number = 0
  private(set) var isBusy = false

  init(_ workers: WorkerPool, wake: @escaping @Sendable () -> Void) {
    self.workers = workers
    answers = Mailbox(wake: wake)
  }

  /// Before all that waits for a worker, as labels are seen.
  func start(_ place: @escaping @Sendable () -> PlacementState) {
    isBusy = true
    let (answers, number) = (answers, number)
    workers.submit(WorkTicket(priority: -.infinity)) { answers.post((number, place())) }
  }

  /// The placement that was started, once it is there.
  func take() -> PlacementState? {
    guard isBusy, let answer = answers.drain().last(where: { $0.number == number }) else { return nil }
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
    if let old, old.key == cache.key, old.view == view, old.obstacleVersion == obstacleVersion { return old.result }
    guard let old, !isStill else {
      placementJob.cancel()
      let state = place(cache, view, now: now, previous: nil, fadeSeconds: isStill ? 0 : Self.fadeSeconds)()
      placementState = state
      return state.result
    }
    // Tiles that come one after the other would have everything placed for each of them.
    let isTooSoon = now - old.timeSeconds < Self.placementIntervalSeconds && now >= old.timeSeconds
    if !isTooSoon, !placementJob.isBusy {
      placementJob.start(place(cache, view, now: now, previous: old.result, fadeSeconds: Self.fadeSeconds))
    }
    return old.result
  }

  private func place(
    _ cache: StyleFrameCache, _ view: ViewTransform, now: Double, previous: PlacementResult?, fadeSeconds: Double
  ) -> @Sendable () -> PlacementState {
    let (symbols, buildings, key) = (cache.symbols, cache.buildings, cache.key)
    let (obstacles, version) = (obstacles(view), obstacleVersion)
    return {
      let result = SymbolPlacement.place(
        symbols, view: view, previous: previous, now: now, fadeSeconds: fadeSeconds, obstacles: obstacles,
        buildings: buildings)
      return PlacementState(result: result, key: key, view: view, obstacleVersion: version, timeSeconds: now)
    }
  }

  /// Places the labels of the last frame for a view, for measuring.
  package func placeLabels(_ view: ViewTransform, now: Double) {
    _ = SymbolPlacement.place(frameCache?.symbols ?? [], view: view, previous: nil, now: now, fadeSeconds: 0)
  }

  /// Between two placements of labels while the camera moves.
  package static let placementIntervalSeconds = 0.2
  /// From hidden to shown.
  package static let fadeSeconds = 0.3

  /// Whether the next frame looks different though nothing happens: labels or pictures fade, or labels were placed for another
  /// view.
  package var needsFrame: Bool {
    if hasArrivals { return true }
    if layerProperties.values.contains(where: { $0.isMoving(at: lastUpdate) }) { return true }
    if let frameCache, lastUpdate < frameCache.fadesUntil { return true }
    guard let placementState else { return false }
    return placementState.result.isFading(now: lastUpdate) || placementState.view != view
      || placementState.key != frameCache?.key || placementState.obstacleVersion != obstacleVersion
  }
}
