package import OverlookStyle

/// Lays out the polygons of a fill-extrusion layer.
package enum ExtrusionLayout {
  static let columnNames: [StylePropertyName] = [
    .fillExtrusionColor, .fillExtrusionHeight, .fillExtrusionBase, .fillExtrusionPattern,
  ]

  /// The polygons and lines among the `selected` features; nil when there are none.
  package static func bucket(
    _ layer: StyleLayer, _ features: FeatureLayer, selected: [Int32], _ context: LayoutContext
  ) -> ExtrusionBucket? {
    var properties = LayerProperties(layer, globalState: context.globalState)
    properties.availableImages = context.images.names
    properties.featureStates = context.featureStates.states(ofLayer: layer.sourceLayer)
    var columns = PaintColumns(properties, names: columnNames)
    var builder = ExtrusionBuilder(hasRows: !columns.isEmpty)
    var rowFeatures: [Int32] = []
    for index in FeatureOrder.byPlace(selected, features) {
      let feature = features.features[Int(index)]
      guard feature.kind != .point else { continue }
      var row: UInt32 = 0
      if !columns.isEmpty {
        let seen = features.expressionFeature(index, in: context.tile.canonical)
        row = columns.append(properties, zoom: context.zoom, feature: seen, tile: context.tile)
        PatternRows.write(.fillExtrusionPattern, row, &columns, properties, seen, context)
        rowFeatures.append(index)
      }
      builder.add(features, feature, row: row)
    }
    builder.finish()
    guard !builder.triangles.isEmpty else { return nil }
    return ExtrusionBucket(builder, columns: columns, rowFeatures: rowFeatures)
  }
}
