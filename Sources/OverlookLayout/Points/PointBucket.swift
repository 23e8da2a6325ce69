import OverlookGeometry

/// Circles of a tile, in the order of drawing.
package final class CircleBucket: Sendable {
  /// A run of circles with the same sort key.
  package struct Run: Hashable, Sendable {
    package var key: Double
    package var circles: Range<Int>
  }

  package let id: BucketID
  package let points: PointPlaces
  /// One run where the layer has no sort key.
  package let runs: [Run]

  init(_ builder: PointBuilder, runs: [Run]) {
    id = BucketID()
    points = PointPlaces(builder)
    self.runs = runs
  }

  /// The same geometry in other paint.
  init(_ other: CircleBucket, columns: PaintColumns) {
    id = other.id
    points = PointPlaces(other.points, columns: columns)
    runs = other.runs
  }

  package var byteCount: Int { points.byteCount }
}

/// Points of a tile that give warmth to a heatmap.
package final class HeatmapBucket: Sendable {
  package let id: BucketID
  package let points: PointPlaces

  init(_ builder: PointBuilder) {
    id = BucketID()
    points = PointPlaces(builder)
  }

  /// The same geometry in other paint.
  init(_ other: HeatmapBucket, columns: PaintColumns) {
    id = other.id
    points = PointPlaces(other.points, columns: columns)
  }

  package var byteCount: Int { points.byteCount }
}

/// Where points lie, and what their features say of them.
package struct PointPlaces: Sendable {
  /// In tile units; all within the tile, so that no point is in two tiles.
  package let places: [SIMD2<Int16>]
  /// For each point the row of its feature in `columns`; empty when there are no columns.
  package let rows: [UInt32]
  package let columns: PaintColumns
  /// The feature of each row, for changes of its state.
  package let rowFeatures: [Int32]

  init(_ builder: PointBuilder) {
    places = builder.places
    rows = builder.rows
    columns = builder.paint.columns
    rowFeatures = builder.paint.features
  }

  init(_ other: PointPlaces, columns: PaintColumns) {
    places = other.places
    rows = other.rows
    self.columns = columns
    rowFeatures = other.rowFeatures
  }

  package var byteCount: Int { 4 * (places.count + rows.count + rowFeatures.count) + columns.byteCount }
}

/// Collects the points of features.
struct PointBuilder {
  private(set) var places: [SIMD2<Int16>] = []
  private(set) var rows: [UInt32] = []
  private(set) var paint: PaintRows
  /// The first row of units that belongs to another tile: below the southernmost there is none.
  private let rowLimit: Int32

  init(_ paint: PaintRows, _ tile: OverscaledTile) {
    self.paint = paint
    let side = Int32(FeatureLayer.extent)
    rowLimit = tile.canonical.y == (1 << tile.canonical.z) - 1 ? side + 1 : side
  }

  /// Every point of the feature, whatever its kind; rings have their first point twice, as they are closed.
  mutating func append(_ index: Int32, of features: FeatureLayer) {
    let feature = features.features[Int(index)]
    let before = places.count
    for part in feature.parts {
      let range = features.points(ofPart: part)
      for point in range { append(features.point(point)) }
      if feature.kind == .polygon, let first = range.first { append(features.point(first)) }
    }
    guard places.count > before, !paint.isEmpty else { return }
    let row = paint.append(index, of: features)
    rows.append(contentsOf: repeatElement(row, count: places.count - before))
  }

  private mutating func append(_ point: SIMD2<Int32>) {
    let side = FeatureLayer.extent
    guard point.x >= 0, point.x < side, point.y >= 0, point.y < rowLimit else { return }
    places.append(SIMD2(Int16(truncatingIfNeeded: point.x), Int16(truncatingIfNeeded: point.y)))
  }
}
