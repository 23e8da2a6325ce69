package import OverlookGeometry
package import OverlookStyle

/// One layer of a frame.
package struct StyleFrameLayer: Sendable {
  package enum Content: Sendable {
    case background
    /// Tiles that do not overlap; each is cut to its own square where its kind wants it.
    case tiles([StyleTileDraw])
    case raster([StyleRasterDraw])
    case dem([StyleDEMDraw])
    /// A picture between four places: top left, top right, bottom right, bottom left.
    case image([WorldPoint], StyleRaster)
  }

  package var layer: StyleLayer
  package var properties: LayerProperties
  package var content: Content

  package init(layer: StyleLayer, properties: LayerProperties, content: Content) {
    self.layer = layer
    self.properties = properties
    self.content = content
  }
}
