import OverlookGeometry
import OverlookLayout
import OverlookTiles

/// A tile that is drawn, whole or the part of it that lies in another square.
struct ShownTile {
  var tile: OverscaledTile
  var worldCopy: Int
  /// The square that it is drawn in: its own, or one below it.
  var clip: TileID
  var content: SourceContent
  /// When it came, for pictures.
  var arrival: Double
}

extension StyleSourceRuntime {
  /// What is drawn for the squares of the view: their tiles, and tiles of other levels where those have not come. None overlap.
  func shownTiles() -> [ShownTile] {
    var shown: [ShownTile] = []
    for square in squares {
      if append(square.quad, square.worldCopy, clip: square.quad, to: &shown) { continue }
      // An empty tile of a vector source is what there is to see.
      if drawsFeatures, tiles.store.record(square.quad)?.isMissing == true { continue }
      for (tile, clip) in standIns(for: square.quad) { append(tile, square.worldCopy, clip: clip, to: &shown) }
    }
    return shown.sorted { Self.isBefore($0, $1) }
  }

  /// False when there is nothing to draw of the tile.
  @discardableResult private func append(_ tile: TileID, _ worldCopy: Int, clip: TileID, to shown: inout [ShownTile]) -> Bool {
    guard let content = tiles.store.shown(tile)?.content, let arrival = tiles.store.record(tile)?.shownAt else { return false }
    let overscaled = OverscaledTile(canonical: tile, overscaledZ: content.zoom)
    shown.append(ShownTile(tile: overscaled, worldCopy: worldCopy, clip: clip, content: content, arrival: arrival))
    return true
  }

  /// Tiles that can stand in for one, each with its part of the square; they may leave gaps. `before`: only what appeared before
  /// that time.
  func standIns(for tile: TileID, before: Double = .infinity) -> [(tile: TileID, clip: TileID)] {
    guard let parameters = tiles.parameters else { return [] }
    let store = tiles.store
    let standIns = TileStandIns(store.ledger, parameters) { (store.record($0)?.shownAt ?? .infinity) < before }
    let above = standIns.above(tile)
    var found: [(tile: TileID, clip: TileID)] = []
    standIns.forEachPart(of: tile) { part in
      if let source = part.below ?? above { found.append((source, part.place)) }
    }
    return found
  }

  /// The same order in every run: higher levels first, then copies of the world from the middle out, then rows and columns.
  private static func isBefore(_ a: ShownTile, _ b: ShownTile) -> Bool {
    func rank(_ copy: Int) -> Int { abs(2 * copy) - (copy < 0 ? 1 : 0) }
    return (-a.tile.overscaledZ, rank(a.worldCopy), a.clip.y, a.clip.x) < (
      -b.tile.overscaledZ, rank(b.worldCopy), b.clip.y, b.clip.x
    )
  }
}
