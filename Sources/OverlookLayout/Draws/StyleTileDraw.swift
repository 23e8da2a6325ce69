package import OverlookGeometry

/// What a layer draws of a tile.
package struct StyleTileDraw: Sendable {
  package var tile: OverscaledTile
  package var worldCopy: Int
  /// The square that it is drawn in, where its kind is cut: its own, or one below it in which it stands in for a tile that has
  /// not come.
  package var clip: TileID
  package var bucket: StyleBucket

  package init(tile: OverscaledTile, worldCopy: Int, clip: TileID? = nil, bucket: StyleBucket) {
    self.tile = tile
    self.worldCopy = worldCopy
    self.clip = clip ?? tile.canonical
    self.bucket = bucket
  }
}
