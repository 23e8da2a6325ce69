import OverlookLayout
import OverlookTiles

// How a source stands.
extension StyleSourceRuntime {
  /// Whether everything in view is there, known to be missing, or given up.
  func isComplete(version: Int) -> Bool {
    switch state {
    case .waiting: false
    case .failed: true
    case .ready: !awaitsData && squares.allSatisfy { isSettled($0.tile, version) }
    }
  }

  /// Whether a tile is there, or what stands in for it.
  private func isSettled(_ tile: OverscaledTile, _ version: Int) -> Bool {
    var next: OverscaledTile? = tile
    while let tile = next {
      guard let entry = tiles[tile], entry.isSettled(version) else { return false }
      next = standIn(for: tile, entry)
    }
    return true
  }

  /// Whether features of the source may be drawn later, and none are now.
  var isAwaited: Bool {
    if case .failed = state { return false }
    return drawsFeatures && !tiles.values.contains(where: \.isDrawable)
  }

  /// When the next failed tile may be tried again.
  var nextRetry: Double? {
    squares.compactMap { square -> Double? in
      guard case .failed(let retry)? = tiles[square.tile]?.status, retry < .infinity else { return nil }
      return retry
    }.min()
  }

  var counts: TileCounts {
    var counts = TileCounts()
    for square in squares {
      switch tiles[square.tile]?.status {
      case .loading, nil: counts.loading += 1
      case .missing: counts.missing += 1
      case .failed(let retry): if retry == .infinity { counts.failed += 1 } else { counts.loading += 1 }
      case .ready: counts.ready += 1
      }
    }
    counts.cached = tiles.count
    counts.cachedBytes = tiles.values.reduce(0) { $0 + $1.byteCount }
    return counts
  }
}
