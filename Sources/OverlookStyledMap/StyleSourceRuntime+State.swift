import OverlookLayout
import OverlookTiles

// How a source stands.
extension StyleSourceRuntime {
  /// Whether everything in view is there, known to be missing, or given up.
  func isComplete(version: Int) -> Bool {
    switch state {
    case .waiting: false
    case .failed: true
    case .ready: !awaitsData && squares.allSatisfy { all(of: $0.tile) { $0.isSettled(version) } }
    }
  }

  /// Whether nothing that the view lacks is on its way, and nothing worth waiting for comes before `end`.
  func isInVain(version: Int, before end: Double) -> Bool {
    switch state {
    case .waiting: false
    case .failed: true
    case .ready: !awaitsData && squares.allSatisfy { all(of: $0.tile) { $0.isInVain(version, before: end) } }
    }
  }

  /// Whether something holds for a tile and for all that stands in for it.
  private func all(of tile: OverscaledTile, _ condition: (SourceTile) -> Bool) -> Bool {
    var next: OverscaledTile? = tile
    while let tile = next {
      guard let entry = tiles[tile], condition(entry) else { return false }
      next = standIn(for: tile, entry)
    }
    return true
  }

  /// Whether features of the source may be drawn later, and none are now.
  var isAwaited: Bool {
    if case .failed = state { return false }
    return drawsFeatures && !tiles.values.contains(where: \.isDrawable)
  }

  /// When the next failed tile of the view, or of those that stand in for them, may be tried again.
  var nextRetry: Double? {
    var earliest = Double.infinity
    for square in squares {
      var next: OverscaledTile? = square.tile
      while let tile = next, let entry = tiles[tile] {
        if case .failed(let retry) = entry.status { earliest = min(earliest, retry) }
        next = standIn(for: tile, entry)
      }
    }
    return earliest < .infinity ? earliest : nil
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
