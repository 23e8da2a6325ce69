/// One tile of features, laid out for the layers of a style: what the GPU needs of it. Immutable.
package final class TileLayout: Sendable {
  package let tile: OverscaledTile
  /// By the id of the style layer; layers that draw nothing here have none.
  package let buckets: [String: StyleBucket]
  /// For queries, and for laying out anew when the style changes.
  package let features: FeatureTile?
  /// Parts of the tile that were left out because something is wrong with them.
  package let faultCount: Int
  package let byteCount: Int

  package init(tile: OverscaledTile, buckets: [String: StyleBucket], features: FeatureTile?, faultCount: Int = 0) {
    self.tile = tile
    self.buckets = buckets
    self.features = features
    self.faultCount = faultCount
    byteCount = buckets.values.reduce(features?.byteCount ?? 0) { $0 + $1.byteCount }
  }

  /// With the buckets of some layers in the place of those that were there; nil takes one away.
  package func replacing(_ changed: [String: StyleBucket?]) -> TileLayout {
    var buckets = buckets
    for (id, bucket) in changed { buckets[id] = bucket }
    return TileLayout(tile: tile, buckets: buckets, features: features, faultCount: faultCount)
  }
}
