import OverlookLayout
import OverlookSupport
import OverlookTiles

// How a source stands.
extension StyleSourceRuntime {
  /// How far what the view needs is.
  var progress: LoadProgress {
    var progress = description.progress
    if case .ready = state { progress.add(tiles.progress) }
    return progress
  }

  /// Why tiles in view, or all of the source, are missing; each cause once.
  var faults: [LoadFault] {
    let ofTiles = tiles.faults
    guard let fault = description.retry.fault else { return ofTiles }
    return ([fault] + ofTiles).uniqued()
  }

  /// Whether features of the source may be drawn later, and none are now.
  var isAwaited: Bool {
    if case .failed = state { return false }
    return drawsFeatures && !tiles.store.ledger.records.contains(where: \.isShown)
  }

  /// Whether features of tiles in view, or what the source is, are on their way, so that workers have nothing of it to lay out.
  var awaitsTiles: Bool {
    switch state {
    case .waiting: true
    case .ready: drawsFeatures && tiles.awaitsTiles
    case .failed: false
    }
  }

  /// When `update` should be called though nothing happens; nil for never.
  func nextDeadline(now: Double) -> Double? {
    var next = description.nextTry(view: viewNumber)
    if case .ready = state { next = min(next, tiles.nextDeadline(now: now) ?? .infinity) }
    return next < .infinity ? next : nil
  }

  var counts: TileCounts { tiles.plan.counts }
}
