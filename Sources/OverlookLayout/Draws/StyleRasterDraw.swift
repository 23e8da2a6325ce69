package import OverlookGeometry
package import OverlookSupport

/// A picture of a raster or image source; the GPU's copy of it is found by its `id`.
package final class StyleRaster: Sendable {
  package let id = BucketID()
  package let image: Image

  package init(_ image: Image) {
    self.image = image
  }
}

/// A tile of a raster source.
package struct StyleRasterDraw: Sendable {
  /// The picture of a tile.
  package struct Picture: Sendable {
    package var tile: TileID
    package var raster: StyleRaster

    package init(tile: TileID, raster: StyleRaster) {
      self.tile = tile
      self.raster = raster
    }
  }

  /// The square that is covered ...
  package var tile: TileID
  package var worldCopy: Int
  /// ... by the picture of this tile: itself or one above.
  package var source: TileID
  package var raster: StyleRaster
  /// When the picture began to come in, in the time of `StyleFrame`.
  package var arrival: Double
  /// The picture that goes as this one comes, of the square or a tile above; nil for none.
  package var before: Picture?

  package init(
    tile: TileID, worldCopy: Int, source: TileID, raster: StyleRaster, arrival: Double = -.infinity, before: Picture? = nil
  ) {
    self.tile = tile
    self.worldCopy = worldCopy
    self.source = source
    self.raster = raster
    self.arrival = arrival
    self.before = before
  }
}
