package import OverlookGeometry

/// A tile of heights.
package struct StyleDEMDraw: Sendable {
  /// How metres are hidden in colours: `red * r + green * g + blue * b - base`, with bytes of 0 ... 255.
  package struct Encoding: Hashable, Sendable {
    package var red: Double
    package var green: Double
    package var blue: Double
    package var base: Double

    package init(red: Double, green: Double, blue: Double, base: Double) {
      self.red = red
      self.green = green
      self.blue = blue
      self.base = base
    }

    package static let mapbox = Encoding(red: 6553.6, green: 25.6, blue: 0.1, base: 10_000)
    package static let terrarium = Encoding(red: 256, green: 1, blue: 1 / 256, base: 32_768)
  }

  package var tile: TileID
  package var worldCopy: Int
  package var source: TileID
  package var raster: StyleRaster
  package var encoding: Encoding
  /// The tiles around it, for the slopes at its edges: north-west, north, north-east, west, east, south-west, south, south-east.
  package var neighbours: [StyleRaster?]

  package init(
    tile: TileID, worldCopy: Int, source: TileID, raster: StyleRaster, encoding: Encoding, neighbours: [StyleRaster?] = []
  ) {
    self.tile = tile
    self.worldCopy = worldCopy
    self.source = source
    self.raster = raster
    self.encoding = encoding
    self.neighbours = neighbours
  }
}
