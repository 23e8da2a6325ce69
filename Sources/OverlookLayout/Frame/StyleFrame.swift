package import OverlookGeometry
package import OverlookStyle
package import OverlookSupport

/// All that is drawn of a style in one frame: a value, which the renderer turns into pixels.
package struct StyleFrame: Sendable {
  /// Of the style.
  package var zoom: Double
  package var pixelsPerPoint: Double
  package var timeSeconds: Double
  /// How long images and patterns take from one zoom's to the next one's; 0 for none.
  package var fadeSeconds = 0.3
  /// Whether what was drawn for the last frame may be scrolled, by whole pixels.
  package var scrolls = false
  /// Another one when something else is drawn than in the last frame: other tiles ...
  package var content = BucketID()
  /// ... or other layers, or the same ones otherwise.
  package var paint = BucketID()
  /// The lowest first.
  package var layers: [StyleFrameLayer] = []
  package var light = StyleLight()
  /// The light of an hour, with its shadows; nil for `light` alone.
  package var daylight: Daylight?
  /// What is above the horizon; nil for nothing.
  package var sky: StyleSky?
  package var images = StyleImages()
  /// Which symbols are shown; nil when no layer draws any.
  package var placement: PlacementResult?
  /// What is not among them may be dropped from the GPU.
  package var liveBuckets: Set<BucketID> = []

  package init(zoom: Double, pixelsPerPoint: Double, timeSeconds: Double) {
    self.zoom = zoom
    self.pixelsPerPoint = pixelsPerPoint
    self.timeSeconds = timeSeconds
  }
}

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

  /// 0 ... 1: how far the picture has come in.
  package func fade(_ frame: StyleFrame, _ properties: LayerProperties) -> Double {
    let seconds = frame.fadeSeconds > 0 ? properties.rasterFadeSeconds(zoom: frame.zoom) : 0
    return seconds > 0 ? min(max((frame.timeSeconds - arrival) / seconds, 0), 1) : 1
  }
}

extension LayerProperties {
  /// How long the pictures of a raster layer take to come in. At most a minute: a map that never comes to rest helps nobody.
  package func rasterFadeSeconds(zoom: Double) -> Double { min(number(.rasterFadeDuration, zoom: zoom) / 1000, 60) }
}

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
