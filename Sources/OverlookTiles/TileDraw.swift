package import OverlookGeometry
package import OverlookSupport

/// Names one decoded picture of one tile; a tile that is loaded again gets a new one.
package struct TileContentID: Hashable, Sendable, Comparable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The number of the layer on its map.
  package var sourceNumber: UInt32 { UInt32(truncatingIfNeeded: rawValue >> 32) }

  package static func < (a: TileContentID, b: TileContentID) -> Bool {
    a.rawValue < b.rawValue
  }
}

/// A part of a tile's picture: `origin` is its north-west corner and `size` its width and height, in fractions of the picture.
package struct TilePart: Hashable, Sendable {
  package var image: TileContentID
  /// The tile whose picture it is.
  package var source: TileID
  package var originU: Float
  package var originV: Float
  package var sizeU: Float
  package var sizeV: Float

  /// The part of `source`'s picture that lies over `quad`; `source` is `quad` itself or one of the tiles that hold it.
  package init(image: TileContentID, source: TileID, over quad: TileID) {
    self.image = image
    self.source = source
    let levels = quad.z - source.z
    let side = 1 / Double(1 << levels)
    originU = Float(Double(quad.x - source.x << levels) * side)
    originV = Float(Double(quad.y - source.y << levels) * side)
    sizeU = Float(side)
    sizeV = Float(side)
  }
}

/// One square to draw: `image` over `under`, both stretched over the place of `quad`.
package struct TileDraw: Hashable, Sendable {
  /// The place, which may lie deeper than any tile of the layer.
  package var quad: TileID
  /// Which repetition of the world: 0 is the one that holds longitudes -180 ..< 180.
  package var worldCopy: Int
  package var image: TilePart
  /// What is seen through `image` while it fades in; nil for nothing.
  package var under: TilePart?
  /// How much of `image` is shown, 0 ... 1; the rest is `under`.
  package var fade: Float

  package init(quad: TileID, worldCopy: Int, image: TilePart, under: TilePart? = nil, fade: Float = 1) {
    self.quad = quad
    self.worldCopy = worldCopy
    self.image = image
    self.under = under
    self.fade = fade
  }
}

/// A picture that is needed on the GPU.
package struct TileUpload: Sendable {
  package var id: TileContentID
  package var tile: TileID
  package var image: Image

  package init(id: TileContentID, tile: TileID, image: Image) {
    self.id = id
    self.tile = tile
    self.image = image
  }
}

/// How the tiles of a layer stand, for the HUD.
package struct TileCounts: Hashable, Sendable {
  /// In view: shown as they should be, on their way, known not to exist, and failed.
  package var ready = 0
  package var loading = 0
  package var missing = 0
  package var failed = 0
  /// Kept in memory, in view or not.
  package var cached = 0
  package var cachedBytes = 0

  package init() {}

  /// Adds another layer's counts.
  package mutating func add(_ other: TileCounts) {
    ready += other.ready
    loading += other.loading
    missing += other.missing
    failed += other.failed
    cached += other.cached
    cachedBytes += other.cachedBytes
  }
}
