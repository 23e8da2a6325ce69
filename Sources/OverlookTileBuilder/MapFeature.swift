package import OverlookFormats
package import OverlookGeometry

/// Something to put into vector tiles.
package struct MapFeature: Sendable {
  package enum Shape: Sendable {
    case point(WorldPoint)
    case line([WorldPoint])
    /// Outer rings, each followed by its holes; the first point does not come again at the end.
    case area([[WorldPoint]])
  }

  /// Layer of the tile.
  package var layer: String
  package var id: UInt64
  package var shape: Shape
  package var tags: [(String, VectorTileWriter.Value)]
  /// The zooms at which it is in the tiles.
  package var zooms: ClosedRange<Int>
  /// Lower ones come first in the tile and are drawn below.
  package var order = 0.0
  /// Whether its shape is what its zooms show: it is not simplified, and none of it is left out for being small.
  package var isExact = false

  package init(
    layer: String, id: UInt64, shape: Shape, tags: [(String, VectorTileWriter.Value)], zooms: ClosedRange<Int>, order: Double = 0,
    isExact: Bool = false
  ) {
    self.layer = layer
    self.id = id
    self.shape = shape
    self.tags = tags
    self.zooms = zooms
    self.order = order
    self.isExact = isExact
  }
}
