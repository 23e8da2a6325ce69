import OverlookGeometry

/// What of a layer's properties decides which tiles a view needs.
package struct TileLayerParameters: Hashable, Sendable {
  /// Side of a tile on the screen, in points.
  package let tilePoints: Double
  /// 0 ... 30.
  package let minimumZoom: Int
  /// `minimumZoom` ... 30.
  package let maximumZoom: Int

  /// `pixelsPerPoint` is the display's; one that is not positive counts as 1.
  package init(tileSizePixels: Int = 256, pixelsPerPoint: Double = 1, minimumZoom: Int = 0, maximumZoom: Int = TileID.maximumZoom)
  {
    let scale = pixelsPerPoint > 0 && pixelsPerPoint.isFinite ? pixelsPerPoint : 1
    tilePoints = Double(min(max(tileSizePixels, 1), 1 << 14)) / scale
    self.minimumZoom = min(max(minimumZoom, 0), TileID.maximumZoom)
    self.maximumZoom = min(max(maximumZoom, self.minimumZoom), TileID.maximumZoom)
  }

  /// The tile of the layer that holds the picture of `quad`, which may lie deeper than the layer has tiles.
  func source(of quad: TileID) -> TileID {
    quad.z <= maximumZoom ? quad : quad.ancestor(atZoom: maximumZoom)
  }
}

extension TileID {
  /// The tile of level `zoom`, 0 ... z, that holds this one.
  func ancestor(atZoom zoom: Int) -> TileID {
    let levels = z - zoom
    return TileID(z: zoom, x: x >> levels, y: y >> levels)
  }
}
