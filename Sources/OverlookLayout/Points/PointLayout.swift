package import OverlookStyle

/// Lays out the points of a circle layer.
package enum CircleLayout {
  static let columnNames: [StylePropertyName] = [
    .circleRadius, .circleColor, .circleBlur, .circleOpacity, .circleStrokeWidth, .circleStrokeColor, .circleStrokeOpacity,
  ]

  /// A circle at every point of the `selected` features; nil when none lies in the tile.
  package static func bucket(
    _ layer: StyleLayer, _ features: FeatureLayer, selected: [Int32], _ context: LayoutContext
  ) -> CircleBucket? {
    let properties = LayerProperties(layer, context)
    var builder = PointBuilder(PaintRows(properties, names: columnNames, context), context.tile)
    var runs: [CircleBucket.Run] = []
    for (key, index) in keyed(selected, properties, features, context) {
      let start = builder.places.count
      builder.append(index, of: features)
      let end = builder.places.count
      if end == start { continue }
      if let last = runs.last, last.key == key {
        runs[runs.count - 1].circles = last.circles.lowerBound..<end
      } else {
        runs.append(CircleBucket.Run(key: key, circles: start..<end))
      }
    }
    return builder.places.isEmpty ? nil : CircleBucket(builder, runs: runs)
  }

  /// Lower keys first; equal ones as they come.
  private static func keyed(
    _ selected: [Int32], _ properties: LayerProperties, _ features: FeatureLayer, _ context: LayoutContext
  ) -> [(key: Double, index: Int32)] {
    guard properties.isDataDriven(.circleSortKey) else { return selected.map { (0, $0) } }
    var property = FeatureProperty(.circleSortKey, properties, zoom: context.zoom)
    let keyed = selected.map { index in
      var feature = RowFeature(index, of: features, context)
      return (key: property.value(for: &feature).number ?? 0, index: index)
    }
    return keyed.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }.map(\.element)
  }
}

/// Lays out the points of a heatmap layer.
package enum HeatmapLayout {
  static let columnNames: [StylePropertyName] = [.heatmapWeight, .heatmapRadius]

  /// Every point of the `selected` features; nil when none lies in the tile.
  package static func bucket(
    _ layer: StyleLayer, _ features: FeatureLayer, selected: [Int32], _ context: LayoutContext
  ) -> HeatmapBucket? {
    let properties = LayerProperties(layer, context)
    var builder = PointBuilder(PaintRows(properties, names: columnNames, context), context.tile)
    for index in selected { builder.append(index, of: features) }
    return builder.places.isEmpty ? nil : HeatmapBucket(builder)
  }
}
