import OverlookGeometry
import OverlookSupport

/// Makes plans: same cover, store and time, same plan. Reads, never changes; the memory of the last plan is used again.
package struct TilePlanner: Sendable {
  /// What a plan depends on besides cover and store.
  package struct Situation: Hashable, Sendable {
    package var parameters: TileLayerParameters
    /// Running number of the view; another one lets tiles that failed be tried again earlier.
    package var view = 0
    /// Monotonic seconds.
    package var now = 0.0
    /// False while the source asked to be left alone.
    package var mayLoad = true
    /// Whether the source refused everything: nothing more will come.
    package var isStopped = false
    /// Whether the source asked to be left alone for longer than anybody should wait.
    package var isHalted = false
    /// Whether loads that left the view are taken back.
    package var cancels = true
    /// Whether tiles around the view are asked for as well.
    package var looksAhead = false
    /// Bytes of pictures that the layer may keep.
    package var byteBudget = Int.max

    package init(parameters: TileLayerParameters) {
      self.parameters = parameters
    }
  }

  /// A safety net lies this many levels above the view.
  static let netLevels = 2
  /// How far below a tile is searched for smaller ones that stand in for it.
  static let childLevels = 2
  /// Where priorities begin of tiles that nobody sees yet: behind everything in view and its safety nets.
  static let aheadPriority = 2e9

  private var seen: Set<TileID> = []

  package init() {}

  package mutating func plan(_ cover: TileCover, _ store: TileStore, _ situation: Situation, into plan: inout TilePlan) {
    plan.removeAll()
    seen.removeAll(keepingCapacity: true)
    collectWanted(cover, situation.parameters, &plan)
    for index in plan.wanted.indices {
      study(plan.wanted[index], isVisible: index < plan.visibleCount, store, situation, &plan)
    }
    for square in cover.squares {
      draw(square, store, situation, &plan)
    }
    if situation.looksAhead { collectAhead(cover, store, situation, &plan) }
    if situation.cancels { collectCancels(store, &plan) }
    plan.counts.cached = store.count
    plan.counts.cachedBytes = store.byteCount
  }

  private mutating func collectWanted(_ cover: TileCover, _ parameters: TileLayerParameters, _ plan: inout TilePlan) {
    for square in cover.squares {
      let tile = parameters.source(of: square.quad)
      if seen.insert(tile).inserted { plan.wanted.append(TilePlan.Wanted(tile: tile, priority: square.distance)) }
    }
    plan.visibleCount = plan.wanted.count
    for index in 0..<plan.visibleCount {
      let wanted = plan.wanted[index]
      let zoom = wanted.tile.z - Self.netLevels
      guard zoom >= parameters.minimumZoom else { continue }
      let net = wanted.tile.ancestor(atZoom: zoom)
      // Behind everything in view, however far.
      if seen.insert(net).inserted { plan.wanted.append(TilePlan.Wanted(tile: net, priority: wanted.priority + 1e9)) }
    }
  }

  /// Decides what to do for one wanted tile, and counts it.
  private func study(
    _ wanted: TilePlan.Wanted, isVisible: Bool, _ store: TileStore, _ situation: Situation, _ plan: inout TilePlan
  ) {
    guard let entry = store.entry(wanted.tile) else {
      if situation.mayLoad && !situation.isStopped { plan.loads.append(wanted) }
      if isVisible { count(nil, situation, &plan) }
      return
    }
    if let incoming = entry.incoming {
      plan.uploads.append(TileUpload(id: incoming.id, tile: wanted.tile, image: incoming.image))
    }
    if situation.mayLoad, !situation.isStopped, entry.needsLoad(now: situation.now, view: situation.view) {
      plan.loads.append(wanted)
    } else if !entry.isSettled, !entry.isLoading, entry.retry.failureCount > 0, !situation.isStopped {
      let next = entry.retry.nextTry(view: situation.view)
      if next < .infinity { plan.nextRetry = min(plan.nextRetry ?? next, next) }
    }
    if isVisible { count(entry, situation, &plan) }
  }

  private func count(_ entry: TileEntry?, _ situation: Situation, _ plan: inout TilePlan) {
    if let entry, entry.isMissing, !entry.isStale {
      plan.counts.missing += 1
    } else if let entry, entry.shown != nil, entry.incoming == nil, !entry.isStale {
      plan.counts.ready += 1
    } else if situation.isStopped || entry?.retry.isGivenUp == true {
      plan.counts.failed += 1
      plan.hasFaults = true
    } else {
      plan.counts.loading += 1
      if entry?.retry.fault != nil || situation.isHalted { plan.hasFaults = true }
      if !situation.isHalted, entry?.incoming != nil || entry?.retry.isHopeless != true { plan.isLoadingOver = false }
      if entry?.incoming == nil, entry?.shown == nil { plan.isAwaiting = true }
      plan.isComplete = false
    }
  }

  /// Wants what lies around the view. Nothing of it is asked for before the view has all that it needs, and while that is being
  /// asked for, what is on its way for the surroundings is taken back.
  private mutating func collectAhead(
    _ cover: TileCover, _ store: TileStore, _ situation: Situation, _ plan: inout TilePlan
  ) {
    guard plan.loads.isEmpty else { return }
    var (bytes, hasAll) = (0, plan.uploads.isEmpty)
    for wanted in plan.wanted {
      guard let entry = store.entry(wanted.tile) else { continue }
      bytes += entry.byteCount
      // What is refused is nothing that the view still waits for.
      hasAll = hasAll && !entry.isLoading && (entry.retry.failureCount == 0 || entry.retry.isRefused)
    }
    // Room is left for what was seen before.
    guard bytes <= situation.byteBudget / 4 else { return }
    let mayLoad = hasAll && situation.mayLoad && !situation.isStopped
    for square in cover.margin {
      let tile = situation.parameters.source(of: square.quad)
      guard seen.insert(tile).inserted else { continue }
      let wanted = TilePlan.Wanted(tile: tile, priority: Self.aheadPriority + square.distance)
      plan.wanted.append(wanted)
      guard let entry = store.entry(tile) else {
        if mayLoad { plan.loads.append(wanted) }
        continue
      }
      // What failed is left alone until somebody wants to see it.
      if let incoming = entry.incoming {
        plan.aheadUploads.append(TileUpload(id: incoming.id, tile: tile, image: incoming.image))
      }
    }
  }

  private func collectCancels(_ store: TileStore, _ plan: inout TilePlan) {
    guard store.loadingCount > 0 else { return }
    for entry in store.all where entry.isLoading && !seen.contains(entry.tile) {
      plan.cancels.append(entry.tile)
    }
  }
}

