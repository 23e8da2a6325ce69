import OverlookGeometry
import OverlookSupport

/// Makes plans: same cover, ledger and time, same plan. Reads, never changes; the memory of the last plan is used again.
package struct TilePlanner: Sendable {
  /// What a source wants besides the tiles in view.
  package struct Rules: Hashable, Sendable {
    /// Whether loads that left the view are taken back.
    package var cancels = true
    /// Whether tiles around the view are asked for as well.
    package var looksAhead = false
    /// How many levels above the view its safety net lies, of which a few tiles stand in for many; nil for none.
    package var netLevels: Int? = 2
    /// Whether the tile above is asked for where one does not exist or failed.
    package var replacesMissing = false

    package init() {}
  }

  /// What a plan depends on besides cover and ledger.
  package struct Situation: Hashable, Sendable {
    package var parameters: TileParameters
    package var rules = Rules()
    /// Running number of the view; another one lets tiles that failed be tried again earlier.
    package var view = 0
    /// Monotonic seconds.
    package var now = 0.0
    /// Until when the source asked to be left alone.
    package var pausedUntil = -Double.infinity
    /// Whether the source refused everything: nothing more will come.
    package var isStopped = false
    /// Bytes that the source may keep.
    package var byteBudget = Int.max
    /// Whether the view goes on, so that what lies ahead of it is in view soon.
    package var isMoving = false

    package init(parameters: TileParameters) {
      self.parameters = parameters
    }

    fileprivate var mayLoad: Bool { pausedUntil <= now && !isStopped }
    /// Whether the source asked to be left alone for longer than anybody should wait.
    fileprivate var isHalted: Bool { pausedUntil > now + RetrySchedule.patienceSeconds }
  }

  /// Where priorities begin of what stands in for tiles in view: behind those, however far.
  static let standInPriority = WorkTicket.backgroundPriority
  /// Where priorities begin of tiles that nobody sees yet: behind everything in view and what stands in for it.
  package static let aheadPriority = 2e9

  private var seen: Set<TileID> = []

  package init() {}

  package mutating func plan(_ cover: TileCover, _ ledger: TileLedger, _ situation: Situation, into plan: inout TilePlan) {
    plan.removeAll()
    seen.removeAll(keepingCapacity: true)
    collectWanted(cover, situation, &plan)
    for index in plan.wanted.indices {
      study(plan.wanted[index], isVisible: index < plan.visibleCount, ledger, situation, &plan)
    }
    if situation.rules.replacesMissing { collectReplacements(ledger, situation, &plan) }
    if situation.rules.looksAhead { collectAhead(cover, ledger, situation, &plan) }
    if situation.rules.cancels { collectCancels(ledger, &plan) }
    plan.counts.cached = ledger.count
    plan.counts.cachedBytes = ledger.byteCount
  }

  private mutating func collectWanted(_ cover: TileCover, _ situation: Situation, _ plan: inout TilePlan) {
    for square in cover.squares {
      let tile = situation.parameters.source(of: square.quad)
      if seen.insert(tile).inserted { plan.wanted.append(TilePlan.Wanted(tile: tile, priority: square.distance)) }
    }
    plan.visibleCount = plan.wanted.count
    guard let levels = situation.rules.netLevels else { return }
    for index in 0..<plan.visibleCount {
      let wanted = plan.wanted[index]
      let zoom = wanted.tile.z - levels
      guard zoom >= situation.parameters.minimumZoom else { continue }
      let net = wanted.tile.ancestor(atZoom: zoom)
      if seen.insert(net).inserted {
        plan.wanted.append(TilePlan.Wanted(tile: net, priority: wanted.priority + Self.standInPriority))
      }
    }
  }

  /// Decides what to do for one wanted tile, and counts it.
  private func study(
    _ wanted: TilePlan.Wanted, isVisible: Bool, _ ledger: TileLedger, _ situation: Situation, _ plan: inout TilePlan
  ) {
    guard let record = ledger[wanted.tile] else {
      if situation.mayLoad { plan.loads.append(wanted) }
      if isVisible { count(nil, situation, &plan) }
      return
    }
    if record.isIncoming { plan.incoming.append(wanted.tile) }
    if situation.mayLoad, record.needsLoad(now: situation.now, view: situation.view) {
      plan.loads.append(wanted)
    } else if !record.isSettled, !record.isLoading, record.retry.failureCount > 0, !situation.isStopped {
      let next = record.retry.nextTry(view: situation.view)
      if next < .infinity { plan.nextRetry = min(plan.nextRetry ?? next, next) }
    }
    if isVisible {
      count(record, situation, &plan)
    } else if record.isLoading {
      // What would stand in for others is worth waiting for while it is on its way, and not otherwise.
      plan.progress.earliestArrival = -.infinity
    }
  }

  private func count(_ record: TileRecord?, _ situation: Situation, _ plan: inout TilePlan) {
    if let record, record.isMissing, !record.isStale {
      plan.counts.missing += 1
    } else if let record, record.isShown, !record.isIncoming, !record.isStale, !record.isInWork {
      plan.counts.ready += 1
    } else if situation.isStopped || record?.retry.isGivenUp == true {
      plan.counts.failed += 1
      plan.hasFaults = true
    } else {
      plan.counts.loading += 1
      if record?.retry.fault != nil || situation.isHalted { plan.hasFaults = true }
      if record?.isIncoming != true, record?.isShown != true { plan.isAwaiting = true }
    }
    plan.progress.add(progress(record, situation))
  }

  /// How far a tile is, given what its source lets us ask for.
  private func progress(_ record: TileRecord?, _ situation: Situation) -> LoadProgress {
    var progress = record?.progress ?? .loading
    guard progress.state > .ready else { return progress }
    let isOnItsWay = record.map { $0.isLoading || $0.isInWork || $0.isSettled } ?? false
    if situation.isStopped {
      progress.state = min(progress.state, .givenUp)
      if !isOnItsWay { progress.earliestArrival = .infinity }
    } else if !isOnItsWay {
      progress.earliestArrival = max(progress.earliestArrival, situation.pausedUntil)
    }
    if situation.isHalted { progress.state = min(progress.state, .failed) }
    return progress
  }

  /// Wants the tiles above those that do not exist or failed, as far up as it needs.
  private mutating func collectReplacements(_ ledger: TileLedger, _ situation: Situation, _ plan: inout TilePlan) {
    for index in 0..<plan.visibleCount {
      let wanted = plan.wanted[index]
      var tile = wanted.tile
      while let record = ledger[tile], record.isReplaceable, let above = tile.parent, above.z >= situation.parameters.minimumZoom
      {
        tile = above
        guard seen.insert(above).inserted else { continue }
        let replacement = TilePlan.Wanted(tile: above, priority: wanted.priority + Self.standInPriority)
        plan.wanted.append(replacement)
        study(replacement, isVisible: false, ledger, situation, &plan)
        plan.progress.add(progress(ledger[above], situation))
      }
    }
  }

  /// Wants what lies around the view. Where the view stands, nothing of it is asked for before the view has all that it needs, and
  /// while that is being asked for, what is on its way for the surroundings is taken back. A view that goes on never has all: what
  /// lies ahead of it is asked for behind what it needs now.
  private mutating func collectAhead(
    _ cover: TileCover, _ ledger: TileLedger, _ situation: Situation, _ plan: inout TilePlan
  ) {
    guard plan.loads.isEmpty || situation.isMoving else { return }
    var (bytes, hasAll) = (0, plan.incoming.isEmpty)
    for wanted in plan.wanted {
      guard let record = ledger[wanted.tile] else { continue }
      bytes += record.byteCount
      // What is refused is nothing that the view still waits for.
      hasAll = hasAll && !record.isLoading && !record.isInWork && (record.retry.failureCount == 0 || record.retry.isRefused)
    }
    // Room is left for what was seen before.
    guard bytes <= situation.byteBudget / 4 else { return }
    let mayLoad = situation.mayLoad && (hasAll || situation.isMoving)
    for square in cover.margin {
      let tile = situation.parameters.source(of: square.quad)
      guard seen.insert(tile).inserted else { continue }
      let wanted = TilePlan.Wanted(tile: tile, priority: Self.aheadPriority + square.distance)
      plan.wanted.append(wanted)
      guard let record = ledger[tile] else {
        if mayLoad { plan.loads.append(wanted) }
        continue
      }
      // What failed is left alone until somebody wants to see it.
      if record.isIncoming { plan.aheadIncoming.append(tile) }
    }
  }

  private func collectCancels(_ ledger: TileLedger, _ plan: inout TilePlan) {
    guard ledger.loadingCount > 0 else { return }
    for record in ledger.records where record.isLoading && !seen.contains(record.tile) {
      plan.cancels.append(record.tile)
    }
  }
}

extension TileRecord {
  /// Whether nothing of the tile will be seen for now.
  fileprivate var isReplaceable: Bool {
    !isLoading && !isShown && !isIncoming && (isMissing || retry.failureCount > 0)
  }
}
