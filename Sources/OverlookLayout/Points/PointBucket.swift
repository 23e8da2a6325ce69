internal import OverlookStyle

/// Circles of a tile, in the order of drawing.
package final class CircleBucket: Sendable {
  /// A run of circles with the same sort key.
  package struct Run: Hashable, Sendable {
    package var key: Double
    package var circles: Range<Int>
  }

  package let id = BucketID()
  package let points: PointPlaces
  /// One run where the layer has no sort key.
  package let runs: [Run]

  init(_ points: PointPlaces, runs: [Run]) {
    self.points = points
    self.runs = runs
  }

  package var byteCount: Int { points.byteCount }
}

/// Points of a tile that give warmth to a heatmap.
package final class HeatmapBucket: Sendable {
  package let id = BucketID()
  package let points: PointPlaces

  init(_ points: PointPlaces) {
    self.points = points
  }

  package var byteCount: Int { points.byteCount }
}

/// Where points lie, and what their features say of them.
package struct PointPlaces: Sendable {
  /// In tile units; all within the tile, so that no point is in two tiles.
  package private(set) var places: [SIMD2<Int16>] = []
  /// For each point the row of its feature in `columns`; empty when there are no columns.
  package private(set) var rows: [UInt32] = []
  package private(set) var columns: PaintColumns
  /// The feature of each row, for changes of its state.
  package private(set) var rowFeatures: [Int32] = []

  init(_ properties: LayerProperties, names: [StylePropertyName]) {
    columns = PaintColumns(properties, names: names)
  }

  package var byteCount: Int { 4 * (places.count + rows.count + rowFeatures.count) + columns.byteCount }

  /// Every point of the feature, whatever its kind; rings have their first point twice, as they are closed.
  mutating func append(_ index: Int32, of features: FeatureLayer, _ properties: LayerProperties, _ context: LayoutContext) {
    let feature = features.features[Int(index)]
    let before = places.count
    for part in feature.parts {
      let range = features.points(ofPart: part)
      for point in range { append(features.point(point)) }
      if feature.kind == .polygon, let first = range.first { append(features.point(first)) }
    }
    guard places.count > before, !columns.isEmpty else { return }
    let row = columns.append(
      properties, zoom: context.zoom, feature: features.expressionFeature(index, in: context.tile.canonical), tile: context.tile)
    rowFeatures.append(index)
    rows.append(contentsOf: repeatElement(row, count: places.count - before))
  }

  private mutating func append(_ point: SIMD2<Int32>) {
    let side = FeatureLayer.extent
    guard point.x >= 0, point.x < side, point.y >= 0, point.y < side else { return }
    places.append(SIMD2(Int16(truncatingIfNeeded: point.x), Int16(truncatingIfNeeded: point.y)))
  }
}