// MARK: - Drawing

extension TilePlanner {
  /// A picture that may be drawn, and how much of it is seen.
  private struct Picture {
    var id: TileImageID
    var source: TileID
    var fade: Float

    init?(_ tile: TileID, _ store: TileStore, now: Double) {
      guard let (id, since) = store.shown(tile) else { return nil }
      self.id = id
      source = tile
      let fraction = (now - since) / TileStore.fadeSeconds
      fade = fraction < 1 ? Float(max(fraction, 0)) : 1
    }

    func part(over quad: TileID) -> TilePart {
      TilePart(image: id, source: source, over: quad)
    }
  }

  /// What stands in for a tile, or is seen through it while it fades in.
  private struct StandIn {
    var copy: Int
    /// The tile itself; nil while there is nothing to show of it.
    var top: Picture?
    /// The closest tile above that can be drawn.
    var ancestor: Picture?
    var now: Double
    var maximumZoom: Int
  }

  private func draw(_ square: TileCover.Square, _ store: TileStore, _ situation: Situation, _ plan: inout TilePlan) {
    let source = situation.parameters.source(of: square.quad)
    let top = Picture(source, store, now: situation.now)
    if let top, top.fade >= 1 {
      plan.draws.append(TileDraw(quad: square.quad, worldCopy: square.worldCopy, image: top.part(over: square.quad)))
      return
    }
    if top == nil, store.entry(source)?.isMissing == true { return }
    let standIn = StandIn(
      copy: square.worldCopy, top: top, ancestor: ancestor(of: source, store, situation, &plan), now: situation.now,
      maximumZoom: situation.parameters.maximumZoom)
    if square.quad == source {
      drawBelow(source, standIn, levels: Self.childLevels, store, &plan)
    } else {
      append(square.quad, standIn, under: standIn.ancestor, &plan)
    }
  }

  /// The closest tile above `tile` that can be drawn. One that only waits for the renderer is brought there.
  private func ancestor(of tile: TileID, _ store: TileStore, _ situation: Situation, _ plan: inout TilePlan) -> Picture? {
    var zoom = tile.z - 1
    while zoom >= situation.parameters.minimumZoom {
      let candidate = tile.ancestor(atZoom: zoom)
      zoom -= 1
      if let picture = Picture(candidate, store, now: situation.now) { return picture }
      if !seen.contains(candidate), let incoming = store.entry(candidate)?.incoming {
        if plan.uploads.last?.id != incoming.id {
          plan.uploads.append(TileUpload(id: incoming.id, tile: candidate, image: incoming.image))
        }
      }
    }
    return nil
  }

  /// Fills `tile` with smaller tiles as far as there are any, and with the one above elsewhere. Ends after `levels` levels.
  private func drawBelow(_ tile: TileID, _ standIn: StandIn, levels: Int, _ store: TileStore, _ plan: inout TilePlan) {
    guard hasShown(below: tile, levels: levels, standIn, store) else {
      append(tile, standIn, under: standIn.ancestor, &plan)
      return
    }
    for index in 0..<4 {
      let child = tile.child(index)
      if let picture = Picture(child, store, now: standIn.now) {
        append(child, standIn, under: picture, &plan)
      } else {
        drawBelow(child, standIn, levels: levels - 1, store, &plan)
      }
    }
  }

  private func hasShown(below tile: TileID, levels: Int, _ standIn: StandIn, _ store: TileStore) -> Bool {
    guard levels > 0, tile.z < standIn.maximumZoom, tile.z < TileID.maximumZoom else { return false }
    if store.shownByZoom[tile.z + 1] > 0 {
      for index in 0..<4 where store.shown(tile.child(index)) != nil { return true }
    }
    guard levels > 1, tile.z + 1 < standIn.maximumZoom, tile.z + 2 <= TileID.maximumZoom, store.shownByZoom[tile.z + 2] > 0 else {
      return false
    }
    for index in 0..<4 where hasShown(below: tile.child(index), levels: levels - 1, standIn, store) { return true }
    return false
  }

  private func append(_ quad: TileID, _ standIn: StandIn, under: Picture?, _ plan: inout TilePlan) {
    let draw: TileDraw
    if let top = standIn.top {
      draw = TileDraw(
        quad: quad, worldCopy: standIn.copy, image: top.part(over: quad), under: under?.part(over: quad), fade: top.fade)
    } else if let under {
      draw = TileDraw(quad: quad, worldCopy: standIn.copy, image: under.part(over: quad), fade: under.fade)
    } else {
      return
    }
    if draw.fade < 1 {
      plan.isFading = true
      plan.isComplete = false
      plan.isLoadingOver = false
    }
    plan.draws.append(draw)
  }
}
