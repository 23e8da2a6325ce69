import OverlookGeometry
import OverlookLayout

/// A tile that is drawn, whole or the part of it that lies in another square.
struct ShownTile {
  var tile: OverscaledTile
  var worldCopy: Int
  /// The square that it is drawn in: its own, or one below it.
  var clip: TileID
  var content: SourceTile.Content
  /// When it came, for pictures.
  var arrival: Double
}

extension StyleSourceRuntime {
  /// What is drawn for the squares of the view: their tiles, and tiles of other levels where those have not come. None overlap.
  func shownTiles() -> [ShownTile] {
    var shown: [ShownTile] = []
    var index: StandInIndex?
    for square in squares {
      if let entry = tiles[square.tile], let content = entry.content, entry.isDrawable {
        shown.append(
          ShownTile(
            tile: square.tile, worldCopy: square.worldCopy, clip: square.tile.canonical, content: content, arrival: entry.arrival)
        )
        continue
      }
      // An empty tile of a vector source is what there is to see.
      if drawsFeatures, tiles[square.tile]?.status == .missing { continue }
      let known = index ?? StandInIndex(tiles)
      index = known
      for (tile, clip) in known.standIns(for: square.tile) {
        guard let entry = tiles[tile], let content = entry.content else { continue }
        shown.append(
          ShownTile(tile: tile, worldCopy: square.worldCopy, clip: clip, content: content, arrival: entry.arrival))
      }
    }
    return shown.sorted { Self.isBefore($0, $1) }
  }

  /// The same order in every run: higher levels first, then copies of the world from the middle out, then rows and columns.
  private static func isBefore(_ a: ShownTile, _ b: ShownTile) -> Bool {
    func rank(_ copy: Int) -> Int { abs(2 * copy) - (copy < 0 ? 1 : 0) }
    return (-a.tile.overscaledZ, rank(a.worldCopy), a.clip.y, a.clip.x) < (
      -b.tile.overscaledZ, rank(b.worldCopy), b.clip.y, b.clip.x
    )
  }
}

/// Finds tiles that can stand in for one that is not there.
struct StandInIndex {
  private var byPlace: [TileID: [(tile: OverscaledTile, arrival: Double)]] = [:]

  init(_ tiles: [OverscaledTile: SourceTile]) {
    for (tile, entry) in tiles where entry.isDrawable {
      byPlace[tile.canonical, default: []].append((tile, entry.arrival))
    }
  }

  /// Each with its part of the square of `tile`; they may leave gaps. `before`: only pictures that came before that time.
  func standIns(for tile: OverscaledTile, before: Double = .infinity) -> [(tile: OverscaledTile, clip: TileID)] {
    let place = tile.canonical
    if let same = best(at: place, near: tile.overscaledZ, before) { return [(same, place)] }
    let above = ancestor(of: place, before)
    var found: [(tile: OverscaledTile, clip: TileID)] = []
    for child in place.children { fill(child, levels: 2, above, before, into: &found) }
    // Four quarters of one tile are one draw.
    if let above, found.count == 4, found.allSatisfy({ $0.tile == above }) { return [(above, place)] }
    return found
  }

  /// Calls itself for at most two levels.
  private func fill(
    _ place: TileID, levels: Int, _ above: OverscaledTile?, _ before: Double,
    into found: inout [(tile: OverscaledTile, clip: TileID)]
  ) {
    if let tile = best(at: place, near: place.z, before) { return found.append((tile, place)) }
    let children = place.children
    if levels > 1, children.contains(where: { byPlace[$0] != nil }) {
      for child in children { fill(child, levels: levels - 1, above, before, into: &found) }
    } else if let above {
      found.append((above, place))
    }
  }

  private func best(at place: TileID, near zoom: Int, _ before: Double) -> OverscaledTile? {
    byPlace[place]?.lazy.filter { $0.arrival < before }
      .min { (abs($0.tile.overscaledZ - zoom), $0.tile) < (abs($1.tile.overscaledZ - zoom), $1.tile) }?.tile
  }

  private func ancestor(of place: TileID, _ before: Double) -> OverscaledTile? {
    var next = place.parent
    while let place = next {
      if let tile = best(at: place, near: place.z, before) { return tile }
      next = place.parent
    }
    return nil
  }
}
