package import OverlookGeometry

/// What can be drawn in the place of a tile of which nothing can: smaller tiles as far as there are any, and a larger one elsewhere.
package struct TileStandIns {
  /// A part of the place of a tile.
  package struct Part {
    package var place: TileID
    /// The smaller tile that is drawn there; nil for the one above.
    package var below: TileID?
  }

  /// How far below a tile is searched for smaller ones.
  private static let levelsBelow = 2

  private let ledger: TileLedger
  private let zooms: ClosedRange<Int>
  private let isUsable: (TileID) -> Bool

  /// - Parameters:
  ///   - parameters: Of the source; no tiles are searched for beyond its zooms.
  ///   - isUsable: Whether something of a tile can be drawn; what is shown is asked about.
  package init(_ ledger: TileLedger, _ parameters: TileParameters, isUsable: @escaping (TileID) -> Bool = { _ in true }) {
    self.ledger = ledger
    zooms = parameters.minimumZoom...parameters.maximumZoom
    self.isUsable = isUsable
  }

  /// The closest tile above `tile` that can be drawn.
  package func above(_ tile: TileID) -> TileID? {
    var next = tile.parent
    while let tile = next, tile.z >= zooms.lowerBound {
      if canBeDrawn(tile) { return tile }
      next = tile.parent
    }
    return nil
  }

  /// Calls `body` with the parts of the place of `tile`, which do not overlap and cover it; one part where there are no smaller
  /// tiles.
  package func forEachPart(of tile: TileID, _ body: (Part) -> Void) { fill(tile, levels: Self.levelsBelow, body) }

  /// Calls itself for at most `levels` levels.
  private func fill(_ tile: TileID, levels: Int, _ body: (Part) -> Void) {
    guard hasUsable(below: tile, levels: levels) else { return body(Part(place: tile, below: nil)) }
    for index in 0..<4 {
      let child = tile.child(index)
      if canBeDrawn(child) { body(Part(place: child, below: child)) } else { fill(child, levels: levels - 1, body) }
    }
  }

  private func hasUsable(below tile: TileID, levels: Int) -> Bool {
    guard levels > 0, tile.z < zooms.upperBound, tile.z < TileID.maximumZoom else { return false }
    if ledger.shownByZoom[tile.z + 1] > 0 {
      for index in 0..<4 where canBeDrawn(tile.child(index)) { return true }
    }
    guard levels > 1, tile.z + 1 < zooms.upperBound, tile.z + 2 <= TileID.maximumZoom, ledger.shownByZoom[tile.z + 2] > 0 else {
      return false
    }
    for index in 0..<4 where hasUsable(below: tile.child(index), levels: levels - 1) { return true }
    return false
  }

  private func canBeDrawn(_ tile: TileID) -> Bool { ledger.isShown(tile) && isUsable(tile) }
}
