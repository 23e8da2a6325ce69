package import OverlookLayout
import OverlookStyle
import OverlookTiles

extension StyledMap {
  /// What the layers of a frame draw, as features, in the order of the frame's layers; empty for layers that draw no features. Of
  /// the frame that was made last.
  package func features(of frame: StyleFrame) -> [[TileFeatures]] {
    var layouts: [BucketID: (TileLayout, StyleSourceRuntime)] = [:]
    for source in sources.values {
      source.tiles.store.forEach { _, content in
        guard let layout = content.layout else { return }
        for bucket in layout.buckets.values { layouts[bucket.id] = (layout, source) }
      }
    }
    return frame.layers.map { layer in
      guard case .tiles(let draws) = layer.content else { return [] }
      return draws.compactMap { draw in
        guard let (layout, source) = layouts[draw.bucket.id], let features = layout.features, let order = source.order else {
          return nil
        }
        // Names in the language that was asked for.
        let ordered = order.layers.first { $0.id == layer.layer.id } ?? layer.layer
        return TileFeatures(draw, of: ordered, in: features, order.context(draw.tile))
      }
    }
  }
}
