package import OverlookCamera
package import OverlookStyle

/// One layer of symbols with what it shows.
package struct SymbolPlacementLayer: Sendable {
  package var layer: StyleLayer
  package var tiles: [Tile]

  package struct Tile: Sendable {
    package var tile: OverscaledTile
    package var worldCopy: Int
    package var bucket: SymbolBucket

    package init(tile: OverscaledTile, worldCopy: Int, bucket: SymbolBucket) {
      self.tile = tile
      self.worldCopy = worldCopy
      self.bucket = bucket
    }
  }

  package init(layer: StyleLayer, tiles: [Tile]) {
    self.layer = layer
    self.tiles = tiles
  }
}

/// Decides which symbols are shown. Pure: the same arguments give the same result. Any thread.
package enum SymbolPlacement {
  /// `layers` from the lowest up, as they are drawn. `fadeSeconds` 0: everything is shown or hidden at once.
  package static func place(
    _ layers: [SymbolPlacementLayer], view: ViewTransform, previous: PlacementResult?, now: Double, fadeSeconds: Double
  ) -> PlacementResult {
    PlacementResult()
  }
}
