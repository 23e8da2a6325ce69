import OverlookGeometry
import OverlookLayout
import OverlookStyle
import OverlookSupport
import OverlookTiles

/// A tile that workers lay out.
struct LayoutWork {
  /// Tells answers of this work from those of earlier ones.
  var number: Int
  /// What its result will say of itself.
  var dataVersion: Int
  var zoom: Int
  var layoutVersion: Int
  var stateVersion: Int
  var ticket: WorkTicket
}

// From the features of tiles to what is drawn of them.
extension StyleSourceRuntime {
  /// Has tiles laid out that are new, or were laid out for another style or zoom: those in view, and, when these are there or the
  /// view goes on, those around it.
  func layOut() {
    guard let order, drawsFeatures else { return }
    cancelWorks { tiles.store.record($0) == nil }
    let squares = squares
    for (index, square) in squares.enumerated() {
      // Copies of the world may want a tile for different zooms; the nearest has it.
      if square.worldCopy != squares[0].worldCopy, squares[..<index].contains(where: { $0.quad == square.quad }) { continue }
      layOut(square.quad, zoom: square.zoom, order, isAhead: false)
    }
    guard tiles.isMoving || works.isEmpty && tiles.plan.loads.isEmpty else { return }
    for square in tiles.cover.margin where !squares.contains(where: { $0.quad == square.quad }) {
      layOut(square.quad, zoom: square.zoom, order, isAhead: true)
    }
  }

  private func layOut(_ tile: TileID, zoom: Int, _ order: LayoutOrder, isAhead: Bool) {
    guard let content = tiles.store.newest(tile)?.content, let features = content.features else { return }
    if content.isDrawable, content.layoutVersion == order.version, content.zoom == zoom { return cancelWork(on: tile) }
    if let work = works[tile] {
      if work.layoutVersion == order.version, work.zoom == zoom, work.dataVersion == content.dataVersion {
        // It may have come into view meanwhile.
        if !isAhead { work.ticket.priority = 0 }
        return
      }
      cancelWork(on: tile)
    }
    guard case .layout(let layout) = content.kind, content.zoom == zoom,
      let changes = order.history.changes(since: content.layoutVersion)
    else {
      return start(tile, zoom: zoom, order, content, features, order.layers, isAhead: isAhead) { $0 }
    }
    update(layout, tile, order, content, features, changes, isAhead: isAhead)
  }

  /// Lays out again what changed since the tile was laid out.
  private func update(
    _ layout: TileLayout, _ tile: TileID, _ order: LayoutOrder, _ content: SourceContent, _ features: FeatureTile,
    _ changes: Set<String>, isAhead: Bool
  ) {
    let layers = order.layers.filter { changes.contains($0.id) }
    let known = Set(order.layers.map(\.id))
    let gone = layout.buckets.keys.filter { !known.contains($0) || changes.contains($0) }
    let kept = layout.replacing(Dictionary(gone.map { ($0, nil) }, uniquingKeysWith: { first, _ in first }))
    guard layers.isEmpty, let item = tiles.store.newest(tile) else {
      return start(tile, zoom: content.zoom, order, content, features, layers, isAhead: isAhead) { fresh in
        kept.replacing(fresh.buckets.mapValues(Optional.some))
      }
    }
    var content = content
    (content.kind, content.layoutVersion) = (.layout(kept), order.version)
    tiles.change { $0.replace(item.id, by: content) }
    contentVersion += 1
  }

  private func start(
    _ tile: TileID, zoom: Int, _ order: LayoutOrder, _ content: SourceContent, _ features: FeatureTile, _ layers: [StyleLayer],
    isAhead: Bool, _ merge: @escaping @Sendable (TileLayout) -> TileLayout
  ) {
    lastWork += 1
    // Layers that are kept have the paint that they had.
    let stateVersion = content.isDrawable ? min(content.stateVersion, order.states.version) : order.states.version
    let ticket = WorkTicket(priority: isAhead ? TilePlanner.aheadPriority : 0)
    let number = lastWork
    works[tile] = LayoutWork(
      number: number, dataVersion: content.dataVersion, zoom: zoom, layoutVersion: order.version, stateVersion: stateVersion,
      ticket: ticket)
    setInWork(tile, true, isAhead: isAhead)
    let mailbox = mailbox
    let job = LayoutJob(
      features: features, layers: layers, context: order.context(OverscaledTile(canonical: tile, overscaledZ: zoom)),
      ticket: ticket, workers: fetcher.services.workers)
    job.run { mailbox.post(.laidOut(tile, work: number, merge($0))) }
  }

  private func setInWork(_ tile: TileID, _ isInWork: Bool, isAhead: Bool) {
    if isAhead { return tiles.changeUnseen { $0.setInWork(tile, isInWork) } }
    tiles.change { $0.setInWork(tile, isInWork) }
  }

  func cancelWorks(where isGone: (TileID) -> Bool) {
    guard !works.isEmpty else { return }
    for tile in works.keys where isGone(tile) { cancelWork(on: tile) }
  }

  private func cancelWork(on tile: TileID) {
    guard let work = works.removeValue(forKey: tile) else { return }
    work.ticket.cancel()
    tiles.change { $0.setInWork(tile, false) }
  }

  /// Takes what a tile was laid out to.
  func accept(_ layout: TileLayout, of tile: TileID, work number: Int, now: Double) {
    guard let work = works[tile], work.number == number else { return }
    works[tile] = nil
    // Who waited for workers to be free may go on.
    needsLayout = true
    // What came meanwhile of newer data is laid out instead.
    guard let newest = tiles.store.newest(tile)?.content, newest.dataVersion == work.dataVersion else {
      return tiles.change { $0.setInWork(tile, false) }
    }
    let isSeen = squares.contains { $0.quad == tile }
    let content = SourceContent(
      kind: .layout(layout), dataVersion: work.dataVersion, zoom: work.zoom, layoutVersion: work.layoutVersion,
      stateVersion: work.stateVersion)
    let change = { (store: inout TileStore<SourceContent>) in
      store.setInWork(tile, false)
      store.bring(content, for: tile, fadesIn: isSeen, now: now)
    }
    if isSeen { tiles.change(change) } else { tiles.changeUnseen(change) }
    repaint(tile)
    show(tile, isSeen: isSeen, now: now)
  }

  /// Brings the paint of a tile up to date with the states of features.
  func repaint(_ tile: TileID) {
    guard let order, let item = tiles.store.newest(tile), case .layout(let layout) = item.content.kind,
      item.content.stateVersion < order.states.version
    else { return }
    var content = item.content
    let (states, since) = (order.states, content.stateVersion)
    content.stateVersion = states.version
    let changed = { (sourceLayer: String?) in states.changed(in: sourceLayer, since: since) }
    let context = order.context(OverscaledTile(canonical: tile, overscaledZ: content.zoom))
    let fresh = layout.repainted(order.layers, changed: changed, context)
    if let fresh { content.kind = .layout(fresh) }
    tiles.changeUnseen { $0.replace(item.id, by: content) }
    if fresh != nil { contentVersion += 1 }
  }
}
