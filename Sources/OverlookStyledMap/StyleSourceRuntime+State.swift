import OverlookLayout
import OverlookSupport
import OverlookTiles

// How a source stands.
extension StyleSourceRuntime {
  /// Whether everything in view is there, known to be missing, or given up.
  func isComplete(version: Int) -> Bool {
    switch state {
    case .waiting, .failed: opening.isGivenUp
    case .ready: isDataThere(opening.isGivenUp) && squares.allSatisfy { all(of: $0.tile) { $0.isSettled(version) } }
    }
  }

  /// Whether nothing that the view lacks is on its way, and nothing worth waiting for comes before `end`.
  func isInVain(version: Int, before end: Double) -> Bool {
    switch state {
    case .waiting: false
    case .failed: opening.isInVain(before: end)
    case .ready:
      !awaitsData
        && squares.allSatisfy { all(of: $0.tile, isPaused: gate.isPaused(now: end)) { $0.isInVain(version, before: end) } }
    }
  }

  /// As `isComplete`, but that what failed counts as given up as soon as it is not worth waiting for, though it is asked for again.
  func isLoadingOver(version: Int, now: Double) -> Bool {
    let isHalted = gate.isPaused(now: now + RetrySchedule.patienceSeconds)
    switch state {
    case .waiting, .failed: return opening.isHopeless
    case .ready:
      return isDataThere(opening.isHopeless)
        && squares.allSatisfy { all(of: $0.tile, isPaused: isHalted) { $0.isLoadingOver(version) } }
    }
  }

  /// Why tiles in view, or all of the source, are missing; each cause once.
  var faults: [LoadFault] {
    guard mayHaveFaults else { return [] }
    let ofTiles = squares.map { tiles[$0.tile]?.retry.fault }
    let faults = ([gate.fault, opening.fault] + ofTiles).compactMap(\.self).uniqued()
    mayHaveFaults = !faults.isEmpty || tiles.values.contains { $0.retry.fault != nil }
    return faults
  }

  private func isDataThere(_ isGivenUp: Bool) -> Bool { !awaitsData && !lacksData || isGivenUp }

  /// Whether something holds for a tile and for all that stands in for it. `isPaused`: whether nothing is asked for so long that
  /// what is not on its way does not count.
  private func all(of tile: OverscaledTile, isPaused: Bool = false, _ condition: (SourceTile) -> Bool) -> Bool {
    var next: OverscaledTile? = tile
    while let tile = next {
      guard let entry = tiles[tile] else { return gate.isShut || isPaused }
      guard condition(entry) || entry.status == .failed && (gate.isShut || isPaused) else { return false }
      next = standIn(for: tile, entry)
    }
    return true
  }

  /// Whether features of the source may be drawn later, and none are now.
  var isAwaited: Bool {
    if case .failed = state { return false }
    return drawsFeatures && !tiles.values.contains(where: \.isDrawable)
  }

  /// When the source, the next failed tile of the view, or one of those that stand in for them may be tried again; nil for never.
  var nextRetry: Double? {
    var earliest = nextOpening(view: sequence)
    guard !gate.isShut else { return earliest < .infinity ? earliest : nil }
    for square in squares {
      var next: OverscaledTile? = square.tile
      while let tile = next {
        guard let entry = tiles[tile] else {
          if gate.pausedUntil > -.infinity { earliest = min(earliest, gate.pausedUntil) }
          break
        }
        if entry.status == .failed { earliest = min(earliest, max(entry.retry.nextTry(view: sequence), gate.pausedUntil)) }
        next = standIn(for: tile, entry)
      }
    }
    return earliest < .infinity ? earliest : nil
  }

  var counts: TileCounts {
    var counts = TileCounts()
    for square in squares {
      let entry = tiles[square.tile]
      switch entry?.status {
      case .missing: counts.missing += 1
      case .ready: counts.ready += 1
      case .loading, .failed, nil:
        if gate.isShut || entry?.retry.isGivenUp == true { counts.failed += 1 } else { counts.loading += 1 }
      }
    }
    counts.cached = tiles.count
    counts.cachedBytes = tiles.values.reduce(0) { $0 + $1.byteCount }
    return counts
  }
}
