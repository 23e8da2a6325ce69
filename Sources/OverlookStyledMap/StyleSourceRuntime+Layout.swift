import OverlookLayout
import OverlookStyle
import OverlookSupport
import OverlookTiles

// From the features of tiles to what is drawn of them.
extension StyleSourceRuntime {
  /// Has tiles laid out that are new, or were laid out for another style.
  func layOutStale() {
    guard let order else { return }
    for square in squares {
      let tile = square.tile
      guard let entry = tiles[tile], entry.status == .ready, entry.layoutVersion != order.version,
        entry.pendingVersion != order.version
      else { continue }
      if let newer = entry.newerFeatures {
        start(order, tile, entry, newer, order.layers) { $0 }
        continue
      }
      switch entry.content {
      case .features(let features): start(order, tile, entry, features, order.layers) { $0 }
      case .layout(let layout): update(layout, order, tile, entry)
      case .picture, nil: continue
      }
    }
  }

  /// Lays out again what changed since the tile was laid out.
  private func update(_ layout: TileLayout, _ order: LayoutOrder, _ tile: OverscaledTile, _ entry: SourceTile) {
    guard let features = layout.features else { return }
    guard let changes = order.history.changes(since: entry.layoutVersion) else {
      return start(order, tile, entry, features, order.layers) { $0 }
    }
    let layers = order.layers.filter { changes.contains($0.id) }
    let known = Set(order.layers.map(\.id))
    let gone = layout.buckets.keys.filter { !known.contains($0) || changes.contains($0) }
    let kept = layout.replacing(Dictionary(gone.map { ($0, nil) }, uniquingKeysWith: { first, _ in first }))
    guard !layers.isEmpty else {
      tiles[tile]?.content = .layout(kept)
      tiles[tile]?.layoutVersion = order.version
      contentVersion += 1
      return
    }
    start(order, tile, entry, features, layers) { fresh in kept.replacing(fresh.buckets.mapValues(Optional.some)) }
  }

  private func start(
    _ order: LayoutOrder, _ tile: OverscaledTile, _ entry: SourceTile, _ features: FeatureTile, _ layers: [StyleLayer],
    _ merge: @escaping @Sendable (TileLayout) -> TileLayout
  ) {
    tiles[tile]?.pendingVersion = order.version
    // Layers that are kept have the paint that they had.
    let hasLayout = if case .layout = entry.content { true } else { false }
    tiles[tile]?.pendingStateVersion = hasLayout ? min(entry.stateVersion, order.states.version) : order.states.version
    let (mailbox, number, version) = (mailbox, entry.number, order.version)
    let job = LayoutJob(
      features: features, layers: layers, context: order.context(tile), ticket: entry.ticket, workers: fetcher.services.workers)
    job.run { mailbox.post(.laidOut(tile, number: number, version: version, merge($0))) }
  }

  /// Brings the paint of a tile up to date with the states of features.
  func repaint(_ tile: OverscaledTile) {
    guard let order, let entry = tiles[tile], case .layout(let layout) = entry.content,
      entry.stateVersion < order.states.version
    else { return }
    tiles[tile]?.stateVersion = order.states.version
    let states = order.states
    let changed = { (sourceLayer: String?) in states.changed(in: sourceLayer, since: entry.stateVersion) }
    guard let fresh = layout.repainted(order.layers, changed: changed, order.context(tile)) else { return }
    tiles[tile]?.content = .layout(fresh)
    contentVersion += 1
  }
}
